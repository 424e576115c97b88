// What scripts of any page have in common: the window's title and icon, messages over the page, the
// times of its reader, settings kept in the account, and what the page was made for.

if (!document.documentElement.classList.contains("scripted")) {
  throw new Error("This browser is too old for the page’s scripts."); // so importers don't run
}

// The window's title and its one owner: what the page calls itself, after a figure of what waits.

const FIGURE = /^\(\d+\+?\) /; // as templates/base.html writes it

let figure = FIGURE.exec(document.title)?.[0] ?? "";
let ownName = "";

const writeTitle = () => {
  const title = figure + ownName;
  if (document.title !== title) document.title = title;
};

/** What stands there now is the page's name, whoever wrote it: htmx does, after fetching a page. */
function hearTitle() {
  ownName = document.title.replace(FIGURE, "");
  writeTitle();
}

/** What the page is called, without the figure. */
export const pageName = () => ownName;

/** Call the page by another name. */
export function namePage(text) {
  ownName = text;
  writeTitle();
}

/** Show so many before the name; nothing for an empty text. */
function countInTitle(text) {
  figure = text && `(${text}) `;
  writeTitle();
}

hearTitle();
new MutationObserver(hearTitle).observe(document.querySelector("title"), { childList: true });

// The window's icon, with a figure on it while something waits.

const ICON_SIZE = 64; // px
const MOST_ON_ICON = 9; // more than one digit can't be read at that size

const icon = document.querySelector('link[rel="icon"]');
const plainIcon = { href: icon.href, type: icon.type };
let onIcon = 0;

/** Its drawing, loaded when a figure is to stand on it. */
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
  if (number !== onIcon) return; // another came meanwhile
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

// The counts of what is waiting and what is unread: in the header, the title and the icon of the
// window.

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

/** Have the icon show what waited when the page was made; the title says it already. */
export const showFirst = () => drawIcon(Number(myTurn.dataset.waiting));

// Messages that lie over the page for a moment.

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

// What comes from elsewhere waits while someone is pressing: nothing appears under a finger.

export const CALM = 800; // ms after a press

let pressed = -CALM;
let afterwards = 0;

for (const name of ["pointerdown", "pointerup", "pointercancel"])
  document.addEventListener(name, () => (pressed = performance.now()), true);

const calmLeft = () => pressed + CALM - performance.now();

/** Whether someone has pressed anything in the last `CALM` ms. */
export const justPressed = () => calmLeft() > 0;

/** Call `change` once the last press is `CALM` ago; a later one takes its place. */
function afterPress(change) {
  clearTimeout(afterwards);
  if (justPressed()) afterwards = setTimeout(afterPress, calmLeft(), change);
  else change();
}

// Times as their reader knows them: in the zone of the account, else in that of the browser.

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

/** The day of a moment, given as in `datetime`, as people read it. */
export function dayOf(moment) {
  return formats.date.format(new Date(moment));
}

/** Show every `<time datetime>` below `within` in the account's zone, else in this browser's; the
 *  date or the time alone where `data-only` says so. What `data-localized` marks stays as it is.
 *  A page that is drawn anew has the server's words again. */
export function localizeTimes(within = document) {
  for (const element of within.querySelectorAll("time[datetime]:not([data-localized])")) {
    const told = formats[element.dataset.only ?? "both"].format(new Date(element.dateTime));
    if (element.textContent !== told) element.textContent = told;
  }
}

// What people set where they use it is kept in their account; without one, by the browser.

/** Send one setting to the account; whether it is kept there. */
export async function sendToAccount(name, value) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const body = new URLSearchParams({ name, value, csrfmiddlewaretoken: token });
  try {
    const answer = await fetch(root.dataset.account, { method: "POST", body });
    return answer.status === 204; // who isn't logged in any more is led to a page
  } catch {
    return false;
  }
}

/** Keep one setting in the account. False: there is no account. */
export function keepInAccount(name, value) {
  if (!root.dataset.account) return false;
  sendToAccount(name, value); // it holds for this page, whether it arrives or not
  return true;
}

// The service worker (worker.js), which keeps pages to be read offline. Browsers have one only for
// addresses with HTTPS, and this machine.

/** Tell the worker, if there is one, `reader`: who reads now, or `live`: how the match stands. */
export const tellWorker = (message) =>
  navigator.serviceWorker?.ready.then(({ active }) => active.postMessage(message));

/** Whether this page is one that the worker has kept: the server couldn't be reached. */
export const isKept = () => document.getElementById("offline")?.hidden === false;

const PATIENCE = 5_000; // ms for a sign of life

/** Whether the server answers. */
export async function answers() {
  const signal = AbortSignal.timeout(PATIENCE);
  const answer = await fetch(`${root.dataset.root}/healthz`, { signal }).catch(() => null);
  return answer !== null && answer.status < 500;
}

/** Have the worker keep pages for this reader, and forget those of any other. */
export function startWorker() {
  const { root: path, reader } = root.dataset;
  const options = { scope: `${path}/`, updateViaCache: "none" };
  navigator.serviceWorker?.register(`${path}/worker.js`, options).catch(() => {}); // or none
  tellWorker({ reader });
  // Browsers also say so of a network that leads nowhere.
  if (isKept()) addEventListener("online", async () => (await answers()) && location.reload());
}

// What a page was made for: its person and their special rights. The server closes the page's
// sockets when one of these is lost.

const REFUSED = 4400; // a page at an address that the portal doesn't know
export const GONE = 4404; // there is nothing here for this reader, or nothing any more
export const LOGGED_OUT = 4401; // nobody is logged in
export const BANNED = 4403;
const LOST = [LOGGED_OUT, 4402, BANNED]; // or no longer as before

/** The address of a socket: it says for whom the page was made, and is nobody else's. */
export function socketAddress(path) {
  const address = new URL(path, location);
  address.protocol = address.protocol.replace("http", "ws");
  const { rights } = document.documentElement.dataset;
  if (rights) address.searchParams.set("for", rights);
  return address;
}

/** Whether a socket closed with this code stays closed. If a right is lost, the page goes, too. */
export function isLost(code) {
  const lost = LOST.includes(code);
  if (lost) document.dispatchEvent(new CustomEvent("site:lost", { detail: code }));
  return lost || code === REFUSED || code === GONE;
}

/** The server has just answered this page: it is its person's. */
export function isTheirs() {
  document.dispatchEvent(new CustomEvent("site:theirs"));
}

// The sockets that htmx opens for parts of a page, and opens again when they are lost. A page loads
// its own script before htmx, so that nothing is said too early.

/**
 * Have htmx connect the element to the address at that path: `heard(message)` gets every JSON
 * message, `closed(code)` every end. Returns a function that gives the socket while it is open.
 */
export function follow(element, path, { heard, closed }) {
  let socket = null;
  const listen = (name, listener) =>
    element.addEventListener(`htmx:${name}`, ({ target, detail }) => {
      if (target === element) listener(detail); // it may have parts with sockets of their own
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
