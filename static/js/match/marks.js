// Shows on the board what is chosen and what can be touched next: classes and attributes, no more.
import { times } from "./choices.js";

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
  root.toggleAttribute("data-picking", picks.length > 0);
  for (const element of targets(root)) {
    const is = chosen.has(element);
    const can = !is && next.has(element.dataset.target);
    element.classList.toggle("chosen", is);
    element.classList.toggle("can", can);
    element.setAttribute("aria-pressed", is);
    element.setAttribute("aria-disabled", !is && !can);
  }
}

/** A small shake of the head: not possible. */
export function refuse(element) {
  element.classList.add("no");
  setTimeout(() => element.classList.remove("no"), 260);
}
