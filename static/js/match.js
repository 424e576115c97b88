// The page of a running match: connects the modules in match/.
import "./chat.js";
import { Acting } from "./match/act.js";
import { readChoices } from "./match/choices.js";
import { Connection, Polling, Socket } from "./match/connection.js";
import { Missed, measureBars } from "./match/live.js";
import { Moves } from "./match/moves.js";
import { Attention, startPreferences, tellWhoAsks } from "./match/personal.js";
import { Steps } from "./match/steps.js";
import { isKept, localizeTimes, tellWorker, toast } from "./site/page.js";

// Counts down the seats' clocks. The server names each deadline in its own time; the page and the
// socket's beats tell the offset of the browser's clock.

const LOW = 20_000; // ms, as on the server
const LATE = 3_000; // ms within which news of the change follows the refusal of a kept move
const TRY_AGAIN = 1013; // code: the server is too busy, or can't reach its database
const page = document.getElementById("page");
let ahead = 0; // ms by which the browser's clock is ahead of the server's

function hear(serverTime) {
  const serverNow = Date.parse(serverTime);
  if (!Number.isNaN(serverNow)) ahead = Date.now() - serverNow;
}

const IN_DAYS = 48; // hours, above which seconds aren't shown, as on the server
const units = ["day", "hour"].map(
  (unit) =>
    new Intl.NumberFormat(document.documentElement.lang, {
      style: "unit",
      unit,
      unitDisplay: "narrow",
    }),
);

const two = (number) => String(number).padStart(2, "0");

function text(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const rest = two(seconds % 60);
  if (hours >= IN_DAYS) {
    const parts = [Math.floor(hours / 24), hours % 24];
    return parts.map((number, at) => units[at].format(number)).join(" ");
  }
  return hours ? `${hours}:${two(minutes % 60)}:${rest}` : `${minutes}:${rest}`;
}

function tick() {
  for (const clock of document.querySelectorAll(".clock[data-deadline]")) {
    const left = Date.parse(clock.dataset.deadline) - (Date.now() - ahead);
    const shown = clock.querySelector(".left");
    if (shown.textContent !== text(left)) shown.textContent = text(left);
    clock.classList.toggle("low", left < LOW);
  }
}

/** Start the clocks, if the page has any. */
function startClocks() {
  const time = document.querySelector('meta[name="server-time"]');
  if (!time) return;
  hear(time.content);
  page.addEventListener("htmx:before:ws:message", (event) => {
    const now = event.detail.message.json?.now;
    if (now) hear(now);
  });
  setInterval(tick, 250);
  tick();
}

// Who is at the match: dots on the seats' cards, and the spectators. They are in the dock, outside
// the shared HTML, because they differ from reader to reader.

/**
 * @param {{seats: Object<string, string>, watching: {count: number, names: string[],
 *   links: string[]}}} message */
function showPeople({ seats, watching }) {
  const dock = document.getElementById("chat");
  const those = (state) =>
    Object.keys(seats)
      .filter((index) => seats[index] === state)
      .join(" ");
  dock.dataset.here = those("here");
  dock.dataset.away = those("away");
  document.getElementById("watchers").textContent = watching.count;
  tell(document.getElementById("watching"), watching);
}

function tell(line, { count, names, links }) {
  const { nobody, one, many, others, watching } = line.dataset;
  if (!names.length) {
    line.textContent = [nobody, one][count] ?? many.replace("{n}", count);
    return;
  }
  const people = names.map((name, index) => {
    return Object.assign(document.createElement("a"), { href: links[index], textContent: name });
  });
  line.replaceChildren(watching, ...people.flatMap((link, index) => [index ? ", " : " ", link]));
  const unnamed = count - names.length;
  if (unnamed) line.append(` ${others.replace("{n}", unnamed)}`);
}

// «Since your last turn»: the button that replays what the others have done since then.

class Since {
  #button = document.getElementById("since");
  #steps;

  /** @param {import("./match/steps.js").Steps} steps */
  constructor(steps) {
    this.#steps = steps;
    this.#button?.addEventListener("click", async () => {
      const field = document.querySelector("#live .playfield, #live .board:not(:has(.playfield))");
      field?.scrollIntoView({ block: "nearest" });
      if (!(await steps.replay())) toast(this.#button.dataset.failed);
    });
    this.update();
  }

  /** A newer position is known. */
  update() {
    if (this.#button) this.#button.disabled = !this.#steps.canReplay;
  }
}

