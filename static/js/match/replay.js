// Replays a match: shows the board of a stop and the step that led to it, and plays on from there.
// Steps are shown as in live play, by the same modules; the ending is staged.
import { announce, listenForSkips, stepsIn, stepsInText, swap } from "./live.js";
import { land, settle, takeOff } from "./motion.js";
import { speed } from "./personal.js";
import { Caption, ending, Finale, readingTime, unspoiled } from "./telling.js";

// The boards of a match: requested when needed, and a few in advance.

const AHEAD = 8; // stops per request in advance
const NEAR = 3; // stops around the present one that should always be loaded
const MOST_KEPT = 240; // boards

export class Moments {
  #address;
  #query;
  #steps;
  #known = new Map(); // by step
  #pending = new Map(); // requests under way, by step

  /** @param {number[]} steps the stops, oldest first */
  constructor(address, query, steps) {
    this.#address = address;
    this.#query = query;
    this.#steps = steps;
  }

  /** The HTML of the board at that stop; null: it isn't available now. */
  async at(place) {
    const step = this.#steps[place];
    await this.#pending.get(step);
    if (!this.#known.has(step)) await this.#ask(place, 1);
    return this.#known.get(step) ?? null;
  }

  /** Load missing boards around that stop; resolves when they have come. */
  async prepare(place) {
    const after = this.#missing(place + 1, place + NEAR);
    if (after >= 0) await this.#ask(after, AHEAD);
    const before = this.#missing(place - NEAR, place - 1);
    if (before >= 0) await this.#ask(Math.max(0, place - AHEAD), Math.min(AHEAD, place));
  }

  keep(step, content) {
    this.#known.delete(step);
    this.#known.set(step, content);
    if (this.#known.size > MOST_KEPT) this.#known.delete(this.#known.keys().next().value);
  }

  /** The first stop between these two that isn't loaded; -1: there is none. */
  #missing(first, last) {
    for (let place = Math.max(first, 0); place <= last && place < this.#steps.length; place += 1) {
      const step = this.#steps[place];
      if (!this.#known.has(step) && !this.#pending.has(step)) return place;
    }
    return -1;
  }

  async #ask(place, count) {
    const wanted = this.#steps.slice(place, place + count);
    const coming = this.#fetch(wanted[0], wanted.length);
    for (const step of wanted) this.#pending.set(step, coming);
    for (const { version, content } of await coming) this.keep(version, content);
    for (const step of wanted) if (this.#pending.get(step) === coming) this.#pending.delete(step);
  }

  async #fetch(first, count) {
    try {
      const answer = await fetch(`${this.#address}?from=${first}&count=${count}${this.#query}`);
      return answer.ok ? (await answer.json()).boards : [];
    } catch {
      return []; // no connection
    }
  }
}

const IN_PASSING = 200; // ms between boards that the moving slider shows,
const LIGHT = 40; // if each takes less than this many ms: the final stop has priority
const FADES = 0.9; // decay of the longest time when the next board is faster
const AT_REST = 250; // ms without slider movement, after which boards are loaded in advance

const live = () => document.getElementById("live");
/** Resolves when the page is laid out and painted. */
const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

export class Replay {
  #page;
  #moments;
  #steps;
  #on;
  #caption = new Caption();
  #finale = new Finale({ once: false });
  #place; // the index of the shown board among the stops
  #wanted; // the index to go to
  #going = null; // the promise to get there
  #shownAt = -Infinity; // performance.now() of the board shown
  #took = 0; // the longest recent ms to show and paint a board
  #preparing = 0; // timer
  #restUntil = 0; // performance.now() by which the sentence has been read
  #playing = false;
  #staging = false; // whether the ending plays, from its last step's sentence on
  #scrubbing = false; // whether the slider moves: then nothing is staged
  #wake = () => {};

  /**
   * @param {number[]} steps the stops, oldest first
   * @param {{wanted: (place: number) => void, shown: (place: number, text: string) => void,
   *   played: (playing: boolean) => void, failed: () => void}} on
   *   `wanted`: the new goal; `shown`: a board is shown, with its step's text; `played`: it has
   *   started or stopped playing; `failed`: a board isn't available
   */
  constructor(page, moments, steps, on) {
    this.#page = page;
    this.#moments = moments;
    this.#steps = steps;
    this.#on = on;
    const version = Number(live().dataset.version);
    this.#place = this.#wanted = steps.indexOf(version);
    moments.keep(version, live().outerHTML);
    this.#tell(stepsIn(live()).find(({ step }) => step === version) ?? null, 0);
    this.#moments.prepare(this.#place);
    listenForSkips(() => this.#skip());
  }

  get place() {
    return this.#wanted;
  }

  get #last() {
    return this.#steps.length - 1;
  }

