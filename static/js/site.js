// Runs on every page: the theme switch, forms that are sent once, times in the reader's zone, and
// the socket of people who are logged in. A page has at most one script besides this one.
import "./site/focus.js";
import {
  answers,
  BANNED,
  isKept,
  isLost,
  keepInAccount,
  LOGGED_OUT,
  localizeTimes,
  showBadge,
  showFirst,
  socketAddress,
  startWorker,
  toast,
} from "./site/page.js";

// A form is sent only once: a double click would open two tables. And only while the server
// answers: the browser's error page would replace the typed text.

const AGAIN_AFTER = 4_000; // ms, after which it has failed, or led to a file
const root = document.documentElement;

let reached = null; // the form that may be sent, since the server has just answered

const again = (form) => delete form.dataset.sent;
const isDoubtful = () =>
  !navigator.onLine || isKept() || [root, document.getElementById("page")].some(isCut);
const isCut = (element) => [element?.dataset.me, element?.dataset.socket].includes("lost");

/** Send the form if the server answers; otherwise say that it doesn't. */
async function sendIfReached(form, submitter) {
  if (!(await answers())) {
    toast(document.getElementById("toast").dataset.away);
    return;
  }
  if (isKept()) return location.reload(); // the kept page may be out of date
  reached = form;
  form.requestSubmit(submitter);
  reached = null;
}

/** Block forms that are already being sent. */
function sendOnce() {
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || form.getAttribute("method")?.toLowerCase() !== "post") return;
    if ("sent" in form.dataset) return event.preventDefault();
    if (form !== reached && isDoubtful()) {
      event.preventDefault();
      sendIfReached(form, submitter);
      return;
    }
    form.dataset.sent = "";
    setTimeout(() => again(form), AGAIN_AFTER);
  });
  // people who come back to the page may send it again
  addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach(again));
}

// The site's own socket, on every page of people who are logged in: waiting matches and new notices
// as they happen. lobby/live/me.py has its messages.

const FIRST_WAIT = 1_000; // ms before a lost socket is reopened, twice as long each time
const LONGEST_WAIT = 60_000;
const UNTOLD = 60_000; // ms between two requests for the figures while there is no socket
const SHOWN = 50; // notices remembered as shown
const SILENCE = 100_000; // ms; the server says something every 45 s
const LEAVING = 10_000; // ms that a form being sent has before the page reloads
const BEHIND = 300; // ms of advantage that the focused window has in showing a notice
const CLAIMED = 5_000; // ms until all windows can read a claim
const ENDED = "ended"; // the key in the tab's storage of the code that ended its last page

let socket = null;
let wait = FIRST_WAIT;
let later = 0;
let heardAt = 0;

let known = ""; // the last figures
let leaving = false; // whether a form is being sent that leads to another page
let going = false; // whether the page is being reloaded

/** Tell parts that show more than the figures: they listen to `site:news`. */
function news() {
  document.dispatchEvent(new CustomEvent("site:news"));
}

const unseen = []; // notices that came while this page was hidden
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Show a notice once, in the visible window; never on the page that it is about. */
async function tell(notice) {
  if (!document.hidden && !document.hasFocus()) await pause(BEHIND);
  if (document.hidden) unseen.push(notice);
  else if ((await claim(notice.link)) && notice.about !== location.pathname) {
    toast(notice.text, { link: notice.link });
  }
}

