// The page of a match that was over when it was opened: its ending can be seen all the same.
import { measureBars } from "./bars.js";
import { Finale } from "./finale.js";
import { startSpeed } from "./preferences.js";
import { listenForSkips } from "./skipping.js";

startSpeed();
measureBars();
const finale = new Finale();
listenForSkips(() => finale.skip());
