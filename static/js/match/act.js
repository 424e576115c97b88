// The one way to act on any board: touches make a selection, a complete selection is described in
// words, and confirming sends it.
import { write } from "../kit.js";
import { CALM } from "../site/page.js";
import {
  addable,
  family,
  immediate,
  loadBoard,
  mark,
  nearest,
  preview,
  readChoices,
  refuse,
  Selection,
  sent,
  why,
} from "./choices.js";
import { Keys, List } from "./keys.js";
import { announce } from "./live.js";
import { prefers } from "./personal.js";

// Touches on the board: a click, a tap, Enter and Space are the same.

const isButton = (element) => element.matches("button, a, summary, input");

const TARGET = "#live [data-target]";
const SHEET = ":popover-open:not([popover=manual])";

/**
 * Call `touched(element, astray)` for each touch of a target in the live part, `astray` for the
 * second click of two if the buttons have just changed (`isCalm()` is false), `escaped()` for Esc,
 * and `considered(element)` for the target under the pointer or the focus, null for none.
 */
function listen(page, { touched, considered, escaped, confirmed, isCalm }) {
  for (const name of ["pointerover", "focusin"])
    page.addEventListener(name, ({ target }) => considered(target.closest(TARGET)));
  for (const name of ["pointerleave", "focusout"])
    page.addEventListener(name, () => considered(null));
  let closes = false; // whether the press is beside an open sheet and only closes it
  document.addEventListener("pointerdown", ({ target }) => {
    closes = document.querySelector(SHEET) !== null && !target.closest(":popover-open");
  });
  page.addEventListener("click", (event) => {
    const astray = event.detail > 1 && !isCalm(); // it was meant for the previous button
    if (astray && event.target.closest("#list button")) event.preventDefault();
    const element = event.target.closest(TARGET);
    if (closes && event.pointerType) return;
    if (element && !event.target.closest("a[href]")) touched(element, astray);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !document.querySelector("dialog[open], :popover-open")) escaped();
    if (event.key === "Enter" && event.ctrlKey) confirmed(event);
    if ((event.key !== "Enter" && event.key !== " ") || event.ctrlKey) return;
    if (!event.target.matches?.(TARGET)) return;
    if (isButton(event.target) && !event.repeat) return; // the browser clicks it
    event.preventDefault();
    if (!event.repeat) touched(event.target);
  });
}

// Created in advance: this takes longer than the rest of a touch.
const either = new Intl.ListFormat(document.documentElement.lang, { type: "disjunction" });

// The action bar: what is missing or why something isn't possible, the move in words, a button to
// clear it.

class Bar {
  #acts = document.getElementById("acts");
  #say = document.getElementById("say");
  #confirm = document.getElementById("confirm");
  #clear = document.getElementById("clear");

