// The list of open tables, kept up to date without jumps: rows change in place, closed tables turn
// gray, new ones wait behind a button.

import { follow } from "../site/page.js";

const list = document.getElementById("tables");
const empty = document.getElementById("no-tables");
const pill = document.getElementById("new-tables");
const announcement = document.getElementById("new-told");
const SAFETY_SECONDS = 60; // between two requests for the page while there is no socket
const QUEUE_SECONDS = 20; // between two requests for the people who wait for a quick match
const waiting = new Map(); // new rows by id, newest last
const counter = document.getElementById("table-count");
let open = known(counter); // the ids of all tables that fit, on any page; null: too many

function rowFrom(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.querySelector("li");
}

function known({ dataset }) {
  return dataset.open === undefined ? null : new Set(dataset.open.split(" ").filter(Boolean));
}

/** Show how many tables wait, not counting the reader's own. */
function count() {
  if (!open) return;
  const { none, one, many } = counter.dataset;
  const text = [none, one][open.size] ?? many.replace("{n}", open.size);
  if (counter.textContent !== text) counter.textContent = text;
}

/** Replace a row; focus stays on its link or button. */
function replace(old, row) {
  if (old.outerHTML === row.outerHTML) return;
  const focused = old.contains(document.activeElement) && document.activeElement.tagName;
  old.replaceWith(row);
  if (focused)
    (row.querySelector(focused) ?? row.querySelector("a")).focus({ preventScroll: true });
}

function show(id, row) {
  const there = document.getElementById(`t-${id}`);
  if (there) replace(there, row);
  else {
    waiting.delete(id);
    waiting.set(id, row);
  }
}

function remove(id) {
  waiting.delete(id);
  document.getElementById(`t-${id}`)?.classList.add("gone");
}

/** Show on the button how many tables wait; if no row would jump, show them at once. */
function offer() {
  if (waiting.size && !list.querySelector("li:not(.mine)")) return unfold();
  pill.hidden = waiting.size === 0;
  const text =
    waiting.size === 1 ? pill.dataset.one : pill.dataset.many.replace("{n}", waiting.size);
  pill.lastElementChild.textContent = text;
  announcement.textContent = waiting.size ? text : "";
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

/** Compare with the server's page, after missed changes or without a socket. */
async function lookAgain() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const rows = new Map(
    [...page.querySelectorAll("#tables > li")].map((row) => [row.id.slice(2), row]),
  );
  for (const there of list.querySelectorAll("li")) {
    if (!rows.has(there.id.slice(2))) remove(there.id.slice(2));
  }
  for (const [id, row] of [...rows].reverse()) show(id, document.adoptNode(row));
  const counted = page.getElementById("table-count");
  if (counted) {
    open = known(counted);
    counter.textContent = counted.textContent;
  }
  for (const id of waiting.keys()) if (open && !open.has(id) && !rows.has(id)) waiting.delete(id);
  offer();
}

function heard(message) {
  if (message.type === "open" && message.missed) lookAgain();
  if (message.type === "row") {
    const row = rowFrom(message.html);
    open?.[row.classList.contains("mine") ? "delete" : "add"](message.id);
    show(message.id, row);
  }
  if (message.type === "gone") {
    open?.delete(message.id);
    remove(message.id);
  }
  offer();
  count();
}

const hears = follow(list, `${list.dataset.socket}&seen=${list.dataset.seen}`, { heard });
setInterval(() => hears() || lookAgain(), SAFETY_SECONDS * 1000);
// Pushes may be lost while the page is hidden: compare when somebody comes back.
document.addEventListener("visibilitychange", () => document.hidden || lookAgain());

// No push says who waits for a quick match.
const queueing = document.getElementById("queueing");
let queued = ""; // the server's last answer
setInterval(async () => {
  if (document.hidden) return;
  const answer = await fetch(queueing.dataset.address).catch(() => null);
  if (!answer?.ok) return;
  const fresh = await answer.text();
  if (queued !== fresh) queueing.innerHTML = fresh;
  queued = fresh;
}, QUEUE_SECONDS * 1000);

// Choosing a filter is enough; the button is for browsers without scripts.
const filters = document.querySelector(".filters");
filters.classList.add("quick");
filters.addEventListener("change", () => filters.requestSubmit());
// The address names only chosen filters.
filters.addEventListener("formdata", (event) => {
  for (const [name, value] of [...event.formData]) {
    if (value === "" || (name === "free" && value === "1")) event.formData.delete(name);
  }
});
