// The cards that a bribe would add, laid as ghosts beside one's own: on the seat's card and, as
// «+2», on the space of their kind.

const cardsOf = ({ picks }) =>
  picks.filter((pick) => pick.startsWith("hand:")).map((pick) => pick.slice(5));

/** Show the cards of a bribe as if already laid; a visit lays none. */
export function layCards(root, choice) {
  if (choice.picks.some((pick) => pick.startsWith("stall:"))) return;
  const { token: kind } = choice.preview;
  const cards = cardsOf(choice);
  const bribes = root.querySelector(".bribes.own");
  const laid =
    bribes?.querySelector(`[data-kind="${kind}"]`) ?? bribes?.appendChild(emptyBribe(kind));
  laid?.querySelector(".set").append(...cards.map((card) => miniature(root, card)));
  const sum = laid?.querySelector("[data-cards]");
  if (sum) sum.dataset.then = Number(sum.textContent) + cards.length;
  if (bribes)
    addOnTrack(root, kind, bribes.dataset.seat, made("b", "coming num", `+${cards.length}`));
}

function addOnTrack(root, kind, seat, added) {
  const owners = root.querySelector(`.space[data-kind="${kind}"] .owners`);
  const own = owners.querySelector(`[data-seat="${seat}"]`);
  const shape = root.querySelectorAll(".standing .shape")[seat];
  if (own) own.append(added);
  else owners.append(made("li", "coming", shape.cloneNode(true), added));
}

/** Take the ghosts away. */
export function takeCards(root) {
  for (const ghost of root.querySelectorAll(".coming")) ghost.remove();
}

function made(name, className, ...children) {
  const element = document.createElement(name);
  element.className = className;
  element.setAttribute("aria-hidden", "true"); // the action bar tells it in words
  element.append(...children);
  return element;
}

function emptyBribe(kind) {
  const bribe = made("li", "bribe coming", made("span", "set"));
  bribe.dataset.kind = kind;
  return bribe;
}

function miniature(root, kind) {
  const piece = root.querySelector(".track .token .piece").cloneNode(true);
  piece.dataset.kind = kind;
  const use = piece.querySelector("use");
  use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#${kind}`));
  const card = made("i", "mini coming", piece);
  card.dataset.kind = kind;
  return card;
}
