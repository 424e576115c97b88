// What a choice would do, shown before it is made: which lands an attack still reaches at worst,
// what the pile of the land touched holds, and the order in which counters were touched.
import { clear, fill } from "../js/kit.js";

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
  showOrder(board);
  const words = root.querySelector("#burnt-words")?.dataset;
  return words ? showRisk(board, choice?.preview, words) : "";
}

/** Of the lands at risk only those that the gold chosen does not save. */
function showRisk(board, coming, words) {
  const risks = [...board.querySelectorAll(".risk")];
  const by = (risk) => Number(risk.dataset.risk);
  const left = coming && "attacked" in coming ? coming.attacked : Number.POSITIVE_INFINITY;
  for (const risk of risks) risk.classList.toggle("safe", by(risk) > left);
  if (!coming || !("attacked" in coming)) return "";
  const lands = risks
    .filter((risk) => by(risk) <= left)
    .sort((one, other) => by(one) - by(other))
    .map((risk) => risk.closest(".land").querySelector(".tag").textContent);
  if (!lands.length) return words.none;
  return fill(lands.length > 1 ? words.many : words.one, {
    n: lands.length,
    lands: lands.join(", "),
  });
}

/** What lies on the land touched, as far as its owner knows. */
function showPile(board) {
  const market = board.querySelector(".market");
  if (!market) return;
  const land = board.querySelector(".land:has(> .chosen)")?.dataset.land;
  for (const pile of market.querySelectorAll("[data-pile]")) {
    pile.hidden = pile.dataset.pile !== land;
  }
  market.querySelector("[data-none]").hidden = Boolean(land);
}

/** Each counter touched says which one it was. */
function showOrder(board) {
  const chosen = [...board.querySelectorAll(".pick.chosen")];
  touched = touched.filter((each) => chosen.includes(each));
  touched.push(...chosen.filter((each) => !touched.includes(each)));
  for (const each of board.querySelectorAll(".pick")) delete each.dataset.order;
  touched.forEach((each, place) => {
    each.dataset.order = place + 1;
  });
}
