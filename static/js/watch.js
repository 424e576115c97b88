// The page to watch: the boards of the matches in sight, each in a frame, whose size it knows as a
// window's. They are asked for as they come into sight, then every few seconds.

const EVERY = 4_000; // ms
const AHEAD = "25%"; // of the window: boards just below it are in sight, too

const list = document.querySelector(".watched");
const root = document.documentElement;
const inSight = new Set();
let asking = false;
let again = false; // a board came into sight meanwhile

async function ask() {
  again = asking;
  if (asking || document.hidden || !inSight.size) return;
  asking = true;
  const told = await news([...inSight].map(({ dataset }) => dataset));
  for (const card of list.children) show(card, told[card.dataset.match]);
  asking = false;
  if (again) ask();
}

/** How these matches stand, by their ids; nothing while the portal can't be reached. */
async function news(matches) {
  const held = matches.map(({ match, tag = "" }) => ["match", `${match}:${tag}`]);
  try {
    const answer = await fetch(`${list.dataset.boards}?${new URLSearchParams(held)}`);
    return answer.ok ? (await answer.json()).matches : {};
  } catch {
    return {};
  }
}

function show(card, told) {
  if (!told) return;
  card.querySelector(".watching").textContent = told.watching;
  if (told.tag === undefined) return;
  card.dataset.tag = told.tag;
  card.querySelector(".prompt").textContent = told.prompt;
  card.querySelector(".chip").hidden = !told.over;
  if (told.board) draw(card.querySelector("iframe"), told.board);
}

/** Only the first board loads the frame's style sheets: the next ones change nothing else. */
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
  frame.srcdoc = html; // another board that comes before it has loaded takes its place
}

/** The lamp is that of the page. */
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
