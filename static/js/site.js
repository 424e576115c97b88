// What every page does: the theme switch, times in the reader's zone, toasts.

function switchTheme() {
  const root = document.documentElement;
  const dark = getComputedStyle(root).colorScheme === "dark"
    || (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "light" : "dark";
  try {
    localStorage.setItem("theme", root.dataset.theme);
  } catch { /* it holds for this page */ }
}

const dayAndTime = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

/** Show every `<time datetime>` below `root` in the zone of this browser. */
export function localiseTimes(root = document) {
  for (const element of root.querySelectorAll("time[datetime]:not([data-localised])")) {
    element.textContent = dayAndTime.format(new Date(element.dateTime));
    element.dataset.localised = "";
  }
}

/** Tell something that wants to be noticed; it goes away by itself or when closed. */
export function toast(text, seconds = 8) {
  const box = document.getElementById("toasts");
  const piece = document.getElementById("toast").content.firstElementChild.cloneNode(true);
  piece.querySelector("span").textContent = text;
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
    toast(button.dataset.copied, 3);
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
