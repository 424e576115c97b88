// Keys on the board. While one may act, what lies together is one stop for Tab, at something that
// can be picked; arrow keys walk in it. docs/boards.md says what lies together. Once a whole move
// is picked, Tab leads from the last place with more to pick to the button that makes the move.
import { nextIn } from "./directions.js";

const FRAMES = ".board, .seats, .strip";
const GROUPS = "section:not(.board), [role=group], .buttons, .seat, .strip";
const THINGS = "button:not(:disabled), a[href], [data-target]";
const APART = "[popover], dialog";

const canPick = (thing) => thing.matches(".can, .chosen");
const root = () => document.getElementById("live");
const framed = () => root().querySelectorAll(FRAMES);

/** The element around what lies together with this thing. */
function groupOf(thing) {
  const zone = thing.closest(`${GROUPS}, .playfield, .tray, .board`);
  if (zone.matches(GROUPS)) return zone;
  let list = null;
  for (let at = thing; at !== zone; at = at.parentElement) if (at.matches("ul, ol")) list = at;
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

function things() {
  const found = [...framed()].flatMap((frame) => [...frame.querySelectorAll(THINGS)]);
  return found.filter((thing) => !thing.closest(APART) && thing.checkVisibility());
}

/** The button that makes the move, if a whole one is picked. */
const ready = () => document.querySelector("#confirm[aria-disabled=false]");

/** Whether more can be picked further on than where this lies. */
function leadsOn(thing) {
  const group = groupOf(thing);
  const { DOCUMENT_POSITION_FOLLOWING: FOLLOWING } = Node;
  return things().some(
    (other) =>
      other.matches(".can") &&
      groupOf(other) !== group &&
      thing.compareDocumentPosition(other) & FOLLOWING,
  );
}

const onBoard = (thing) =>
  thing.closest?.(FRAMES) && thing.matches(THINGS) && !thing.closest(APART);

/** All that lies together, by the first group of each ring. */
function gathered() {
  return Map.groupBy(things(), (thing) => ringOf(groupOf(thing))[0]);
}

function setStop(thing, wanted) {
  if (wanted && thing.matches("button, a")) thing.removeAttribute("tabindex");
  else thing.tabIndex = wanted ? 0 : -1;
}

export class Keys {
  #last = new WeakMap(); // where the focus was, by group
  #stops = new WeakSet(); // what has been taken out of Tab's way
  #before = null; // where Tab came from to the button that makes the move

  constructor() {
    document.addEventListener("keydown", (event) => this.#pressed(event));
    document.addEventListener("focusin", ({ target }) => {
      if (target.closest?.(FRAMES) && target.matches(THINGS)) this.refresh();
    });
  }

  /** The page has changed, or what can be picked on it. */
  refresh() {
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

  /** A fresh page says what is to be done, and Tab goes on from there. */
  begin() {
    if (document.activeElement !== document.body || location.hash) return;
    document.getElementById("status").focus({ preventScroll: true });
  }

  /** The move is made: whoever came to its button by Tab goes back to where they were. */
  back() {
    const came = this.#before;
    this.#before = null;
    if (document.activeElement?.id === "confirm" && came?.isConnected && came.checkVisibility())
      came.focus({ preventScroll: true });
  }

  #stopOf(first, members) {
    const { activeElement: now } = document;
    if (members.includes(now)) this.#last.set(first, now);
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
    if (key === "Tab") this.#tabbed(event);
    if (event.shiftKey || !onBoard(target)) return;
    const ring = ringOf(groupOf(target));
    const parts = ring.map((group) => things().filter((thing) => groupOf(thing) === group));
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
