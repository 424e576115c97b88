// The sentence that tells what is shown, with the mark of whose step it is. Where it lies over the
// action bar it never comes under a finger that has just pressed something there.
import { justPressed } from "../site/press.js";

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
  show(lines, time, seat = null, { late = 0, landed = 0 } = {}) {
    if (!lines.length) return this.hide();
    this.#stop();
    const first = lines.slice(0, lines.length - late);
    const mark = document.querySelector(`#seat-${seat} .shape`)?.cloneNode(true);
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
