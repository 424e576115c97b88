// Touches on the board: a click, a tap, Enter and Space are the same.

const isButton = (element) => element.matches("button, a, summary, input");

/** Calls `touched(element)` for each touch of a target in the live part, `escaped()` for Esc. */
export function listen(page, { touched, escaped, confirmed }) {
  page.addEventListener("click", (event) => {
    const element = event.target.closest("#live [data-target]");
    if (element && !event.target.closest("a[href]")) touched(element);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !document.querySelector("dialog[open], :popover-open")) escaped();
    if (event.key === "Enter" && event.ctrlKey) confirmed(event);
    if ((event.key !== "Enter" && event.key !== " ") || event.ctrlKey) return;
    if (!event.target.matches?.("#live [data-target]") || isButton(event.target)) return;
    event.preventDefault();
    if (!event.repeat) touched(event.target);
  });
}
