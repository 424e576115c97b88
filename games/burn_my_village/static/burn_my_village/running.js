// Whether the running score is shown: a preference of the person before this browser.
const KEY = "burn-my-village.running-score";
const root = document.documentElement;

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // it holds for this page
  }
}

function show(how) {
  root.dataset.runningScore = how;
  try {
    localStorage.setItem(KEY, how);
  } catch {
    /* it holds for this page */
  }
}

root.dataset.runningScore = remembered() === "hidden" ? "hidden" : "shown";

/** Whether this person would rather not see it. */
export const hidden = () => root.dataset.runningScore === "hidden";

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-running]")) {
    show(root.dataset.runningScore === "hidden" ? "shown" : "hidden");
  }
});
