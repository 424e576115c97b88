// Pieces fly from their old places to the new ones by the step's motions, except with reduced
// motion. Motions name a kind of piece and two places, so nothing here can tell hidden cards apart.
// A step with several parts is shown beat by beat.
import { speed } from "./personal.js";
import { besideOf, isPart, pictureOf, widthOf } from "./picture.js";

// Figures that change when the pieces have come to rest: until then an element with `data-settles`
// keeps its text from before the step.

const waiting = new Set(); // functions that show the new figures

/** The figures by their names. */
const figuresIn = (root) =>
  new Map(
    [...root.querySelectorAll("[data-settles]")].map((figure) => [
      figure.dataset.settles,
      figure.cloneNode(true),
    ]),
  );

/**
 * Let changed figures keep their old text.
 * @returns {[Element, () => void][]} each of them, with a function that shows the new text
 */
function keepFigures(root, before) {
  return [...root.querySelectorAll("[data-settles]")].flatMap((figure) => {
    const old = before.get(figure.dataset.settles);
    if (!old || old.textContent === figure.textContent) return [];
    return [[figure, keep(figure, old)]];
  });
}

function keep(figure, old) {
  const now = [...figure.childNodes].map((node) => node.cloneNode(true));
  const oldText = old.textContent;
  figure.replaceChildren(...old.childNodes);
  const tell = () => {
    if (!waiting.delete(tell)) return;
    if (figure.textContent === oldText) figure.replaceChildren(...now); // still the same page
  };
  waiting.add(tell);
  return tell;
}

/** Show all new figures at once. */
function tellFigures() {
  for (const tell of [...waiting]) tell();
}

const DURATION = 240;
const WAY = 90; // added for each place passed on the way
const SHOWN = 620; // for pieces that fly to a place only to be shown there
const APART = 80; // between two beats
const MOST = 40; // flights at a time
const LEAST = 0.3; // the final scale of a piece that flies out of sight
const still = matchMedia("(prefers-reduced-motion: reduce)");
const EASE = "cubic-bezier(.2,.7,.2,1)";
const AT_REST = { flights: [], glides: new Map(), figures: new Map() };
let running = []; // animations

const placed = (root, name) => root.querySelector(`[data-place="${CSS.escape(name)}"]`);
const likeOf = (kind) => {
  const name = CSS.escape(kind);
  return `:is([data-piece="${name}"], [data-target="${name}"], [data-kind="${name}"])`;
};

/**
 * The pieces of that kind in a place. A whole SVG isn't a piece but the picture on one; a part of
 * an SVG is a piece if nothing else is.
 */
function piecesIn(place, kind) {
  const all = [...place.querySelectorAll(likeOf(kind))];
  const elements = all.filter((piece) => piece instanceof HTMLElement);
  const found = elements.length ? elements : all.filter(isPart);
  return found.filter((piece) => !found.some((inner) => inner !== piece && piece.contains(inner)));
}

/** One of them, by its rank from 0 among its kind. */
function pieceIn(place, kind, rank) {
  const whole = piecesIn(place, kind);
  return whole[Math.min(rank, whole.length - 1)] ?? null;
}

/** The sample of a kind of piece that isn't visible. */
const sampleOf = (root, kind) =>
  root.querySelector(`[data-samples] ${likeOf(kind)}`)?.cloneNode(true) ?? null;

const box = (element) => element.getBoundingClientRect();
const seen = (rect) => rect.width > 0 && rect.bottom > 0 && rect.top < innerHeight;

/** The pieces' positions and looks before the change. */
export function takeOff(root, motions) {
  settle();
  if (still.matches || document.hidden) return AT_REST;
  const ranks = new Map();
  const count = (name) => {
    const before = ranks.get(name) ?? 0;
    ranks.set(name, before + 1);
    return before;
  };
  let beat = 0;
  const flights = [];
  for (const [place, motion] of motions.slice(0, MOST).entries()) {
    if (motion.then && place) beat += 1;
    const source = placed(root, motion.source);
    if (!source) continue;
    const rank = count(`${motion.source} ${motion.piece}`);
    const breaks = motion.source === motion.target && !motion.becomes;
    const piece = breaks ? source : pieceIn(source, motion.piece, rank);
    const goal = placed(root, motion.target);
    const unseen = !piece || getComputedStyle(piece).opacity === "0";
    const look = piece ? lookOf(piece, motion, breaks) : lookOfArrival(flights, motion);
    // it comes after the pieces of its kind that are already there
    const present = goal ? piecesIn(goal, motion.piece).length : 0;
    const at = present + count(`to ${motion.target} ${motion.piece}`);
    const from = box(piece ?? source);
    const wide = piece ? widthOf(piece) : null;
    const sample = sampleOf(root, motion.piece); // this step may remove it from the board
    flights.push({ motion, at, beat, breaks, unseen, from, wide, look, sample });
  }
  const glides = new Map(
    [...root.querySelectorAll("[data-glide]")].map((piece) => [piece.dataset.glide, box(piece)]),
  );
  return { flights, glides, figures: figuresIn(root) };
}

