// Pieces fly from where they were to where they are, as the step's hints say: 240 ms at most, and
// not at all for those who ask for rest. Hints name a kind of piece and two places, so nothing here
// could tell one hidden card from another.

const DURATION = 240;
const MOST = 14; // flights at a time
const still = matchMedia("(prefers-reduced-motion: reduce)");

const placed = (root, name) => root.querySelector(`[data-place="${CSS.escape(name)}"]`);

/** The piece of that kind in a place, counted among its like from `rank` 0. */
function pieceIn(place, kind, rank) {
  const name = CSS.escape(kind);
  const like = `[data-piece="${name}"], [data-target="${name}"], [data-kind="${name}"]`;
  const found = [...place.querySelectorAll(like)].filter((piece) => piece instanceof HTMLElement);
  const whole = found.filter((piece) => !found.some((inner) => inner !== piece && piece.contains(inner)));
  return whole[Math.min(rank, whole.length - 1)] ?? null;
}

const box = (element) => element.getBoundingClientRect();
const seen = (rect) => rect.width > 0 && rect.bottom > 0 && rect.top < innerHeight;

/** Where the pieces are before the change, and what they look like. */
export function takeOff(root, motions) {
  if (still.matches || document.hidden) return { flights: [], glides: new Map() };
  const ranks = new Map();
  const flights = motions.slice(0, MOST).flatMap((motion) => {
    const place = placed(root, motion.source);
    if (!place) return [];
    const like = `${motion.source} ${motion.piece}`;
    const rank = ranks.get(like) ?? 0;
    ranks.set(like, rank + 1);
    const piece = pieceIn(place, motion.piece, rank);
    return [{ motion, rank, from: box(piece ?? place), look: piece?.cloneNode(true) ?? null }];
  });
  const glides = new Map([...root.querySelectorAll("[data-glide]")].map((piece) => [piece.dataset.glide, box(piece)]));
  return { flights, glides };
}

/** Let them fly to where they are now, `root` being the board after the change. */
export function land(root, { flights, glides }) {
  const moving = [];
  for (const { motion, rank, from, look } of flights) {
    const place = placed(root, motion.target);
    if (!place) continue;
    const piece = pieceIn(place, motion.piece, rank);
    const shape = look ?? piece?.cloneNode(true);
    const to = box(piece ?? place);
    if (shape && seen(from) && seen(to)) moving.push(fly(shape, from, to, piece));
  }
  for (const piece of root.querySelectorAll("[data-glide]")) {
    const from = glides.get(piece.dataset.glide);
    if (from) glide(piece, from, box(piece));
  }
  return Promise.allSettled(moving);
}

async function fly(shape, from, to, piece) {
  for (const part of [shape, ...shape.querySelectorAll("*")]) {
    for (const name of ["id", "data-target", "data-place", "data-piece", "data-glide"]) part.removeAttribute(name);
  }
  shape.classList.remove("can", "chosen");
  shape.classList.add("flying");
  shape.inert = true;
  Object.assign(shape.style, { inset: "auto", left: 0, top: 0, width: `${from.width}px`, height: `${from.height}px` });
  (document.querySelector("#live .board > *") ?? document.body).append(shape); // where the board's styles reach
  const at = box(shape);
  const middle = (rect) => [rect.left + rect.width / 2 - at.left - at.width / 2, rect.top + rect.height / 2 - at.top - at.height / 2];
  const [[x, y], [toX, toY]] = [middle(from), middle(to)];
  const scale = Math.min(piece ? 1.5 : 1, Math.max(0.3, to.width / (from.width || 1)));
  const path = [{ transform: `translate(${x}px, ${y}px)` }, { transform: `translate(${toX}px, ${toY}px) scale(${scale})` }];
  piece?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: DURATION });
  try {
    await shape.animate(path, { duration: DURATION, easing: "cubic-bezier(.2,.7,.2,1)", fill: "both" }).finished;
  } finally {
    shape.remove();
  }
}

function glide(piece, from, to) {
  const x = from.left - to.left;
  const y = from.top - to.top;
  if (!x && !y) return;
  piece.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: DURATION, easing: "ease-out" });
}
