// The changing part of the page: replaces the board, queues the boards to come, and meanwhile keeps
// the focus, the status line and the announcements of screen readers in order.

// The one polite live region: announces changes to screen readers.

const KEPT = 12; // lines; older ones have been read out

export function announce(...texts) {
  const region = document.getElementById("said");
  for (const text of texts) {
    if (!text) continue;
    const line = document.createElement("p");
    line.textContent = text;
    region.append(line);
  }
  while (region.children.length > KEPT) region.firstElementChild.remove();
}

// The status line. It changes only once the pieces have come to rest.

const heading = () => document.getElementById("status");
const live = () => document.getElementById("live");

export const statusText = () => heading().textContent;

/**
 * Call before a change, and the returned function after it: that restores the old status line, and
 * returns a function that shows the new one.
 */
export function keepStatus() {
  const before = statusNow();
  return () => {
    const now = statusNow();
    say(before);
    return () => say(now);
  };
}

const statusNow = () => ({ text: statusText(), mine: live().classList.contains("mine-now") });

function say({ text, mine }) {
  heading().textContent = text;
  live().classList.toggle("mine-now", mine);
}

// Keeps the focus in a good place when the page changes under it.

const THINGS = "button:not(:disabled), summary, [data-target]";
const PARTS = ".board, .side, .acts, #page"; // the focus stays within its part

