// What a choice would do, shown on the round table before it is made: points left, ghosts of what
// moves, walls and towers that go; and in words. It touches only its own attributes and elements,
// so that an update may sweep them away. On a small board the reader can zoom in on one arc; that
// is their choice, not the position's, and is kept across updates.

const MARKS = ["then", "trend"];
let near = "0";

document.addEventListener("change", (event) => {
  if (event.target.matches?.('.round input[name="zoom"]')) near = event.target.value;
});

/**
 * Show what `choice` would do, or nothing (null). `root` holds the board and the seats.
 * @returns {string} the consequence in words, for the action bar
 */
export function preview(root, choice) {
  const wanted = root.querySelector(`#zoom-${near}`);
  if (wanted && !wanted.checked) wanted.checked = true;
  const castle = root.querySelector(".castle");
  const words = root.querySelector("#castle-words")?.dataset;
  if (!castle || !words) return "";
  clear(castle);
  const coming = choice?.preview;
  if (!coming) return "";
  if ("left" in coming) return strike(castle.querySelector(".token.chosen"), coming, words);
  if (coming.goes) return go(castle, coming.goes);
  if (coming.tarred) castle.querySelector(".token.chosen").dataset.trend = "held";
  if (coming.moves) return move(castle, coming, words);
  return coming.reach ? trade(root, coming, words) : "";
}

function clear(castle) {
  for (const element of castle.querySelectorAll(MARKS.map((mark) => `[data-${mark}]`).join())) {
    for (const mark of MARKS) delete element.dataset[mark];
  }
  for (const own of castle.querySelectorAll(".coming")) own.remove();
}

const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_gap, name) => values[name]);
const space = (castle, ring, arc) =>
  castle.querySelector(`.space[data-ring="${ring}"][data-arc="${arc}"]`);

function strike(token, { left, worth }, words) {
  token.dataset.then = left ? `${token.querySelector(".pts text").textContent} → ${left}` : "✕";
  token.dataset.trend = left ? "hurt" : "dies";
  if (left) return fill(words.left, { left });
  return worth ? fill(words.trophy, { worth }) : words.dies;
}

/** A ghost of a token, standing in a space in the place that `like` has among its own. */
function ghost(castle, svg, [ring, arc], like) {
  const drawn = document.createElement("span");
  drawn.className = "token coming";
  drawn.setAttribute("aria-hidden", "true");
  Object.assign(drawn.dataset, { ring, arc, i: like?.i ?? 0, n: like?.n ?? 1 });
  drawn.append(svg.cloneNode(true));
  space(castle, ring, arc).append(drawn);
}

function go(castle, goal) {
  const token = castle.querySelector(".token.chosen");
  if (token) token.dataset.trend = "goes";
  ghost(castle, (token ?? castle.querySelector(".counter.chosen")).querySelector("svg"), goal);
  return "";
}

function move(castle, { moves, walls, shields, towers }, words) {
  for (const [ring, arc, ...goal] of moves) {
    for (const token of space(castle, ring, arc).querySelectorAll(
      "[data-target^='monster:']:not([data-target$=':tar'])",
    )) {
      token.dataset.trend = "goes";
      ghost(castle, token.querySelector("svg"), goal, token.dataset);
    }
  }
  for (const arc of walls) castle.querySelector(`#wall-${arc}`).dataset.trend = "falls";
  for (const arc of shields) castle.querySelector(`#wall-${arc}`).dataset.trend = "bared";
  for (const arc of towers) castle.querySelector(`#tower-${arc}`).dataset.trend = "falls";
  const said = Object.entries({ walls, shields, towers }).flatMap(([what, arcs]) =>
    arcs.length ? [fill(words[what], { arcs: arcs.join(", ") })] : [],
  );
  return said.length ? said.join(" ") : words.calm;
}

/** «In reach: you 2 → 3 monsters, Birch 4 → 4.» */
function trade(root, { partner, reach, theirs, builds }, words) {
  const name = root.querySelector(`#seat-${partner} .name`).firstChild.textContent;
  const between = ([now, then]) => (now === then ? `${now}` : `${now} → ${then}`);
  const said = [fill(words.reach, { you: between(reach), name, them: between(theirs) })];
  if (builds) said.push(builds === "you" ? words.youBuild : fill(words.theyBuild, { name }));
  return said.join(" ");
}
