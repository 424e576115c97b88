// Where the focus goes when what has it vanishes: to what lay beside it, not to the page's top. The
// pages of a match and of a table know better for their own parts, and come first.

const STOPS = "a[href], button, input, select, textarea, summary, [tabindex]";
const PARTS = "dialog, [popover], .toasts, main, body";
const WAIT = 100; // ms in which others may find a better place

let had = null; // what has the focus
let beside = [[], []]; // what lies after and before it in the same part of the page, nearest first
let before = null; // what had it in another part

const canHave = (element) =>
  element?.isConnected &&
  !element.disabled &&
  element.checkVisibility({ visibilityProperty: true });

function note({ target }) {
  const part = target.closest(PARTS);
  if (had && !part.contains(had)) before = had;
  had = target;
  const all = [...part.querySelectorAll(STOPS)];
  const place = all.indexOf(target);
  beside = [all.slice(place + 1), all.slice(0, Math.max(place, 0)).reverse()];
}

function look() {
  if (!had || document.activeElement !== document.body) return;
  if (canHave(had)) {
    had = null; // somebody left it
    return;
  }
  const same = had.id && document.getElementById(had.id);
  const most = Math.max(...beside.map((side) => side.length));
  const near = Array.from({ length: most }, (_, away) => beside.map((side) => side[away])).flat();
  const whole = ["status", "main"].map((id) => document.getElementById(id));
  [same, ...near, before, ...whole].find(canHave)?.focus({ preventScroll: true });
}

document.addEventListener("focusin", note);
document.addEventListener("focusout", () => setTimeout(look, WAIT));
// Not every browser says so when what has the focus is removed.
new MutationObserver(() => {
  if (had && !had.isConnected) setTimeout(look, WAIT);
}).observe(document.body, { childList: true, subtree: true });
