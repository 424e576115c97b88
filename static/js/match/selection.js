// What a player has picked so far. It knows nothing about the page: it is given touches and
// choices.
import { addable, complete, family, open } from "./choices.js";

export class Selection {
  #choices = [];
  #changed;
  picks = [];

  /** @param {() => void} changed called after every change, of the picks or of what is offered */
  constructor(changed = () => {}) {
    this.#changed = changed;
  }

  get choices() {
    return this.#choices;
  }
  /** The choice that the picks are, or null. */
  get choice() {
    return complete(this.#choices, this.picks);
  }
  /** The choices that the picks can become, the one they are included. */
  get open() {
    return open(this.#choices, this.picks);
  }
  /** What can be picked next. */
  get next() {
    return addable(this.#choices, this.picks);
  }

  /** Other choices are offered: the picks stay as long as they still lead somewhere. */
  offer(choices) {
    this.#choices = choices;
    while (this.picks.length && !this.open.length) this.picks.pop();
    this.#changed();
  }

  /** Pick a target, or change one's mind about the last thing. False: it leads nowhere. */
  add(target) {
    const picks = [this.picks, ...this.#insteads(target)]
      .map((kept) => [...kept, target])
      .find((wanted) => open(this.#choices, wanted).length);
    if (!picks) return false;
    this.#set(picks);
    return true;
  }

  /** Take a pick back, the newest of its kind, and what can't stand without it. */
  remove(target) {
    const at = this.picks.lastIndexOf(target);
    if (at < 0) return;
    const rest = this.picks.toSpliced(at, 1);
    this.#set(open(this.#choices, rest).length ? rest : this.picks.slice(0, at));
  }

  clear() {
    this.#set([]);
  }

  /** Picks that another target may stand in for: a single one, or the only one of its family. */
  #insteads(target) {
    const alike = this.picks.filter((pick) => family(pick) === family(target));
    const others = this.picks.filter((pick) => family(pick) !== family(target));
    if (this.picks.length === 1 && this.picks[0] !== target) return [[]];
    return alike.length === 1 && alike[0] !== target ? [others] : [];
  }

  #set(picks) {
    this.picks = picks;
    if (picks.length) this.#followSuit();
    this.#changed();
  }

  /** In a sequence the only target that can come next takes its place by itself. */
  #followSuit() {
    while (!this.choice && this.next.size === 1 && this.open.every(({ ordered }) => ordered)) {
      this.picks = [...this.picks, ...this.next];
    }
  }
}
