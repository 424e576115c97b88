// Shows what the socket sends. A page that is several steps behind (computer players, a line that
// was lost) shows the board after each of them, about 600 ms apart, with its log line and what
// moves in it; so does «Since your last turn». The button «Skip», a click anywhere and most keys go
// straight to the newest board. Choices are available from the first moment, whatever is shown: no
// one's own move waits for the others'.
import { announce } from "./announce.js";
import { keepFocus } from "./focus.js";
import { land, settle, takeOff } from "./motion.js";
import { prefers } from "./preferences.js";

const APART = 600; // ms between two steps
const MOST = 8; // so many missed steps are shown; of more, only the outcome
const LOOKING = /^(Shift|Control|Alt|Meta|Tab|Arrow.*|Page.*|Home|End)$/; // keys that don't skip

const live = () => document.getElementById("live");
const versionOf = (element) => Number(element.dataset.version);
const status = () => document.getElementById("status").textContent;
const holdOf = (steps) => (prefers("steps") ? 1_000 * (steps.at(-1)?.hold ?? 0) : 0);
const linesOf = (steps) => steps.map(({ lines }) => lines.join(" "));

/** The newest steps as the server tells them: {step, seat, lines, motions, hold}, oldest first. */
const stepsIn = (root) => JSON.parse(root.querySelector("#motions").textContent);

/** What is shown at one time: the board `content`, and the steps that led to it. */
const scene = ({ version, content }, steps) => ({ version, content, steps });

export class Steps {
  #page;
  #on;
  #latest;
  #known;
  #coming = null;
  #running = false;
  #hurry = () => {};
  #hurried = false;
  #lastAt = -Infinity;
  #told = document.getElementById("told");

  /**
   * @param {{came: (part: ParentNode) => void, shown: () => void, boards: (first: number,
   *   last: number) => Promise<{version: number, content: string}[]|null>}} on
   *   `came`: a newer position is known, as the page it will be; `shown`: the page has changed;
   *   `boards` asks for the positions after these steps
   */
  constructor(page, on) {
    this.#page = page;
    this.#on = on;
    this.#latest = { version: versionOf(live()), content: live().outerHTML };
    this.#known = stepsIn(live());
    document.getElementById("skip").addEventListener("click", () => this.skip());
    document.addEventListener("click", () => this.skip(), { capture: true });
    document.addEventListener(
      "keydown",
      ({ key }) => {
        if (!LOOKING.test(key)) this.skip();
      },
      { capture: true },
    );
  }

  /** A page message of the socket: {version, content}. */
  async take(message) {
    const part = new DOMParser().parseFromString(message.content, "text/html");
    this.#coming = this.#latest = message;
    this.#known = stepsIn(part);
    this.#on.came(part);
    if (!this.#running) await this.#run(() => this.#missed());
  }

  /** Whether others have done anything since this seat's last step. */
  get canReplay() {
    return this.#known.some(({ step }) => step > this.#mineUntil);
  }

  /** Show again what happened since this seat's last step. False: the boards can't be had. */
  async replay() {
    if (this.#running) return true;
    return this.#run(() => this.#sinceMyTurn());
  }

  /** Stop the replay and show the current board. */
  skip() {
    settle();
    this.#lastAt = Math.min(this.#lastAt, performance.now());
    if (!this.#running) return;
    this.#hurried = true;
    this.#hurry();
  }

  get #seat() {
    return Number(live().dataset.seat ?? -1);
  }

  /** The last step of this seat, or the one before the oldest that would be shown again. */
  get #mineUntil() {
    const own = this.#known.filter(({ seat }) => seat === this.#seat).at(-1)?.step;
    return Math.max(own ?? this.#known[0]?.step - 1, this.#latest.version - MOST, 0) || 0;
  }

  async #run(first) {
    this.#running = true;
    try {
      let scenes = await this.#quickly(first());
      const some = scenes.length > 0;
      if (some) await this.#play(scenes);
      while (this.#coming) {
        scenes = await this.#quickly(this.#missed());
        await this.#play(scenes);
      }
      return some;
    } finally {
      this.#running = false;
      this.#done();
    }
  }

  /** The scenes, or just the newest board if someone won't wait for them. */
  #quickly(scenes) {
    this.#hurried = false;
    const skipped = new Promise((resolve) => {
      this.#hurry = () => {
        const shown = versionOf(live());
        resolve([
          scene(
            this.#latest,
            this.#known.filter(({ step }) => step > shown),
          ),
        ]);
      };
    });
    return Promise.race([scenes, skipped]);
  }

  async #missed() {
    const message = this.#coming;
    this.#coming = null;
    const before = versionOf(live());
    const missed = this.#known.filter(({ step }) => before < step && step <= message.version);
    const patient = prefers("steps") && !document.hidden && message.version - before <= MOST;
    if (!patient || missed.length < 2) return [scene(message, missed)];
    return (await this.#between(before + 1, message, missed)) ?? [scene(message, missed)];
  }

  async #sinceMyTurn() {
    const first = this.#mineUntil;
    const steps = this.#known.filter(({ step }) => step > first);
    return (await this.#between(first, this.#latest, steps)) ?? [];
  }

  /** The boards from `first` up to the last one, each with its step; null if they can't be had. */
  async #between(first, last, steps) {
    const boards = await this.#on.boards(first, last.version - 1);
    const stepsOf = (version) => steps.filter(({ step }) => step === version);
    return (
      boards &&
      [...boards, last]
        .map((board) => scene(board, stepsOf(board.version)))
        .filter(
          ({ version, steps: own }) =>
            own.length || version === last.version || version < steps[0].step,
        )
    );
  }

  async #play(scenes) {
    const several = scenes.length > 1;
    this.#page.toggleAttribute("data-telling", several);
    const prompt = status();
    const untold = [];
    for (const now of scenes) {
      untold.push(...now.steps);
      if (!this.#hurried) await this.#itsTime(now.steps);
      if (this.#hurried && now !== scenes.at(-1)) continue;
      const shown = await this.#show(now, several && !this.#hurried);
      announce(...linesOf(untold.splice(0)));
      const hold = this.#hurried ? 0 : holdOf(now.steps);
      if (several || now.steps.length) this.#lastAt = performance.now() + shown + hold;
    }
    if (status() !== prompt) announce(status());
    if (several && !this.#hurried) await this.#itsTime(scenes.at(-1).steps);
    this.#done();
  }

  #done() {
    this.#told.hidden = true;
    this.#page.removeAttribute("data-telling");
  }

  /** Wait until the time of the step before is over, or until someone won't wait. */
  async #itsTime(steps) {
    const left = this.#lastAt + APART - performance.now();
    const own = steps.length > 0 && steps.every(({ seat }) => seat === this.#seat);
    if (left <= 0 || own || !steps.length || document.hidden) return;
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, left);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Show a board; returns in how many ms the last thing of it is to be seen. */
  async #show({ content, steps }, telling) {
    const flights = takeOff(live(), steps.length === 1 ? steps[0].motions : []);
    const focusBack = keepFocus();
    this.#told.hidden = !telling || !steps.length;
    this.#told.querySelector("p").textContent = linesOf(steps).join(" ");
    await window.htmx.swap({
      sourceElement: this.#page,
      target: "#live",
      swap: "outerMorph",
      text: content,
      transition: false,
    });
    focusBack();
    this.#on.shown();
    return land(live(), flights);
  }
}