  /**
   * Show the board of that stop, or the nearest available; a step to the next stop is told.
   * Scrubbing shows only boards: pieces flying could take longer than a stop.
   */
  go(place, { scrubbing = false } = {}) {
    this.pause();
    this.#skip();
    this.#scrubbing = scrubbing;
    return this.#to(place);
  }

  pause() {
    if (!this.#playing) return;
    this.#skip();
    this.#playing = false;
    this.#wake();
    this.#on.played(false);
  }

  /** Play from here, step by step, to the end or until `pause`; at the end, start over. */
  async play() {
    if (this.#playing) return;
    this.#playing = true;
    this.#scrubbing = false;
    this.#on.played(true);
    if (this.#wanted === this.#last) {
      await this.#to(0);
      await this.#rest();
    }
    await this.#going;
    while (this.#playing && this.#place < this.#last && (await this.#to(this.#place + 1))) {
      await this.#rest();
    }
    this.pause();
  }

  /** Wait until the sentence has been read, or somebody skips it. */
  #rest() {
    const left = this.#restUntil - performance.now();
    if (!(this.#playing || this.#staging) || left <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, left);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Go to that stop; returns whether its board is then shown. */
  async #to(place) {
    clearTimeout(this.#preparing);
    this.#wanted = Math.min(Math.max(place, 0), this.#last);
    this.#on.wanted(this.#wanted);
    const goal = this.#wanted;
    this.#going ??= this.#follow().finally(() => {
      this.#going = null;
    });
    await this.#going;
    return this.#place === goal;
  }

  /** Show the wanted stop, until no other is wanted. */
  async #follow() {
    while (this.#place !== this.#wanted) {
      const place = this.#wanted;
      const content = await this.#moments.at(place);
      if (content === null) {
        this.#wanted = this.#place;
        this.#on.wanted(this.#place);
        return this.#on.failed();
      }
      if (!this.#isPassed(place)) await this.#show(place, content);
    }
    this.#prepare();
  }

  /** Whether the slider has moved on from there, and a board was shown a moment ago. */
  #isPassed(place) {
    const lately = performance.now() - this.#shownAt < IN_PASSING;
    return this.#scrubbing && place !== this.#wanted && (lately || this.#took > LIGHT);
  }

  /** Load the boards around, but not during a move, since that would delay the wanted one. */
  #prepare() {
    const prepare = () => this.#moments.prepare(this.#place);
    if (this.#scrubbing) this.#preparing = setTimeout(prepare, AT_REST);
    else prepare();
  }

  async #show(place, content) {
    const step = stepsInText(content).find((one) => one.step === this.#steps[place]) ?? null;
    const staged = place === this.#place + 1 && !this.#scrubbing;
    const begun = performance.now();
    settle();
    const flights = takeOff(live(), staged ? (step?.motions ?? []) : []);
    await swap(this.#page, staged ? this.#finale.veiled(content) : content);
    this.#place = place;
    this.#shownAt = performance.now();
    painted().then(() => {
      const took = Math.min(performance.now() - begun, IN_PASSING); // hidden pages take longer
      this.#took = Math.max(took, FADES * this.#took);
    });
    this.#staging = staged && this.#finale.due;
    const landed = staged ? land(live(), flights) : 0;
    this.#shown(this.#staging && step ? unspoiled(step) : step, landed);
    if (this.#staging) await this.#stageTheEnd(content, step && ending(step));
  }

  #shown(step, landed) {
    this.#tell(step, landed);
    const text = step?.lines.join(" ") ?? "";
    this.#on.shown(this.#place, text);
    announce(text);
  }

  /** Stage the ending before the page shows the result. */
  async #stageTheEnd(content, step) {
    await this.#rest();
    this.#caption.hide();
    if (this.#staging) await this.#finale.play();
    this.#staging = false;
    await swap(this.#page, content);
    this.#shown(step, 0);
  }

  /** Skip the staging and show the result; returns whether it was due. */
  #skip() {
    const staged = this.#staging;
    this.#staging = false;
    this.#finale.skip();
    if (staged) this.#wake();
    return staged;
  }

  /** Show the sentence of a step, which stays; automatic play waits for its reading time. */
  #tell(step, landed) {
    const lines = step?.lines ?? [];
    const moving = landed + 1_000 * (step?.hold ?? 0);
    const time = Math.max(readingTime(lines.join(" "), speed()), moving);
    this.#caption.show(lines, time, step?.about ?? null, { late: step?.late, landed });
    this.#restUntil = performance.now() + time;
  }
}
