// The form that opens a table describes the choices in words as they are made, and shows only
// those that go with the others.

const form = document.getElementById("new-table");
const QUIET = 150; // milliseconds without a change
let later;
let asked = 0; // how often, so that an older answer doesn't take the place of a newer one

/** Hide what makes no sense beside what is chosen; that itself always stays. */
function fit(unfit) {
  for (const part of form.querySelectorAll("[data-choice]")) {
    part.hidden = unfit.includes(part.dataset.choice);
  }
}

async function tell() {
  const mine = ++asked;
  const fields = new FormData(form);
  fields.delete("csrfmiddlewaretoken");
  const answer = await fetch(`${form.dataset.words}?${new URLSearchParams(fields)}`).catch(
    () => null,
  );
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== asked) return;
  const said = document.querySelector("#words .said");
  fit(page.querySelector("#words").dataset.unfit.split("|"));
  const fresh = page.querySelector("#words .said").textContent;
  if (said.textContent !== fresh) said.textContent = fresh;
}

form.addEventListener("input", () => {
  clearTimeout(later);
  later = setTimeout(tell, QUIET);
});
