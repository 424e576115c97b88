// A player's preferences. Any `<input type=checkbox data-preference="name">` is one: it is kept in
// this browser, and `<html data-prefer-name="yes|no">` lets style sheets follow it. With
// `data-account="key"` it starts from the account's settings, `data-key="on|off"` on <html> or
// <body>; the latest setting wins, wherever it was made. A
// `<button data-preference="name">`, which may come and go with the board, toggles one that starts
// as "yes". `<select data-preference="speed">` chooses one of several.

import { keepInAccount } from "../site/account.js";

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

const show = (name, said) => root.setAttribute(`data-${key(name)}`, said);
const saidBy = (box) => (box.checked ? "yes" : "no");

/** Whether the player prefers it; the page's default until they choose. */
export const prefers = (name) => root.getAttribute(`data-${key(name)}`) !== "no";

function turn(name) {
  const now = prefers(name) ? "no" : "yes";
  show(name, now);
  write(key(name), now);
}

const SPEED = { dataset: { preference: "speed", account: "telling-speed" }, value: "normal" };

/** What of several a player prefers; a page without the setting goes by it, too. */
function wishOf(select) {
  const { preference: name } = select.dataset;
  const account = ofAccount(select);
  if ((read(accountKey(name)) ?? "") !== account) forget(name);
  return read(key(name)) || account || select.value;
}

/** How fast others' steps are told: "careful", "normal", "fast" or "at-once". */
export const speed = () => root.getAttribute("data-prefer-speed") ?? SPEED.value;

/** Players who had steps shown all at once, by the preference there was before, still do. */
function takeOver() {
  if (read("prefer-steps") === "no" && !read(key("speed"))) write(key("speed"), "at-once");
  if (read("prefer-steps")) write("prefer-steps", "");
}

/** Follow what was chosen, here and on whatever device the person plays next. */
function choose(field, said, kept = said) {
  const { preference: name, account } = field.dataset;
  show(name, said);
  write(key(name), said);
  write(accountKey(name), ofAccount(field));
  if (account) keepInAccount(account.replace("-", "_"), kept);
}

/** What was chosen in this browser, and nowhere else; null: nothing. */
export const kept = (name) => read(key(name));
export const keep = (name, said) => write(key(name), said);

export function startSpeed() {
  takeOver();
  const select = document.querySelector("select[data-preference=speed]") ?? SPEED;
  const wanted = wishOf(select);
  select.value = wanted;
  show("speed", wanted);
  select.addEventListener?.("change", () => choose(select, select.value));
}

function startButtons() {
  for (const { dataset } of document.querySelectorAll("button[data-preference]")) {
    show(dataset.preference, read(key(dataset.preference)) === "no" ? "no" : "yes");
  }
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("button[data-preference]");
    if (button) turn(button.dataset.preference);
  });
}

export function startPreferences() {
  startButtons();
  startSpeed();
  for (const box of document.querySelectorAll("input[data-preference]")) {
    box.checked = wish(box);
    show(box.dataset.preference, saidBy(box));
    box.addEventListener("change", () => choose(box, saidBy(box), box.checked ? "on" : "off"));
  }
}
