// The choices as data, what the picks can become, how the board shows both, and why a target can't
// be picked.

/**
 * @typedef {{action: object, label: string, group: string, picks: string[], ordered: boolean,
 *   atOnce: boolean, along: string|undefined, preview: object|null, then: object|null}} Choice
 */

const NONE = { version: null, client_id: "", actions: [] };

/** The choices that the server sent with this position; none for people who can't act. */
export function readChoices(root = document) {
  const element = root.querySelector("#choices");
  return unpack(element ? JSON.parse(element.textContent) : NONE);
}

/** The choice's action as the move form sends it, with the second action of a joined choice. */
export const sent = ({ action, then }) => JSON.stringify(then ? [action, then] : action);

/** Shared parts of choices are sent once and referenced by number: choices_json.py. */
function unpack({ version, client_id, actions, labels, groups, picks, previews, ...shared }) {
  const { phrases, texts, targets, shown, ordered, at_once: atOnce, then, along } = shared;
  const say = ([phrase, ...parts]) =>
    phrases[phrase]
      .map((piece) => (typeof piece === "number" ? texts[parts[piece]] : piece))
      .join("");
  const choices = actions.map((action, number) => ({
    action,
    label: Array.isArray(labels[number]) ? say(labels[number]) : texts[labels[number]],
    group: texts[groups[number]],
    picks: spread(picks[number], targets),
    ordered: ordered.includes(number),
    atOnce: atOnce.includes(number),
    along: targets[along[number]],
    preview: shown[previews[number]] ?? null,
    then: then[number] ?? null,
  }));
  return { version, client_id, choices };
}

function spread(runs, targets) {
  const picks = [];
  for (let at = 0; at < runs.length; at += 2)
    picks.push(...Array(runs[at + 1]).fill(targets[runs[at]]));
  return picks;
}

/** The family of a target: the part before the first colon. */
export const family = (target) => target.split(":")[0];

/** How often a target is among the picks. */
export const times = (picks, target) => picks.filter((pick) => pick === target).length;

/** Whether the choice begins with these picks or, if they have no order, contains them. */
export function fits(choice, picks) {
  if (choice.ordered) return picks.every((pick, place) => choice.picks[place] === pick);
  const most = (pick) => times(choice.picks, pick) + (pick === choice.along ? 1 : 0);
  return [...new Set(picks)].every((pick) => most(pick) >= times(picks, pick));
}

/** The choices that these picks can still become. */
export const open = (choices, picks) => choices.filter((choice) => fits(choice, picks));

/** The choice that these picks complete, if any. */
function complete(choices, picks) {
  if (!picks.length) return null;
  const all = ({ along, picks: own }) => own.length + times(picks, along) === picks.length;
  return choices.find((choice) => all(choice) && fits(choice, picks)) ?? null;
}

/** The choice that the last of these touches makes without confirmation, or null. */
export function immediate(choices, picks) {
  const choice = complete(choices, picks);
  return choice?.atOnce && choice.picks.at(-1) === picks.at(-1) ? choice : null;
}

/** The choices that need the fewest further picks. */
export function nearest(choices, picks) {
  const still = open(choices, picks);
  const fewest = Math.min(...still.map((choice) => choice.picks.length));
  return still.filter((choice) => choice.picks.length === fewest);
}

/** The targets that can be picked next. */
export function addable(choices, picks) {
  const next = new Set();
  for (const choice of open(choices, picks)) {
    if (choice.ordered) next.add(choice.picks[picks.length]);
    else {
      const taken = [...picks];
      for (const pick of choice.picks) {
        const at = taken.indexOf(pick);
        if (at < 0) next.add(pick);
        else taken.splice(at, 1);
      }
    }
  }
  next.delete(undefined);
  return next;
}

// What a player has picked so far. It knows nothing about the page: it gets touches and choices.

export class Selection {
  #choices = [];
  #changed;
  picks = [];

  /** @param {() => void} changed called after every change of the picks or the choices */
  constructor(changed = () => {}) {
    this.#changed = changed;
  }

