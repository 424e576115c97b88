// The page of a running match: htmx swaps in what the socket sends; this module tells when the
// connection is lost, what was refused and whose turn it is, and keeps the focus in a good place.
import { localiseTimes, toast } from "./site.js";

const SILENCE = 50_000; // ms without any message (the server beats every 20 s): the line is dead
const PATIENCE = 8_000; // ms for the answer to a move
const FLICKER = 1_000; // ms before a closed socket is worth a word

const page = document.getElementById("page");
const banner = document.getElementById("connection");
let connection = null;
let heardAt = Date.now();
let waiting = null;
let bannerTimer = null;

const isOpen = () => connection?.socket?.readyState === WebSocket.OPEN && navigator.onLine;

// -- the connection ---------------------------------------------------------------------------

function showLost() {
  banner.textContent = banner.dataset.lost;
}

function lost(delay) {
  stopWaiting();
  page.dataset.socket = "lost";
  bannerTimer ??= setTimeout(showLost, delay);
}

function found() {
  clearTimeout(bannerTimer);
  bannerTimer = null;
  banner.textContent = "";
  heardAt = Date.now();
  page.dataset.socket = "open";
}

/** Close a socket that no longer answers; the extension opens a new one. */
function reconnect() {
  connection?.socket?.close();
}

page.addEventListener("htmx:before:ws:connection", (event) => { connection = event.detail.connection; });
page.addEventListener("htmx:after:ws:connection", (event) => {
  connection = event.detail.connection;
  found();
});
page.addEventListener("htmx:ws:close", (event) => {
  if (event.detail.code === 4404) event.detail.connection.config.reconnect = false;
  lost(FLICKER);
});
addEventListener("offline", () => lost(0));
addEventListener("online", () => {
  if (connection?.socket?.readyState === WebSocket.OPEN) reconnect();
});
setInterval(() => {
  if (isOpen() && Date.now() - heardAt > SILENCE) reconnect();
}, 5_000);

// -- moves ------------------------------------------------------------------------------------

function stopWaiting() {
  clearTimeout(waiting);
  waiting = null;
  page.classList.remove("sending");
}

// Before htmx sees it: without an open socket the form is posted as if there were no script.
document.addEventListener("submit", (event) => {
  if (event.target.id !== "act") return;
  if (waiting !== null) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (!isOpen()) {
    event.stopImmediatePropagation();
  }
}, { capture: true });

page.addEventListener("htmx:after:ws:request", () => {
  page.classList.add("sending");
  waiting = setTimeout(() => { stopWaiting(); reconnect(); }, PATIENCE);
});

page.addEventListener("htmx:before:ws:message", (event) => {
  heardAt = Date.now();
  const message = event.detail.message.json;
  if (message?.type === "error") toast(message.detail);
  if (message?.type !== "beat") stopWaiting();
});

// -- after every update -----------------------------------------------------------------------

let actedFromChoices = false;
document.addEventListener("focusin", (event) => {
  actedFromChoices = event.target.closest?.("#acts") != null;
});

function refresh() {
  const live = document.getElementById("live");
  document.title = live.dataset.title;
  localiseTimes(live);
  if (actedFromChoices && document.activeElement === document.body) {
    actedFromChoices = false;
    document.getElementById("status").focus({ preventScroll: true });
  }
}
new MutationObserver(refresh).observe(page, { subtree: true, childList: true, attributeFilter: ["data-version", "data-title"] });
refresh();
