// Where an arrow key leads from one thing to another.

const BACK = { ArrowLeft: true, ArrowUp: true, ArrowRight: false, ArrowDown: false };
const SIDEWAYS = /^Arrow(Left|Right)$/;

function centerOf(thing) {
  const { left, top, width, height } = thing.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, height };
}

/** The nearest in the next row above or below; none where all lie in one row. */
function inTheNextRow(all, from, up) {
  const here = centerOf(from);
  const there = all
    .map((thing) => ({ thing, ...centerOf(thing) }))
    .map((other) => ({ ...other, down: (other.y - here.y) * (up ? -1 : 1) }))
    .filter(({ down, height }) => down > Math.max(height, here.height) / 2);
  if (!there.length) return null;
  const row = Math.min(...there.map(({ down }) => down)) + here.height / 2;
  const nearest = there.filter(({ down }) => down <= row);
  return nearest.sort((a, b) => Math.abs(a.x - here.x) - Math.abs(b.x - here.x))[0].thing;
}

/** Round a ring to its next part, to what can be picked in it: to a part with that, if any has. */
function inTheNextPart(parts, from, step, canPick) {
  const at = parts.findIndex((part) => part.includes(from));
  const around = parts.map((_, by) => parts.at((at + step * (by + 1)) % parts.length));
  const filled = around.filter((part) => part.length);
  const next = filled.find((part) => part.some(canPick)) ?? filled[0];
  return next.find(canPick) ?? next[0];
}

/**
 * @param {Element[][]} parts what lies together: the parts of a ring, or one
 * @param {(thing: Element) => boolean} canPick
 * @returns {Element | null} null: it isn't an arrow key, Home or End, or leads nowhere
 */
export function nextIn(parts, from, key, canPick) {
  const all = parts.flat();
  const ends = from.matches("[data-target]") ? all.filter((one) => one.dataset.target) : all;
  if (key === "Home") return ends[0];
  if (key === "End") return ends.at(-1);
  if (!(key in BACK)) return null;
  const mirrored = SIDEWAYS.test(key) && getComputedStyle(from).direction === "rtl";
  const back = BACK[key] !== mirrored;
  const step = back ? -1 : 1;
  if (parts.length > 1 && SIDEWAYS.test(key)) return inTheNextPart(parts, from, step, canPick);
  const row = parts.length === 1 && !SIDEWAYS.test(key) ? inTheNextRow(all, from, back) : null;
  return row ?? all[all.indexOf(from) + step] ?? null;
}
