// The action bar: what is missing or why something isn't possible, the move in words, ways back.

import { addable, family, nearest, sent } from "./choices.js";

export class Bar {
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

  /** Take the place of the plain list. */
  begin() {
    this.#acts.querySelector(".acting").hidden = false;
  }

  get texts() {
    return this.#acts.dataset;
  }

  /** Show where the selection stands. `outlook`: what the choice would do, in the board's words. */
  show({ choice, picks, next, choices }, outlook = "") {
    const { texts } = this;
    if (choice) this.#name(choice.label);
    else this.#confirm.textContent = this.#lack(picks, choices);
    this.#confirm.ariaDisabled = choice ? "false" : "true";
    this.#confirm.value = choice ? sent(choice) : "";
    this.#clear.hidden = !picks.length;
    let hint = picks.length ? texts.more : texts.start;
    if (choice) hint = next.size ? texts.either : texts.done;
    if (outlook) hint = next.size ? `${outlook} ${texts.more}` : outlook;
    this.#hint(choices.length ? hint : texts.wait, false);
  }

  /** The move in large words, and after a colon what follows from it in small ones. */
  #name(label) {
    const [move, ...effects] = label.split(": ");
    this.#confirm.textContent = move;
    if (!effects.length) return;
    const small = document.createElement("small");
    small.textContent = effects.join(": ");
    this.#confirm.append(": ", small);
  }

  /** What a button would do that makes a whole move, before it is touched. */
  foretell(label, outlook) {
    this.#hint([label, outlook].filter(Boolean).join(" · "), false);
  }

  /** Which parts the picks still need to be a move, the shortest one. */
  #lack(picks, choices) {
    const { nothing, lacks, missing } = this.texts;
    if (!picks.length) return nothing;
    const words = JSON.parse(missing);
    const kinds = [...new Set(picks.map(family))];
    const parts = [...addable(nearest(choices, picks), picks)].map(family).map((kind) => {
      const together = kinds.map((other) => words[`${other}+${kind}`]);
      return together.find(Boolean) ?? words[kind];
    });
    const list = new Intl.ListFormat(document.documentElement.lang, { type: "disjunction" });
    return lacks.replace("{parts}", list.format([...new Set(parts)].filter(Boolean)));
  }

  /** Nothing can be chosen before the newest board is shown. */
  wait() {
    this.show({ choice: null, picks: [], next: new Set(), choices: [] });
    const { telling, tellingTouch } = this.texts;
    this.#hint(matchMedia("(hover: none)").matches ? tellingTouch : telling, false);
  }

  /** Say why a touch leads nowhere. */
  refuse(text) {
    this.#hint(text, true);
  }

  /** Other choices are offered: the fields that go with every move change with them. */
  offer({ version, client_id: id, choices }) {
    this.#confirm.hidden = !choices.length;
    if (version === null) return;
    this.#acts.querySelector("[name=version]").value = version;
    this.#acts.querySelector("[name=client_id]").value = id;
  }

  /** Small windows show no button while nothing is picked: the focus goes to the status line. */
  keepFocus() {
    const lost = document.activeElement === this.#confirm && !this.#confirm.checkVisibility();
    if (lost) document.getElementById("status").focus({ preventScroll: true });
  }

  submit() {
    if (this.#confirm.ariaDisabled === "false") this.#confirm.form.requestSubmit(this.#confirm);
  }

  #hint(text, why) {
    this.#say.textContent = text;
    this.#say.classList.toggle("why", why);
  }
}
