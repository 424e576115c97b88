// The site's own socket: on every page of someone who is logged in, what is waiting for them and
// new notices, as they happen. lobby/live/me.py has its messages.

import { show, showFirst } from "./badge.js";
import { toast } from "./toast.js";

const FIRST_WAIT = 1_000; // ms before a lost line is tried again, twice as long each time
const LONGEST_WAIT = 60_000;
const SHOWN = 50; // notices of which is kept that they were shown
const SILENCE = 100_000; // ms; the server says something every 45 s
const LEAVING = 10_000; // ms that a form on its way has before the page is loaded anew under it
const FOR_GOOD = [4400, 4401, 4402, 4403]; // refused, nobody is logged in, no longer, banned

let socket = null;
let wait = FIRST_WAIT;
let later = 0;
let heardAt = 0;

let known = ""; // the figures heard last
let leaving = false; // whether a form has been sent whose answer is another page

/** Whatever shows more than the figures listens to `site:news`. */
function news() {
  document.dispatchEvent(new CustomEvent("site:news"));
}

const unseen = []; // notices that came while nobody looked at this page

/** Show a notice once, on the page that is looked at. */
function tell(notice) {
  if (document.hidden) unseen.push(notice);
  else if (notice.about !== location.pathname && isFirst(notice.link)) {
    toast(notice.text, { link: notice.link });
  }
}

/** Whether no page of this browser has shown the notice at that address. */
function isFirst(link) {
  try {
    const shown = JSON.parse(localStorage.getItem("notices-shown") ?? "[]");
    if (shown.includes(link)) return false;
    localStorage.setItem("notices-shown", JSON.stringify([...shown, link].slice(-SHOWN)));
  } catch {
    /* nothing is kept here: rather twice than never */
  }
  return true;
}

const heard = {
  badge(badge) {
    const figures = JSON.stringify(badge);
    if (figures === known) return;
    show(badge);
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
  const address = new URL(`${document.documentElement.dataset.root}/ws/me/`, location);
  address.protocol = address.protocol.replace("http", "ws");
  address.searchParams.set("at", location.pathname);
  socket = new WebSocket(address);
  heardAt = Date.now();
  socket.addEventListener("message", ({ data }) => {
    heardAt = Date.now();
    wait = FIRST_WAIT;
    document.documentElement.dataset.me = "open";
    const message = JSON.parse(data);
    heard[message.type]?.(message);
  });
  socket.addEventListener("close", lost);
}

/** Ask for the page anew, which shows what is left or says why. No form is sent a second time. */
function reload() {
  location.replace(location.pathname + location.search);
}

function lost({ target, code }) {
  if (target !== socket) return;
  socket = null;
  document.documentElement.dataset.me = "lost";
  if (code === 4402 || code === 4403) setTimeout(reload, leaving ? LEAVING : 0);
  if (FOR_GOOD.includes(code)) return;
  later = setTimeout(open, wait * (0.5 + Math.random() / 2)); // not all at once after a restart
  wait = Math.min(2 * wait, LONGEST_WAIT);
}

function close() {
  clearTimeout(later);
  const old = socket;
  socket = null;
  old?.close();
}

/** Open it, and keep it open. */
export function follow() {
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) unseen.splice(0).forEach(tell);
  });
  addEventListener("pagehide", close);
  // Logging in or out by a form ends the log-in of this page: the answer is on its way then.
  addEventListener("submit", ({ defaultPrevented }) => {
    if (!defaultPrevented) leaving = true;
  });
  addEventListener("pageshow", ({ persisted }) => {
    leaving = false;
    if (persisted) open();
  });
  addEventListener("online", () => {
    if (!socket) open();
  });
  setInterval(() => {
    if (!socket || Date.now() - heardAt < SILENCE) return;
    close(); // the line is dead and doesn't know
    open();
  }, 20_000);
  showFirst();
  open();
}
