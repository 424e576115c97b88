// The page of a match that is over, or of one of its positions: nothing moves here any more.
import "./chat.js";
import { listenForSkips, measureBars } from "./match/live.js";
import { startSpeed } from "./match/personal.js";
import { Finale } from "./match/telling.js";

// The ending of a match that was over when its page was opened can be seen all the same.

/** Have «See the ending» show it. */
function offerEnding() {
  startSpeed();
  measureBars();
  const finale = new Finale();
  listenForSkips(() => finale.skip());
}

if (document.getElementById("finale")) offerEnding();
