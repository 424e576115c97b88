// How much of the page the bars cover that stay in sight, for style sheets: --status and --acts on
// the game's element, zero where a bar scrolls with the page.

const BARS = { "--status": ".status", "--acts": ".acts" };
const heights = new ResizeObserver(measure);

function measure() {
  const game = document.querySelector("[data-game]");
  for (const [name, part] of Object.entries(BARS)) {
    const bar = document.querySelector(part);
    const stays = bar && getComputedStyle(bar).position === "sticky";
    game?.style.setProperty(name, `${stays ? bar.offsetHeight : 0}px`);
  }
}

/** Updates may bring another status line; what is observed already is observed on. */
export function measureBars() {
  for (const bar of document.querySelectorAll(Object.values(BARS).join())) heights.observe(bar);
}

addEventListener("resize", measure);