  constructor({ cleared }) {
    this.#clear.addEventListener("click", () => {
      this.#confirm.focus({ preventScroll: true });
      cleared();
    });
    this.#confirm.addEventListener("click", (event) => {
      if (this.#confirm.ariaDisabled === "true") event.preventDefault();
    });
  }

  /** Replace the plain list. */
  begin() {
    this.#acts.querySelector(".acting").hidden = false;
    document.documentElement.classList.add("with-action-bar");
  }

  get texts() {
    return this.#acts.dataset;
  }

  /** Show the state of the selection. `outlook`: the board's words for the effect of the choice. */
  show({ choice, picks, next, choices }, outlook = "") {
    const { texts } = this;
    this.#name(choice?.label ?? this.#lack(picks, choices), choice);
    this.#confirm.ariaDisabled = choice ? "false" : "true";
    this.#confirm.value = choice ? sent(choice) : "";
    let hint = texts.more;
    if (!picks.length) hint = live().querySelector(".can") ? texts.start : texts.button;
    if (choice) hint = next.size ? texts.either : texts.done;
    if (outlook) hint = next.size ? `${outlook} ${texts.more}` : outlook;
    this.#hint(choices.length ? hint : texts.wait, false);
  }

  /** Show the move in large type, and the part after its colon in small type. */
  #name(label, isMove) {
    const [move, ...effects] = isMove ? label.split(": ") : [label];
    write(this.#confirm, effects.length ? `${move}: ` : move);
    write(this.#confirm.lastElementChild, effects.join(": "));
    this.#confirm.classList.toggle("with-effects", effects.length > 0);
  }

  /** Preview a button that makes a whole move, before it is touched. */
  foretell(label, outlook) {
    this.#hint([label, outlook].filter(Boolean).join(" · "), false);
  }

  /** What the picks still need for the shortest move. */
  #lack(picks, choices) {
    const { nothing, lacks, missing } = this.texts;
    if (!picks.length) return nothing;
    const words = JSON.parse(missing);
    const kinds = [...new Set(picks.map(family))];
    const parts = [...addable(nearest(choices, picks), picks)].map(family).map((kind) => {
      const together = kinds.map((other) => words[`${other}+${kind}`]);
      return together.find(Boolean) ?? words[kind];
    });
    return lacks.replace("{parts}", either.format([...new Set(parts)].filter(Boolean)));
  }

  /** Disable choosing until the newest board is shown. */
  wait() {
    this.show({ choice: null, picks: [], next: new Set(), choices: [] });
    const { telling, tellingTouch } = this.texts;
    this.#hint(matchMedia("(hover: none)").matches ? tellingTouch : telling, false);
  }

  /** Say why a touch has no effect. */
  refuse(text) {
    this.#hint(text, true);
  }

  /** Take new choices, and the form fields that go with them. */
  offer({ version, client_id: id, choices }) {
    const hasFocus = document.activeElement === this.#confirm;
    this.#confirm.hidden = !choices.length;
    this.keepFocus(hasFocus);
    if (version === null) return;
    this.#acts.querySelector("[name=version]").value = version;
    this.#acts.querySelector("[name=client_id]").value = id;
  }

  /** If the focused confirm button has disappeared, move the focus to the status line. */
  keepFocus(hadIt = document.activeElement === this.#confirm) {
    if (hadIt && !this.#confirm.checkVisibility())
      document.getElementById("status").focus({ preventScroll: true });
  }

  submit() {
    if (this.#confirm.ariaDisabled === "false") this.#confirm.form.requestSubmit(this.#confirm);
  }

  #hint(text, why) {
    write(this.#say, text);
    this.#say.classList.toggle("why", why);
  }
}

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
  #waiting = false; // for the board of the present choices
  #considered = null; // the choice that is previewed but not picked
  #calmFrom = 0; // the time from which a single touch may make a whole move

  constructor(page) {
    this.#list = new List();
    listen(page, {
      touched: (element, astray) => this.#touch(element, astray),
      isCalm: () => this.#isCalm,
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

  /** Everything has started: replace the plain list, if there is a board. */
  begin() {
    this.#bar.begin();
    if (!live().querySelector("[data-target]")) this.#list.show(true);
    if (!("over" in live().dataset)) this.#keys.begin();
  }

  /** Take new choices from `readChoices`. */
  offer(offer) {
    if (offer.version !== this.#offer.version) this.#calmFrom = performance.now() + CALM;
    this.#offer = offer;
    this.#waiting = false;
    this.#bar.offer(offer);
    this.#list.offer(offer.choices);
    this.#selection.offer(offer.choices);
  }

  /** The board is out of date: disable choosing, and keep the picks. */
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
    this.#list.offer([]);
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

  #touch(element, astray = false) {
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
    else this.#chosen(astray || whole !== null);
  }

  /** The choice that a touch of this target makes at once, alone or with the picks; or null. */
  #immediate(target) {
    return immediate(this.#selection.choices, [...this.#selection.picks, target]);
  }

  /** False if the buttons have just changed: the press may have been meant for another one. */
  get #isCalm() {
    return performance.now() >= this.#calmFrom;
  }

  /** Preview the button under the pointer or the focus, if it makes a whole move. */
  #consider(element) {
    const choice = element && !this.#waiting ? this.#immediate(element.dataset.target) : null;
    if (choice === this.#considered) return;
    this.#considered = choice;
    if (!choice) return this.#paint();
    const outlook = preview(choice);
    this.#bar.foretell(choice.label, outlook);
    if (element === document.activeElement) announce(choice.label, outlook);
  }

  /** Announce a complete selection, or send it at once if the player prefers that. */
  #chosen(asks) {
    const { choice, next } = this.#selection;
    if (!choice) return;
    // Show picks first; announcing recomputes the styles of the whole page (see `write`).
    const say = announce.bind(null, choice.label, this.#outlook);
    if (asks || prefers("confirm") || next.size) requestAnimationFrame(() => setTimeout(say));
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