/** Whether this window is the one that shows the notice at that address. */
function claim(link) {
  if (!navigator.locks) return isFirst(link); // without HTTPS: two windows may both claim it
  return new Promise((resolve) => {
    navigator.locks.request(`notice ${link}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null && isFirst(link));
      return lock && pause(CLAIMED);
    });
  });
}

/** Whether no page of this browser has shown the notice at that address. */
function isFirst(link) {
  try {
    const shown = JSON.parse(localStorage.getItem("notices-shown") ?? "[]");
    if (shown.includes(link)) return false;
    localStorage.setItem("notices-shown", JSON.stringify([...shown, link].slice(-SHOWN)));
  } catch {
    /* storage fails: rather show it twice than never */
  }
  return true;
}

const heard = {
  badge(badge) {
    if (!going) forget(); // the page still belongs to its person
    const figures = JSON.stringify(badge);
    if (figures === known) return;
    showBadge(badge);
    if (known) news();
    known = figures;
  },
  notice(notice) {
    tell(notice);
    news();
  },
};

function open() {
  clearTimeout(later);
  const address = socketAddress(`${document.documentElement.dataset.root}/ws/me/`);
  address.searchParams.set("at", location.pathname);
  socket = new WebSocket(address);
  heardAt = Date.now();
  socket.addEventListener("message", ({ data }) => {
    heardAt = Date.now();
    wait = FIRST_WAIT;
    document.documentElement.dataset.me = "open";
    if (isKept()) location.reload();
    const message = JSON.parse(data);
    heard[message.type]?.(message);
  });
  socket.addEventListener("close", lost);
}

/**
 * Reload the page for its present reader. Text typed by its former person is dropped, no form is
 * sent twice, and a page that is refused again isn't reloaded again.
 */
function loadAnew(code) {
  try {
    if (sessionStorage.getItem(ENDED)) return;
    sessionStorage.setItem(ENDED, code);
  } catch {
    return; // a browser without storage has no log-in either
  }
  for (const form of document.forms) form.reset();
  location.replace(location.pathname + location.search);
}

/** The code with which this page ended before its reload; null: none. */
function forget() {
  try {
    const code = sessionStorage.getItem(ENDED);
    sessionStorage.removeItem(ENDED);
    return code && Number(code);
  } catch {
    return null;
  }
}

/** Say why the reader was logged out; banned people read it on the page. */
function sayWhyItEnded() {
  const code = forget();
  if (code && code !== BANNED)
    toast(document.getElementById("toast").dataset.ended, { seconds: 0 });
}

function lost({ target, code }) {
  if (target !== socket) return;
  socket = null;
  document.documentElement.dataset.me = "lost";
  if (isLost(code)) return;
  later = setTimeout(open, wait * (0.5 + Math.random() / 2)); // not all at once after a restart
  wait = Math.min(2 * wait, LONGEST_WAIT);
}

function close() {
  clearTimeout(later);
  const old = socket;
  socket = null;
  old?.close();
}

/** Request the figures in place of the socket, which a proxy may block. */
async function look() {
  const { figures, me } = document.documentElement.dataset;
  if (me === "open" || document.hidden) return;
  const [, at = ""] = /\/matches\/(\w+)\//.exec(location.pathname) ?? [];
  const answer = await fetch(`${figures}?${new URLSearchParams({ at })}`).catch(() => null);
  if (answer?.redirected) isLost(LOGGED_OUT);
  else if (answer?.ok && me !== "open") heard.badge(await answer.json());
}

/** Open the socket, and keep it open. */
export function follow() {
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) unseen.splice(0).forEach(tell);
  });
  document.addEventListener("site:theirs", () => going || forget());
  document.addEventListener("site:lost", ({ detail }) => {
    if (!going) setTimeout(loadAnew, leaving ? LEAVING : 0, detail);
    going = true;
  });
  addEventListener("pagehide", close);
  // Forms that log in or out end the log-in of this page; their answer is coming.
  addEventListener("submit", ({ defaultPrevented }) => {
    if (!defaultPrevented) leaving = true;
  });
  addEventListener("pageshow", ({ persisted }) => {
    leaving = going = false;
    if (persisted) open();
  });
  addEventListener("online", () => {
    if (!socket) open();
  });
  setInterval(() => {
    if (!socket || Date.now() - heardAt < SILENCE) return;
    close(); // the socket is dead, but hasn't noticed
    open();
  }, 20_000);
  setInterval(look, UNTOLD);
  showFirst();
  open();
}

function switchTheme() {
  const dark =
    getComputedStyle(root).colorScheme === "dark" ||
    (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "light" : "dark";
  if (keepInAccount("theme", root.dataset.theme)) return;
  try {
    localStorage.setItem("theme", root.dataset.theme);
  } catch {
    /* then it applies to this page only */
  }
}

for (const button of document.querySelectorAll("[data-theme-switch]")) {
  button.addEventListener("click", switchTheme);
}
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const field = document.querySelector(button.dataset.copy);
    if (!navigator.clipboard) return field.select(); // without HTTPS: to be copied by hand
    await navigator.clipboard.writeText(field.value);
    toast(button.dataset.copied, { seconds: 3 });
  });
}
// `data-open="ID"` opens a dialog; any `data-close` in it, or a click beside it, closes it.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-open], [data-close], [data-toast]");
  if (event.target instanceof HTMLDialogElement) event.target.close();
  if (!button) return;
  if (button.dataset.open) document.getElementById(button.dataset.open).showModal();
  if ("close" in button.dataset) button.closest("dialog").close();
  if (button.dataset.toast) toast(button.dataset.toast);
});
sendOnce();
startWorker();
localizeTimes();
document.addEventListener("htmx:after:swap", () => localizeTimes());
// Report failed POSTs of htmx; GETs are repeated anyway.
document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
  if (ctx.request.method.toUpperCase() === "GET") return;
  let message = document.getElementById("toast").dataset.failed;
  try {
    message = JSON.parse(ctx.text).detail ?? message;
  } catch {
    /* an HTML page, maybe from the proxy */
  }
  toast(message);
});
if ("me" in root.dataset) follow();
else sayWhyItEnded();
