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

/** Call before a change; what it returns, after it. */
export function keepFocus() {
  const before = document.activeElement;
  if (!inPage(before)) return () => {};
  const { id } = before;
  const { target } = before.dataset;
  const rank = alike(target).indexOf(before);
  const near = around(before);
  return () => {
    const current = document.activeElement;
    if (current !== document.body && isSeen(current)) return;
    const same = alike(target);
    const now = (id && document.getElementById(id)) || same[Math.min(rank, same.length - 1)];
    const left = near.filter((thing) => thing.isConnected && isInWindow(thing));
    if (![now, ...left].some(focus)) focus(document.getElementById("status"));
  };
}
