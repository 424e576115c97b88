// The first-game guide: touching what glows does what the button says, and each step begins where
// the last one stood, with what glows in sight. The button is a plain link, so the guide works
// without this module.
const next = document.getElementById("next");
const wanted = next?.dataset.picks?.split(" ") ?? [];
const NAMES = ["target", "place"];

const nameOf = (element) => NAMES.map((key) => element.dataset[key]).find(Boolean);

const picked = [];
const count = (names, name) => names.filter((other) => other === name).length;

/** One more pick, or one fewer; a single element that stands for several cards adds up. */
function touch(element) {
  const name = nameOf(element);
  if (!wanted.length) return next.click();
  const alike = [...document.querySelectorAll("[data-guided]")].filter(
    (other) => nameOf(other) === name,
  );
  if (element.classList.contains("chosen") && alike.length >= count(wanted, name)) {
    element.classList.replace("chosen", "can");
    picked.splice(picked.indexOf(name), 1);
  } else if (count(picked, name) < count(wanted, name)) {
    element.classList.replace("can", "chosen");
    picked.push(name);
  }
  // as `mark` of match/choices.js, which plain scripts can't import
  for (const holder of document.querySelectorAll("[data-holds], .fan, .fan > li"))
    holder.toggleAttribute("data-chosen", holder.querySelector(".chosen") !== null);
  if (picked.length === wanted.length) next.click();
  else bringIntoSight();
}

document.addEventListener("click", (event) => {
  const element = event.target.closest?.("[data-guided]");
  if (!element || event.target.closest("a")) return;
  event.preventDefault();
  touch(element);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  if (!event.target.matches?.("[data-guided]:not(button)")) return;
  event.preventDefault();
  touch(event.target);
});

const PLACE = "guide-place"; // the step one went to, and how far the page before was scrolled

document.addEventListener("click", ({ target }) => {
  const link = target.closest?.(".do [rel]");
  if (!link) return;
  try {
    sessionStorage.setItem(PLACE, `${scrollY} ${link.href}`);
  } catch {
    /* the next step begins at its top */
  }
});

function keptPlace() {
  try {
    const [place, step] = sessionStorage.getItem(PLACE)?.split(" ") ?? [];
    sessionStorage.removeItem(PLACE);
    return step === location.href ? Number(place) : 0;
  } catch {
    return 0;
  }
}

/** How much of the window a part of the lesson takes that stays in sight. */
function stuck(part) {
  const box = document.querySelector(part);
  return getComputedStyle(box).position === "sticky" ? box.offsetHeight : 0;
}

/** Of what glows; where not all fits, what is still to be touched. */
function bringIntoSight() {
  const isWanted = (element) => wanted.includes(nameOf(element));
  const glowing = [...document.querySelectorAll("[data-guided]:not(.chosen)")];
  glowing.sort((one, other) => isWanted(one) - isWanted(other));
  for (const element of glowing) element.scrollIntoView({ block: "nearest" });
}

const { style } = document.getElementById("main");
style.setProperty("--above", `${stuck(".lesson") || stuck(".lesson > .say")}px`);
style.setProperty("--below", `${stuck(".lesson > .do")}px`);
scrollTo(0, keptPlace());
bringIntoSight();
