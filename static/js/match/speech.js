// What is said at the table stands at the seat of whoever said it, for a while. A screen reader
// hears it as a line of the chat.

const WHILE = 8_000; // ms

const last = new Map(); // by seat

/** Where that seat is in sight: in the strip, or beside the board. */
function place(seat) {
  const parts = [
    document.querySelector(`.strip > :nth-child(${Number(seat) + 1})`),
    document.getElementById(`seat-${seat}`),
  ];
  return parts.find((part) => part?.checkVisibility());
}

/** Show a line of the chat at its seat; nothing for what nobody at the table has said. */
export function showAtSeat(line) {
  const { seat } = line.dataset;
  const at = seat && place(seat);
  if (!at) return;
  hush(seat);
  const bubble = document.createElement("p");
  bubble.className = "at-seat";
  bubble.ariaHidden = "true";
  const words = document.createElement("span");
  words.textContent = line.querySelector(".text").textContent;
  bubble.append(line.querySelector(".shape").cloneNode(true), words);
  document.getElementById("main").append(bubble);
  const { left, top, right, width, height } = at.getBoundingClientRect();
  const own = bubble.getBoundingClientRect();
  const wide = width > own.width; // beside the board: before what the seat's first line ends with
  const ending = at.querySelector(".seat > .clock, .seat > .state");
  const end = ending?.getBoundingClientRect().left ?? right;
  const x = wide ? end - own.width : Math.min(left, innerWidth - own.width);
  const y = wide ? top : top + (height - own.height) / 2;
  bubble.style.translate = `${Math.max(0, x) + scrollX}px ${y + scrollY}px`;
  const timer = setTimeout(() => hush(seat), WHILE);
  last.set(seat, { bubble, timer });
}

function hush(seat) {
  const { bubble, timer } = last.get(seat) ?? {};
  clearTimeout(timer);
  bubble?.remove();
  last.delete(seat);
}

/** What was said may be none of the reader's any more. */
export function hushAll() {
  for (const seat of [...last.keys()]) hush(seat);
}
