// Personal tools at a board: preferences, «?», a sound when it is the player's turn, a notepad, and
// the requests for a rematch.
import { keepInAccount, namePage, pageName } from "../site/page.js";

// A player's preferences. Each `<input type=checkbox data-preference="name">` is kept in this
// browser, and style sheets follow `<html data-prefer-name="yes|no">`. With `data-account="key"` it
// starts from the account's setting, `data-key="on|off"` on <html> or <body>; the latest setting
// wins, wherever it was made. A `<button data-preference="name">`, which may come and go with the
// board, toggles a preference that starts as "yes". `<select data-preference="speed">` chooses one
// of several values.

const root = document.documentElement;
const key = (name) => `prefer-${name}`;
const accountKey = (name) => `prefer-${name}-account`;

function read(item) {
  try {
    return localStorage.getItem(item);
  } catch {
    return null;
  }
}

function write(item, value) {
  try {
    localStorage.setItem(item, value);
  } catch {
    /* then it applies to this page only */
  }
}

/** The account's setting, "on" or "off"; empty without one. */
function ofAccount(box) {
  const attribute = `data-${box.dataset.account}`;
  return box.dataset.account
    ? (root.getAttribute(attribute) ?? document.body.getAttribute(attribute) ?? "")
    : "";
}

/** What was chosen here, unless the account's setting has changed since; empty without that. */
function chosen(field) {
  const { preference: name } = field.dataset;
  if ((read(accountKey(name)) ?? "") !== ofAccount(field))
    for (const item of [key(name), accountKey(name)]) write(item, "");
  return read(key(name)) ?? "";
}

/** Whether the player prefers it. */
function wish(box) {
  const value = chosen(box);
  if (value) return value === "yes";
  const account = ofAccount(box);
  return account ? account !== "off" : box.checked;
}

const show = (name, value) => root.setAttribute(`data-${key(name)}`, value);
const saidBy = (box) => (box.checked ? "yes" : "no");

/** Whether the player prefers it; the page's default until they choose. */
export const prefers = (name) => root.getAttribute(`data-${key(name)}`) !== "no";

function turn(name) {
  const now = prefers(name) ? "no" : "yes";
  show(name, now);
  write(key(name), now);
}

const SPEED = { dataset: { preference: "speed", account: "telling-speed" }, value: "normal" };

/** The speed at which others' steps are shown: "careful", "normal", "fast" or "at-once". */
export const speed = () => root.getAttribute("data-prefer-speed") ?? SPEED.value;

/** Apply a setting here, and on the person's other devices. */
function choose(field, value, kept = value) {
  const { preference: name, account } = field.dataset;
  show(name, value);
  write(key(name), value);
  write(accountKey(name), ofAccount(field));
  if (account) keepInAccount(account.replace("-", "_"), kept);
}

/** The value chosen in this browser; null: none. */
export const kept = (name) => read(key(name));
export const keep = (name, value) => write(key(name), value);

/** Pages without the control follow the preference, too. */
export function startSpeed() {
  const select = document.querySelector("select[data-preference=speed]") ?? SPEED;
  select.value = chosen(select) || ofAccount(select) || select.value;
  show("speed", select.value);
  select.addEventListener?.("change", () => choose(select, select.value));
}

function startButtons() {
  for (const { dataset } of document.querySelectorAll("button[data-preference]")) {
    show(dataset.preference, read(key(dataset.preference)) === "no" ? "no" : "yes");
  }
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-preference]");
    if (button) turn(button.dataset.preference);
  });
}

export function startPreferences() {
  startButtons();
  startSpeed();
  for (const box of document.querySelectorAll("input[data-preference]")) {
    box.checked = wish(box);
    show(box.dataset.preference, saidBy(box));
    box.addEventListener("change", () => choose(box, saidBy(box), box.checked ? "on" : "off"));
  }
}

// Alerts players to their turn: a short sound, and a blinking title while the page is hidden.

const NOTES = [
  [587.33, 0],
  [880, 0.13],
]; // Hz, and seconds after the beginning
const RINGING = 0.5; // s, of each note
const LOUD = 0.12; // of 1
const BLINK = 1_000; // ms
const still = matchMedia("(prefers-reduced-motion: reduce)");

let sound = null;

function ring(pitch, at) {
  const voice = new OscillatorNode(sound, { type: "sine", frequency: pitch });
  const volume = new GainNode(sound, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUD, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + RINGING);
  voice.connect(volume).connect(sound.destination);
  voice.start(at);
  voice.stop(at + RINGING);
}

/** Browsers allow no sound before the first touch, so we don't try before. */
async function chime() {
  if (!navigator.userActivation?.hasBeenActive) return;
  sound ??= new AudioContext();
  await sound.resume();
  for (const [pitch, after] of NOTES) ring(pitch, sound.currentTime + after);
}

