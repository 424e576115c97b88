// Runs before the first paint: the chosen theme, and a mark that scripts work at all.
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");
  if ("account" in root.dataset) return; // the account's theme, or the device's, is there already
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch { /* storage may be forbidden: the device's theme holds */ }
})();
