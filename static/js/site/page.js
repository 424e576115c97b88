// Shared by the scripts of all pages: the window's title and icon, toasts, times in the reader's
// zone, settings kept in the account, and the person for whom the page was made.

if (!document.documentElement.classList.contains("scripted")) {
  throw new Error("This browser is too old for the page’s scripts."); // so that importers don't run
}

// The window's title, which only this module writes: the number of waiting matches, then the page's
// name.

const FIGURE = /^\(\d+\+?\) /; // as templates/base.html writes it

let figure = FIGURE.exec(document.title)?.[0] ?? "";
let ownName = "";

const writeTitle = () => {
  const title = figure + ownName;
  if (document.title !== title) document.title = title;
};

/** Take the title as the page's name: htmx writes it after fetching a page. */
function hearTitle() {
  ownName = document.title.replace(FIGURE, "");
  writeTitle();
}

/** The page's name, without the number. */
export const pageName = () => ownName;

/** Change the page's name. */
export function namePage(text) {
  ownName = text;
  writeTitle();
}

/** Show a number before the name; none for an empty text. */
function countInTitle(text) {
  figure = text && `(${text}) `;
  writeTitle();
}

hearTitle();
new MutationObserver(hearTitle).observe(document.querySelector("title"), { childList: true });

// The window's icon, with a number on it while matches wait.

const ICON_SIZE = 64; // px
const MOST_ON_ICON = 9; // more than one digit is illegible at that size

const icon = document.querySelector('link[rel="icon"]');
const plainIcon = { href: icon.href, type: icon.type };
let onIcon = 0;

/** Its drawing, loaded when a number must be drawn on it. */
async function iconDrawing() {
  const picture = Object.assign(new Image(), { src: plainIcon.href });
  await picture.decode();
  return picture;
}

function drawCircle(pen) {
  pen.fillStyle = "#1b1713";
  pen.beginPath();
  pen.arc(ICON_SIZE * 0.68, ICON_SIZE * 0.68, ICON_SIZE * 0.32, 0, 2 * Math.PI);
  pen.fill();
}

