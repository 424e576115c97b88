// Puts another board on the page in place of the one shown.
import { keepFocus } from "./focus.js";

/** Replace #live of `page` by this HTML, piece by piece, the focus staying where it makes sense. */
export async function swap(page, text) {
  const focusBack = keepFocus();
  await window.htmx.swap({
    sourceElement: page,
    target: "#live",
    swap: "outerMorph",
    text,
    transition: false,
  });
  focusBack();
}
