// What ends the telling: a click anywhere on the match's page or most keys. While the board shown
// is older than what is known, that does nothing else: nobody picks what is about to change.

const LOOKING = /^(Shift|Control|Alt|Meta|Tab|Arrow.*|Page.*|Home|End|F\d+)$/;
// What stays as useful as ever, and skips nothing.
const APART =
  "#chat, #drawer, #resign, #preferences, [popovertarget=preferences], a[href], [role=log]";
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
