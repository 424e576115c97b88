// The page of a running match: puts the modules in match/ together. docs/boards.md has the details.
import "./chat.js";
import { Acting } from "./match/act.js";
import { followWhoMayAct } from "./match/anew.js";
import "./match/asking.js";
import { Attention } from "./match/attention.js";
import { measureBars } from "./match/bars.js";
import { readChoices } from "./match/choices.js";
import { startClocks } from "./match/clock.js";
import { Connection } from "./match/connection.js";
import { Missed } from "./match/missed.js";
import { Moves } from "./match/moves.js";
import { showPeople } from "./match/people.js";
import "./match/notepad.js";
import { Polling } from "./match/polling.js";
import { startPreferences } from "./match/preferences.js";
import { tellWhoAsks } from "./match/rematch.js";
import { Since } from "./match/since.js";
import { Socket } from "./match/socket.js";
import { Steps } from "./match/steps.js";
import { localizeTimes } from "./site/times.js";
import { toast } from "./site/toast.js";

const page = document.getElementById("page");
/** What the portal has to say takes no place from the board; it goes by itself. */
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
  const steps = new Steps(page, {
    came(part) {
      offered = readChoices(part);
      ({ tag } = part.querySelector("#live").dataset);
      attention.title = part.querySelector("#live").dataset.title;
      attention.turn(isMine(part));
      since.update();
      followWhoMayAct(part);
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
    refused(detail, { words, version }) {
      polling.now();
      const meanwhile = steps.since(version);
      toast(connection.unsent(words, detail, meanwhile));
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
    page: (message) => steps.take(message),
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
    lost() {
      moves.lost();
      missed.answered(null);
      polling.begin();
      if (!navigator.onLine) connection.isLost = true;
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

start();
document.documentElement.classList.add("started"); // so long the plain list of choices stands
