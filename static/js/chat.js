// The chats of a page: each gets new lines over its own socket, sends without a reload, and counts
// unread lines. Without this file they are plain forms.
import { dayOf, follow, GONE, localizeTimes, toast } from "./site/page.js";

// A message appears for a while at its author's seat. Screen readers announce it as a line of the
// chat.

const WHILE = 8_000; // ms

const last = new Map(); // by seat

/** The visible element of that seat: in the strip, or beside the board. */
function place(seat) {
  const parts = [
    document.querySelector(`.strip > :nth-child(${Number(seat) + 1})`),
    document.getElementById(`seat-${seat}`),
  ];
  return parts.find((part) => part?.checkVisibility());
}

/** Show a line of the chat at its author's seat, if the author has one. */
function showAtSeat(line) {
  const { seat } = line.dataset;
  const at = seat && place(seat);
  if (!at) return;
  hush(seat);
  const bubble = document.createElement("p");
  bubble.className = "at-seat";
  bubble.ariaHidden = "true";
  const words = document.createElement("span");
  words.textContent = line.querySelector(".text").textContent;
  bubble.append(line.querySelector(".shape").cloneNode(true), words);
  document.getElementById("main").append(bubble);
  const { left, top, right, width, height } = at.getBoundingClientRect();
  const own = bubble.getBoundingClientRect();
  const wide = width > own.width; // beside the board: before the end of the seat's first line
  const ending = at.querySelector(".seat > .clock, .seat > .state");
  const end = ending?.getBoundingClientRect().left ?? right;
  const x = wide ? end - own.width : Math.min(left, innerWidth - own.width);
  const y = wide ? top : top + (height - own.height) / 2;
  bubble.style.translate = `${Math.max(0, x) + scrollX}px ${y + scrollY}px`;
  const timer = setTimeout(() => hush(seat), WHILE);
  last.set(seat, { bubble, timer });
}

function hush(seat) {
  const { bubble, timer } = last.get(seat) ?? {};
  clearTimeout(timer);
  bubble?.remove();
  last.delete(seat);
}

/** Remove all bubbles: the reader may no longer be allowed to see them. */
function hushAll() {
  for (const seat of [...last.keys()]) hush(seat);
}

const UNTOLD = 15_000; // ms between two requests for new lines while there is no socket
const AT_THE_END = 24; // px from the end that still count as the end

const dock = document.querySelector("details.dock");
const summary = dock?.querySelector("summary");
const badges = document.querySelectorAll("[data-unread]");
const opener = document.getElementById("drawer"); // in small windows the dock is part of a drawer
const closer = document.getElementById("close-chat");
const said = document.getElementById("chat-said");

/** The last line seen in each conversation is kept, so that a reload doesn't count it again. */
function seen(key) {
  try {
    return Number(localStorage.getItem(`chat/${key}`)) || 0;
  } catch {
    return 0;
  }
}

function keepSeen(key, id) {
  try {
    localStorage.setItem(`chat/${key}`, String(id));
  } catch {
    /* it is counted again after a reload */
  }
}

/** Put the date before the first line of each day, in the reader's time zone. */
function divide(list) {
  for (const day of list.querySelectorAll(".day")) day.remove();
  let last = "";
  for (const line of list.querySelectorAll(".said")) {
    const { dateTime } = line.querySelector("time");
    const day = dayOf(dateTime);
    if (day !== last) line.before(dayLine(dateTime, day));
    last = day;
  }
}

function dayLine(dateTime, textContent) {
  const time = Object.assign(document.createElement("time"), { dateTime, textContent });
  time.dataset.localized = "";
  const line = Object.assign(document.createElement("li"), { className: "day" });
  line.append(time);
  return line;
}

class Room {
  #element;
  #list;
  #socket; // returns it while it is open
  #typing = null; // the field whose text is being sent