const isSeen = (element) => element?.checkVisibility({ visibilityProperty: true }) ?? false;
function isInWindow(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
const inPage = (element) => element?.closest?.("#page") != null;
const alike = (target) => [
  ...(target ? document.querySelectorAll(`[data-target="${CSS.escape(target)}"]`) : []),
];

/** The controls of the same part of the page, nearest first, later ones before earlier ones. */
function around(element) {
  const controls = [...element.closest(PARTS).querySelectorAll(THINGS)];
  const place = controls.indexOf(element);
  const after = controls.slice(place + 1);
  const before = controls.slice(0, Math.max(place, 0)).reverse();
  const most = Math.max(after.length, before.length);
  const pairs = Array.from({ length: most }, (_, away) => [after[away], before[away]]);
  return pairs.flat().filter(Boolean);
}

function focus(element) {
  if (isSeen(element)) element.focus({ preventScroll: true });
  return document.activeElement === element; // the element may no longer be focusable
}

/** Call before the page changes to this HTML, and the returned function afterwards. */
export function keepFocus(text) {
  const before = document.activeElement;
  if (!inPage(before)) return () => {};
  const { id } = before;
  const { target } = before.dataset;
  const rank = alike(target).indexOf(before);
  const near = around(before);
  // If the focused element is removed, the browser lays out the half-changed page first. Elements
  // without a name may stay.
  const name = id ? ` id="${id}"` : target ? ` data-target="${target}"` : "";
  if (before.closest("#live") && !text.includes(name)) before.blur();
  return () => {
    const current = document.activeElement;
    if (current !== document.body && isSeen(current)) return;
    const same = alike(target);
    const now = (id && document.getElementById(id)) || same[Math.min(rank, same.length - 1)];
    const left = near.filter((element) => element.isConnected && isInWindow(element));
    if (![now, ...left].some(focus)) focus(document.getElementById("status"));
  };
}

// Replaces the board on the page.

/** Morph #live of `page` into this HTML, and keep the focus in a sensible place. */
export async function swap(page, text) {
  const focusBack = keepFocus(text);
  await window.htmx.swap({
    sourceElement: page,
    target: "#live",
    swap: "outerMorph",
    text,
    transition: false,
  });
  fit();
  focusBack();
}

const OF_CONTROLS = ["take-back", "has-resigned"]; // always of the newest position

/** Pass the board's wishes for the page to style sheets, as attributes of the body. */
export function fit() {
  const { over, layout = "" } = live().dataset;
  const words = layout.split(" ").filter((word) => !OF_CONTROLS.includes(word));
  words.push(...OF_CONTROLS.filter((id) => document.getElementById(id)));
  document.body.dataset.layout = over === undefined ? words.join(" ") : "";
}

// The heights of bars that stay in sight, for style sheets: --status and --acts on the game's
// element, zero for a bar that scrolls with the page.

const BARS = { "--status": ".status", "--acts": ".acts" };
const heights = new ResizeObserver(measure);

function measure() {
  const game = document.querySelector("[data-game]");
  if (!game) return;
  const known = getComputedStyle(game);
  const changed = Object.entries(BARS)
    .map(([name, part]) => [name, stuck(part)])
    .filter(([name, height]) => known.getPropertyValue(name) !== height);
  // Set only changed values, and after all reads: the whole board inherits them, so the browser
  // restyles it.
  for (const [name, height] of changed) game.style.setProperty(name, height);
}

/** The height of a part that doesn't scroll away. */
function stuck(part) {
  const bar = document.querySelector(part);
  const stays = bar && getComputedStyle(bar).position === "sticky";
  return `${stays ? bar.offsetHeight : 0}px`;
}

/** Observe the bars; updates may bring a new status line. */
export function measureBars() {
  for (const bar of document.querySelectorAll(Object.values(BARS).join())) heights.observe(bar);
}

addEventListener("resize", measure);

// A click anywhere on the match's page, or most keys, skips to the newest board. While an older
// board is shown, the press does nothing else: the picks are about to change.

const LOOKING = /^(Shift|Control|Alt|Meta|Tab|Arrow.*|Page.*|Home|End|F\d+)$/;
// Controls that keep working and skip nothing.
const APART = [
  "#chat, #drawer, #resign, .way-back, #preferences, [role=log]",
  "a[href], #resign-s, [popovertarget=preferences]",
].join();
const TYPING = "input, textarea, select, [contenteditable]";

const isApart = (target) =>
  target !== document.body && (!target.closest?.("main") || target.closest(APART) !== null);

function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** @param {() => boolean} skip skips; returns whether there was something to skip */
export function listenForSkips(skip) {
  let key = null; // the key that skipped: its release must press nothing
  const listen = (name, listener) => document.addEventListener(name, listener, { capture: true });
  listen("click", (event) => {
    if (!isApart(event.target) && skip()) swallow(event);
  });
  listen("keydown", (event) => {
    if (event.repeat && event.key === key) return swallow(event);
    key = null;
    const { target } = event;
    const other = event.ctrlKey || event.altKey || event.metaKey || LOOKING.test(event.key);
    if (other || isApart(target) || target.closest?.(TYPING) || !skip()) return;
    key = event.key;
    swallow(event);
  });
  listen("keyup", (event) => {
    if (key !== null && event.key === key) swallow(event);
    key = null;
  });
}

// The boards still to be shown: from messages, and from the server on request.

const MOST = 8; // boards per answer of the server

const parse = (content) => new DOMParser().parseFromString(content, "text/html");

/**
 * The newest steps from the server, oldest first:
 * {step, seat, lines, motions, hold, ends, late}.
 */
export const stepsIn = (root) => JSON.parse(root.querySelector("#motions")?.textContent ?? "[]");

const MOTIONS = /<script[^>]* id="motions">(.*?)<\/script>/s;

/** The same from a board's HTML, without parsing it. */
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

  /** Drop the boards: nobody will ask for older ones. */
  clear() {
    this.#contents.clear();
  }

  /**
   * The board after a step, {version, content, step}, once all earlier boards are shown; null: it
   * isn't available. Older boards have the clocks and controls of `newest`.
   */
  async after(version, newest) {
    for (const known of this.#contents.keys()) if (known < version) this.#contents.delete(known);
    if (!this.#contents.has(version)) await this.#fetch(version, newest.version - 1);
    const content = this.#contents.get(version);
    if (content === undefined) return null;
    const step = stepsInText(content).find((one) => one.step === version) ?? null;
    const old = version < newest.version;
    const shown = old ? inTime(parse(content), parse(newest.content)) : content;
    return { version, step, content: shown };
  }

  async #fetch(first, last) {
    const boards = await this.#ask(first, Math.min(last, first + MOST - 1));
    for (const board of boards ?? []) this.keep(board);
  }
}

/** The HTML of an older board with the present clocks and controls of the seat. */
function inTime(part, now) {
  for (const element of part.querySelectorAll(".clock, #controls")) {
    const newer = now.getElementById(element.id);
    if (newer) element.replaceWith(newer);
    else element.remove();
  }
  return part.getElementById("live").outerHTML;
}

// Asks over the socket for the boards after steps that the page has missed or replays.

const PATIENCE = 3_000; // ms; the newest board has already arrived

export class Missed {
  #say;
  #answer = () => {};

  /** @param {(fields: object) => boolean} say sends the request; false: the socket isn't open */
  constructor(say) {
    this.#say = say;
  }

  /** The boards after the steps `first` to `last`, or null if they aren't available now. */
  ask(first, last) {
    this.answered(null);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PATIENCE, null);
      this.#answer = (boards) => {
        clearTimeout(timer);
        resolve(boards);
      };
      if (!this.#say({ boards: `${first}-${last}` })) this.answered(null);
    });
  }

  /** The answer has come; null: none will come. */
  answered(boards) {
    this.#answer(boards);
  }
}