/** The look of a piece: for one that breaks, in its place; for one that flies, anywhere. */
function lookOf(piece, motion, breaks) {
  if (breaks) return besideOf(piece);
  return motion.becomes ? piece.cloneNode(true) : pictureOf(piece);
}

/** The look of a piece that an earlier motion of this step brings to its source. */
function lookOfArrival(flights, { piece, source }) {
  const like = likeOf(piece);
  const found = flights.find(
    ({ motion, left, look }) => !left && motion.target === source && look?.matches(like),
  );
  if (!found) return null;
  found.left = true;
  return found.look.cloneNode(true);
}

/**
 * Let them fly to their new places; `root` is the board after the change. All fly faster if they
 * would take longer than `most` ms.
 * @returns {number} ms until all of them have come to rest
 */
export function land(root, { flights, glides, figures }, most = Infinity) {
  const patient = speed() !== "at-once";
  let start = 0;
  let until = 0;
  let beat = 0;
  const shows = [];
  for (const flight of flights) {
    if (patient && flight.beat !== beat) start = until ? until + APART : 0;
    beat = flight.beat;
    const plan = flight.breaks ? dissolve : flight.motion.becomes ? change : depart;
    const show = plan(root, flight, start);
    if (!show) continue;
    until = Math.max(until, start + show.duration);
    shows.push(show);
  }
  const gliding = [...root.querySelectorAll("[data-glide]")]
    .map((piece) => [piece, glides.get(piece.dataset.glide), box(piece)])
    .filter(([, from]) => from);
  // All reads of the old layout are done. Add all copies first and measure them afterwards: the
  // browser lays out the page once, not for each piece.
  for (const { shape } of shows) if (shape) layOver(shape);
  const sizes = shows.map(({ shape }) => shape && box(shape));
  for (const [place, { begin }] of shows.entries()) begin(sizes[place]);
  for (const pair of gliding) glide(...pair);
  if (until) {
    for (const [figure, tell] of keepFigures(root, figures)) {
      animate(figure, [{}, {}], { duration: until }).finished.then(tell, tell);
    }
  }
  if (until <= most) return until;
  for (const animation of running) animation.playbackRate = until / most;
  return most;
}

/** End all motion now: somebody skips, or the next step comes. */
export function settle() {
  for (const animation of running.splice(0)) {
    animation.finish();
    animation.cancel(); // or it hides a piece that the next step reads
  }
  tellFigures();
}

function animate(element, frames, options) {
  const animation = element.animate(frames, options);
  running.push(animation);
  const ended = () => {
    running = running.filter((other) => other !== animation);
  };
  animation.finished.then(ended, ended);
  return animation;
}

// Each of the following plans a motion that begins after `delay`, and changes nothing yet. It
// returns null, or {duration, begin, shape}: ms; a function that starts the motion; the copy that
// flies, which must be laid over the board before `begin` is called with its box.

/**
 * A piece flies. The step may change whether its place only displays pieces: then the pieces
 * there now decide.
 */
function depart(root, { motion, at, unseen, from, wide, look, sample }, delay) {
  const place = placed(root, motion.target);
  if (!place) return null;
  const like = sample ?? sampleOf(root, motion.piece);
  const shown = place.hasAttribute("data-shows") ? like : null;
  const piece = shown ? null : pieceIn(place, motion.piece, at);
  const shape = shown ?? look ?? (piece ? pictureOf(piece) : like);
  const to = box(piece ?? place);
  // everyone should see it, even if its source is covered
  const begins = shown && !seen(from) ? to : from;
  if (!shape || !seen(begins) || !seen(to)) return null;
  shape.classList.toggle("shown", shown !== null);
  const stops = (motion.via ?? [])
    .map((name) => placed(root, name))
    .filter(Boolean)
    .map(box);
  const duration = shown ? SHOWN : DURATION + WAY * stops.length;
  const way = {
    delay,
    duration,
    shows: Boolean(shown),
    waits: (unseen || Boolean(shown)) && delay > 0,
    wide: [wide, piece ? widthOf(piece) : null],
  };
  const begin = (size) => {
    const hidden = { duration: delay + duration, fill: "forwards" };
    const rest = piece && animate(piece, [{ opacity: 0 }, { opacity: 0 }], hidden);
    fly(shape, size, [begins, ...stops, to], { ...way, rest });
  };
  return { duration, begin, shape };
}

