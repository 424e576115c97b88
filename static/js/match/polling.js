// While the socket is away, asks by HTTP for news of the match: a proxy may let no socket through.

import { isLost, isTheirs, LOGGED_OUT } from "../site/rights.js";

const SOON = 1_000; // ms until the first question
const PAUSE = 3_000; // between two
const LONGEST = 30_000; // while nobody looks, the server doesn't answer, or the match is over
const PATIENCE = 5_000; // for an answer
const NOT_THEIRS = [401, 403, 404]; // to see any more
const { dataset } = document.documentElement;

const isOver = () => "over" in document.getElementById("live").dataset;

export class Polling {
  #address;
  #on;
  #timer = 0; // 0 while it asks
  #stopped = null; // an AbortController, while the socket is away
  #pause = PAUSE;

  /**
   * @param {{tag: () => string, retry: () => Promise<void>, heard: (message: object) => void,
   *   reached: (isReached: boolean) => void}} on
   *   `tag`: that of the newest position known; `retry` sends first what waits for the server
   */
  constructor(page, on) {
    this.#address = page.dataset.news;
    this.#on = on;
    document.addEventListener("visibilitychange", () => document.hidden || this.now());
    addEventListener("online", () => this.now());
  }

  /** The socket is away. */
  begin() {
    if (this.#stopped) return;
    this.#stopped = new AbortController();
    this.#pause = PAUSE;
    this.#wait(SOON);
  }

  /** The socket is back. */
  end() {
    clearTimeout(this.#timer);
    this.#stopped?.abort();
    this.#stopped = null;
  }

  /** Ask at once, if the socket is away. */
  now() {
    if (!this.#stopped || !this.#timer) return;
    clearTimeout(this.#timer);
    this.#ask();
  }

  #wait(pause) {
    this.#timer = setTimeout(() => this.#ask(), pause * (0.75 + Math.random() / 2));
  }

  async #ask() {
    if (!this.#stopped || !window.htmx) return; // without htmx nothing could be shown
    this.#timer = 0;
    const { signal } = this.#stopped;
    await this.#on.retry();
    const answer = await this.#get(signal);
    if (signal.aborted) return; // what the socket sends is newer
    this.#on.reached(answer !== null);
    if (NOT_THEIRS.includes(answer?.status)) return this.#leave();
    if (answer) isTheirs();
    this.#pause = answer ? PAUSE : Math.min(2 * this.#pause, LONGEST);
    this.#wait(document.hidden || isOver() ? LONGEST : this.#pause);
    if (answer?.message) this.#on.heard(answer.message);
  }

  /** The server's answer, {status, message}; null if it gave none. */
  async #get(stopped) {
    const query = new URLSearchParams({ for: dataset.rights ?? "" });
    try {
      const answer = await fetch(`${this.#address}?${query}`, {
        headers: { accept: "application/json", "if-none-match": `W/"${this.#on.tag()}"` },
        signal: AbortSignal.any([stopped, AbortSignal.timeout(PATIENCE)]),
      });
      if (answer.status >= 500) return null;
      return { status: answer.status, message: answer.ok ? await answer.json() : null };
    } catch {
      return null;
    }
  }

  /** The page is loaded anew, as it is to whoever looks at it now. */
  #leave() {
    if ("me" in dataset) isLost(LOGGED_OUT);
    else location.reload();
  }
}
