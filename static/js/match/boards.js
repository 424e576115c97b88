// The boards that are still to be shown: as messages bring them, and as the server gives them when
// asked for those in between.

const MOST = 8; // boards the server gives at a time

const parse = (content) => new DOMParser().parseFromString(content, "text/html");

/** The newest steps as the server tells them, oldest first:
 *  {step, seat, lines, motions, hold, ends, late}. */
export const stepsIn = (root) => JSON.parse(root.querySelector("#motions")?.textContent ?? "[]");

const MOTIONS = /<script[^>]* id="motions">(.*?)<\/script>/s;

/** The same of a board's HTML that nothing else is read of: it needn't be parsed for this. */
export const stepsInText = (content) => JSON.parse(MOTIONS.exec(content)?.[1] ?? "[]");

export class Boards {
  #ask;
  #contents = new Map();

  /** @param {(first: number, last: number) => Promise<{version, content}[]|null>} ask */
  constructor(ask) {
    this.#ask = ask;
  }

  keep({ version, content }) {
    this.#contents.set(version, content);
  }

  /** Nothing older than what is shown will be asked for. */
  clear() {
    this.#contents.clear();
  }

  /**
   * The board after a step, {version, content, step}, all boards before it being shown; null: it
   * can't be had. `newest` is the last one; clocks and controls on older ones are as on that.
   */
  async after(version, newest) {
    for (const known of this.#contents.keys()) if (known < version) this.#contents.delete(known);
    if (!this.#contents.has(version)) await this.#fetch(version, newest.version - 1);
    const content = this.#contents.get(version);
    if (content === undefined) return null;
    const part = parse(content);
    const step = stepsIn(part).find((one) => one.step === version) ?? null;
    const old = version < newest.version;
    return { version, step, content: old ? inTime(part, parse(newest.content)) : content };
  }

  async #fetch(first, last) {
    const boards = await this.#ask(first, Math.min(last, first + MOST - 1));
    for (const board of boards ?? []) this.keep(board);
  }
}

/** The HTML of an older board with what never waits: the clocks and the seat's controls of now. */
function inTime(part, now) {
  for (const each of part.querySelectorAll(".clock, #controls")) {
    const newer = now.getElementById(each.id);
    if (newer) each.replaceWith(newer);
    else each.remove();
  }
  return part.getElementById("live").outerHTML;
}
