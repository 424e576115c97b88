// The one way to act on any board: touches make a selection, a selection that is a choice is
// described in words, and confirming sends it.

import { CALM } from "../site/press.js";
import { announce } from "./announce.js";
import { Bar } from "./bar.js";
import { loadBoard, preview } from "./board.js";
import { immediate, readChoices } from "./choices.js";
import { Keys } from "./keys.js";
import { List } from "./list.js";
import { mark, refuse } from "./marks.js";
import { prefers } from "./preferences.js";
import { Selection } from "./selection.js";
import { listen } from "./touch.js";
import { why } from "./why.js";

const NOTHING = new Selection();
const live = () => document.getElementById("live");

export class Acting {
  #touched = new Set();
  #offer = readChoices();
  #selection = new Selection(() => this.#paint());
  #bar = new Bar({ cleared: () => this.#clear() });
  #keys = new Keys();
  #list;
  #outlook = "";
  #waiting = false; // for the board that the choices belong to
  #considered = null; // the choice that is shown though it isn't picked
  #calmFrom = 0; // from when on a single touch may make a whole move

  constructor(page) {
    this.#list = new List(page);
    listen(page, {
      touched: (element) => this.#touch(element),
      considered: (element) => this.#consider(element),
      escaped: () => this.#clear(),
      confirmed: (event) => {
        event.preventDefault();
        this.#bar.submit();
      },
    });
    this.offer(this.#offer);
    loadBoard(page).then(() => this.#paint());
  }

  /** Everything else has started too: take the place of the plain list, where there is a board. */
  begin() {
    this.#bar.begin();
    if (!live().querySelector("[data-target]")) this.#list.show(true);
    if (!("over" in live().dataset)) this.#keys.begin();
  }

  /** Other choices are offered, as `readChoices` gives them. */
  offer(offer) {
    if (offer.version !== this.#offer.version) this.#calmFrom = performance.now() + CALM;
    this.#offer = offer;
    this.#waiting = false;
    this.#bar.offer(offer);
    this.#list.offer(offer.choices);
    this.#selection.offer(offer.choices);
  }

  /** The board is older than what is known: nothing can be chosen; what is picked stays so. */
  wait() {
    this.#waiting = true;
    this.#list.offer([]);
    this.#paint();
  }

  /** The page has changed under the selection. */
  repaint() {
    this.#paint();
  }

  /** The move is accepted: the old choices no longer apply. */
  done() {
    this.#calmFrom = performance.now() + CALM;
    this.#touched.clear();
    this.#selection.picks = [];
    this.#selection.offer([]);
    this.#keys.back();
    this.#bar.keepFocus();
  }

  #clear() {
    this.#touched.clear();
    if (this.#selection.picks.length) this.#selection.clear();
    this.#bar.keepFocus();
  }

  #touch(element) {
    const { target } = element.dataset;
    if (element.classList.contains("chosen")) {
      this.#touched.delete(element);
      this.#selection.remove(target);
      return;
    }
    const whole = this.#immediate(target);
    this.#touched.add(element);
    if (!this.#selection.add(target)) this.#refuse(element, target);
    else if (whole && this.#isCalm) this.#bar.submit();
    else this.#said(whole !== null);
  }

  /** What a button makes that is a whole move, by itself or with what is picked. */
  #immediate(target) {
    return immediate(this.#selection.choices, [...this.#selection.picks, target]);
  }

  /** Not yet, if the buttons have just changed: the press may have been meant for others. */
  get #isCalm() {
    return performance.now() >= this.#calmFrom;
  }

  /** The pointer or the focus is on it, or on nothing: show what such a button would do. */
  #consider(element) {
    const choice = element && !this.#waiting ? this.#immediate(element.dataset.target) : null;
    if (choice === this.#considered) return;
    this.#considered = choice;
    if (!choice) return this.#paint();
    const outlook = preview(choice);
    this.#bar.foretell(choice.label, outlook);
    if (element === document.activeElement) announce(choice.label, outlook);
  }

  /** Describe a selection that is a choice; send it at once if the player prefers that. */
  #said(asks) {
    const { choice, next } = this.#selection;
    if (!choice) return;
    if (asks || prefers("confirm") || next.size) announce(choice.label, this.#outlook);
    else this.#bar.submit();
  }

  async #refuse(element, target) {
    this.#touched.delete(element);
    refuse(element);
    const { texts } = this.#bar;
    const picks = [...this.#selection.picks, target];
    const version = this.#offer.version ?? live().dataset.version;
    const text = await why(texts.why, version, picks, texts.never);
    if (text === null) return;
    this.#bar.refuse(text);
    announce(text);
  }

  #paint() {
    this.#considered = null;
    this.#mark();
    this.#keys.refresh();
  }

  #mark() {
    if (this.#waiting) {
      mark(live(), NOTHING, new Set());
      preview(null);
      this.#bar.wait();
      return;
    }
    mark(live(), this.#selection, this.#touched);
    this.#outlook = preview(this.#selection.choice);
    this.#bar.show(this.#selection, this.#outlook);
  }
}
