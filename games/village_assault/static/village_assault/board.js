// How every attack with the chosen unit would end, told at each village before anything is
// committed; then what the whole choice would do to the prisoners' gold. Gold that has changed is
// counted up or down.
import { clear, fill, mark, trendOf } from "../js/kit.js";

const COUNTING = 500; // ms
const still = matchMedia("(prefers-reduced-motion: reduce)");
let counted = null; // the gold that was shown last

/**
 * Show what the unit that is picked, and `choice`, would do. `root` holds the board and the seats.
 * @returns {string} the consequence in words, for the action bar
 */
export function preview(root, choice) {
  const assault = root.querySelector(".assault");
  if (!assault) return "";
  clear(root);
  count(assault.querySelector("[data-counts]"));
  const card = pickedCard(assault);
  tellVillages(assault, card?.querySelector(".forecasts"), choice?.preview);
  hint(assault, card);
  const words = root.querySelector("#assault-words")?.dataset;
  return words && choice?.preview ? outlook(assault, words, choice.preview) : "";
}

/** The list item of the unit that is picked, or of the one that was declared already. */
function pickedCard(assault) {
  const chosen = [...assault.querySelectorAll(".tray .hand > li:has(> .chosen)")];
  return (
    assault.querySelector(".tray [data-declared]") ??
    chosen.find((item) => item.querySelector(".forecasts")) ??
    chosen[0]
  );
}

function tellVillages(assault, forecasts, coming) {
  for (const fate of assault.querySelectorAll(".fate")) {
    fate.querySelector(".verdict")?.remove();
    const { village } = fate.closest(".plot").dataset;
    const told = forecasts?.querySelector(`[data-village="${village}"]`);
    if (told) fate.append(boosted(assault, told.cloneNode(true), coming));
  }
}

/** The verdict as it is with Pigs: `coming` has the figures of the very choice. */
function boosted(assault, verdict, coming) {
  if (coming?.village !== verdict.dataset.village || !("attack" in coming)) return verdict;
  verdict.dataset.won = coming.won ? "yes" : "no";
  verdict.querySelector(".mine").textContent = coming.attack;
  verdict.querySelector(".ends").textContent = assault
    .querySelector("#assault-words")
    .getAttribute(`data-${coming.outcome}`);
  return verdict;
}

/** What the picked card does, in the line above the hand. */
function hint(assault, card) {
  const line = assault.querySelector(".tray .hint");
  if (!line) return;
  line.dataset.rest ??= line.textContent;
  const [name, does] = [".title", ".does"].map((part) => card?.querySelector(part)?.textContent);
  line.textContent = card ? `${name.trim()}: ${does.trim()}` : line.dataset.rest;
}

/** Marks the gold, and says what becomes of it. */
function outlook(assault, words, coming) {
  const gold = assault.querySelector(".till .gold");
  if (coming.won === false) return words.loses;
  if ("draws" in coming || !("gold" in coming)) return "";
  const from = Number(gold.dataset.counts);
  const to = from + coming.gold;
  if (to === from) return words.same;
  mark(gold, to, trendOf(to - from));
  const { rate } = assault.querySelector(".prisoners").dataset;
  return fill(words.gains, { from, to, cards: Math.floor(to / rate) });
}

/** The figure runs to what it is now. */
function count(gold) {
  if (!gold) return;
  const to = Number(gold.dataset.counts);
  const from = counted ?? to;
  counted = to;
  if (from === to || still.matches || document.hidden) return;
  const begun = performance.now();
  const step = (now) => {
    if (counted !== to) return;
    const done = Math.min(1, (now - begun) / COUNTING);
    gold.textContent = Math.round(from + (to - from) * done);
    if (done < 1) requestAnimationFrame(step);
  };
  gold.textContent = from;
  requestAnimationFrame(step);
}
