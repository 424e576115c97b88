// How steps are told: how long, in which sentence, what waits until the pieces have come to rest,
// and the staged ending.
import { justPressed } from "../site/page.js";
import { announce } from "./live.js";
import { speed } from "./personal.js";

// How long what others did is told: pure reckoning, in ms. A sentence stays as long as it takes to
// read, everything together no longer than anyone wants to wait; of the rest one sentence speaks.

/** The speeds a player can choose; without one, «at-once», nothing is told. */
const SPEEDS = {
  careful: { least: 2_000, pause: 800, letter: 65 },
  normal: { least: 1_500, pause: 400, letter: 40 },
  fast: { least: 1_200, pause: 200, letter: 25 },
};
const FASTER = { careful: "normal", normal: "fast", fast: "fast" };
export const LIMIT = 10_000; // for everything that is told before the newest board
export const LIMIT_ON_CLOCK = 4_000; // while one's own clock runs
const LIMIT_OF_ENDING = 8_000;

/** How long a sentence stays. */
export function readingTime(text, speed) {
  const { least, pause, letter } = SPEEDS[speed];
  return Math.min(LIMIT, Math.max(least, pause + letter * text.length));
}

/** How long each beat of the ending stays; in all no longer than LIMIT_OF_ENDING. */
function timesOf(texts, speed) {
  const times = texts.map((text) => readingTime(text, speed));
  const whole = times.reduce((sum, time) => sum + time, 0);
  return times.map((time) => time * Math.min(1, LIMIT_OF_ENDING / whole));
}

/**
 * How the steps that wait are told until the limit: at which speed, the next one faster if they
 * would take too long, and how many of them one by one before a sentence speaks of the rest. A
 * single step is always told: the sentence in its place would take as long.
 * @param {{text: string, hold: number}[]} steps with the ms that each is held at least
 * @param {string} rest the sentence
 */
export function plan(steps, rest, left, speed) {
  const timeOf = (pace) => (step) => Math.max(readingTime(step.text, pace), step.hold);
  const whole = steps.map(timeOf(speed)).reduce((sum, time) => sum + time, 0);
  if (steps.length < 2 || whole <= left) return { speed, singly: steps.length };
  const pace = FASTER[speed];
  const times = steps.map(timeOf(pace));
  const sums = times.map((_, place) => times.slice(0, place + 1).reduce((sum, time) => sum + time));
  if (sums.at(-1) <= left) return { speed: pace, singly: steps.length };
  const folding = readingTime(rest, pace);
  return { speed: pace, singly: sums.filter((sum) => sum + folding <= left).length };
}

// The sentence that tells what is shown, with the mark of the seat that it is about. Where it lies
// over the action bar it never comes under a finger that has just pressed something there.

const LONG = 110; // letters: more than that is shown in parts

/** The sentences of a step, as many together as are read at a glance. */
function parts(lines) {
  const made = [];
  for (const line of lines) {
    const together = `${made.at(-1) ?? ""} ${line}`.trim();
    if (made.length && together.length <= LONG) made[made.length - 1] = together;
    else made.push(line);
  }
  return made;
}

export class Caption {
  #element = document.getElementById("told");
  #sentence = this.#element.querySelector("p");
  #mark = this.#element.querySelector(".whose");
  #turning = [];

  /**
   * Show the sentences; those of a long step one after another, in `time` ms, its `late` last ones
   * from the moment in which its pieces have `landed`.
   */
  show(lines, time, about = null, { late = 0, landed = 0 } = {}) {
    if (!lines.length) return this.hide();
    this.#stop();
    const first = lines.slice(0, lines.length - late);
    const mark = document.querySelector(`#seat-${about} .shape`)?.cloneNode(true);
    this.#mark.replaceChildren(...(mark ? [mark] : []));
    this.#element.hidden = !first.length && landed > 0;
    this.#element.toggleAttribute("data-above", justPressed());
    this.#inTurn(first, 0, late ? landed : time);
    this.#inTurn(lines.slice(first.length), landed, time);
  }

  /** Say these one after another from then until then. */
  #inTurn(lines, from, until) {
    const all = lines.join(" ").length;
    let before = 0;
    for (const part of parts(lines)) {
      const at = from + ((until - from) * before) / all;
      if (at) this.#turning.push(setTimeout(() => this.#say(part), at));
      else this.#say(part);
      before += part.length;
    }
  }

  #say(part) {
    this.#element.hidden = false;
    this.#sentence.textContent = part;
    this.#element.toggleAttribute("data-long", part.length > LONG);
  }

  #stop() {
    for (const timer of this.#turning.splice(0)) clearTimeout(timer);
  }

  hide() {
    this.#stop();
    if (this.#element.contains(document.activeElement)) document.getElementById("status").focus();
    this.#element.hidden = true;
  }

  /** What stands for so many steps that aren't told one by one. */
  inOne(number) {
    const { one, many } = this.#element.dataset;
    return number === 1 ? one : many.replace("{n}", number);
  }
}

// Hides from the page of a step what the staged ending, or pieces still on their way, are to show
// first.

// Seats and strip would tell it too soon.
const SEATS_AS_BEFORE = [".seats", ".strip"];

/** Of these kinds the elements of `page` become as they are in `shown`, the page before. */
function keepLooks(page, shown, kinds) {
  for (const kind of kinds) {
    const before = shown.querySelectorAll(kind);
    for (const [place, now] of page.querySelectorAll(kind).entries()) {
      if (before[place]) now.replaceWith(before[place].cloneNode(true));
    }
  }
}

/** The last so many lines of the log, as its newest step has them. */
function lastLines(page, countOf) {
  const last = JSON.parse(page.querySelector("#motions").textContent).at(-1);
  const lines = last ? [...page.querySelectorAll(`[role=log] [id^="log-${last.step}-"]`)] : [];
  return lines.slice(lines.length - Math.min(lines.length, last ? countOf(last) : 0));
}

/** The HTML of a step's page as it looks until the step's pieces have come to rest. */
export function unsettled(content, shown) {
  const page = new DOMParser().parseFromString(content, "text/html").querySelector("#live");
  for (const line of lastLines(page, ({ late }) => late)) line.remove();
  keepLooks(page, shown, SEATS_AS_BEFORE);
  return page.outerHTML;
}

// The staged ending: a few beats that tell how the match came out, before its result is shown.
// Each [data-beat] of #finale is said for as long as it takes to read. On the way --now is the
// number of the beat, from 1, and what has data-at="2" is `on` from the second one.

const live = (root = document) => root.querySelector("#live");
const stage = (root = document) => root.querySelector("#finale");

// What is shown of seats and points stays as it was before the last step.
const POINTS_AS_BEFORE = [".seat .more", ".strip .points", ".strip .fact", ".board [data-points]"];

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
    this.#due = false;
    if (!content.includes('id="finale"')) return content; // nothing to be read of it
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
    const opener = document.activeElement.closest("#see-ending"); // in what it hides
    scene.hidden = false;
    if (opener) scene.querySelector(".btn").focus();
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
    const isInside = scene.contains(document.activeElement);
    scene.hidden = true;
    if (isInside) (opener ?? document.getElementById("status")).focus();
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
  keepLooks(page, live(), POINTS_AS_BEFORE);
  return page.outerHTML;
}
