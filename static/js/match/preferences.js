// A player's preferences. Any `<input type=checkbox data-preference="name">` is one: it is kept in
// this browser, and `<html data-prefer-name="yes|no">` lets style sheets follow it. With
// `data-account="key"` it starts from the account's settings, `data-key="on|off"` on <html> or
// <body>; the latest setting wins, wherever it was made.

const root = document.documentElement;
const key = (name) => `prefer-${name}`;
const accountKey = (name) => `prefer-${name}-account`;

function read(item) {
  try {
    return localStorage.getItem(item);
  } catch {
    return null;
  }
}

function write(item, value) {
  try {
    localStorage.setItem(item, value);
  } catch {
    /* it holds for this page */
  }
}

function forget(name) {
  write(key(name), "");
  write(accountKey(name), "");
}

/** What the account's settings say, "on" or "off"; empty where they say nothing. */
function ofAccount(box) {
  const attribute = `data-${box.dataset.account}`;
  return box.dataset.account
    ? (root.getAttribute(attribute) ?? document.body.getAttribute(attribute) ?? "")
    : "";
}

/** Whether the player prefers it: set here, unless the account's setting changed since. */
function wish(box) {
  const { preference: name } = box.dataset;
  const account = ofAccount(box);
  if ((read(accountKey(name)) ?? "") !== account) forget(name);
  const said = read(key(name));
  if (said) return said === "yes";
  return account ? account !== "off" : box.checked;
}

function follow(box) {
  root.setAttribute(`data-${key(box.dataset.preference)}`, box.checked ? "yes" : "no");
}

/** Whether the player prefers it; the page's default until they choose. */
export const prefers = (name) => root.getAttribute(`data-${key(name)}`) !== "no";

export function startPreferences() {
  for (const box of document.querySelectorAll("[data-preference]")) {
    const { preference: name } = box.dataset;
    box.checked = wish(box);
    follow(box);
    box.addEventListener("change", () => {
      follow(box);
      write(key(name), box.checked ? "yes" : "no");
      write(accountKey(name), ofAccount(box));
    });
  }
}
