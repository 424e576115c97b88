// The page of a waiting table: it refreshes itself after changes, and counts down the seconds to
// the start. Only parts that differ are replaced, so half-typed text stays.

import "../chat.js";
import { follow } from "../site/page.js";

const POLL_SECONDS = 3; // without a socket
const SAFETY_SECONDS = 20; // with one: a push may be lost
const TYPING_MS = 200; // without a keystroke, before names are requested
const room = document.getElementById("room");
const parts = [...room.querySelectorAll("[id^=table-]")].map(({ id }) => `#${id}:outerMorph`);

/** Let htmx update the parts, or update again afterwards if it is already at it. */
function refresh() {
  const swap = "none ignoreTitle:true";
  htmx.ajax("GET", location.href, { source: room, selectOOB: parts.join(), swap });
}

room.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const { raw } = ctx.response;
  if (raw.redirected && new URL(raw.url).pathname !== location.pathname) {
    location.replace(raw.url); // the match has begun
  } else if (raw.status === 404 || (raw.ok && !ctx.text.includes("data-socket"))) {
    location.reload(); // the table is closed, or the reader has lost access
  }
});

/** What a control does, judged by its form and label. */
const deed = ({ form, name, value, textContent }) =>
  [form?.action, name, value, textContent].join();

let focused = null;
let focusedDeed = ""; // the deed of the focused control, before the parts change
room.addEventListener("htmx:before:swap", () => {
  focused = room.contains(document.activeElement) ? document.activeElement : null;
  focusedDeed = focused && deed(focused);
});
room.addEventListener("htmx:after:swap", () => {
  count();
  if (focused && (!focused.isConnected || deed(focused) !== focusedDeed))
    document.getElementById("main").focus({ preventScroll: true });
});

let ticking;

/** Count down the shown seconds; at zero, check the table again. */
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

let typed; // the text of the last request for names

/** Complete the name of the person to invite. */
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
  if (target.dataset.names) complete(target); // at first: people whom the reader follows
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
