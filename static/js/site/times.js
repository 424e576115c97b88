// Times as their reader knows them: in the zone of the account, else in that of the browser.

const root = document.documentElement;
const styles = {
  both: { dateStyle: "medium", timeStyle: "short" },
  date: { dateStyle: "medium" },
  time: { timeStyle: "short" },
};

function formatIn(timeZone, style) {
  try {
    return new Intl.DateTimeFormat(root.lang, { ...styles[style], timeZone });
  } catch {
    return formatIn(undefined, style); // a zone that this browser doesn't know
  }
}

const formats = Object.fromEntries(
  Object.keys(styles).map((style) => [style, formatIn(root.dataset.timeZone, style)]),
);

/** The day of a moment, given as in `datetime`, as people read it. */
export function dayOf(moment) {
  return formats.date.format(new Date(moment));
}

/** Show every `<time datetime>` below `within` in the account's zone, else in this browser's; the
 *  date or the time alone where `data-only` says so. What `data-localized` marks stays as it is.
 *  A page that is drawn anew has the server's words again. */
export function localizeTimes(within = document) {
  for (const element of within.querySelectorAll("time[datetime]:not([data-localized])")) {
    const told = formats[element.dataset.only ?? "both"].format(new Date(element.dateTime));
    if (element.textContent !== told) element.textContent = told;
  }
}
