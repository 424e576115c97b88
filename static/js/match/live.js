// The part of the page that changes: another board in place of the one shown, the boards still to
// come, and what stays as it is meanwhile: focus, status line, what a screen reader says.

// The one polite live region: what changed, for people using a screen reader.

const KEPT = 12; // lines; what has been read out need not stay

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

// The status line. It says whose turn it is once everything that led there has come to rest.

const heading = () => document.getElementById("status");
const live = () => document.getElementById("live");

export const statusText = () => heading().textContent;

/**
 * Call before a change. What it returns, called after it, has the status line say what it said
 * before, and returns what makes it say what is true now.
 */
export function keepStatus() {
  const before = said();
  return () => {
    const now = said();
    say(before);
    return () => say(now);
  };
}

const said = () => ({ text: statusText(), mine: live().classList.contains("mine-now") });

function say({ text, mine }) {
  heading().textContent = text;
  live().classList.toggle("mine-now", mine);
}

// Keeps the focus in a good place when the page changes under it.

const THINGS = "button:not(:disabled), summary, [data-target]";
const PARTS = ".board, .side, .acts, #page"; // what lies in another one isn't near

const isSeen = (element) => element?.checkVisibility({ visibilityProperty: true }) ?? false;
function isInWindow(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
const inPage = (element) => element?.closest?.("#page") != null;
const alike = (target) => [
  ...(target ? document.querySelectorAll(`[data-target="${CSS.escape(target)}"]`) : []),
];

/** What lies in the same part of the page, nearest first, what follows before what precedes. */
function around(element) {
  const things = [...element.closest(PARTS).querySelectorAll(THINGS)];
  const place = things.indexOf(element);
  const after = things.slice(place + 1);
  const before = things.slice(0, Math.max(place, 0)).reverse();
  const most = Math.max(after.length, before.length);
  const pairs = Array.from({ length: most }, (_, away) => [after[away], before[away]]);
  return pairs.flat().filter(Boolean);
}

function focus(element) {
  if (isSeen(element)) element.focus({ preventScroll: true });
  return document.activeElement === element; // what stands there now may not be for touching
}

/** Call before the page changes to this HTML; call what it returns afterwards. */
export function keepFocus(text) {
  const before = document.activeElement;
  if (!inPage(before)) return () => {};
  const { id } = before;
  const { target } = before.dataset;
  const rank = alike(target).indexOf(before);
  const near = around(before);
  // A browser that takes away what has the focus lays out the half-changed page first. What has no
  // name may stay.
  const name = id ? ` id="${id}"` : target ? ` data-target="${target}"` : "";
  if (before.closest("#live") && !text.includes(name)) before.blur();
  return () => {
    const current = document.activeElement;
    if (current !== document.body && isSeen(current)) return;
    const same = alike(target);
    const now = (id && document.getElementById(id)) || same[Math.min(rank, same.length - 1)];
    const left = near.filter((thing) => thing.isConnected && isInWindow(thing));
    if (![now, ...left].some(focus)) focus(document.getElementById("status"));
  };
}

// Puts another board on the page in place of the one shown.

/** Replace #live of `page` by this HTML, piece by piece, the focus staying where it makes sense. */
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

const OF_CONTROLS = ["take-back", "has-resigned"]; // which are of now, also beside an older board

/** Tell style sheets, on the body, what the board that is shown asks of the page. */
export function fit() {
  const { over, layout = "" } = live().dataset;
  const words = layout.split(" ").filter((word) => !OF_CONTROLS.includes(word));
  words.push(...OF_CONTROLS.filter((id) => document.getElementById(id)));
  document.body.dataset.layout = over === undefined ? words.join(" ") : "";
}

// How much of the page the bars cover that stay in sight, for style sheets: --status and --acts on
// the game's element, zero where a bar scrolls with the page.

const BARS = { "--status": ".status", "--acts": ".acts" };
const heights = new ResizeObserver(measure);

function measure() {
  const game = document.querySelector("[data-game]");
  if (!game) return;
  const known = getComputedStyle(game);
  const changed = Object.entries(BARS)
    .map(([name, part]) => [name, stuck(part)])
    .filter(([name, height]) => known.getPropertyValue(name) !== height);
  // Only what is new, and after all is read: everything on the board inherits these, so the browser
  // would restyle all of it.
  for (const [name, height] of changed) game.style.setProperty(name, height);
}

/** How much of the screen a part takes that doesn't scroll away. */
function stuck(part) {
  const bar = document.querySelector(part);
  const stays = bar && getComputedStyle(bar).position === "sticky";
  return `${stays ? bar.offsetHeight : 0}px`;
}

/** Updates may bring another status line; what is already observed stays observed. */
export function measureBars() {
  for (const bar of document.querySelectorAll(Object.values(BARS).join())) heights.observe(bar);
}

addEventListener("resize", measure);

// What ends the telling: a click anywhere on the match's page or most keys. While the board shown
// is older than what is known, that does nothing else: nobody picks what is about to change.

const LOOKING = /^(Shift|Control|Alt|Meta|Tab|Arrow.*|Page.*|Home|End|F\d+)$/;
// What stays as useful as ever, and skips nothing.
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

/** @param {() => boolean} skip skips; whether something was skipped, so that it is all one did */
export function listenForSkips(skip) {
  let key = null; // that skipped: its release presses nothing either
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

/** The HTML of an older board with what never waits: the clocks and the seat's controls of now. */
function inTime(part, now) {
  for (const each of part.querySelectorAll(".clock, #controls")) {
    const newer = now.getElementById(each.id);
    if (newer) each.replaceWith(newer);
    else each.remove();
  }
  return part.getElementById("live").outerHTML;
}

// Asks over the socket for the boards after steps that the page has missed or shows again.

const PATIENCE = 3_000; // ms; the newest board is there already

export class Missed {
  #say;
  #answer = () => {};

  /** @param {(fields: object) => boolean} say sends the question; false: there is no open line */
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

  /** The answer is there; null: none will come. */
  answered(boards) {
    this.#answer(boards);
  }
}
