// Keys on the board, and all choices as a plain list.
import { sent } from "./choices.js";

// Where arrow keys lead from an element.

const BACK = { ArrowLeft: true, ArrowUp: true, ArrowRight: false, ArrowDown: false };
const SIDEWAYS = /^Arrow(Left|Right)$/;

function centerOf(control) {
  const { left, top, width, height } = control.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, height };
}

/** The nearest element in the next row above or below; none if all are in one row. */
function inTheNextRow(all, from, up) {
  const center = centerOf(from);
  const candidates = all
    .map((control) => ({ control, ...centerOf(control) }))
    .map((other) => ({ ...other, down: (other.y - center.y) * (up ? -1 : 1) }))
    .filter(({ down, height }) => down > Math.max(height, center.height) / 2);
  if (!candidates.length) return null;
  const row = Math.min(...candidates.map(({ down }) => down)) + center.height / 2;
  const nearest = candidates.filter(({ down }) => down <= row);
  return nearest.sort((a, b) => Math.abs(a.x - center.x) - Math.abs(b.x - center.x))[0].control;
}

/** An element in the next part around a ring: a pickable one, if any part has one. */
function inTheNextPart(parts, from, step, canPick) {
  const at = parts.findIndex((part) => part.includes(from));
  const around = parts.map((_, by) => parts.at((at + step * (by + 1)) % parts.length));
  const filled = around.filter((part) => part.length);
  const next = filled.find((part) => part.some(canPick)) ?? filled[0];
  return next.find(canPick) ?? next[0];
}

/**
 * @param {Element[][]} parts the elements of a group, or of each part of a ring
 * @param {(control: Element) => boolean} canPick
 * @returns {Element | null} null: the key isn't an arrow key, Home or End, or leads nowhere
 */
function nextIn(parts, from, key, canPick) {
  const all = parts.flat();
  const ends = from.matches("[data-target]") ? all.filter((one) => one.dataset.target) : all;
  if (key === "Home") return ends[0];
  if (key === "End") return ends.at(-1);
  if (!(key in BACK)) return null;
  const mirrored = SIDEWAYS.test(key) && getComputedStyle(from).direction === "rtl";
  const back = BACK[key] !== mirrored;
  const step = back ? -1 : 1;
  if (parts.length > 1 && SIDEWAYS.test(key)) return inTheNextPart(parts, from, step, canPick);
  const row = parts.length === 1 && !SIDEWAYS.test(key) ? inTheNextRow(all, from, back) : null;
  return row ?? all[all.indexOf(from) + step] ?? null;
}

// Keys on the board. While the player may act, each group is one stop for Tab, at an element that
// can be picked; arrow keys move within it. docs/boards.md says what a group is. Once a whole move
// is picked, Tab leads from the last group with more to pick to the button that makes the move.
const FRAMES = ".board, .seats, .strip";
const GROUPS = "section:not(.board), [role=group], .buttons, .seat, .strip";
const CONTROLS = "button:not(:disabled), a[href], [data-target]";
const APART = "[popover], dialog";

const canPick = (control) => control.matches(".can, .chosen");
const root = () => document.getElementById("live");
const framed = () => root().querySelectorAll(FRAMES);

/** The element around this element's group. */
function groupOf(control) {
  const zone = control.closest(`${GROUPS}, .playfield, .tray, .board`);
  if (zone.matches(GROUPS)) return zone;
  let list = null;
  for (let at = control; at !== zone; at = at.parentElement) if (at.matches("ul, ol")) list = at;
  return list ?? zone;
}

/** Sections of one kind side by side, such as the arcs of a ring; otherwise the group alone. */
function ringOf(group) {
  const [kind] = group.classList;
  if (!group.matches("section") || !kind) return [group];
  return [...group.parentElement.children].filter(
    (other) => other.matches("section") && other.classList[0] === kind,
  );
}

function controls() {
  const found = [...framed()].flatMap((frame) => [...frame.querySelectorAll(CONTROLS)]);
  return found.filter((control) => !control.closest(APART) && control.checkVisibility());
}

/** The button that makes the move, if a whole one is picked. */
const ready = () => document.querySelector("#confirm[aria-disabled=false]");