  constructor(element) {
    this.#element = element;
    this.#list = element.querySelector(".lines");
    this.key = element.dataset.chat;
    for (const form of element.querySelectorAll("form")) {
      form.addEventListener("submit", (event) => this.#submit(event));
    }
    divide(this.#list);
    this.#toTheEnd();
    const { root } = document.documentElement.dataset;
    const path = `${root}/ws/chat/${this.key}/?after=${element.dataset.last}`;
    this.#socket = follow(element, path, {
      heard: (message) => this.#heard(message),
      closed: (code) => code === GONE && this.#leave(),
    });
    setInterval(() => this.#ask(), UNTOLD);
  }

  get isConnected() {
    return this.#socket() !== null;
  }

  get isVisible() {
    return document.visibilityState === "visible" && this.#element.checkVisibility();
  }

  get unread() {
    const last = seen(this.key);
    return [...this.#list.querySelectorAll(".said")].filter(
      (line) => !line.classList.contains("mine") && Number(line.dataset.id) > last,
    ).length;
  }

  look() {
    if (this.isVisible)
      keepSeen(this.key, Math.max(seen(this.key), Number(this.#element.dataset.last)));
  }

  shown() {
    this.#toTheEnd();
    this.look();
  }

  /** The reader has lost access: remove the conversation from the page. */
  #leave() {
    hushAll();
    const panel = this.#element.closest(".panel#chat");
    this.#element.remove();
    if (panel && !panel.querySelector("[data-chat]")) panel.remove();
  }

  /** Fetch new lines from the chat's own page: a proxy may block sockets. */
  async #ask() {
    if (this.isConnected || document.hidden || !this.#element.isConnected) return;
    const signal = AbortSignal.timeout(UNTOLD / 2);
    const address = this.#element.querySelector("h2 a").href;
    const answer = await fetch(address, { signal }).catch(() => null);
    if ([403, 404].includes(answer?.status)) this.#leave();
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const known = Number(this.#element.dataset.last);
    const isNew = (line) => Number(line.dataset.id) > known; // older lines may move up
    const lines = [...page.querySelectorAll(".lines > .said")].filter(isNew);
    const last = Number(lines.at(-1)?.dataset.id ?? 0);
    this.#heard({ type: "lines", last, html: lines.map((line) => line.outerHTML).join("") });
  }

  #submit(event) {
    if (!this.isConnected) return; // let the browser send the form
    event.preventDefault();
    const phrase = event.submitter?.name === "phrase" ? event.submitter.value : "";
    this.#typing = event.target.elements.text ?? null;
    const text = this.#typing?.value ?? "";
    this.#socket().send(JSON.stringify(phrase ? { phrase } : { text }));
  }

  #heard(message) {
    if (message.type === "error") this.#refused(message);
    if (message.type === "accepted" && this.#typing) {
      this.#typing.value = "";
      this.#typing = null;
    }
    if (message.type === "lines" || message.type === "all") this.#show(message);
  }

  /** For a muted reader, replace the form with the end of the mute. */
  #refused({ code, detail }) {
    if (code !== "muted") return toast(detail);
    const notice = Object.assign(document.createElement("p"), {
      className: "soft silenced",
      role: "status",
      textContent: detail,
    });
    this.#element.querySelector(".chips")?.remove();
    this.#element.querySelector(".sharebox")?.replaceWith(notice);
  }

  #show({ type, last, html, muted }) {
    const list = this.#list;
    const follows = list.scrollHeight - list.scrollTop - list.clientHeight < AT_THE_END;
    if (type === "all") {
      hushAll();
      list.replaceChildren();
      this.#element.querySelector(".muted").innerHTML = muted;
    }
    const sent = document.createRange().createContextualFragment(html);
    const fresh = [...sent.querySelectorAll(".said")].filter((line) => !this.#has(line));
    list.append(...fresh);
    this.#element.dataset.last = Math.max(last, Number(this.#element.dataset.last));
    localizeTimes(list);
    divide(list);
    if (follows) this.#toTheEnd();
    if (type === "lines") {
      for (const line of fresh) {
        if (!line.classList.contains("mine")) tell(line);
        showAtSeat(line);
      }
    }
    count();
  }

  /** Whether the line is shown: after a reconnect the server resends lines. */
  #has({ dataset: { id } }) {
    return this.#list.querySelector(`[data-id="${id}"]`) !== null;
  }

  #toTheEnd() {
    this.#list.scrollTop = this.#list.scrollHeight;
  }
}

/** Let a screen reader read a line out, politely. */
function tell(line) {
  const announcement = document.createElement("p");
  const words = (part) => line.querySelector(part).textContent;
  announcement.textContent = `${words(".author")}: ${words(".text")}`;
  said.append(announcement);
  while (said.children.length > 8) said.firstElementChild.remove();
}

const rooms = [];

function count() {
  for (const room of rooms) room.look();
  const unread = rooms.reduce((sum, room) => sum + room.unread, 0);
  for (const badge of badges) {
    badge.firstElementChild.textContent = unread;
    badge.hidden = unread === 0;
  }
}

for (const element of document.querySelectorAll("[data-chat]")) rooms.push(new Room(element));
for (const list of document.querySelectorAll(".chat-history .lines")) divide(list);

// Muting changes the page in place: the sockets send the remaining lines. Blocking changes more.
document.getElementById("relate")?.addEventListener("submit", async (event) => {
  const { submitter, target } = event;
  if (!["mute", "unmute"].includes(submitter?.name)) return;
  if (!rooms.length || !rooms.every((room) => room.isConnected)) return;
  event.preventDefault();
  const body = new FormData(target, submitter);
  const headers = { accept: "application/json" };
  const answer = await fetch(target.action, { method: "POST", body, headers }).catch(() => null);
  if (!answer) return target.requestSubmit(submitter);
  const { said, detail } = await answer.json();
  toast(said ?? detail);
});
count();
document.addEventListener("visibilitychange", count);
dock?.addEventListener("toggle", () => {
  for (const room of rooms) room.shown();
  count();
  opener?.setAttribute("aria-expanded", dock.open);
  // A drawer begins below the status line, which may have scrolled away.
  const table = document.querySelector(".match > .table");
  if (table && getComputedStyle(table).visibility === "hidden") scrollTo(0, 0);
});
/** In small windows the drawer covers the board, and the focus moves in and comes back. */
function open() {
  dock.open = true;
  closer.focus(); // wide windows have no such button; the focus stays
}
function close() {
  dock.open = false;
  [opener, summary].find((button) => button?.checkVisibility())?.focus();
}

summary?.addEventListener("click", (event) => {
  if (dock.open) return;
  event.preventDefault();
  open();
});
opener?.addEventListener("click", open);
closer?.addEventListener("click", close);
document.getElementById("to-log")?.addEventListener("click", close);
// Links of the strip and the status line may lead into the drawer.
document.addEventListener("click", ({ target }) => {
  const link = target.closest?.(".strip a, .to-question a");
  if (link && !document.querySelector(link.hash)?.checkVisibility()) dock.open = true;
});
document.addEventListener(
  "keydown",
  (event) => {
    const isInside = closer?.checkVisibility() || dock?.contains(event.target);
    if (event.key !== "Escape" || !dock?.open || !isInside) return;
    if (document.querySelector("dialog[open], :popover-open")) return; // that closes first
    event.stopImmediatePropagation(); // otherwise it would clear the picks on the board
    close();
  },
  { capture: true },
);
