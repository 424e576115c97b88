// Hides from the page of a step what the staged ending, or pieces still on their way, are to show
// first.

// Seats and strip would tell it too soon.
const AS_BEFORE = [".seats", ".strip"];

/** Of these kinds the elements of `page` become as they are in `shown`, the page before. */
export function keepLooks(page, shown, kinds) {
  for (const kind of kinds) {
    const before = shown.querySelectorAll(kind);
    for (const [place, now] of page.querySelectorAll(kind).entries()) {
      if (before[place]) now.replaceWith(before[place].cloneNode(true));
    }
  }
}

/** The last so many lines of the log, as its newest step has them. */
export function lastLines(page, countOf) {
  const last = JSON.parse(page.querySelector("#motions").textContent).at(-1);
  const lines = last ? [...page.querySelectorAll(`[role=log] [id^="log-${last.step}-"]`)] : [];
  return lines.slice(lines.length - Math.min(lines.length, last ? countOf(last) : 0));
}

/** The HTML of a step's page as it looks until the step's pieces have come to rest. */
export function unsettled(content, shown) {
  const page = new DOMParser().parseFromString(content, "text/html").querySelector("#live");
  for (const line of lastLines(page, ({ late }) => late)) line.remove();
  keepLooks(page, shown, AS_BEFORE);
  return page.outerHTML;
}
