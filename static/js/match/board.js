// The ruleset's own module for its board, if it ships one.

let own = null;
let latest = null;

/** Load `static/<package>/board.js`: `export function preview(root, choice)`. */
export async function loadBoard(page) {
  const address = page.dataset.boardScript;
  if (!address) return;
  try {
    own = await import(address);
  } catch (error) {
    console.warn("the board goes without previews:", error.message);
  }
}

/** Show what the choice would do and return it in words, if there are any; null takes it away. */
export function preview(choice) {
  latest = choice;
  return own?.preview?.(document.getElementById("live"), choice) ?? "";
}

// What a preview draws in pixels is drawn anew when the window gets another size.
addEventListener("resize", () => latest && preview(latest));
