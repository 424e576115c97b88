// The page of a match that is over, or of one of its positions: nothing moves here any more.
import "./chat.js";
import "./match/asking.js";
import { offerEnding } from "./match/ended.js";
import "./match/notepad.js";
import "./match/rematch.js";

if (document.getElementById("finale")) offerEnding();
