// What waits and what is unread, in figures: in the header, the title and the icon of the window.
import { drawIcon } from "./icon.js";

const MOST = 99;
const FIGURE = /^\(\d+\+?\) /;

const myTurn = document.getElementById("my-turn");
const nextHere = document.getElementById("next-here");
const title = document.querySelector("title");
let waiting = Number(myTurn.dataset.waiting);

const words = (figure) => (figure > MOST ? `${MOST}+` : String(figure));

/** The title belongs to the page; the figure before it is ours, whatever the page does with it. */
function nameWindow() {
  const bare = document.title.replace(FIGURE, "");
  const named = waiting ? `(${words(waiting)}) ${bare}` : bare;
  if (document.title !== named) document.title = named;
}

/** Show a message of the site's socket: `lobby/live/me.py`. */
export function show(badge) {
  waiting = badge.waiting;
  myTurn.hidden = !waiting;
  if (nextHere) nextHere.hidden = !badge.next_here;
  for (const piece of document.querySelectorAll("[data-figure]")) {
    const figure = badge[piece.dataset.figure];
    piece.textContent = words(figure);
    piece.hidden = !figure;
  }
  nameWindow();
  drawIcon(waiting);
}

new MutationObserver(nameWindow).observe(title, { childList: true });
nameWindow();
drawIcon(waiting);
