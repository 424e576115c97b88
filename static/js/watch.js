// The page of matches to watch: shows the boards in sight, each in a frame, so that it has its own
// window size. A board is requested when it comes into sight, then every few seconds.

const EVERY = 4_000; // ms
const AHEAD = "25%"; // of the window: boards just below it count as in sight

const list = document.querySelector(".watched");
const root = document.documentElement;
const inSight = new Set();
let asking = false;
let again = false; // whether a board came into sight meanwhile

async function ask() {
  again = asking;
  if (asking || document.hidden || !inSight.size) return;
  asking = true;
  const states = await news([...inSight].map(({ dataset }) => dataset));
  for (const card of list.children) show(card, states[card.dataset.match]);
  asking = false;
  if (again) ask();
}

/** The state of these matches, by id; empty while the portal can't be reached. */
async function news(matches) {
  const held = matches.map(({ match, tag = "" }) => ["match", `${match}:${tag}`]);
  try {
    const answer = await fetch(`${list.dataset.boards}?${new URLSearchParams(held)}`);
    return answer.ok ? (await answer.json()).matches : {};
  } catch {
    return {};
  }
}

function show(card, state) {
  if (!state) return;
  card.querySelector(".watching").textContent = state.watching;
  if (state.tag === undefined) return;
  card.dataset.tag = state.tag;
  card.querySelector(".prompt").textContent = state.prompt;
  card.querySelector(".chip").hidden = !state.over;
  if (state.board) draw(card.querySelector("iframe"), state.board);
}

/** Load the frame's style sheets only with the first board; later ones replace only the board. */
function draw(frame, html) {
  if (frame.style.visibility) {
    const { body } = new DOMParser().parseFromString(html, "text/html");
    frame.contentDocument.body.replaceWith(body);
    return;
  }
  frame.onload = () => {
    light(frame);
    frame.style.visibility = "visible";
  };
  frame.srcdoc = html; // a board that comes before it has loaded replaces it
}

/** Give the frame the page's theme. */
function light(frame) {
  const { theme } = root.dataset;
  if (theme) frame.contentDocument.documentElement.dataset.theme = theme;
}

if (list) {
  const sight = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        inSight[isIntersecting ? "add" : "delete"](target);
      ask();
    },
    { rootMargin: AHEAD },
  );
  for (const card of list.children) sight.observe(card);
  new MutationObserver(() => list.querySelectorAll("iframe[srcdoc]").forEach(light)).observe(root, {
    attributeFilter: ["data-theme"],
  });
  document.addEventListener("visibilitychange", ask);
  setInterval(ask, EVERY);
}
