// Previews a choice on the round table: remaining points, ghosts of moving pieces, lost walls and
// towers; and in words. On a small board the reader can zoom in on one arc; that setting isn't part
// of the position, and is kept across updates until the end.
import { clear, fill, ghost, mark } from "../js/kit.js";

let near = "0";
let over = false;

document.addEventListener("change", (event) => {
  if (event.target.matches?.('.round input[name="zoom"]')) near = event.target.value;
});

/**
 * Show what `choice` would do, or nothing (null). `root` holds the board and the seats.
 * @returns {string} the consequence in words, for the action bar
 */
export function preview(root, choice) {
  const castle = root.querySelector(".castle");
  const ends = Boolean(castle?.dataset.ending);
  if (ends && !over) near = "0";
  over = ends;
  const wanted = root.querySelector(`#zoom-${near}`);
  if (wanted && !wanted.checked) wanted.checked = true;
  const words = root.querySelector("#castle-words")?.dataset;
  if (!castle || !words) return "";
  clear(castle);
  const coming = choice?.preview;
  if (!coming) return "";
  const chosen = castle.querySelector(".monster.chosen");
  if ("left" in coming) return strike(chosen, coming, words);
  if (coming.goes) return go(castle, chosen, coming.goes);
  if (coming.tarred) mark(chosen, null, "held");
  if (coming.moves) return move(castle, coming, words);
  return coming.reach ? trade(root, coming, words) : "";
}

const space = (castle, ring, arc) =>
  castle.querySelector(`.space[data-ring="${ring}"][data-arc="${arc}"]`);

function strike(monster, { left, worth }, words) {
  const points = monster.querySelector(".pts text").textContent;
  mark(monster, left ? `${points} → ${left}` : "✕", left ? "hurt" : "dies");
  if (left) return fill(words.left, { left });
  return worth ? fill(words.trophy, { worth }) : words.dies;
}

/** Put a ghost of a piece into a space, at its place among the pieces there. */
function stand(castle, piece, [ring, arc], { i = 0, n = 1 }) {
  const drawn = ghost(piece, "monster shaped");
  Object.assign(drawn.dataset, { ring, arc, i, n });
  space(castle, ring, arc).append(drawn);
}

function go(castle, monster, goal) {
  if (monster) mark(monster, null, "goes");
  stand(castle, monster ?? castle.querySelector(".counter.chosen"), goal, {});
  return "";
}

function move(castle, { moves, walls, shields, towers }, words) {
  for (const [ring, arc, ...goal] of moves) {
    for (const monster of space(castle, ring, arc).querySelectorAll(
      "[data-target^='monster:']:not([data-target$=':tar'])",
    )) {
      mark(monster, null, "goes");
      stand(castle, monster, goal, monster.dataset);
    }
  }
  for (const arc of walls) mark(castle.querySelector(`#wall-${arc}`), null, "falls");
  for (const arc of shields) mark(castle.querySelector(`#wall-${arc}`), null, "bared");
  for (const arc of towers) mark(castle.querySelector(`#tower-${arc}`), null, "falls");
  const sentences = Object.entries({ walls, shields, towers }).flatMap(([what, arcs]) =>
    arcs.length ? [fill(words[what], { arcs: arcs.join(", ") })] : [],
  );
  return sentences.length ? sentences.join(" ") : words.calm;
}

/** «In reach: you 2 → 3 monsters, Birch 4 → 4.» */
function trade(root, { partner, reach, theirs, builds }, words) {
  const caption = root.querySelector(`#seat-${partner} .name`);
  const name = (caption.firstElementChild ?? caption).textContent.trim();
  const between = ([now, then]) => (now === then ? `${now}` : `${now} → ${then}`);
  const sentences = [fill(words.reach, { you: between(reach), name, them: between(theirs) })];
  if (builds) sentences.push(builds === "you" ? words.youBuild : fill(words.theyBuild, { name }));
  return sentences.join(" ");
}
