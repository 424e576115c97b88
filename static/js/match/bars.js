// How much of the page the bars cover that stay in sight, for style sheets: --status and --acts on
// the game's element, zero where a bar scrolls with the page.

const BARS = { "--status": ".status", "--acts": ".acts" };
const heights = new ResizeObserver(measure);

function measure() {
  const game = document.querySelector("[data-game]");
  if (!game) return;
  const known = getComputedStyle(game);
  const changed = Object.entries(BARS)
    .map(([name, part]) => [name, stuck(part)])
    .filter(([name, height]) => known.getPropertyValue(name) !== height);
  // Only what is new, and after all is read: everything on the board inherits these, so the browser
  // would restyle all of it.
  for (const [name, height] of changed) game.style.setProperty(name, height);
}

/** How much of the screen a part takes that doesn't scroll away. */
function stuck(part) {
  const bar = document.querySelector(part);
  const stays = bar && getComputedStyle(bar).position === "sticky";
  return `${stays ? bar.offsetHeight : 0}px`;
}

/** Updates may bring another status line; what is already observed stays observed. */
export function measureBars() {
  for (const bar of document.querySelectorAll(Object.values(BARS).join())) heights.observe(bar);
}

addEventListener("resize", measure);
