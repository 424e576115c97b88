// Shows what the socket sends. A page that is several steps behind (computer players, a line that
// was lost) first tells each missed step, its log line and what moves in it, about 600 ms apart, and
// then shows the newest position. Any key, any touch and the button «Skip» go straight there.
import { announce } from "./announce.js";
import { keepFocus } from "./focus.js";
import { land, takeOff } from "./motion.js";
import { prefers } from "./preferences.js";

const APART = 600; // ms between two steps
const MOST = 8; // so many missed steps are told; of more, only the outcome is shown

const live = () => document.getElementById("live");
const versionOf = (element) => Number(element.dataset.version);

export class Steps {
  #page;
  #shown;
  #newest = null;
  #running = false;
  #hurry = null;
  #told = document.getElementById("told");
  #lastAt = -Infinity;

  /** @param {() => void} shown called after every change of the page */
  constructor(page, shown) {
    this.#page = page;
    this.#shown = shown;
    document.getElementById("skip").addEventListener("click", () => this.skip());
    for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, () => this.skip(), { capture: true });
  }

  /** A page message of the socket: {version, content}. */
  async take(message) {
    this.#newest = message;
    if (this.#running) return;
    this.#running = true;
    try {
      while (this.#newest) await this.#next();
    } finally {
      this.#running = false;
      this.#told.hidden = true;
    }
  }

  /** Stop telling and show how things stand. */
  skip() {
    this.#hurry?.();
  }

  async #next() {
    const message = this.#newest;
    const part = new DOMParser().parseFromString(message.content, "text/html");
    const before = versionOf(live());
    const missed = JSON.parse(part.getElementById("motions").textContent)
      .filter(({ step }) => before < step && step <= message.version);
    const patient = prefers("steps") && !document.hidden && message.version - before <= MOST;
    if (patient && missed.length && !(await this.#pause())) return this.#swap(this.#newest, missed, []);
    for (const step of patient ? missed.slice(0, -1) : []) {
      this.#tell(step);
      if (!(await this.#pause())) return this.#swap(this.#newest, missed, []);
    }
    return this.#swap(message, missed.slice(-1), patient ? missed.at(-1)?.motions ?? [] : []);
  }

  #tell({ lines, motions }) {
    this.#told.hidden = false;
    this.#told.querySelector("p").textContent = lines.join(" ");
    announce(lines.join(" "));
    land(live(), takeOff(live(), motions));
    this.#lastAt = performance.now();
  }

  /** Wait until a step's time is over; false if somebody won't wait. */
  async #pause() {
    const left = this.#lastAt + APART - performance.now();
    if (left <= 0) return true;
    const waited = await new Promise((resolve) => {
      const timer = setTimeout(() => resolve(true), left);
      this.#hurry = () => { clearTimeout(timer); resolve(false); };
    });
    this.#hurry = null;
    return waited;
  }

  async #swap(message, told, motions) {
    if (this.#newest === message) this.#newest = null;
    const prompt = document.getElementById("status").textContent;
    const focusBack = keepFocus();
    const flights = takeOff(live(), motions);
    this.#told.hidden = true;
    await window.htmx.swap({ sourceElement: this.#page, target: "#live", swap: "outerMorph", text: message.content, transition: false });
    focusBack();
    this.#shown();
    if (told.length) this.#lastAt = performance.now();
    announce(...told.map(({ lines }) => lines.join(" ")));
    const now = document.getElementById("status").textContent;
    if (now !== prompt) announce(now);
    land(live(), flights);
  }
}
