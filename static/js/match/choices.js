// What can be chosen, as data. Picks are a multiset of targets, or a sequence where `ordered`.

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

/** What choices share is sent once and referred to by number: docs/boards.md. */
export function unpack({
  version,
  client_id,
  actions,
  labels,
  groups,
  picks,
  previews,
  ...shared
}) {
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
export function complete(choices, picks) {
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
    else
      for (const pick of new Set(choice.picks))
        if (times(choice.picks, pick) > times(picks, pick)) next.add(pick);
  }
  next.delete(undefined);
  return next;
}
