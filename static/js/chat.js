// The conversations of a page: new lines over their own sockets, said without a reload, counted
// while nobody sees them. Without this file they are plain forms.
import { dayOf, follow, GONE, localizeTimes, toast } from "./site/page.js";

// What is said at the table stands at the seat of whoever said it, for a while. A screen reader
// hears it as a line of the chat.

const WHILE = 8_000; // ms

const last = new Map(); // by seat

/** Where that seat is in sight: in the strip, or beside the board. */
function place(seat) {
  const parts = [
    document.querySelector(`.strip > :nth-child(${Number(seat) + 1})`),
    document.getElementById(`seat-${seat}`),
  ];
  return parts.find((part) => part?.checkVisibility());
}

/** Show a line of the chat at its seat; nothing for what nobody at the table has said. */
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
  const wide = width > own.width; // beside the board: before what the seat's first line ends with
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

/** What was said may be none of the reader's any more. */
function hushAll() {
  for (const seat of [...last.keys()]) hush(seat);
}

const UNTOLD = 15_000; // ms between two looks for new lines while no socket tells them
const AT_THE_END = 24; // px from the end that still count as being there

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

/** Put the date before the first line of each day, as days are where the reader is. */
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
  #socket; // gives it while it is open
  #typing = null; // the field whose text is on its way

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

  /** The conversation is none of the reader's any more: nothing of it stays on the page. */
  #leave() {
    hushAll();
    const panel = this.#element.closest(".panel#chat");
    this.#element.remove();
    if (panel && !panel.querySelector("[data-chat]")) panel.remove();
  }

  /** What was said meanwhile, from its own page: a proxy may let no socket through. */
  async #ask() {
    if (this.isConnected || document.hidden || !this.#element.isConnected) return;
    const signal = AbortSignal.timeout(UNTOLD / 2);
    const address = this.#element.querySelector("h2 a").href;
    const answer = await fetch(address, { signal }).catch(() => null);
    if ([403, 404].includes(answer?.status)) this.#leave();
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const known = Number(this.#element.dataset.last);
    const isNew = (line) => Number(line.dataset.id) > known; // older ones move up where one is gone
    const lines = [...page.querySelectorAll(".lines > .said")].filter(isNew);
    const last = Number(lines.at(-1)?.dataset.id ?? 0);
    this.#heard({ type: "lines", last, html: lines.map((line) => line.outerHTML).join("") });
  }

  #submit(event) {
    if (!this.isConnected) return; // the form goes by itself
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

  /** Whoever was muted meanwhile reads until when in the place where they would write. */
  #refused({ code, detail }) {
    if (code !== "muted") return toast(detail);
    const told = Object.assign(document.createElement("p"), {
      className: "soft silenced",
      role: "status",
      textContent: detail,
    });
    this.#element.querySelector(".chips")?.remove();
    this.#element.querySelector(".sharebox")?.replaceWith(told);
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

  /** Whoever was away is sent again what came since the page was made. */
  #has({ dataset: { id } }) {
    return this.#list.querySelector(`[data-id="${id}"]`) !== null;
  }

  #toTheEnd() {
    this.#list.scrollTop = this.#list.scrollHeight;
  }
}

/** Have a line read out when the screen reader has nothing more urgent to say. */
function tell(line) {
  const told = document.createElement("p");
  const words = (part) => line.querySelector(part).textContent;
  told.textContent = `${words(".author")}: ${words(".text")}`;
  said.append(told);
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

// Muting changes the page in place: the sockets send what is left. Blocking changes more than that.
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
  // A drawer begins below the status line, which a page that was scrolled has taken along.
  const table = document.querySelector(".match > .table");
  if (table && getComputedStyle(table).visibility === "hidden") scrollTo(0, 0);
});
/** What it holds lies over the board in small windows, and the focus goes in and comes back. */
function open() {
  dock.open = true;
  closer.focus(); // it isn't there at a desk, where the focus stays
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
// What the strip and the status line link to may lie in the drawer.
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
    event.stopImmediatePropagation(); // it would put back what is chosen on the board
    close();
  },
  { capture: true },
);
