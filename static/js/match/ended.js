// The ending of a match that was over when its page was opened can be seen all the same.
import { measureBars } from "./bars.js";
import { Finale } from "./finale.js";
import { startSpeed } from "./preferences.js";
import { listenForSkips } from "./skipping.js";

/** Have «See the ending» show it. */
export function offerEnding() {
  startSpeed();
  measureBars();
  const finale = new Finale();
  listenForSkips(() => finale.skip());
}
