// Building blocks of a ruleset's board.js: marks on pieces, ghosts, arcs and sentences of a
// preview. They are added to the server's HTML, and `clear` removes them.

const SVG = "http://www.w3.org/2000/svg";
const MARKS = ["then", "trend", "moving"];
const OWN = "data-preview"; // on every element that the kit has added

/** Remove all marks and everything that `ghost`, `made` and `pathBetween` added below `root`. */
export function clear(root) {
  for (const element of root.querySelectorAll(MARKS.map((mark) => `[data-${mark}]`).join())) {
    for (const mark of MARKS) delete element.dataset[mark];
  }
  for (const own of root.querySelectorAll(`[${OWN}]`)) own.remove();
}

/** Show an element's value after the choice (`data-then`) and its trend (`data-trend`). */
export function mark(element, then, trend) {
  if (then !== null) element.dataset.then = then;
  if (trend) element.dataset.trend = trend;
}

/** "up", "down" or "same", for `mark`. */
export const trendOf = (by) => ["down", "same", "up"][Math.sign(by) + 1];

/** A number with its sign: «+9», «−2». */
export const signed = (by) => `${by < 0 ? "\u2212" : "+"}${Math.abs(by)}`;

/** The sentence with its gaps filled: `fill("{n} left", { n: 2 })`. */
export const fill = (sentence, values) =>
  sentence.replace(/\{(\w+)\}/g, (_gap, name) => values[name]);

/**
 * Set the text of an element that holds only text. A new text node would make browsers recompute
 * the styles of the whole page, because of `:has()`.
 */
export function write(element, text) {
  if (element.firstChild) element.firstChild.data = text;
  else element.textContent = text;
}

/** Mark the element as the kit's, hidden from screen readers: the action bar says it in words. */
function owned(element, className) {
  element.setAttribute("class", className);
  element.setAttribute("aria-hidden", "true");
  element.setAttribute(OWN, "");
  return element;
}

/** A new element of these classes for a preview. */
export function made(name, className, ...children) {
  const element = owned(document.createElement(name), className);
  element.append(...children);
  return element;
}

/** A copy of a piece's drawing for the place where it would be; it can't be touched. */
export function ghost(piece, className = piece.className) {
  const copies = [...piece.querySelectorAll(":scope > svg")].map((svg) => svg.cloneNode(true));
  const drawn = made("span", `${className} ghost`, ...copies);
  if (piece.dataset.kind) drawn.dataset.kind = piece.dataset.kind;
  return drawn;
}

/** The drawing of another piece of the same sheet: a copy of `svg` with that symbol. */
export function drawing(svg, name) {
  const copy = svg.cloneNode(true);
  const use = copy.querySelector("use");
  use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#${name}`));
  if (copy.dataset.kind) copy.dataset.kind = name;
  return copy;
}

/** A dotted arc from above one element to another, for `space`, whose size it has. */
export function pathBetween(space, from, to) {
  const box = space.getBoundingClientRect();
  const start = from.getBoundingClientRect();
  const goal = to.getBoundingClientRect();
  const way = goal.left < start.left ? -1 : 1;
  const x1 = start.left + start.width / 2 - box.left;
  const y1 = start.top - box.top - 4;
  const x2 = goal.left - box.left + (way > 0 ? -6 : goal.width + 6);
  const y2 = goal.top - box.top + goal.height * 0.7;
  const width = Math.abs(x2 - x1);
  const lift = Math.min(22, width * 0.2);
  const bend = `${x1} ${y1 - lift} ${x2 - way * width * 0.35} ${y2 - lift * 0.4}`;
  const drawn = owned(document.createElementNS(SVG, "svg"), "path");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", `M${x1} ${y1}C${bend} ${x2} ${y2}`);
  drawn.append(line);
  return drawn;
}
