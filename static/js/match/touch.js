// Touches on the board: a click, a tap, Enter and Space are the same.

const isButton = (element) => element.matches("button, a, summary, input");

const TARGET = "#live [data-target]";
const SHEET = ":popover-open:not([popover=manual])";

/**
 * Calls `touched(element)` for each touch of a target in the live part, `escaped()` for Esc, and
 * `considered(element)` for the target that the pointer or the focus comes to, null for none.
 */
export function listen(page, { touched, considered, escaped, confirmed }) {
  for (const name of ["pointerover", "focusin"])
    page.addEventListener(name, ({ target }) => considered(target.closest(TARGET)));
  for (const name of ["pointerleave", "focusout"])
    page.addEventListener(name, () => considered(null));
  let closes = false; // whether the press is one beside an open sheet, which that closes
  document.addEventListener("pointerdown", ({ target }) => {
    closes = document.querySelector(SHEET) !== null && !target.closest(":popover-open");
  });
  page.addEventListener("click", (event) => {
    const element = event.target.closest(TARGET);
    if (closes && event.pointerType) return;
    if (element && !event.target.closest("a[href]")) touched(element);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !document.querySelector("dialog[open], :popover-open")) escaped();
    if (event.key === "Enter" && event.ctrlKey) confirmed(event);
    if ((event.key !== "Enter" && event.key !== " ") || event.ctrlKey) return;
    if (!event.target.matches?.(TARGET)) return;
    if (isButton(event.target) && !event.repeat) return; // it clicks
    event.preventDefault();
    if (!event.repeat) touched(event.target);
  });
}
