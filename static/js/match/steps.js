// Shows the boards that the socket sends. Others' steps are shown one by one: the board after each,
// its motions, and its sentence for as long as reading takes. The player can't move before the
// newest board is shown, to which a click or a key skips; steps that would take too long are summed
// up in one sentence.
import { announce, Boards, keepStatus, listenForSkips, statusText, stepsIn, swap } from "./live.js";
import { land, settle, takeOff } from "./motion.js";
import { speed } from "./personal.js";
import {
  Caption,
  Finale,
  LIMIT,
  LIMIT_ON_CLOCK,
  plan,
  readingTime,
  unsettled,
  unspoiled,
} from "./telling.js";

const AGAIN = 8; // the most steps that are replayed
const MOMENT = 400; // ms: nothing waits for shorter motions
const OWN = 600; // ms for which an own step, which has no sentence, stays
const LIVE = 3 * 3_600_000; // ms: clocks with more time don't shorten the telling

const live = () => document.getElementById("live");
const versionOf = (element) => Number(element.dataset.version);
const textOf = (step) => step?.lines.join(" ") ?? "";
const lateText = ({ lines, late }) => lines.slice(lines.length - late).join(" ");

/** A step for `plan`; an unknown one takes the least time. */
const reckoned = (step) => ({ text: textOf(step), hold: 1_000 * (step?.hold ?? 0) });

export class Steps {
  #page;
  #on;
  #latest;
  #known;
  #boards;
  #caption = new Caption();
  #finale = new Finale();
  #accepted = new Set(); // the versions made here
  #running = false;
  #stale = false; // a newer position has come that isn't shown
  #behind = false; // the shown board is out of date, or still moving
  #hurried = false;
  #again = false; // a replay on request: at any speed, without a limit of time
  #wake = () => {};
  #readUntil = 0; // when the sentence has been read
  #tellingSince = null; // performance.now(), like the next two
  #clockSince = null; // when the player's own clock began to run
  #prompt = statusText();

  /**
   * @param {{came: (part: ParentNode) => void, waits: () => void, present: () => void,
   *   shown: () => void, boards: (first: number, last: number) =>
   *   Promise<{version: number, content: string}[]|null>}} on
   *   `came`: a newer position has come, with its page; `waits`: the board is behind it; `present`:
   *   the board is the newest one; `shown`: the page has changed; `boards` requests the positions
   *   after these steps
   */
  constructor(page, on) {
    this.#page = page;
    this.#on = on;
    this.#latest = { version: versionOf(live()), content: live().outerHTML };
    this.#known = stepsIn(live());
    this.#boards = new Boards(on.boards);
    this.#noteClock(document);
    listenForSkips(() => this.skip());
  }

