// What can be chosen: the choices as data, what the picks can become, how the board shows both, and
// why something can't be picked.

/**
 * @typedef {{action: object, label: string, group: string, picks: string[], ordered: boolean,
 *   atOnce: boolean, along: string|undefined, preview: object|null, then: object|null}} Choice
 */

const NONE = { version: null, client_id: "", actions: [] };

/** The choices that the server sent with this position; none for someone who can't act. */
export function readChoices(root = document) {
  const element = root.querySelector("#choices");
  return unpack(element ? JSON.parse(element.textContent) : NONE);
}

/** The choice's action as the move form sends it, with what follows at once. */
export const sent = ({ action, then }) => JSON.stringify(then ? [action, then] : action);

/** What choices share is sent once and referred to by number: choices_json.py. */
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

/** What kind of target it is: the part before the first colon. */
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

/** The choice that these picks are, if they are one. */
function complete(choices, picks) {
  if (!picks.length) return null;
  const all = ({ along, picks: own }) => own.length + times(picks, along) === picks.length;
  return choices.find((choice) => all(choice) && fits(choice, picks)) ?? null;
}

/** The choice that the last of these touches makes without being asked again, or null. */
export function immediate(choices, picks) {
  const choice = complete(choices, picks);
  return choice?.atOnce && choice.picks.at(-1) === picks.at(-1) ? choice : null;
}

/** The choices that need the fewest picks more. */
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

// What a player has picked so far. It knows nothing about the page: it is given touches and
// choices.

export class Selection {
  #choices = [];
  #changed;
  picks = [];

  /** @param {() => void} changed called after every change, of the picks or of what is offered */
  constructor(changed = () => {}) {
    this.#changed = changed;
  }

  get choices() {
    return this.#choices;
  }
  /** The choice that the picks are, or null. */
  get choice() {
    return complete(this.#choices, this.picks);
  }
  /** The choices that the picks can become, the one they are included. */
  get open() {
    return open(this.#choices, this.picks);
  }
  /** What can be picked next. */
  get next() {
    return addable(this.#choices, this.picks);
  }

  /** Other choices are offered: the picks stay as long as they still lead somewhere. */
  offer(choices) {
    this.#choices = choices;
    while (this.picks.length && !this.open.length) this.picks.pop();
    this.#changed();
  }

  /** Pick a target, or change one's mind about the last thing. False: it leads nowhere. */
  add(target) {
    const picks = [this.picks, ...this.#insteads(target)]
      .map((kept) => [...kept, target])
      .find((wanted) => open(this.#choices, wanted).length);
    if (!picks) return false;
    this.#set(picks);
    return true;
  }

  /** Take a pick back, the newest of its kind, and what can't stand without it. */
  remove(target) {
    const at = this.picks.lastIndexOf(target);
    if (at < 0) return;
    const rest = this.picks.toSpliced(at, 1);
    this.#set(open(this.#choices, rest).length ? rest : this.picks.slice(0, at));
  }

  clear() {
    this.#set([]);
  }

  /** Picks that another target may stand in for: a single one, or the only one of its family. */
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

  /** In a sequence the only target that can come next takes its place by itself. */
  #followSuit() {
    while (!this.choice && this.next.size === 1 && this.open.every(({ ordered }) => ordered)) {
      this.picks = [...this.picks, ...this.next];
    }
  }
}

// Shows on the board what is chosen and what can be touched next: classes and attributes, no more.

const targets = (root) => root.querySelectorAll("[data-target]");

/** The elements that stand for picks: of several alike those touched, then the first ones. */
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
 * @param {import("./selection.js").Selection} selection
 * @param {Set<Element>} touched what the player touched themselves
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
  // Not by `:has(.chosen)`: after each pick that would compute the styles of the whole page anew.
  for (const holder of root.querySelectorAll("[data-holds], .fan, .fan > li"))
    for (const state of ["chosen", "can"])
      holder.toggleAttribute(`data-${state}`, holder.querySelector(`.${state}`) !== null);
}

/** A small shake of the head: not possible. */
export function refuse(element) {
  element.classList.add("no");
  setTimeout(() => element.classList.remove("no"), 260);
}

// The ruleset's own module for its board, if it ships one.

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

/** Show what the choice would do and return it in words, if there are any; null takes it away. */
export function preview(choice) {
  latest = choice;
  return own?.preview?.(document.getElementById("live"), choice) ?? "";
}

// What a preview draws in pixels is drawn anew when the window gets another size.
addEventListener("resize", () => latest && preview(latest));

// Asks the server for a sentence on why something can't be touched now.

let asking = null;

/**
 * @param {string} address
 * @param {string[]} picks what was touched, the refused target last
 * @returns {Promise<string|null>} null: there is nothing to say, or an older question was overtaken
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
