// The page of a table that waits: it refreshes itself when something happens, and counts down the
// seconds to the start. Only the parts that changed are replaced, so what is being typed stays.

import "../chat.js";
import { follow } from "../site/page.js";

const POLL_SECONDS = 3; // without a socket
const SAFETY_SECONDS = 20; // with one: a push may be lost
const TYPING_MS = 200; // without a letter, before names are asked for
const room = document.getElementById("room");
const seen = new Map(); // the parts as the server sent them last, without their tokens

function parts(root) {
  return [...root.querySelectorAll("[id^=table-]")];
}

function plain(part) {
  const copy = part.cloneNode(true);
  for (const token of copy.querySelectorAll("[name=csrfmiddlewaretoken]")) token.remove();
  for (const time of copy.querySelectorAll("[data-seconds]")) {
    time.removeAttribute("data-seconds"); // it counts by itself
    time.textContent = "";
  }
  return copy.innerHTML;
}

function replace(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const again = focused && findAgain(fresh, focused);
  old.replaceWith(fresh);
  if (focused) (again ?? document.getElementById("main")).focus({ preventScroll: true });
}

/** The control in the new part that does what this one did. */
function findAgain(root, control) {
  if (control.id) return root.querySelector(`#${CSS.escape(control.id)}`);
  const same = [...root.querySelectorAll("button, a, select, summary")];
  return same.find(
    (other) =>
      other.form?.action === control.form?.action &&
      other.name === control.name &&
      other.value === control.value &&
      other.textContent === control.textContent,
  );
}

let asking = false;
let askAgain = false;

async function refresh() {
  if (asking) {
    askAgain = true;
    return;
  }
  asking = true;
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (answer?.redirected && new URL(answer.url).pathname !== location.pathname) {
    location.replace(answer.url); // the match has begun
    return;
  }
  if (answer?.status === 404) location.reload(); // it is none for this reader any more
  if (answer?.ok) update(new DOMParser().parseFromString(await answer.text(), "text/html"));
  asking = false;
  if (askAgain) {
    askAgain = false;
    refresh();
  }
}

function update(page) {
  for (const fresh of parts(page)) {
    const old = document.getElementById(fresh.id);
    const text = plain(fresh);
    if (!old || seen.get(fresh.id) === text) continue;
    seen.set(fresh.id, text);
    replace(old, document.adoptNode(fresh));
  }
  if (!page.getElementById("room")?.dataset.socket) location.reload(); // closed
  count();
}

let ticking;

/** Count down the seconds where they are shown; at zero, check the table again. */
function count() {
  const shown = document.querySelector("[data-seconds]");
  clearInterval(ticking);
  if (!shown) return;
  const end = performance.now() + shown.dataset.seconds * 1000;
  const show = () => {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    const figure = shown.querySelector("b");
    if (figure.textContent !== String(left)) figure.textContent = left;
    if (!left) refresh();
  };
  ticking = setInterval(show, 500);
}

let typed = ""; // what names were asked for last

/** Complete the name of whoever is to be invited. */
async function complete(field) {
  const start = field.value.trim();
  if (start === typed) return;
  typed = start;
  const answer = await fetch(`${field.dataset.names}?${new URLSearchParams({ start })}`).catch(
    () => null,
  );
  if (!answer?.ok || start !== typed) return;
  const { names } = await answer.json();
  const options = names.map(({ username, name }) =>
    Object.assign(document.createElement("option"), { value: username, label: name }),
  );
  document.getElementById(field.getAttribute("list"))?.replaceChildren(...options);
}

let completing;
room.addEventListener("input", ({ target }) => {
  if (!target.dataset.names || target.value.trim().length < 2) return;
  clearTimeout(completing);
  completing = setTimeout(complete, TYPING_MS, target);
});

if (room.dataset.socket) {
  for (const part of parts(room)) seen.set(part.id, plain(part));
  const open = follow(() => room.dataset.socket, { heard: refresh });
  let quiet = 0;
  setInterval(() => {
    quiet = open() ? quiet + POLL_SECONDS : SAFETY_SECONDS;
    if (quiet < SAFETY_SECONDS) return;
    quiet = 0;
    refresh();
  }, POLL_SECONDS * 1000);
  count();
}