// A page made while its person couldn't act (a computer player had the seat, the match was paused)
// has no bar for moves. Once they can, by a change here or in another tab, the page reloads, but
// not while somebody is typing.

const WAIT = 1_000; // ms until the next check whether somebody is typing

const isTyped = (field) => field.value !== field.defaultValue;
let waiting = false;

function load() {
  if ([...document.querySelectorAll("textarea, input[type=text]")].some(isTyped)) {
    setTimeout(load, WAIT);
  } else {
    location.reload();
  }
}

/** Reload if the new page lets its seat act, and this page has no bar for that. */
function followWhoMayAct(part) {
  const acts = part.querySelector("#live").hasAttribute("data-acts");
  if (!acts || waiting || document.getElementById("acts")) return;
  waiting = true;
  load();
}

/** Show the portal's messages as toasts, so that they take no room from the board. */
function showMessages() {
  for (const box of document.querySelectorAll("#main > .wrap:has(> .messages)")) {
    toast([...box.querySelectorAll(".note")].map((note) => note.textContent.trim()).join(" "));
    box.remove();
  }
}

const isMine = (root) => root.querySelector("#live").classList.contains("mine-now");

function start() {
  startPreferences();
  showMessages();
  measureBars();
  const attention = new Attention(page.dataset.attention, isMine(document));
  const missed = new Missed((fields) => socket.say(fields));
  let offered = readChoices();
  let { tag } = document.getElementById("live").dataset; // of the newest position known
  let newsCame = () => {};
  /** Resolves when a newer position has come, or is late. */
  const someNews = () =>
    new Promise((resolve) => {
      newsCame = resolve;
      setTimeout(resolve, LATE);
    });
  const steps = new Steps(page, {
    came(part) {
      offered = readChoices(part);
      ({ tag } = part.querySelector("#live").dataset);
      attention.title = part.querySelector("#live").dataset.title;
      attention.turn(isMine(part));
      since.update();
      followWhoMayAct(part);
      newsCame();
    },
    waits: () => acting?.wait(),
    present: () => acting?.offer(offered),
    shown() {
      localizeTimes(document.getElementById("live"));
      measureBars();
      acting?.repaint();
      tellWhoAsks();
    },
    boards: (first, last) => missed.ask(first, last),
  });
  const since = new Since(steps);
  const acting = document.getElementById("acts") ? new Acting(page) : null;
  const connection = new Connection({ unsent: () => moves.drop() });
  const accepted = (...versions) => {
    for (const version of versions) steps.made(version);
    acting?.done();
  };
  const line = { say: (fields) => socket.say(fields), reconnect: () => socket.reconnect() };
  const moves = new Moves(page, line, {
    accepted({ versions }) {
      accepted(...versions);
      polling.now();
    },
    async refused(detail, { words, version, kept }) {
      polling.now();
      if (kept && !steps.since(version)) await someNews();
      toast(connection.unsent(words, detail, steps.since(version)));
    },
    kept(words) {
      connection.kept = words;
    },
  });
  const heard = {
    accepted({ version }) {
      moves.answered();
      accepted(version);
    },
    boards: ({ boards }) => missed.answered(boards),
    error({ detail }) {
      missed.answered(null);
      if (!moves.answered(detail)) toast(detail);
    },
    page(message) {
      tellWorker({ live: message.content });
      steps.take(message);
    },
    people: showPeople,
  };
  const polling = new Polling(page, {
    tag: () => tag,
    retry: () => moves.retry(),
    heard: heard.page,
    reached(is) {
      connection.isLost = !is;
    },
  });
  const socket = new Socket(page, {
    lost(code) {
      moves.lost();
      missed.answered(null);
      polling.begin();
      if (!navigator.onLine || code === TRY_AGAIN) connection.isLost = true;
    },
    found() {
      connection.isLost = false;
      polling.end();
      moves.retry();
    },
    heard: (message) => heard[message.type]?.(message),
  });
  startClocks();
  acting?.begin();
  moves.begin();
  polling.begin();
  socket.begin();
}

if (!isKept()) {
  start();
  document.documentElement.classList.add("started"); // hides the plain list of choices
}
