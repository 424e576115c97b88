// The staged ending: a few beats that tell how the match came out, before its result is shown.
// Each [data-beat] of #finale is said for as long as it takes to read. On the way --now is the
// number of the beat, from 1, and what has data-at="2" is `on` from the second one.
import { announce } from "./announce.js";
import { timesOf } from "./pace.js";
import { speed } from "./preferences.js";
import { keepLooks, lastLines } from "./veil.js";

const live = (root = document) => root.querySelector("#live");
const stage = (root = document) => root.querySelector("#finale");

// What is shown of seats and points stays as it was before the last step.
const AS_BEFORE = [".seat .more", ".strip .points", ".strip .fact", ".board [data-points]"];

// «See the ending» needs this script.
document.documentElement.classList.add("stages");

/** A step without how the match came out, as long as the ending is to come. */
export const unspoiled = ({ lines, ends, late, ...step }) => ({
  ...step,
  lines: lines.slice(0, lines.length - ends),
  late: Math.max(0, late - ends),
});
/** And what it says of nothing else. */
export const ending = ({ lines, ends, ...step }) => ({
  ...step,
  lines: lines.slice(lines.length - ends),
  late: 0,
});

export class Finale {
  #once;
  #seen = false;
  #due = false;
  #end = null; // ends the one that plays

  /** @param {{once?: boolean}} [how] `once`: it is due once, as in live play */
  constructor({ once = true } = {}) {
    this.#once = once;
    document.addEventListener("click", ({ target }) => {
      if (target.closest("#see-ending")) this.play();
    });
  }

  /** Whether the page shows the end of the match without its result, which is to be staged. */
  get due() {
    return this.#due;
  }

  /** The HTML of the page, of a match that has just come to its end without what would tell how. */
  veiled(content) {
    const part = new DOMParser().parseFromString(content, "text/html");
    const toldBefore = stage() !== null && !live().matches("[data-staging]");
    const ends = stage(part) !== null && !toldBefore;
    const wanted = speed() !== "at-once" && !document.hidden;
    this.#due = ends && wanted && !(this.#once && this.#seen);
    return this.#due ? veil(part) : content;
  }

  /** End it if it plays; whether it did. */
  skip() {
    const plays = this.#end !== null;
    this.#end?.();
    return plays;
  }

  /** Show it from the first beat to the last, or until someone skips it. */
  async play() {
    if (this.#end) return;
    let ended = false;
    let wake = () => {};
    this.#end = () => {
      ended = true;
      wake();
    };
    this.#due = false;
    this.#seen = true;
    const scene = stage();
    const beats = [...scene.querySelectorAll("[data-beat]")];
    const texts = beats.map((beat) => beat.textContent.trim());
    const times = timesOf(texts, speed() === "at-once" ? "normal" : speed());
    scene.hidden = false;
    show(scene, beats, 0);
    scene.scrollIntoView({ block: "nearest" });
    scene.getBoundingClientRect(); // what moves to the first beat begins before it
    for (let place = 0; place < beats.length && !ended; place += 1) {
      show(scene, beats, place + 1);
      announce(texts[place]);
      await new Promise((resolve) => {
        wake = resolve;
        setTimeout(resolve, times[place]);
      });
    }
    if (scene.contains(document.activeElement)) document.getElementById("status").focus();
    scene.hidden = true;
    this.#end = null;
  }
}

function show(scene, beats, now) {
  scene.style.setProperty("--now", now);
  for (const [place, beat] of beats.entries()) beat.classList.toggle("now", place + 1 === now);
  for (const each of scene.querySelectorAll("[data-at]")) {
    each.classList.toggle("on", Number(each.dataset.at) <= now);
  }
}

function veil(part) {
  const page = live(part);
  page.toggleAttribute("data-over", false);
  page.toggleAttribute("data-staging", true);
  page.querySelector("#status").textContent = stage(part).dataset.title;
  for (const told of page.querySelectorAll(".result, .board .ending")) told.remove();
  for (const told of lastLines(page, ({ ends }) => ends)) told.remove();
  for (const told of page.querySelectorAll(".board [data-ending]")) {
    told.removeAttribute("data-ending");
  }
  keepLooks(page, live(), AS_BEFORE);
  return page.outerHTML;
}
