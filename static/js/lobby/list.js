// The list of open tables, kept up to date without anything jumping: rows change in place, tables
// that are gone turn gray, new ones wait behind a button.

import { follow } from "./socket.js";

const list = document.getElementById("tables");
const empty = document.getElementById("no-tables");
const pill = document.getElementById("new-tables");
const told = document.getElementById("new-told");
const SAFETY_SECONDS = 60; // between two looks at the page itself while the socket is away
const waiting = new Map(); // new rows by id, newest last

function rowFrom(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.querySelector("li");
}

/** Put the row in the place of the one that is there; focus stays on its link. */
function replace(old, row) {
  if (old.outerHTML === row.outerHTML) return;
  const focused = old.contains(document.activeElement);
  old.replaceWith(row);
  if (focused) row.querySelector("a").focus({ preventScroll: true });
}

function show(id, row) {
  const known = document.getElementById(`t-${id}`);
  if (known) replace(known, row);
  else {
    waiting.delete(id);
    waiting.set(id, row);
  }
}

function remove(id) {
  waiting.delete(id);
  const known = document.getElementById(`t-${id}`);
  if (!known || known.classList.contains("gone")) return;
  known.classList.add("gone");
}

/** Say how many tables wait behind the button; with nothing to jump they are shown at once. */
function offer() {
  if (waiting.size && !list.querySelector("li:not(.mine)")) return unfold();
  pill.hidden = waiting.size === 0;
  const text =
    waiting.size === 1 ? pill.dataset.one : pill.dataset.many.replace("{n}", waiting.size);
  pill.lastElementChild.textContent = text;
  told.textContent = waiting.size ? text : "";
}

function unfold() {
  const rows = [...waiting.values()].reverse();
  waiting.clear();
  const mine = rows.filter((row) => row.classList.contains("mine"));
  list.prepend(...mine);
  const last = [...list.querySelectorAll("li.mine")].at(-1);
  const others = rows.filter((row) => !row.classList.contains("mine"));
  if (last) last.after(...others);
  else list.prepend(...others);
  empty.hidden = list.querySelector("li:not(.mine)") !== null;
  offer();
  return rows[0];
}

pill.addEventListener("click", () => unfold()?.querySelector("a").focus({ preventScroll: true }));

/** Compare with the page as the server has it: when changes were missed, or can't be heard. */
async function lookAgain() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const rows = new Map(
    [...page.querySelectorAll("#tables > li")].map((row) => [row.id.slice(2), row]),
  );
  for (const known of list.querySelectorAll("li")) {
    if (!rows.has(known.id.slice(2))) remove(known.id.slice(2));
  }
  for (const [id, row] of [...rows].reverse()) show(id, document.adoptNode(row));
  list.dataset.seen = page.getElementById("tables")?.dataset.seen ?? "";
  offer();
}

function heard(message) {
  if (message.type === "open" && message.missed) lookAgain();
  if (message.type === "row") show(message.id, rowFrom(message.html));
  if (message.type === "gone") remove(message.id);
  offer();
}

const open = follow(() => `${list.dataset.socket}&seen=${list.dataset.seen}`, { heard });
setInterval(() => open() || lookAgain(), SAFETY_SECONDS * 1000);
// What a push missed while the page was hidden shows when someone comes back to it.
document.addEventListener("visibilitychange", () => document.hidden || lookAgain());

// Choosing a filter is enough; the button is for browsers without a script.
const filters = document.querySelector(".filters");
filters.classList.add("quick");
filters.addEventListener("change", () => filters.requestSubmit());
// An address names only what was chosen.
filters.addEventListener("formdata", (event) => {
  for (const [name, value] of [...event.formData]) {
    if (value === "" || (name === "free" && value === "1")) event.formData.delete(name);
  }
});
