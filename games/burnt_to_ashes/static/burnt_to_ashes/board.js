// Previews a choice: the lands that an attack still reaches at worst, the pile of the touched land,
// and the order in which counters were touched.
import { clear, fill, write } from "../js/kit.js";

let touched = []; // counters of a pile, in the order of their touches

/**
 * Show what `choice` would do, or nothing (null). `root` holds the board and the seats.
 * @returns {string} the consequence in words, for the action bar
 */
export function preview(root, choice) {
  const board = root.querySelector(".burnt");
  if (!board) return "";
  clear(board);
  showPile(board);
  showOrder(board, choice?.picks ?? []);
  const words = root.querySelector("#burnt-words")?.dataset;
  return words ? showRisk(board, choice?.preview, words) : "";
}

/** Mark only the lands at risk that the chosen gold doesn't save. */
function showRisk(board, coming, words) {
  const risks = [...board.querySelectorAll(".risk")];
  const by = (risk) => Number(risk.dataset.risk);
  const left = coming && "attacked" in coming ? coming.attacked : Number.POSITIVE_INFINITY;
  for (const risk of risks) risk.classList.toggle("safe", by(risk) > left);
  const isKnown = Boolean(coming && "attacked" in coming);
  const lands = risks
    .filter((risk) => by(risk) <= left)
    .sort((one, other) => by(one) - by(other))
    .map((risk) => risk.closest(".land").querySelector(".tag").textContent);
  showWorst(board.querySelector(".worst"), isKnown ? lands : null, words);
  if (!isKnown) return "";
  if (!lands.length) return words.none;
  return fill(lands.length > 1 ? words.many : words.one, {
    n: lands.length,
    lands: lands.join(", "),
  });
}

/** The same beside the gold, in large type if there is room; `lands` is null for none. */
function showWorst(place, lands, words) {
  if (!place) return;
  const [many, which] = place.children;
  const sentence = [words.worstNone, words.worstOne][lands?.length] ?? words.worstMany;
  write(many, lands ? fill(sentence, { n: lands.length }) : "");
  write(which, lands?.join(" ") ?? "");
  place.classList.toggle("bad", Boolean(lands?.length));
}

/** Show the pile of the touched land, as far as its owner knows it. */
function showPile(board) {
  const market = board.querySelector(".market");
  if (!market) return;
  const land = board.querySelector(".land:has(> .chosen)")?.dataset.land;
  for (const pile of market.querySelectorAll("[data-pile]")) {
    pile.hidden = pile.dataset.pile !== land;
  }
  for (const hint of market.querySelectorAll("[data-none]")) hint.hidden = Boolean(land);
}

/** Number the touched counters; `picks` includes those that were picked automatically. */
function showOrder(board, picks) {
  const chosen = [...board.querySelectorAll(".pick.chosen")];
  touched = touched.filter((counter) => chosen.includes(counter));
  const rank = (counter) => picks.lastIndexOf(counter.dataset.target);
  const others = chosen.filter((counter) => !touched.includes(counter));
  touched.push(...others.sort((one, other) => rank(one) - rank(other)));
  for (const counter of board.querySelectorAll(".pick")) delete counter.dataset.order;
  touched.forEach((counter, place) => {
    counter.dataset.order = place + 1;
  });
}
