// All choices as plain grouped buttons, made from the data when someone wants to see them.

import { sent } from "./choices.js";

const FEW = 8; // a list this short is shown unfolded

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function button(choice) {
  const made = element(
    "button",
    { className: "btn", name: "action", value: sent(choice) },
    choice.label,
  );
  made.setAttribute("form", "act");
  return made;
}

function group(label, choices, unfolded) {
  if (choices.length === 1) return element("div", { className: "single" }, button(choices[0]));
  const count = element("span", { className: "chip num" }, String(choices.length));
  const options = element("div", { className: "options" }, ...choices.map(button));
  const made = element(
    "details",
    { open: unfolded },
    element("summary", {}, label, count),
    options,
  );
  made.dataset.group = label;
  return made;
}

export class List {
  #page;
  #choices = [];
  #toggle = document.getElementById("all");

  constructor(page) {
    this.#page = page;
    this.#toggle.addEventListener("click", () => {
      this.show(!this.shown);
      const acts = document.getElementById("acts");
      const block = acts.offsetHeight < innerHeight ? "nearest" : "start";
      if (this.shown) acts.scrollIntoView({ block });
    });
  }

  get shown() {
    return this.#page.classList.contains("listed");
  }

  show(wanted) {
    this.#page.classList.toggle("listed", wanted);
    this.#toggle.ariaExpanded = String(wanted);
    this.#make();
  }

  /** Other choices are offered; groups that were unfolded stay so, and the focus where it was. */
  offer(choices) {
    this.#choices = choices;
    this.#toggle.hidden = !choices.length;
    this.#make();
  }

  #make() {
    const box = document.getElementById("list");
    if (!box || !this.shown) return;
    const unfolded = new Set(
      [...box.querySelectorAll("details[open]")].map((made) => made.dataset.group),
    );
    const focused = box.contains(document.activeElement) ? document.activeElement : null;
    const inGroup = focused?.closest("details")?.dataset.group;
    const groups = Map.groupBy(this.#choices, (choice) => choice.group);
    const few = this.#choices.length <= FEW;
    box.replaceChildren(
      ...[...groups].map(([label, of]) => group(label, of, few || unfolded.has(label))),
    );
    if (!focused) return;
    const again = focused.value
      ? box.querySelector(`button[value="${CSS.escape(focused.value)}"]`)
      : box.querySelector(`details[data-group="${CSS.escape(inGroup)}"] summary`);
    (again ?? document.getElementById("status")).focus({ preventScroll: true });
  }
}
