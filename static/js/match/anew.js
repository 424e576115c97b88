// A page that was made while nobody could act in it (a computer player had the seat, the match was
// paused) has no bar for moves. When one can, here or by what was done in another tab, it is loaded
// anew, but not under somebody's hands: what is half typed is waited for.
const WAIT = 1_000; // ms until the next look at what is being typed

const isTyped = (field) => field.value !== field.defaultValue;
let waiting = false;

function load() {
  if ([...document.querySelectorAll("textarea, input[type=text]")].some(isTyped)) {
    setTimeout(load, WAIT);
  } else {
    location.reload();
  }
}

/** Load the page anew if its seat can act in the page to be, and has no bar for it here. */
export function followWhoMayAct(part) {
  const acts = part.querySelector("#live").hasAttribute("data-acts");
  if (!acts || waiting || document.getElementById("acts")) return;
  waiting = true;
  load();
}