/** Whether a group after this element's has more to pick. */
function leadsOn(control) {
  const group = groupOf(control);
  const { DOCUMENT_POSITION_FOLLOWING: FOLLOWING } = Node;
  return controls().some(
    (other) =>
      other.matches(".can") &&
      groupOf(other) !== group &&
      control.compareDocumentPosition(other) & FOLLOWING,
  );
}

const onBoard = (control) =>
  control.closest?.(FRAMES) && control.matches(CONTROLS) && !control.closest(APART);

/** The groups, by the first group of each ring. */
function gathered() {
  return Map.groupBy(controls(), (control) => ringOf(groupOf(control))[0]);
}

function setStop(control, wanted) {
  if (wanted && control.matches("button, a")) control.removeAttribute("tabindex");
  else control.tabIndex = wanted ? 0 : -1;
}

export class Keys {
  #last = new WeakMap(); // the last focus, by group
  #stops = new WeakSet(); // elements that Tab now skips
  #before = null; // where Tab was before the button that makes the move

  constructor() {
    document.addEventListener("keydown", (event) => this.#pressed(event));
    document.addEventListener("focusin", ({ target }) => {
      if (onBoard(target)) this.#last.set(ringOf(groupOf(target))[0], target);
    });
  }

  /** Set the stops only when Tab is pressed, since finding visible elements costs a layout. */
  #setStops() {
    const acting = root().querySelector("[data-target]:is(.can, .chosen)") !== null;
    for (const [first, members] of gathered()) {
      const stop = this.#stopOf(first, members);
      for (const member of members) {
        const isStop = !acting || member === stop || member === document.activeElement;
        if (!isStop || this.#stops.has(member)) setStop(member, isStop);
        if (!isStop) this.#stops.add(member);
      }
    }
  }

  /** On a new page, focus the status line, so that Tab continues from there. */
  begin() {
    if (document.activeElement !== document.body || location.hash) return;
    document.getElementById("status").focus({ preventScroll: true });
  }

  /** After a move, return the focus to where Tab came from. */
  back() {
    const came = this.#before;
    this.#before = null;
    if (document.activeElement?.id === "confirm" && came?.isConnected && came.checkVisibility())
      came.focus({ preventScroll: true });
  }

  #stopOf(first, members) {
    const last = this.#last.get(first);
    if (members.includes(last) && canPick(last)) return last;
    return (
      members.find(canPick) ??
      members.find((member) => member.matches("[data-target]")) ??
      members[0]
    );
  }

  #pressed(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (key === "Tab") {
      this.#setStops();
      this.#tabbed(event);
    }
    if (event.shiftKey || !onBoard(target)) return;
    const ring = ringOf(groupOf(target));
    const parts = ring.map((group) => controls().filter((control) => groupOf(control) === group));
    const next = nextIn(parts, target, key, canPick);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  #tabbed(event) {
    const { target, shiftKey } = event;
    const confirm = ready();
    if (!confirm) return;
    let next = null;
    if (shiftKey) next = target === confirm && this.#before?.isConnected ? this.#before : null;
    else if (onBoard(target) && !leadsOn(target)) next = confirm;
    if (!next?.checkVisibility()) return;
    if (next === confirm) this.#before = target;
    event.preventDefault();
    next.focus();
  }
}

// All choices as plain grouped buttons, made from the data on request.

const FEW = 8; // lists up to this length are shown unfolded

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
  #choices = [];
  #toggle = document.getElementById("all");
  #wanted = false; // whether the list is shown while there are choices
  #from = 0; // the scroll position before the list was shown

  constructor() {
    this.#toggle.addEventListener("click", () => {
      this.show(!this.shown);
      const acts = document.getElementById("acts");
      const block = acts.offsetHeight < innerHeight ? "nearest" : "start";
      if (this.shown) acts.scrollIntoView({ block });
      else scrollTo(scrollX, this.#from);
    });
  }

  get shown() {
    return this.#wanted;
  }

  show(wanted) {
    if (wanted && !this.shown) this.#from = scrollY;
    this.#wanted = wanted;
    this.#toggle.ariaExpanded = String(wanted);
    this.#make();
  }

  /** Take new choices; unfolded groups and the focus stay. */
  offer(choices) {
    this.#choices = choices;
    this.#toggle.hidden = !choices.length;
    this.#make();
  }

  #make() {
    const box = document.getElementById("list");
    document.documentElement.classList.toggle("listed", this.shown && this.#choices.length > 0);
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
