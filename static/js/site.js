// What every page does: the theme switch, times in the reader's zone, toasts.
import { keepInAccount } from "./site/account.js";

const root = document.documentElement;

function switchTheme() {
  const dark =
    getComputedStyle(root).colorScheme === "dark" ||
    (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "light" : "dark";
  if (keepInAccount("theme", root.dataset.theme)) return;
  try {
    localStorage.setItem("theme", root.dataset.theme);
  } catch {
    /* it holds for this page */
  }
}

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
 *  date or the time alone where `data-only` says so. */
export function localiseTimes(within = document) {
  for (const element of within.querySelectorAll("time[datetime]:not([data-localised])")) {
    const format = formats[element.dataset.only ?? "both"];
    element.textContent = format.format(new Date(element.dateTime));
    element.dataset.localised = "";
  }
}

/** Show a message; it goes away by itself or when closed. */
export function toast(text, { seconds = 8, link = "" } = {}) {
  const box = document.getElementById("toasts");
  const piece = document.getElementById("toast").content.firstElementChild.cloneNode(true);
  const words = link ? Object.assign(document.createElement("a"), { href: link }) : "";
  piece.querySelector("span").append(words);
  (words || piece.querySelector("span")).textContent = text;
  piece.querySelector("button").addEventListener("click", () => piece.remove());
  box.replaceChildren(piece);
  setTimeout(() => piece.remove(), seconds * 1000);
}

for (const button of document.querySelectorAll("[data-theme-switch]")) {
  button.addEventListener("click", switchTheme);
}
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.querySelector(button.dataset.copy).value);
    toast(button.dataset.copied, { seconds: 3 });
  });
}
// A dialog opens by `data-open="its id"`, closes by any `data-close` in it or a click beside it.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-open], [data-close], [data-toast]");
  if (event.target instanceof HTMLDialogElement) event.target.close();
  if (!button) return;
  if (button.dataset.open) document.getElementById(button.dataset.open).showModal();
  if ("close" in button.dataset) button.closest("dialog").close();
  if (button.dataset.toast) toast(button.dataset.toast);
});
localiseTimes();
document.addEventListener("htmx:after:swap", () => localiseTimes());