export class Attention {
  #words;
  #title = pageName();
  #mine;
  #blinking = null;

  /** @param {string} words blink in the title; `mine`: whether it is the player's turn now */
  constructor(words, mine) {
    this.#words = words;
    this.#mine = mine;
    document.addEventListener("visibilitychange", () => document.hidden || this.#rest());
  }

  /** The page's name. */
  set title(text) {
    this.#title = text;
    if (this.#blinking === null) namePage(text);
  }

  /** Whether it is the player's turn now. */
  turn(mine) {
    const now = mine && !this.#mine;
    this.#mine = mine;
    if (!mine) this.#rest();
    if (!now) return;
    if (prefers("sounds")) chime().catch(() => {}); // a device without sound
    if (prefers("blink") && document.hidden) this.#blink();
  }

  #blink() {
    let called = false;
    const change = () => {
      called = !called;
      namePage(called ? this.#words : this.#title);
    };
    change();
    this.#blinking = still.matches ? 0 : setInterval(change, BLINK);
  }

  #rest() {
    if (this.#blinking === null) return;
    clearInterval(this.#blinking);
    this.#blinking = null;
    namePage(this.#title);
  }
}

// «?» and then a touch on the board, or the key «?» on the focused piece, shows its rule in short,
// with links to the chapters of the rules. Without this script «?» shows all of these rules at
// once. If the piece has no rule, the key shows the preferences and all keys.

const asking = () => "asking" in root.dataset;

function ask(wanted) {
  root.toggleAttribute("data-asking", wanted);
  for (const button of document.querySelectorAll("[data-ask]")) button.ariaPressed = String(wanted);
  document.querySelector(".asking")?.togglePopover(wanted); // a popover isn't clipped by the board
}

/** Show the rule of this element; false: it has none. */
function answer(element) {
  const target = element.closest?.("[data-rule]");
  const rule = target?.dataset.rule;
  const leaf = document.querySelector("[data-asked]");
  if (!rule || !leaf) return false;
  ask(false);
  for (const entry of leaf.querySelectorAll("[data-about]"))
    entry.hidden = entry.dataset.about !== rule;
  leaf.showPopover({ source: element.closest("button") ?? target });
  leaf.querySelector("[data-about]:not([hidden]) a")?.focus();
  return true;
}

/** Show all keys; false: nobody plays on this page. */
function listKeys() {
  const list = document.getElementById("preferences");
  list?.showPopover();
  return Boolean(list);
}

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// Capture clicks before the board gets them: while asking, touches choose nothing.
document.addEventListener(
  "click",
  (event) => {
    const { target } = event;
    if (target.closest("[data-ask]")) {
      stop(event);
      ask(!asking());
    } else if (asking() && (answer(target) || target.closest("[data-target]"))) {
      stop(event);
    }
  },
  { capture: true },
);

document.addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Escape" && asking()) {
      stop(event);
      ask(false);
    } else if (
      event.key === "?" &&
      !event.target.matches?.("input, textarea, select") &&
      (answer(event.target) || listKeys())
    ) {
      stop(event);
    }
  },
  { capture: true },
);

// htmx saves the notepad during typing. Unsaved text is saved when the reader leaves.

const form = document.getElementById("notepad");
const field = form?.elements.text;
let typed = false; // whether text is unsaved
let sent = ""; // the text that htmx sent

async function save() {
  if (!typed) return;
  typed = false;
  const headers = { "HX-Request": "true" };
  const all = { method: "POST", body: new FormData(form), headers, keepalive: true };
  const answer = await fetch(form.action, all).catch(() => null);
  if (!answer?.ok) typed = true;
}

/** Save without leaving the page, so that picks stay; a failure shows the server's own page. */
async function saveAndClose(event) {
  event.preventDefault();
  await save();
  if (typed) form.submit();
  else form.hidePopover();
}

if (form) {
  field.addEventListener("input", () => (typed = true));
  form.addEventListener("reset", () => (typed = false));
  field.addEventListener("htmx:before:request", () => (sent = field.value));
  field.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (ctx.response.status < 400 && field.value === sent) typed = false;
  });
  form.addEventListener("submit", saveAndClose);
  addEventListener("pagehide", save);
  document.addEventListener("visibilitychange", () => document.hidden && save());
}

// The button for a rematch names the people who have already asked for one.

/** Update the names on the button, if the page has one. */
export async function tellWhoAsks() {
  const button = document.querySelector("[data-rematch]");
  if (!button) return;
  const answer = await fetch(button.dataset.rematch).catch(() => null);
  if (answer?.ok) button.textContent = (await answer.json()).label;
}

document.addEventListener("site:news", tellWhoAsks);
tellWhoAsks();
