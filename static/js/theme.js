// Runs before the first paint: sets the chosen theme, a class that scripts work (not in browsers
// too old for the boards, which get plain forms), and a class that the page's own script may yet
// start. Meanwhile the page hides that script's stand-in; if the script doesn't start, the one that
// `<meta name="unstarted">` names takes over.
(() => {
  const PATIENCE = 5_000; // ms for slow phones: a stand-in that disappears again shifts the page
  const root = document.documentElement;
  const started = () => root.classList.remove("starting"); // it has started, or never will
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
  if ("account" in root.dataset) return; // the account's theme, or the device's, is already set
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    /* storage may be forbidden: the device's theme applies */
  }
})();
