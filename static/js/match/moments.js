// The boards of a match's moments: asked for when they are wanted, and a few beforehand.

const AHEAD = 8; // stops that are asked for beforehand, in one request
const NEAR = 3; // stops around the one shown that are to be known at any time
const MOST_KEPT = 240; // boards

export class Moments {
  #address;
  #query;
  #steps;
  #known = new Map(); // by step
  #asked = new Map(); // what will bring it

  /** @param {number[]} steps those one can stop at, oldest first */
  constructor(address, query, steps) {
    this.#address = address;
    this.#query = query;
    this.#steps = steps;
  }

  /** The HTML of the board at that stop; null: it can't be had now. */
  async at(place) {
    const step = this.#steps[place];
    await this.#asked.get(step);
    if (!this.#known.has(step)) await this.#ask(place, 1);
    return this.#known.get(step) ?? null;
  }

  /** Have those around that stop brought, if there are some missing; resolves when they are. */
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

  /** The first stop between these two of which nothing is known; -1: there is none. */
  #missing(first, last) {
    for (let place = Math.max(first, 0); place <= last && place < this.#steps.length; place += 1) {
      const step = this.#steps[place];
      if (!this.#known.has(step) && !this.#asked.has(step)) return place;
    }
    return -1;
  }

  async #ask(place, count) {
    const wanted = this.#steps.slice(place, place + count);
    const coming = this.#fetch(wanted[0], wanted.length);
    for (const step of wanted) this.#asked.set(step, coming);
    for (const { version, content } of await coming) this.keep(version, content);
    for (const step of wanted) if (this.#asked.get(step) === coming) this.#asked.delete(step);
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
