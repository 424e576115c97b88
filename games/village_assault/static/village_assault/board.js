// Previews at each village how an attack with the chosen unit would end, then the effect of the
// whole choice on the prisoners' gold. Changed gold is counted up or down.
import { clear, fill, mark, signed, trendOf, write } from "../js/kit.js";

const COUNTING = 500; // ms
const still = matchMedia("(prefers-reduced-motion: reduce)");
let counted = null; // the last shown gold

/**
 * Show what the picked unit and `choice` would do. `root` holds the board and the seats.
 * @returns {string} the consequence in words, for the action bar
 */
export function preview(root, choice) {
  const assault = root.querySelector(".assault");
  if (!assault) return "";
  clear(root);
  count(assault.querySelector("[data-counts]"));
  const card = pickedCard(assault);
  const pigs = assault.querySelectorAll('.tray [data-target="hand:pig"].chosen').length;
  const forecasts = read(card?.dataset.forecasts).filter((forecast) => forecast.pigs === pigs);
  tellVillages(assault, forecasts, choice?.preview);
  hint(assault, card);
  const words = root.querySelector("#assault-words");
  return words && choice?.preview ? outlook(assault, words, choice.preview) : "";
}

/** The list item of the picked unit, or of the one already declared. */
function pickedCard(assault) {
  const chosen = [...assault.querySelectorAll(".tray .hand > li:has(> .chosen)")];
  return (
    assault.querySelector(".tray [data-declared]") ??
    chosen.find((item) => item.dataset.forecasts) ??
    chosen[0]
  );
}

function tellVillages(assault, forecasts, coming) {
  for (const plot of assault.querySelectorAll(".plot")) {
    const fate = plot.querySelector(".fate");
    fate.querySelector(".verdict")?.remove();
    const { village } = plot.dataset;
    const forecast = forecasts.find((one) => one.village === village);
    const boosted = coming?.village === village && "attack" in coming;
    if (boosted) fate.append(verdict(assault, plot, coming));
    else if (forecast) fate.append(verdict(assault, plot, forecast));
  }
}

/** A hand card's forecasts as objects like a choice's preview; `told` in board.py writes them. */
function read(text) {
  const parts = (list) => (list ? list.split(",").map((part) => part.split(":")) : []);
  return (text?.split("|") ?? []).map((line) => {
    const [pigs, village, at, outcome, attack, defense, won, ...lists] = line.split(" ");
    const [why, against, then] = lists.map(parts);
    const sides = { attack, defense, why, against };
    return { pigs: Number(pigs), village, at, outcome, won: won === "yes", ...sides, then };
  });
}

/** The winner in figures and words: the board's template, filled. */
function verdict(assault, plot, coming) {
  const { at, village, outcome, won, attack, defense, why, against } = coming;
  const words = assault.querySelector("#assault-words");
  const made = words.querySelector(".verdict").cloneNode(true);
  const put = (part, text) => {
    made.querySelector(part).textContent = text;
  };
  const helped = outcome.startsWith("lose-"); // only with Pigs that aren't picked yet
  made.dataset.won = won ? "yes" : helped ? "helped" : "no";
  put(".mine", attack);
  put(".theirs", defense);
  put(".ends", words.getAttribute(`data-${outcome}`));
  put(".then", followed(words, coming));
  if (at !== village) put(".steps-in", plot.querySelector(".rest").dataset.meets);
  const inWords = ([reason, bonus]) =>
    `${Number(bonus) ? signed(bonus) : ""} ${words.getAttribute(`data-why-${reason}`)}`.trim();
  const they = (part) => fill(words.dataset.they, { bonus: inWords(part) });
  for (const text of [...why.map(inWords), ...against.map(they)]) {
    const line = document.createElement("span");
    line.textContent = text;
    made.querySelector(".why").append(line);
  }
  return made;
}

/** Further effects: a prisoner who is freed, a card that is drawn. */
function followed(words, { then = [] }) {
  const inWords = ([code, n]) => fill(words.getAttribute(`data-then-${code}`), { n });
  return then.map(inWords).join("; ");
}

/** Describe the picked card in the line above the hand. */
function hint(assault, card) {
  const line = assault.querySelector(".tray .hint");
  if (!line) return;
  line.dataset.rest ??= line.textContent;
  const [name, does] = [".title", ".does"].map((part) => card?.querySelector(part)?.textContent);
  write(line, card ? `${name.trim()}: ${does.trim()}` : line.dataset.rest);
}

/** Mark the gold, and return its change and further effects in words. */
function outlook(assault, words, coming) {
  const then = followed(words, coming);
  const also = then && fill(words.dataset.also, { then });
  return `${gains(assault, words.dataset, coming)} ${also}`.trim();
}

function gains(assault, words, coming) {
  const gold = assault.querySelector(".till .gold");
  if (coming.won === false) return words.loses;
  if ("draws" in coming || !("gold" in coming)) return "";
  const from = Number(gold.dataset.counts);
  const [least, most] = [coming.gold, coming.most ?? coming.gold].map((by) => from + by);
  if (least === from && most === from) return words.same;
  const to = range(least, most);
  mark(gold, to, trendOf(least < from ? least - from : most - from));
  const { rate, left } = assault.querySelector(".prisoners").dataset;
  const cards = range(...[least, most].map((sum) => Math.min(left, Math.floor(sum / rate))));
  return fill(words.gains, { from, to, cards });
}

/** «4», or «4–8» where chance decides. */
const range = (least, most) => (least === most ? `${least}` : `${least}–${most}`);

/** Count to the present figure; wait with more gold until the prisoners have come to rest. */
function count(gold) {
  if (!gold) return;
  const to = Number(gold.dataset.counts);
  const from = counted ?? to;
  counted = to;
  if (from === to || still.matches || document.hidden) return;
  let begun = null;
  const step = (now) => {
    if (counted !== to) return;
    const waits = to > from && document.querySelector(".flying");
    begun = waits ? null : (begun ?? now);
    const done = waits ? 0 : Math.min(1, (now - begun) / COUNTING);
    gold.textContent = Math.round(from + (to - from) * done);
    if (done < 1) requestAnimationFrame(step);
  };
  gold.textContent = from;
  requestAnimationFrame(step);
}