function bare(shape) {
  for (const part of [shape, ...shape.querySelectorAll("*")]) {
    for (const name of ["id", "data-target", "data-place", "data-piece", "data-glide"])
      part.removeAttribute(name);
  }
  shape.classList.remove("can", "chosen");
  shape.inert = true;
  if (shape instanceof SVGElement) shape.setAttribute("aria-hidden", "true");
}

function layOver(shape) {
  bare(shape);
  shape.classList.add("flying");
  Object.assign(shape.style, { inset: "auto", left: 0, top: 0 });
  // where the board's styles reach
  (document.querySelector("#live .board > :not(svg)") ?? document.body).append(shape);
}

/** `at`: the shape's box; `wide`: the piece's widths at both ends, null where it isn't visible. */
function fly(shape, at, boxes, { delay, duration, shows, waits, wide, rest }) {
  const middle = (rect) => {
    const x = rect.left + rect.width / 2 - at.left - at.width / 2;
    const y = rect.top + rect.height / 2 - at.top - at.height / 2;
    return `translate(${x}px, ${y}px)`;
  };
  const sizes = shows ? [1, 1] : sizesOf(at, boxes[0], boxes.at(-1), wide);
  const part = sizes[1] / sizes[0];
  const path = boxes.map((rect, stop) => {
    const size = sizes[0] * part ** (stop / (boxes.length - 1));
    return { transform: `${middle(rect)} scale(${size})` };
  });
  const stay = shows
    ? [{ ...path[0], offset: 0 }, { ...path.at(-1), offset: 0.35 }, { ...path.at(-1) }]
    : path;
  const easing = path.length > 2 ? "linear" : EASE;
  if (waits) animate(shape, [{ opacity: 0 }, { opacity: 0 }], { duration: delay });
  remove(shape, animate(shape, stay, { duration, delay, easing, fill: "both" }), rest);
}

/** The first and last scale of a shape: as the piece there, or else to fit the place. */
function sizesOf(shape, from, to, [first, last]) {
  const fit = ({ width, height }) =>
    Math.min(1, Math.max(LEAST, Math.min(width / shape.width, height / shape.height)));
  const begins = first ? first / shape.width : fit(from);
  const ends = last ? last / shape.width : Math.min(fit(to), begins);
  return [begins, ends];
}

/** A removed piece breaks in its place; until its beat it stays there as before. */
function dissolve(root, { motion, look }, delay) {
  const place = placed(root, motion.target);
  if (!place) return null;
  const duration = DURATION + WAY;
  const frames = [
    { opacity: 1 },
    { opacity: 1, transform: "rotate(3deg) scale(1.06)", offset: 0.3 },
    { opacity: 0, transform: "rotate(-8deg) scale(.8)" },
  ];
  const begin = () => {
    bare(look);
    look.classList.add("breaking");
    place.after(look);
    remove(look, animate(look, frames, { duration, delay, fill: "both", easing: "ease-in" }));
  };
  return { duration, begin };
}

/** A piece that changes in place shows its old face until its beat, then the new one. */
function change(root, { motion, look }, delay) {
  const place = placed(root, motion.target);
  if (!place || !look) return null;
  const like = likeOf(motion.becomes);
  const same = look.id ? place.querySelector(`#${CSS.escape(look.id)}${like}`) : null;
  const face = (same ?? pieceIn(place, motion.becomes, 0))?.querySelector("[data-face]");
  const old = look.querySelector("[data-face]");
  if (!face || !old) return null;
  const stays = [{ opacity: 1 }, { opacity: 1 }];
  const begin = () => {
    Object.assign(old.style, { position: "absolute", inset: 0 });
    face.after(old);
    animate(face, [{ opacity: 0 }, { opacity: 0 }], { duration: delay + DURATION });
    remove(old, animate(old, stays, { duration: delay + DURATION }));
    become(old, face, animate(old, stays, { duration: delay }));
  };
  return { duration: DURATION, begin };
}

/** It takes the attributes of the new piece, and the style sheet animates the turn. */
async function become(old, face, animation) {
  try {
    await animation.finished;
  } finally {
    for (const { name, value } of face.attributes) old.setAttribute(name, value);
  }
}

/** Then `rest` no longer hides the piece it became; on its own it might end sooner. */
async function remove(shape, animation, rest = null) {
  try {
    await animation.finished;
  } finally {
    rest?.cancel();
    shape.remove();
  }
}

function glide(piece, from, to) {
  const x = from.left - to.left;
  const y = from.top - to.top;
  if (!x && !y) return;
  animate(piece, [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
    duration: DURATION,
    easing: "ease-out",
  });
}