  get choices() {
    return this.#choices;
  }
  /** The choice that the picks complete, or null. */
  get choice() {
    return complete(this.#choices, this.picks);
  }
  /** The choices that the picks can become, including the one they complete. */
  get open() {
    return open(this.#choices, this.picks);
  }
  /** The targets that can be picked next. */
  get next() {
    return addable(this.#choices, this.picks);
  }

  /** Take new choices; the picks stay if they still fit one. */
  offer(choices) {
    this.#choices = choices;
    while (this.picks.length && !this.open.length) this.picks.pop();
    this.#changed();
  }

  /** Pick a target, or replace a pick by it. False: it fits no choice. */
  add(target) {
    const picks = [this.picks, ...this.#insteads(target)]
      .map((kept) => [...kept, target])
      .find((wanted) => open(this.#choices, wanted).length);
    if (!picks) return false;
    this.#set(picks);
    return true;
  }

  /** Unpick the newest pick of this target, and the picks that depend on it. */
  remove(target) {
    const at = this.picks.lastIndexOf(target);
    if (at < 0) return;
    const rest = this.picks.toSpliced(at, 1);
    this.#set(open(this.#choices, rest).length ? rest : this.picks.slice(0, at));
  }

  clear() {
    this.#set([]);
  }

  /** Picks that this target may replace: a single pick, or the only one of its family. */
  #insteads(target) {
    const alike = this.picks.filter((pick) => family(pick) === family(target));
    const others = this.picks.filter((pick) => family(pick) !== family(target));
    if (this.picks.length === 1 && this.picks[0] !== target) return [[]];
    return alike.length === 1 && alike[0] !== target ? [others] : [];
  }

  #set(picks) {
    this.picks = picks;
    if (picks.length) this.#followSuit();
    this.#changed();
  }

  /** In a sequence, pick the next target automatically if there is only one. */
  #followSuit() {
    while (!this.choice && this.next.size === 1 && this.open.every(({ ordered }) => ordered)) {
      this.picks = [...this.picks, ...this.next];
    }
  }
}

// Shows picks and pickable targets on the board, only by classes and attributes.

const targets = (root) => root.querySelectorAll("[data-target]");

/** The elements of the picks: among identical ones, those touched, then the first ones. */
function chosenOf(root, picks, touched) {
  const chosen = new Set();
  for (const target of new Set(picks)) {
    const alike = [...targets(root)].filter((element) => element.dataset.target === target);
    const first = alike.filter((element) => touched.has(element));
    const rest = alike.filter((element) => !touched.has(element));
    for (const element of [...first, ...rest].slice(0, times(picks, target))) chosen.add(element);
  }
  return chosen;
}

/**
 * @param {HTMLElement} root the board's root
 * @param {Selection} selection
 * @param {Set<Element>} touched the elements that the player touched
 */
export function mark(root, selection, touched) {
  const { picks, next } = selection;
  const chosen = chosenOf(root, picks, touched);
  if (picks.length) root.dataset.picking = picks.join(" ");
  else delete root.dataset.picking;
  for (const element of targets(root)) {
    const is = chosen.has(element);
    const can = !is && next.has(element.dataset.target);
    element.classList.toggle("chosen", is);
    element.classList.toggle("can", can);
    element.setAttribute("aria-pressed", is);
    element.setAttribute("aria-disabled", !is && !can);
  }
  // Not by `:has(.chosen)`, which would recompute the styles of the whole page after each pick.
  for (const holder of root.querySelectorAll("[data-holds], .fan, .fan > li"))
    for (const state of ["chosen", "can"])
      holder.toggleAttribute(`data-${state}`, holder.querySelector(`.${state}`) !== null);
}

/** Shake an element that can't be picked. */
export function refuse(element) {
  element.classList.add("no");
  setTimeout(() => element.classList.remove("no"), 260);
}

// The ruleset's own module for its board, if it has one.

let own = null;
let latest = null;

/** Load `static/<package>/board.js`: `export function preview(root, choice)`. */
export async function loadBoard(page) {
  const address = page.dataset.boardScript;
  if (!address) return;
  try {
    own = await import(address);
  } catch (error) {
    console.warn("the board goes without previews:", error.message);
  }
}

/** Preview the choice and return the effect in words, if any; null removes the preview. */
export function preview(choice) {
  latest = choice;
  return own?.preview?.(document.getElementById("live"), choice) ?? "";
}

// Previews drawn in pixels are redrawn when the window changes its size.
addEventListener("resize", () => latest && preview(latest));

// Asks the server why a target can't be touched now.

let asking = null;

/**
 * @param {string} address
 * @param {string[]} picks the touched targets, the refused one last
 * @returns {Promise<string|null>} null: there is no reason, or a newer question has replaced this
 */
export async function why(address, version, picks, otherwise) {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const query = new URLSearchParams([["version", version], ...picks.map((pick) => ["pick", pick])]);
  try {
    const answer = await fetch(`${address}?${query}`, {
      signal,
      headers: { Accept: "application/json" },
    });
    if (!answer.ok) return otherwise;
    return (await answer.json()).text ?? otherwise;
  } catch {
    return signal.aborted ? null : otherwise;
  }
}
