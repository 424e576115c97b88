// The counts of what is waiting and what is unread: in the header, the title and the icon of the
// window.
import { countInTitle } from "../title.js";
import { drawIcon } from "./icon.js";
import { afterPress } from "./press.js";

const MOST = 99;

const myTurn = document.getElementById("my-turn");
const nextHere = document.getElementById("next-here");

const words = (figure) => (figure > MOST ? `${MOST}+` : String(figure));

/** Show a message of the site's socket: `lobby/live/me.py`. */
export function show(badge) {
  afterPress(() => change(badge));
}

function change(badge) {
  const { waiting } = badge;
  myTurn.hidden = !waiting;
  if (nextHere) nextHere.hidden = !badge.next_here;
  for (const piece of document.querySelectorAll("[data-figure]")) {
    const figure = badge[piece.dataset.figure];
    piece.textContent = words(figure);
    piece.hidden = !figure;
  }
  countInTitle(waiting ? words(waiting) : "");
  drawIcon(waiting);
}

/** Have the icon show what waited when the page was made; the title says it already. */
export const showFirst = () => drawIcon(Number(myTurn.dataset.waiting));
