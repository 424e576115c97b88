// The page of a table that waits: it refreshes itself when something happens, and counts down the
// seconds to the start. Its parts are changed where they differ, so what is being typed stays.

import "../chat.js";
import { follow } from "../site/page.js";

const POLL_SECONDS = 3; // without a socket
const SAFETY_SECONDS = 20; // with one: a push may be lost
const TYPING_MS = 200; // without a letter, before names are asked for
const room = document.getElementById("room");
const parts = [...room.querySelectorAll("[id^=table-]")].map(({ id }) => `#${id}:outerMorph`);

/** Have htmx bring the parts up to date; once again if it is doing so already. */
function refresh() {
  const swap = "none ignoreTitle:true";
  htmx.ajax("GET", location.href, { source: room, selectOOB: parts.join(), swap });
}

room.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const { raw } = ctx.response;
  if (raw.redirected && new URL(raw.url).pathname !== location.pathname) {
    location.replace(raw.url); // the match has begun
  } else if (raw.status === 404 || (raw.ok && !ctx.text.includes("data-socket"))) {
    location.reload(); // it is none for this reader any more, or closed
  }
});

/** What a control does, as far as one can see. */
const deed = ({ form, name, value, textContent }) =>
  [form?.action, name, value, textContent].join();

let focused = null;
let did = ""; // by what has the focus, before the parts change
room.addEventListener("htmx:before:swap", () => {
  focused = room.contains(document.activeElement) ? document.activeElement : null;
  did = focused && deed(focused);
});
room.addEventListener("htmx:after:swap", () => {
  count();
  if (focused && (!focused.isConnected || deed(focused) !== did))
    document.getElementById("main").focus({ preventScroll: true });
});

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

let typed; // what names were asked for last

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

room.addEventListener("focusin", ({ target }) => {
  if (target.dataset.names) complete(target); // before a letter: people whom one follows
});
let completing;
room.addEventListener("input", ({ target }) => {
  if (!target.dataset.names || target.value.trim().length < 2) return;
  clearTimeout(completing);
  completing = setTimeout(complete, TYPING_MS, target);
});

if (room.dataset.socket) {
  const heard = ({ type }) => type === "changed" && refresh();
  const open = follow(room, room.dataset.socket, { heard });
  let quiet = 0;
  setInterval(() => {
    quiet = open() ? quiet + POLL_SECONDS : SAFETY_SECONDS;
    if (quiet < SAFETY_SECONDS) return;
    quiet = 0;
    refresh();
  }, POLL_SECONDS * 1000);
  count();
}
