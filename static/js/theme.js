// Runs before the first paint: the chosen theme, a mark that scripts work at all (but in browsers
// too old for the boards, which get plain forms), and one that a page's own script may yet start.
// What stands in for that script is hidden only so long; once all scripts had their chance, the one
// that `<meta name="unstarted">` names helps out, if need be.
(() => {
  const PATIENCE = 5_000; // ms: slow phones need that long; what disappears again shifts the page
  const root = document.documentElement;
  const started = () => root.classList.remove("starting"); // or it never will
  const isAble =
    "CSSScopeRule" in window &&
    "popover" in HTMLElement.prototype &&
    CSS.supports("color", "light-dark(red, red)");
  if (isAble) root.classList.add("scripted", "starting");
  document.addEventListener("DOMContentLoaded", () => {
    started();
    const help = document.querySelector('meta[name="unstarted"]')?.content;
    if (!help || (root.classList.contains("started") && window.htmx)) return;
    document.head.append(Object.assign(document.createElement("script"), { src: help }));
  });
  setTimeout(started, PATIENCE);
  if ("account" in root.dataset) return; // the account's theme, or the device's, is there already
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    /* storage may be forbidden: the device's theme holds */
  }
})();