  /** A page message of the socket: {version, content}. */
  async take(message) {
    if (!this.#running) this.#finale.skip(); // a repeated ending, and the page goes on
    const part = new DOMParser().parseFromString(message.content, "text/html");
    this.#latest = message;
    this.#known = stepsIn(part);
    this.#stale = true;
    this.#boards.keep(message);
    this.#noteClock(part);
    this.#on.came(part);
    this.#wake();
    if (!this.#running) await this.#run();
  }

  /** The step to this version was made here, so it isn't told. */
  made(version) {
    this.#accepted.add(version);
  }

  /** The known steps since that version. */
  since(version) {
    return this.#known
      .filter(({ step }) => step > version)
      .map(textOf)
      .join(" ");
  }

  /** Whether others have done anything since this seat's last step. */
  get canReplay() {
    return this.#known.some(({ step }) => step > this.#mineUntil);
  }

  /** Replay the steps since this seat's last one. False: the boards aren't available. */
  async replay() {
    if (this.#running) return true;
    const first = this.#mineUntil;
    this.#boards.keep(this.#latest);
    const board = await this.#boards.after(first, this.#latest);
    if (!board) return false;
    if (this.#running) return true;
    this.#stale = true;
    this.#wait();
    this.#running = this.#again = true; // before showing the board, which depends on it
    try {
      await this.#swap(board.content);
      this.#readUntil = performance.now() + MOMENT;
    } finally {
      await this.#run();
      this.#again = false;
    }
    return true;
  }

  /** Skip to the newest board, or end the staged ending; returns whether it skipped anything. */
  skip() {
    if (this.#finale.skip()) return true;
    const behind = this.#behind || this.#finale.due;
    settle();
    this.#readUntil = 0;
    if (behind) this.#hurried = true;
    else this.#caption.hide();
    this.#wake();
    return behind;
  }

  get #seat() {
    return Number(live().dataset.seat ?? -1);
  }

  /** The last step of this seat, or the step before the oldest one to replay. */
  get #mineUntil() {
    const own = this.#known.filter(({ seat }) => seat === this.#seat).at(-1)?.step;
    return Math.max(own ?? this.#known[0]?.step - 1, this.#latest.version - AGAIN, 0) || 0;
  }

  #noteClock(root) {
    const deadline = root.querySelector(`#clock-${this.#seat}`)?.dataset.deadline;
    const runs = deadline !== undefined && Date.parse(deadline) - Date.now() < LIVE;
    this.#clockSince = runs ? (this.#clockSince ?? performance.now()) : null;
  }

  /** The ms that the telling may still take. */
  get #left() {
    if (this.#again) return Infinity;
    const now = performance.now();
    this.#tellingSince ??= now;
    const due = this.#tellingSince + LIMIT;
    if (this.#clockSince === null) return due - now;
    return Math.min(due, Math.max(this.#tellingSince, this.#clockSince) + LIMIT_ON_CLOCK) - now;
  }

  async #run() {
    this.#running = true;
    try {
      do {
        while (this.#stale) await this.#advance();
        await this.#until(this.#readUntil);
        if (this.#finale.due && !this.#stale) await this.#stageTheEnd();
      } while (this.#stale);
    } finally {
      this.#running = false;
      this.#tellingSince = null;
      this.#caption.hide();
      if (this.#behind) this.#present();
    }
  }

  /** Show the next board. */
  async #advance() {
    const next = versionOf(live()) + 1;
    if (!this.#patient) return this.#outcome();
    if (next > this.#latest.version) return this.#showNewest(); // the same version again
    if (!this.#accepted.has(next)) await this.#itsTime(next);
    if (!this.#patient) return this.#outcome();
    const board = await this.#board(next);
    if (!this.#patient) return this.#outcome();
    const pace = board && this.#paceOf(board);
    return pace ? this.#tell(board, pace) : this.#fold();
  }

  /** Wait until the sentence has been read. */
  async #itsTime(next) {
    const unread = this.#readUntil > performance.now();
    if (unread || next < this.#latest.version) this.#wait();
    await this.#until(this.#readUntil, () => !this.#patient);
  }

  get #patient() {
    return (this.#again || speed() !== "at-once") && !document.hidden && !this.#hurried;
  }

  /** The player's speed; a replay on request has normal speed if they prefer "at-once". */
  get #speed() {
    return speed() === "at-once" ? "normal" : speed();
  }

  /** The board after that step; null as soon as somebody skips. */
  #board(version) {
    const hurried = new Promise((resolve) => {
      this.#wake = () => this.#patient || resolve(null);
    });
    return Promise.race([this.#boards.after(version, this.#latest), hurried]);
  }

  /** Wait until that time, until something comes, or until `enough`. */
  async #until(time, enough = () => this.#stale) {
    let left = time - performance.now();
    while (left > 0 && !document.hidden && !enough()) {
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      left = Math.min(time, this.#readUntil) - performance.now();
    }
  }

  /** The speed for this step; null: no time is left to tell it separately. */
  #paceOf({ version, step }) {
    if (!step || this.#accepted.has(version)) return this.#speed;
    const known = new Map(this.#known.map((one) => [one.step, one]));
    const after = Array.from({ length: this.#latest.version - version }, (_, place) =>
      known.get(version + 1 + place),
    );
    const rest = this.#caption.inOne(after.length + 1);
    const steps = [step, ...after].map(reckoned);
    const { singly, speed: pace } = plan(steps, rest, this.#left, this.#speed);
    return singly ? pace : null;
  }

  async #tell({ version, content, step }, pace) {
    const own = this.#accepted.has(version);
    const newest = version === this.#latest.version;
    const keep = keepStatus();
    const flights = takeOff(live(), step?.motions ?? []);
    if (newest) this.#stale = false;
    const late = flights.flights.length ? (step?.late ?? 0) : 0; // sentences for afterwards
    await this.#swap(late ? unsettled(content, live()) : content);
    const ends = this.#finale.due; // nothing tells it sooner, not even own steps
    const shown = step && (ends ? unspoiled({ ...step, late }) : { ...step, late });
    const most = own ? LIMIT : Math.max(MOMENT, this.#left - this.#reserved(shown, pace));
    const landed = land(live(), flights, most);
    if (shown) this.#say(shown, own, pace, landed);
    if (late || ((!own || ends) && landed > MOMENT)) await this.#afterLanding(keep, landed);
    if (late) {
      await this.#swap(content);
      announce(lateText(shown));
    }
    if (newest && !this.#stale) this.#present();
  }

  /** The match is over: stage the ending before the page shows the result. */
  async #stageTheEnd() {
    this.#caption.hide();
    await this.#finale.play();
    await this.#swap(this.#latest.content);
    this.#present();
  }

  /** The reading time of sentences that wait until the pieces have come to rest. */
  #reserved(step, pace) {
    return step?.late ? Math.min(readingTime(lateText(step), pace), this.#left / 2) : 0;
  }

  /** Give the step its time, and its sentence if somebody else made it. */
  #say(step, own, pace, landed) {
    const { text, hold } = reckoned(step);
    const { late } = step;
    const after = late && !own ? readingTime(lateText(step), pace) : 0;
    const moving = (own ? Math.max(landed, OWN) : landed) + Math.max(hold, after);
    const reading = readingTime(text, pace);
    const time = own ? moving : Math.max(reading, Math.min(moving, this.#left));
    if (own) {
      this.#tellingSince = null; // the next steps answer it
      this.#caption.hide();
    } else {
      this.#caption.show(step.lines, time, step.about, { late, landed });
    }
    this.#readUntil = performance.now() + time;
    announce(textOf({ lines: step.lines.slice(0, step.lines.length - late) }));
  }

  /** Update the status line once the pieces have come to rest. */
  async #afterLanding(keep, landed) {
    this.#wait();
    const updateStatus = keep();
    await this.#until(performance.now() + landed, () => !this.#patient);
    updateStatus();
  }

  /** Show the newest board, and sum up the skipped steps in one sentence. */
  async #fold() {
    const number = this.#latest.version - versionOf(live());
    const text = this.#caption.inOne(number);
    const time = readingTime(text, this.#speed);
    this.#caption.show([text], time);
    await this.#showNewest();
    this.#readUntil = performance.now() + time;
    this.#tellingSince = null;
  }

  /** Show the newest board without a sentence. */
  async #outcome() {
    this.#caption.hide();
    await this.#showNewest();
    this.#readUntil = 0;
    this.#tellingSince = null;
  }

  async #showNewest() {
    const { version, content } = this.#latest;
    const before = versionOf(live());
    const steps = this.#known.filter(({ step }) => before < step && step <= version);
    const flights = takeOff(live(), steps.length === 1 ? steps[0].motions : []);
    this.#stale = false;
    this.#boards.clear();
    await this.#swap(content);
    land(live(), flights);
    announce(...steps.map(this.#finale.due ? (step) => textOf(unspoiled(step)) : textOf));
    if (!this.#stale) this.#present();
  }

  async #swap(text) {
    await swap(this.#page, this.#finale.veiled(text));
    this.#on.shown();
  }

  /** Disable choosing until the newest board is shown. */
  #wait() {
    if (this.#behind) return;
    this.#behind = true;
    this.#page.toggleAttribute("data-telling", true);
    this.#on.waits();
  }

  /** The newest board is shown: its choices apply. */
  #present() {
    this.#behind = false;
    this.#hurried = false;
    this.#page.removeAttribute("data-telling");
    this.#on.present();
    if (statusText() !== this.#prompt) announce(statusText());
    this.#prompt = statusText();
  }
}
