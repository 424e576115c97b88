// When the focused element vanishes, the focus goes to its neighbor, not to the page's top. The
// pages of a match and of a table handle their own parts, before this does.

const STOPS = "a[href], button, input, select, textarea, summary, [tabindex]";
const PARTS = "dialog, [popover], .toasts, main, body";
const WAIT = 100; // ms in which other scripts may find a better place

let focused = null; // the focused element
let beside = [[], []]; // its neighbors after and before it in its part of the page, nearest first
let before = null; // the last focused element of another part

const canHave = (element) =>
  element?.isConnected &&
  !element.disabled &&
  element.checkVisibility({ visibilityProperty: true });

function note({ target }) {
  const part = target.closest(PARTS);
  if (focused && !part.contains(focused)) before = focused;
  focused = target;
  const all = [...part.querySelectorAll(STOPS)];
  const place = all.indexOf(target);
  beside = [all.slice(place + 1), all.slice(0, Math.max(place, 0)).reverse()];
}

function look() {
  if (!focused || document.activeElement !== document.body) return;
  if (canHave(focused)) {
    focused = null; // the reader left it
    return;
  }
  const same = focused.id && document.getElementById(focused.id);
  const most = Math.max(...beside.map((side) => side.length));
  const near = Array.from({ length: most }, (_, away) => beside.map((side) => side[away])).flat();
  const whole = ["status", "main"].map((id) => document.getElementById(id));
  [same, ...near, before, ...whole].find(canHave)?.focus({ preventScroll: true });
}

document.addEventListener("focusin", note);
document.addEventListener("focusout", () => setTimeout(look, WAIT));
// Not every browser fires an event when the focused element is removed.
new MutationObserver(() => {
  if (focused && !focused.isConnected) setTimeout(look, WAIT);
}).observe(document.body, { childList: true, subtree: true });
