// What a choice would do, shown on the board before it is made: a ghost of the token and its path,
// what each token would be worth, the cards laid, and everyone's points; the points in words too.
// It touches only its own attributes and elements, so that an update may sweep them away.
import { layCards, takeCards } from "./laying.js";
import { hidden } from "./running.js";

const SVG = "http://www.w3.org/2000/svg";
const MARKS = ["then", "trend", "moving"];
let latest = null;

/**
 * Show what `choice` would do, or nothing (null). `root` holds the board and the seats.
 * @returns {string} how everyone's points would change, for the action bar
 */
export function preview(root, choice) {
  latest = { root, choice };
  observe();
  const village = root.querySelector(".village");
  if (!village) return "";
  clear(root, village);
  const coming = choice?.preview;
  if (!coming) return "";
  village.dataset.forecast = coming.to < coming.from ? "fall" : "rise";
  const spaces = [...village.querySelectorAll(".space")];
  const values = spaces.map((space) => Number(space.dataset.value));
  markKinds(root, spaces, values, trackAfter(spaces, coming));
  layCards(root, choice);
  const swings = markPoints(root, village, coming.points);
  if (coming.from !== coming.to) showMove(spaces, coming);
  return hidden() ? "" : said(village, swings);
}

function clear(root, village) {
  delete village.dataset.forecast;
  for (const element of root.querySelectorAll(MARKS.map((mark) => `[data-${mark}]`).join())) {
    for (const mark of MARKS) delete element.dataset[mark];
  }
  for (const own of village.querySelectorAll(".ghost, .path")) own.remove();
  takeCards(root);
}

/** The kinds from left to right after the token has moved: those it passes make room. */
function trackAfter(spaces, { token, from, to }) {
  return spaces
    .map((space) => space.dataset.kind)
    .toSpliced(from, 1)
    .toSpliced(to, 0, token);
}

function mark(element, then, trend) {
  element.dataset.then = then;
  element.dataset.trend = ["down", "same", "up"][Math.sign(trend) + 1];
}

/** Tokens and bribes say what their kind would be worth; «‹» and «›» tell where a token goes. */
function markKinds(root, spaces, values, track) {
  spaces.forEach((space, from) => {
    const { kind } = space.dataset;
    const to = track.indexOf(kind);
    if (to === from) return;
    const [now, later] = [values[from], values[to]];
    const worth = now === later ? `${now}` : `${now} → ${later}`;
    mark(space.querySelector(".token"), to > from ? `${worth} ›` : `‹ ${worth}`, later - now);
    if (now === later) return;
    for (const each of root.querySelectorAll(`[data-worth="${kind}"]`)) {
      mark(each, later, later - now);
    }
  });
}

/** Everyone's points as they would be; returns the change for each seat. */
function markPoints(root, village, points) {
  return points.map((later, seat) => {
    const swing = later - Number(village.querySelector(`[data-points="${seat}"]`).textContent);
    for (const each of swing ? root.querySelectorAll(`[data-points="${seat}"]`) : []) {
      mark(each, later, swing);
    }
    return swing;
  });
}

/** «Points: you +9, Birch −2.» */
function said(village, swings) {
  const { swing: sentence, nothing } = village.querySelector(".standing ul").dataset;
  const changes = swings.flatMap((by, seat) => {
    if (!by) return [];
    const { who } = village.querySelector(`[data-points="${seat}"]`).dataset;
    return [`${who} ${by > 0 ? "+" : "\u2212"}${Math.abs(by)}`];
  });
  return changes.length ? sentence.replace("{changes}", changes.join(", ")) : nothing;
}

function showMove(spaces, { from, to }) {
  const token = spaces[from].querySelector(".token");
  const ghost = ghostOf(token, to < from);
  token.dataset.moving = "";
  spaces[to].append(ghost);
  spaces[from].parentElement.append(pathBetween(token, ghost, to > from ? 1 : -1));
}

function ghostOf(token, cursed) {
  const ghost = document.createElement("span");
  ghost.className = "token ghost";
  ghost.dataset.kind = token.dataset.kind;
  ghost.setAttribute("aria-hidden", "true");
  const piece = token.querySelector(".piece").cloneNode(true);
  ghost.append(piece);
  if (cursed) {
    const claw = document.createElement("span");
    claw.className = "hex";
    claw.append(piece.cloneNode(true));
    claw.firstChild.removeAttribute("class");
    const use = claw.querySelector("use");
    use.setAttribute("href", use.getAttribute("href").replace(/#.*/, "#claw"));
    ghost.append(claw);
  }
  return ghost;
}

/** A dotted arc from above the token to the ghost, in pixels of the track. */
function pathBetween(token, ghost, way) {
  const box = token.closest(".track").getBoundingClientRect();
  const start = token.getBoundingClientRect();
  const goal = ghost.getBoundingClientRect();
  const x1 = start.left + start.width / 2 - box.left;
  const y1 = start.top - box.top - 4;
  const x2 = goal.left - box.left + (way > 0 ? -6 : goal.width + 6);
  const y2 = goal.top - box.top + goal.height * 0.7;
  const width = Math.abs(x2 - x1);
  const lift = Math.min(22, width * 0.2);
  const bend = `${x1} ${y1 - lift} ${x2 - way * width * 0.35} ${y2 - lift * 0.4}`;
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("class", "path");
  drawn.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", `M${x1} ${y1}C${bend} ${x2} ${y2}`);
  drawn.append(line);
  return drawn;
}

/** On a phone the track stays below the status line and the hand above the action bar. */
function measure() {
  const game = document.querySelector("[data-game]");
  if (!game) return;
  const known = getComputedStyle(game);
  const changed = [
    ["--status", stuck(".status")],
    ["--acts", stuck(".acts")],
  ].filter(([name, height]) => known.getPropertyValue(name) !== height);
  // Only what is new, and after all is read: everything on the board inherits these, so the browser
  // styles all of it anew.
  for (const [name, height] of changed) game.style.setProperty(name, height);
}

/** How much of the screen a part takes that doesn't scroll away. */
function stuck(part) {
  const element = document.querySelector(part);
  const stays = element && getComputedStyle(element).position === "sticky";
  return `${stays ? element.offsetHeight : 0}px`;
}

const heights = new ResizeObserver(measure);

/** Updates may bring another status line; what is already observed stays observed. */
function observe() {
  for (const part of document.querySelectorAll(".status, .acts")) heights.observe(part);
}

observe();
// An arc is drawn in pixels, so it is redrawn when the window is resized.
addEventListener("resize", () => {
  measure();
  if (latest?.root.isConnected && latest.choice) preview(latest.root, latest.choice);
});