function drawFigure(pen, text) {
  pen.fillStyle = "#ffffff";
  pen.font = `700 ${ICON_SIZE * (text.length > 1 ? 0.38 : 0.5)}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, ICON_SIZE * 0.68, ICON_SIZE * 0.7);
}

/** Redraw the icon if it doesn't show that number yet. */
async function drawIcon(number) {
  if (number === onIcon) return;
  onIcon = number;
  if (!number) return Object.assign(icon, plainIcon);
  const picture = await iconDrawing();
  if (number !== onIcon) return; // it has changed meanwhile
  const canvas = Object.assign(document.createElement("canvas"), {
    width: ICON_SIZE,
    height: ICON_SIZE,
  });
  const pen = canvas.getContext("2d");
  pen.drawImage(picture, 0, 0, ICON_SIZE, ICON_SIZE);
  drawCircle(pen);
  drawFigure(pen, number > MOST_ON_ICON ? `${MOST_ON_ICON}+` : String(number));
  Object.assign(icon, { href: canvas.toDataURL("image/png"), type: "image/png" });
}

// The counts of waiting matches and unread notices: in the header, and in the window's title and
// icon.

const MOST_IN_WORDS = 99;

const myTurn = document.getElementById("my-turn");
const nextHere = document.getElementById("next-here");

const inWords = (figure) => (figure > MOST_IN_WORDS ? `${MOST_IN_WORDS}+` : String(figure));

/** Show a message of the site's socket: `lobby/live/me.py`. */
export function showBadge(badge) {
  afterPress(() => changeBadge(badge));
}

function changeBadge(badge) {
  const { waiting } = badge;
  myTurn.hidden = !waiting;
  if (nextHere) nextHere.hidden = !badge.next_here;
  for (const piece of document.querySelectorAll("[data-figure]")) {
    const figure = badge[piece.dataset.figure];
    piece.textContent = inWords(figure);
    piece.hidden = !figure;
  }
  countInTitle(waiting ? inWords(waiting) : "");
  drawIcon(waiting);
}

/** Show the count from when the page was made on the icon; the title already has it. */
export const showFirst = () => drawIcon(Number(myTurn.dataset.waiting));

// Toasts: messages over the page, for a moment.

/** Show a message; it goes away when closed, and by itself unless `seconds` is 0. */
export function toast(text, { seconds = 8, link = "" } = {}) {
  const box = document.getElementById("toasts");
  const piece = document.getElementById("toast").content.firstElementChild.cloneNode(true);
  const words = link ? Object.assign(document.createElement("a"), { href: link }) : "";
  piece.querySelector("span").append(words);
  (words || piece.querySelector("span")).textContent = text;
  piece.querySelector("button").addEventListener("click", () => piece.remove());
  for (const old of box.querySelectorAll(".toast:not([data-stays])")) old.remove();
  box.append(piece);
  if (seconds) setTimeout(() => piece.remove(), seconds * 1000);
  else piece.dataset.stays = "";
}

// Changes from the server wait while someone is pressing, so that nothing appears under a finger.

export const CALM = 800; // ms after a press

let pressed = -CALM;
let afterwards = 0;

for (const name of ["pointerdown", "pointerup", "pointercancel"])
  document.addEventListener(name, () => (pressed = performance.now()), true);

const calmLeft = () => pressed + CALM - performance.now();

/** Whether someone has pressed anything in the last `CALM` ms. */
export const justPressed = () => calmLeft() > 0;

/** Call `change` once the last press is `CALM` ago; a later call replaces it. */
function afterPress(change) {
  clearTimeout(afterwards);
  if (justPressed()) afterwards = setTimeout(afterPress, calmLeft(), change);
  else change();
}

// Times in the reader's zone: the account's, or else the browser's.

const root = document.documentElement;
const styles = {
  both: { dateStyle: "medium", timeStyle: "short" },
  date: { dateStyle: "medium" },
  time: { timeStyle: "short" },
};

function formatIn(timeZone, style) {
  try {
    return new Intl.DateTimeFormat(root.lang, { ...styles[style], timeZone });
  } catch {
    return formatIn(undefined, style); // a zone that this browser doesn't know
  }
}

const formats = Object.fromEntries(
  Object.keys(styles).map((style) => [style, formatIn(root.dataset.timeZone, style)]),
);

/** The date of a moment, which is given as in `datetime`, for people. */
export function dayOf(moment) {
  return formats.date.format(new Date(moment));
}

/**
 * Show every `<time datetime>` in `within` in the reader's zone, by `data-only` just the date or
 * the time. Elements with `data-localized` stay as they are. Call it again after a redraw, which
 * brings the server's words back.
 */
export function localizeTimes(within = document) {
  for (const element of within.querySelectorAll("time[datetime]:not([data-localized])")) {
    const text = formats[element.dataset.only ?? "both"].format(new Date(element.dateTime));
    if (element.textContent !== text) element.textContent = text;
  }
}

// Settings made in place are kept in the account, or else in the browser.

/** Send one setting to the account; returns whether it is kept there. */
export async function sendToAccount(name, value) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const body = new URLSearchParams({ name, value, csrfmiddlewaretoken: token });
  try {
    const answer = await fetch(root.dataset.account, { method: "POST", body });
    return answer.status === 204; // people who were logged out get a redirect
  } catch {
    return false;
  }
}

/** Keep one setting in the account. False: there is no account. */
export function keepInAccount(name, value) {
  if (!root.dataset.account) return false;
  sendToAccount(name, value); // it applies to this page even if the request fails
  return true;
}

// The service worker (worker.js) keeps pages for reading offline. Browsers allow it only with HTTPS
// and on localhost.

/** Send the worker, if any, `reader`: the present reader, or `live`: the state of the match. */
export const tellWorker = (message) =>
  navigator.serviceWorker?.ready.then(({ active }) => active.postMessage(message));

/** Whether this page comes from the worker, since the server couldn't be reached. */
export const isKept = () => document.getElementById("offline")?.hidden === false;

const PATIENCE = 5_000; // ms for a sign of life

/** Whether the server answers. */
export async function answers() {
  const signal = AbortSignal.timeout(PATIENCE);
  const answer = await fetch(`${root.dataset.root}/healthz`, { signal }).catch(() => null);
  return answer !== null && answer.status < 500;
}

/** Let the worker keep pages for this reader, and forget other readers' pages. */
export function startWorker() {
  const { root: path, reader } = root.dataset;
  const options = { scope: `${path}/`, updateViaCache: "none" };
  navigator.serviceWorker?.register(`${path}/worker.js`, options).catch(() => {}); // or none
  tellWorker({ reader });
  // Browsers also fire this for networks without a connection.
  if (isKept()) addEventListener("online", async () => (await answers()) && location.reload());
}

// The person for whom a page was made, and their special rights. The server closes the page's
// sockets when one of these is lost.

const REFUSED = 4400; // a page at an address that the portal doesn't know
export const GONE = 4404; // it doesn't exist for this reader, or no longer
export const LOGGED_OUT = 4401; // nobody is logged in
export const BANNED = 4403;
const LOST = [LOGGED_OUT, 4402, BANNED]; // the log-in or a right is lost

/** The address of a socket; it names the page's person, and only they may open it. */
export function socketAddress(path) {
  const address = new URL(path, location);
  address.protocol = address.protocol.replace("http", "ws");
  const { rights } = document.documentElement.dataset;
  if (rights) address.searchParams.set("for", rights);
  return address;
}

/** Whether a socket closed with this code stays closed. If a right is lost, the page reloads. */
export function isLost(code) {
  const lost = LOST.includes(code);
  if (lost) document.dispatchEvent(new CustomEvent("site:lost", { detail: code }));
  return lost || code === REFUSED || code === GONE;
}

/** The server has just answered this page, so it still belongs to its person. */
export function isTheirs() {
  document.dispatchEvent(new CustomEvent("site:theirs"));
}

// Sockets of parts of a page, which htmx opens and reopens. A page loads its own script before
// htmx, so that it misses no message.

/**
 * Let htmx connect the element to that path: `heard(message)` gets each JSON message,
 * `closed(code)` each end. Returns a function that returns the socket while it is open.
 */
export function follow(element, path, { heard, closed }) {
  let socket = null;
  const listen = (name, listener) =>
    element.addEventListener(`htmx:${name}`, ({ target, detail }) => {
      if (target === element) listener(detail); // parts may have their own sockets
    });
  listen("after:ws:connection", ({ connection }) => {
    ({ socket } = connection);
  });
  listen("before:ws:message", ({ message }) => heard(message.json));
  listen("ws:close", ({ code, connection }) => {
    socket = null;
    if (isLost(code)) connection.config.reconnect = false;
    closed?.(code);
  });
  element.setAttribute("hx-ws:connect", socketAddress(path).href);
  return () => socket;
}
