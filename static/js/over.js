// The page of a finished match, or of one of its positions: nothing moves here.
import "./chat.js";
import { listenForSkips, measureBars } from "./match/live.js";
import { startSpeed } from "./match/personal.js";
import { Finale } from "./match/telling.js";

// The staged ending can be played even if the match was over when the page was opened.

/** Let «See the ending» play it. */
function offerEnding() {
  startSpeed();
  measureBars();
  const finale = new Finale();
  listenForSkips(() => finale.skip());
}

if (document.getElementById("finale")) offerEnding();
