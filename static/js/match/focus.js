// Keeps the focus in a good place when the page changes under it.

const isSeen = (element) => element?.checkVisibility({ visibilityProperty: true }) ?? false;
const inPage = (element) => element?.closest?.("#page") != null;

/** Call before a change; what it returns, after it. */
export function keepFocus() {
  const before = document.activeElement;
  if (!inPage(before)) return () => {};
  const { id } = before;
  const target = before.dataset.target;
  const alike = target
    ? [...document.querySelectorAll(`[data-target="${CSS.escape(target)}"]`)]
    : [];
  const rank = alike.indexOf(before);
  return () => {
    const current = document.activeElement;
    if (current !== document.body && isSeen(current)) return;
    const same = target
      ? [...document.querySelectorAll(`[data-target="${CSS.escape(target)}"]`)]
      : [];
    const now = (id && document.getElementById(id)) || same[Math.min(rank, same.length - 1)];
    if (isSeen(now)) now.focus({ preventScroll: true });
    if (document.activeElement === now) return; // what stands there now may not be for touching
    document.getElementById("status")?.focus({ preventScroll: true });
  };
}
