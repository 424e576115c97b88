// The replay studio: slider, buttons, keys and links lead to moments. See docs/replay.md.
import "./chat.js";
import { measureBars } from "./match/live.js";
import { keep, kept, startSpeed } from "./match/personal.js";
import { Moments, Replay } from "./match/replay.js";
import { localizeTimes, toast } from "./site/page.js";

// Parts of the studio besides boards, loaded on demand: the whole log, and the result with the
// curve of points.

const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

async function textAt(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null; // the link in its place still works
  }
}

class Story {
  #drawer = document.getElementById("story");
  #lines = this.#drawer.querySelector(".lines");
  #step = 0;
  #filled = false;

  /** @param {string} query the view and the line */
  constructor(query) {
    this.#drawer.addEventListener("beforetoggle", ({ newState }) => {
      if (newState === "open") this.#fill(query);
    });
    this.#drawer.addEventListener("toggle", () => this.mark(this.#step));
  }

  /** Mark this step in the log and on the curve. */
  mark(step) {
    this.#step = step;
    for (const here of document.querySelectorAll(".here"))
      here.setAttribute("d", `M${step} -4V104`);
    for (const now of this.#lines.querySelectorAll("[aria-current]")) {
      now.removeAttribute("aria-current");
    }
    const lines = [...this.#lines.querySelectorAll("[data-step]")];
    const now = lines.findLast(({ dataset }) => Number(dataset.step) <= step);
    now?.setAttribute("aria-current", "step");
    if (this.#drawer.matches(":popover-open")) now?.scrollIntoView({ block: "nearest" });
  }

  async #fill(query) {
    if (this.#filled) return;
    this.#filled = true;
    const text = await textAt(`${this.#drawer.dataset.story}?${query.slice(1)}`);
    this.#filled = text !== null;
    if (!this.#filled) return;
    this.#lines.replaceChildren(...parsed(text).body.childNodes);
    this.mark(this.#step);
  }
}

/** If the match is over, show the result below the board, and the points at the slider. */
async function fetchAfter(shown) {
  const place = document.getElementById("after");
  const text = place && (await textAt(place.dataset.after));
  const found = text && parsed(text).getElementById("after-all");
  if (!found) return;
  place.replaceChildren(found);
  const lines = found.querySelector(".drawing > svg");
  if (lines) document.getElementById("small-curve")?.replaceChildren(lines.cloneNode(true));
  shown();
}

const page = document.getElementById("page");
const bar = document.getElementById("transport");
const slider = document.getElementById("step");
const { steps, turns, counting } = JSON.parse(document.getElementById("line").textContent);
const TYPING = "textarea, select, [contenteditable], input:not([type=range]), dialog, [role=log]";
const PRESSED = "a, button, summary, [role=button]";
const SCRUBBING = { scrubbing: true };
const ADDRESS_AFTER = 300; // ms: browsers limit how often the address may change

const { query } = bar.dataset;
const addressOf = (step) => `?step=${step}${query}`;

/** The place of the last stop at or before a step. */
const placeOf = (step) =>
  Math.max(
    0,
    steps.findLastIndex((one) => one <= step),
  );

/** The step to which each button leads; undefined: none. */
const WAYS = {
  first: () => steps[0],
  "turn-before": (step) => turns.findLast((one) => one < step),
  prev: (step) => steps[placeOf(step) - 1],
  next: (step) => steps[placeOf(step) + 1],
  "turn-after": (step) => turns.find((one) => one > step),
  last: () => steps.at(-1),
};
const KEYS = {
  ArrowLeft: "prev",
  ArrowRight: "next",
  Home: "first",
  End: "last",
  "Shift ArrowLeft": "turn-before",
  "Shift ArrowRight": "turn-after",
};
const SLIDER_KEYS = {
  ...KEYS,
  ArrowDown: "prev",
  ArrowUp: "next",
  PageDown: "turn-before",
  PageUp: "turn-after",
};

const story = new Story(query);
let addressTimer = 0;

function noteAddress(step) {
  clearTimeout(addressTimer);
  const note = () => history.replaceState(null, "", addressOf(step));
  addressTimer = setTimeout(note, ADDRESS_AFTER);
}

function say(text) {
  const moment = document.querySelector("#live .moment").textContent;
  const caption = bar.dataset.says.replace("{moment}", moment).replace("{text}", text);
  slider.setAttribute("aria-valuetext", text ? caption : moment);
}

/** Update the links for the present step. */
function lead(step) {
  for (const link of bar.querySelectorAll("[data-go]")) {
    const to = WAYS[link.dataset.go](step);
    const goes = to !== undefined && to !== step;
    link.setAttribute("aria-disabled", !goes);
    if (goes) link.href = addressOf(to);
    else if (document.activeElement !== link) link.removeAttribute("href");
  }
  for (const kept of document.querySelectorAll("#seen [name=step]")) kept.value = step;
  const near = counting?.findLast((one) => one <= step) ?? step;
  for (const id of ["take-backs", "fork"]) {
    const other = document.getElementById(id);
    if (!other) continue;
    const address = new URL(other.href);
    address.searchParams.set("step", near);
    other.href = address;
  }
  // A match can't continue from a step that was taken back, but from the last valid step before it.
  const goesOn = document.getElementById("fork");
  if (!goesOn) return;
  const { here, before } = goesOn.dataset;
  goesOn.textContent = near === step ? here : before;
}

const moments = new Moments(bar.dataset.boards, query, steps);
const replay = new Replay(page, moments, steps, {
  wanted(place) {
    slider.value = steps[place];
    document.getElementById("at").textContent = steps[place];
    const isThere = document.getElementById("live").dataset.version === String(steps[place]);
    if (!isThere) slider.removeAttribute("aria-valuetext");
  },
  shown(place, text) {
    const step = steps[place];
    say(text);
    lead(step);
    noteAddress(step);
    story.mark(step);
    localizeTimes(document.getElementById("live"));
    measureBars();
  },
  played(playing) {
    const button = document.getElementById("play");
    button.toggleAttribute("data-playing", playing);
    button.querySelector(".sr").textContent = playing ? button.dataset.pause : button.dataset.play;
  },
  failed: () => toast(document.getElementById("story").dataset.failed),
});
const here = () => steps[replay.place];

function toStep(step, how) {
  if (step !== undefined) replay.go(placeOf(step), how);
}

/** Links to a moment of this line go there without a page load. */
function follow(event) {
  const link = event.target.closest("a");
  const address = link?.getAttribute("href");
  if (!address || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const to = new URL(address, location.href);
  const step = Number(to.searchParams.get("step") ?? Number.NaN);
  const same = to.pathname === location.pathname && link.id !== "take-backs";
  if (!same || !steps.includes(step)) return;
  event.preventDefault();
  document.getElementById("story").hidePopover();
  toStep(step);
}

function pressKey(event) {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (target.closest?.(TYPING)) return;
  const keys = target === slider ? SLIDER_KEYS : KEYS;
  const way = keys[event.shiftKey ? `Shift ${key}` : key];
  if (way) toStep(WAYS[way](here()));
  else if (key === " " && !target.closest?.(PRESSED)) toggle();
  else return;
  event.preventDefault();
}

function toggle() {
  if (document.getElementById("play").hasAttribute("data-playing")) replay.pause();
  else replay.play();
}

async function copyLink() {
  const address = new URL(addressOf(here()), location.href);
  try {
    await navigator.clipboard.writeText(address.href);
    toast(bar.dataset.copied);
  } catch {
    toast(address.href); // for copying by hand
  }
}

/** The speed of play: the last choice here, or else the speed of others' moves. */
function startPace() {
  startSpeed();
  const select = document.getElementById("pace");
  const root = document.documentElement;
  const known = [...select.options].map(({ value }) => value);
  const wishes = [kept("replay-speed"), root.dataset.preferSpeed];
  select.value = wishes.find((wish) => known.includes(wish)) ?? select.value;
  const set = () => root.setAttribute("data-prefer-speed", select.value);
  select.addEventListener("change", () => {
    keep("replay-speed", select.value);
    set();
  });
  set();
}

function start() {
  startPace();
  measureBars();
  slider.addEventListener("input", () => toStep(Number(slider.value), SCRUBBING));
  document.addEventListener("keydown", pressKey);
  document.getElementById("main").addEventListener("click", follow);
  document.getElementById("play").addEventListener("click", toggle);
  document.getElementById("copy").addEventListener("click", copyLink);
  const seen = document.getElementById("seen");
  seen?.addEventListener("change", () => seen.requestSubmit());
  story.mark(here());
  fetchAfter(() => story.mark(here()));
}

start();
document.documentElement.classList.add("started");
