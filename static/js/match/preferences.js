// What a player likes better. Any `<input type=checkbox data-preference="name">` is one: it is kept
// in this browser, and `<html data-prefer-name="yes|no">` lets style sheets follow it.

const root = document.documentElement;
const key = (name) => `prefer-${name}`;

function stored(name) {
  try {
    return localStorage.getItem(key(name));
  } catch {
    return null;
  }
}

function keep(name, value) {
  root.setAttribute(`data-${key(name)}`, value);
  try {
    localStorage.setItem(key(name), value);
  } catch { /* it holds for this page */ }
}

/** Whether the player likes it so; what stands in the page until they say otherwise. */
export const prefers = (name) => root.getAttribute(`data-${key(name)}`) !== "no";

export function startPreferences() {
  for (const box of document.querySelectorAll("[data-preference]")) {
    const name = box.dataset.preference;
    const said = stored(name);
    if (said) box.checked = said === "yes";
    root.setAttribute(`data-${key(name)}`, box.checked ? "yes" : "no");
    box.addEventListener("change", () => keep(name, box.checked ? "yes" : "no"));
  }
}
