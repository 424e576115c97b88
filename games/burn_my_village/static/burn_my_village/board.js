// Previews a choice on the board: a ghost of the token and its path, the new value of each token,
// the laid cards, and everyone's points, in words too.
import {
  clear,
  drawing,
  fill,
  ghost,
  made,
  mark,
  pathBetween,
  signed,
  trendOf,
} from "../js/kit.js";

/**
 * Show what `choice` would do, or nothing (null). `root` holds the board and the seats.
 * @returns {string} how everyone's points would change, for the action bar
 */
export function preview(root, choice) {
  const village = root.querySelector(".village");
  if (!village) return "";
  clear(root);
  delete village.dataset.forecast;
  const coming = choice?.preview;
  if (!coming) return "";
  village.dataset.forecast = coming.to < coming.from ? "fall" : "rise";
  const spaces = [...village.querySelectorAll(".space")];
  markKinds(root, spaces, coming);
  layCards(root, choice);
  const swings = markPoints(root, village, coming.points);
  if (coming.from !== coming.to) showMove(spaces, coming);
  return document.documentElement.dataset.preferRunning === "no" ? "" : inWords(village, swings);
}

/** Show the new value of each kind on tokens and bribes; «‹» and «›» say where a token goes. */
function markKinds(root, spaces, { token, from, to }) {
  const kinds = spaces.map((space) => space.dataset.kind);
  const values = spaces.map((space) => Number(space.dataset.value));
  const after = kinds.toSpliced(from, 1).toSpliced(to, 0, token); // the tokens it passes make room
  kinds.forEach((kind, place) => {
    const goal = after.indexOf(kind);
    if (goal === place) return;
    const [now, later] = [values[place], values[goal]];
    const trend = trendOf(later - now);
    const worth = now === later ? `${now}` : `${now} → ${later}`;
    const way = goal > place ? `${worth} ›` : `‹ ${worth}`;
    mark(spaces[place].querySelector(".token"), way, trend);
    if (now === later) return;
    for (const figure of root.querySelectorAll(`[data-worth="${kind}"]`))
      mark(figure, later, trend);
  });
}

/** Show everyone's new points; returns the change for each seat. */
function markPoints(root, village, points) {
  return points.map((later, seat) => {
    const now = village.querySelector(`[data-points="${seat}"]`).textContent;
    const swing = later - Number(now.replace("−", "-"));
    for (const figure of swing ? root.querySelectorAll(`[data-points="${seat}"]`) : []) {
      mark(figure, later, trendOf(swing));
    }
    return swing;
  });
}

/** «Points: you +9, Birch −2.» */
function inWords(village, swings) {
  const { swing, nothing } = village.querySelector(".standing ul").dataset;
  const changes = swings.flatMap((by, seat) => {
    const who = village.querySelectorAll(".standing i")[seat].textContent;
    return by ? [`${who} ${signed(by)}`] : [];
  });
  return changes.length ? fill(swing, { changes: changes.join(", ") }) : nothing;
}

function showMove(spaces, { from, to }) {
  const token = spaces[from].querySelector(".token");
  const coming = ghost(token, "token");
  if (to < from) coming.append(made("span", "badge", drawing(coming.firstElementChild, "claw")));
  token.dataset.moving = "";
  spaces[to].append(coming);
  const track = spaces[from].parentElement;
  track.append(pathBetween(track, token, coming));
}

/** Show the cards of a bribe as laid; a visit lays none. */
function layCards(root, { picks, preview: { token: kind } }) {
  const own = root.querySelector(".bribes.own");
  if (!own || picks.some((pick) => pick.startsWith("stall:"))) return;
  const cards = picks.filter((pick) => pick.startsWith("hand:")).map((pick) => pick.slice(5));
  const laid = own.querySelector(`[data-kind="${kind}"]`) ?? own.appendChild(emptyBribe(kind));
  laid.querySelector(".set").append(...cards.map((card) => miniature(root, card)));
  const sum = laid.querySelector("[data-cards]");
  if (sum) mark(sum, Number(sum.textContent) + cards.length, "up");
  addOnTrack(root, kind, own.dataset.seat, made("b", "coming num", signed(cards.length)));
}

function addOnTrack(root, kind, seat, added) {
  const owners = root.querySelector(`.space[data-kind="${kind}"] .owners`);
  const shape = root.querySelectorAll(".standing .shape")[seat];
  const own =
    owners.querySelector(`[data-seat="${seat}"]`) ??
    owners.appendChild(made("li", "", shape.cloneNode(true)));
  own.append(added);
}

function emptyBribe(kind) {
  const bribe = made("li", "bribe", made("span", "set"));
  bribe.dataset.kind = kind;
  return bribe;
}

function miniature(root, kind) {
  const card = made("i", "ghost", drawing(root.querySelector(".track .piece"), kind));
  card.dataset.kind = kind;
  return card;
}
