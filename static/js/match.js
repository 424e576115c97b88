// The page of a running match: puts the modules in match/ together. docs/boards.md tells the whole.
import { Acting } from "./match/act.js";
import { Moves } from "./match/moves.js";
import { startPreferences } from "./match/preferences.js";
import { Socket } from "./match/socket.js";
import { Steps } from "./match/steps.js";
import { localiseTimes, toast } from "./site.js";

const page = document.getElementById("page");
startPreferences();
const acting = document.getElementById("acts") ? new Acting(page) : null;

function refresh() {
  const live = document.getElementById("live");
  document.title = live.dataset.title;
  localiseTimes(live);
  acting?.update();
}

const steps = new Steps(page, refresh);
const moves = new Moves(page, { isOpen: () => socket.isOpen, overdue: () => socket.reconnect() });
const socket = new Socket(page, {
  lost: () => moves.answered(),
  heard(message) {
    if (message.type === "beat") return;
    moves.answered();
    if (message.type === "accepted") acting?.done();
    if (message.type === "error") toast(message.detail);
    if (message.type === "page") steps.take(message);
  },
});
refresh();
