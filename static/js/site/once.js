// A form is sent once: by a double click, one would open two tables.
const AGAIN_AFTER = 4_000; // ms, by which it has led nowhere, or to a file

const again = (form) => delete form.dataset.sent;

/** Hold back every form that is sent while it is on its way already. */
export function sendOnce() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.getAttribute("method")?.toLowerCase() !== "post") return;
    if ("sent" in form.dataset) return event.preventDefault();
    form.dataset.sent = "";
    setTimeout(() => again(form), AGAIN_AFTER);
  });
  // who comes back to the page may send it again
  addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach(again));
}
