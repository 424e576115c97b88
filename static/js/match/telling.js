// How steps are told: their times and sentences, the parts that wait until the pieces have come to
// rest, and the staged ending.
import { justPressed } from "../site/page.js";
import { announce } from "./live.js";
import { speed } from "./personal.js";

// The times for others' steps, in ms, as pure functions. A sentence stays for its reading time, all
// together no longer than people want to wait; one sentence sums up the rest.

/** The speeds that a player can choose; "at-once" has none: nothing is told. */
const SPEEDS = {
  careful: { least: 2_000, pause: 800, letter: 65 },
  normal: { least: 1_500, pause: 400, letter: 40 },
  fast: { least: 1_200, pause: 200, letter: 25 },
};
const FASTER = { careful: "normal", normal: "fast", fast: "fast" };
export const LIMIT = 10_000; // for all steps before the newest board
export const LIMIT_ON_CLOCK = 4_000; // while the player's own clock runs
const LIMIT_OF_ENDING = 8_000;

/** The ms that a sentence stays. */
export function readingTime(text, speed) {
  const { least, pause, letter } = SPEEDS[speed];
  return Math.min(LIMIT, Math.max(least, pause + letter * text.length));
}

/** The ms that each beat of the ending stays; in all at most LIMIT_OF_ENDING. */
function timesOf(texts, speed) {
  const times = texts.map((text) => readingTime(text, speed));
  const whole = times.reduce((sum, time) => sum + time, 0);
  return times.map((time) => time * Math.min(1, LIMIT_OF_ENDING / whole));
}

/**
 * A plan for the waiting steps within the limit: the speed, or the next faster one if they would
 * take too long, and how many are told one by one before a sentence sums up the rest. A single step
 * is always told: the sentence would take as long.
 * @param {{text: string, hold: number}[]} steps with the minimum ms of each
 * @param {string} rest the sentence for the rest
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

// The sentence about the shown step, with the mark of its seat. It may cover the action bar, but
// never appears under a finger that has just pressed something there.

const LONG = 110; // letters: longer texts are shown in parts

/** The sentences of a step, grouped into parts that can be read at a glance. */
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
   * Show the sentences; those of a long step one after another, in `time` ms, the last `late` ones
   * once its pieces have `landed`.
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

  /** Show these one after another between two times. */
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

  /** The sentence for a number of steps that aren't told one by one. */
  inOne(number) {
    const { one, many } = this.#element.dataset;
    return number === 1 ? one : many.replace("{n}", number);
  }
}

// Hides parts of a step's page that the staged ending, or moving pieces, must show first.

// Seats and strip would reveal it too soon.
const SEATS_AS_BEFORE = [".seats", ".strip"];

/** Give elements of these kinds in `page` the look that they have in `shown`, the page before. */
function keepLooks(page, shown, kinds) {
  for (const kind of kinds) {
    const before = shown.querySelectorAll(kind);
    for (const [place, now] of page.querySelectorAll(kind).entries()) {
      if (before[place]) now.replaceWith(before[place].cloneNode(true));
    }
  }
}

/** The last lines of the log, as many as the newest step says. */
function lastLines(page, countOf) {
  const last = JSON.parse(page.querySelector("#motions").textContent).at(-1);
  const lines = last ? [...page.querySelectorAll(`[role=log] [id^="log-${last.step}-"]`)] : [];
  return lines.slice(lines.length - Math.min(lines.length, last ? countOf(last) : 0));
}

/** The HTML of a step's page until the step's pieces have come to rest. */
export function unsettled(content, shown) {
  const page = new DOMParser().parseFromString(content, "text/html").querySelector("#live");
  for (const line of lastLines(page, ({ late }) => late)) line.remove();
  keepLooks(page, shown, SEATS_AS_BEFORE);
  return page.outerHTML;
}

// The staged ending: a few beats that tell how the match ended, before its result is shown. Each
// [data-beat] of #finale stays for its reading time. --now is the number of the beat, from 1, and
// elements with data-at="2" are `on` from the second beat.

const live = (root = document) => root.querySelector("#live");
const stage = (root = document) => root.querySelector("#finale");

// Seats and points stay as they were before the last step.
const POINTS_AS_BEFORE = [".seat .more", ".strip .points", ".strip .fact", ".board [data-points]"];

// «See the ending» needs this script.
document.documentElement.classList.add("stages");

/** A step without the sentences about the end, while the staged ending is due. */
export const unspoiled = ({ lines, ends, late, ...step }) => ({
  ...step,
  lines: lines.slice(0, lines.length - ends),
  late: Math.max(0, late - ends),
});
/** A step with only those sentences. */
export const ending = ({ lines, ends, ...step }) => ({
  ...step,
  lines: lines.slice(lines.length - ends),
  late: 0,
});

export class Finale {
  #once;
  #seen = false;
  #due = false;
  #end = null; // a function that ends the playing one

  /** @param {{once?: boolean}} [how] `once`: it is due only once, as in live play */
  constructor({ once = true } = {}) {
    this.#once = once;
    document.addEventListener("click", ({ target }) => {
      if (target.closest("#see-ending")) this.play();
    });
  }

  /** Whether the page hides the result of the match, because the ending comes first. */
  get due() {
    return this.#due;
  }

  /** The HTML of a page; if its ending is due, without the parts that reveal the result. */
  veiled(content) {
    this.#due = false;
    if (!content.includes('id="finale"')) return content; // without parsing it
    const part = new DOMParser().parseFromString(content, "text/html");
    const toldBefore = stage() !== null && !live().matches("[data-staging]");
    const ends = stage(part) !== null && !toldBefore;
    const wanted = speed() !== "at-once" && !document.hidden;
    this.#due = ends && wanted && !(this.#once && this.#seen);
    return this.#due ? veil(part) : content;
  }

  /** End it if it is playing; returns whether it was. */
  skip() {
    const plays = this.#end !== null;
    this.#end?.();
    return plays;
  }

  /** Play it from the first beat to the last, or until somebody skips. */
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
    const opener = document.activeElement.closest("#see-ending"); // the ending hides it
    scene.hidden = false;
    if (opener) scene.querySelector(".btn").focus();
    show(scene, beats, 0);
    scene.scrollIntoView({ block: "nearest" });
    scene.getBoundingClientRect(); // so that transitions start from here
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
  for (const element of scene.querySelectorAll("[data-at]")) {
    element.classList.toggle("on", Number(element.dataset.at) <= now);
  }
}

function veil(part) {
  const page = live(part);
  page.toggleAttribute("data-over", false);
  page.toggleAttribute("data-staging", true);
  page.querySelector("#status").textContent = stage(part).dataset.title;
  for (const spoiler of page.querySelectorAll(".result, .board .ending")) spoiler.remove();
  for (const spoiler of lastLines(page, ({ ends }) => ends)) spoiler.remove();
  for (const spoiler of page.querySelectorAll(".board [data-ending]")) {
    spoiler.removeAttribute("data-ending");
  }
  keepLooks(page, live(), POINTS_AS_BEFORE);
  return page.outerHTML;
}
