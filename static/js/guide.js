// The first-game guide: touching a glowing element does what the button says, and each step keeps
// the scroll position of the last, with the glowing elements in sight. The button is a plain link,
// so the guide works without this module.
const next = document.getElementById("next");
const wanted = next?.dataset.picks?.split(" ") ?? [];
const NAMES = ["target", "place"];

const nameOf = (element) => NAMES.map((key) => element.dataset[key]).find(Boolean);

const picked = [];
const count = (names, name) => names.filter((other) => other === name).length;

/** Pick or unpick; a single element that stands for several cards counts up. */
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
  // same as `mark` in match/choices.js, which plain scripts can't import
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

const PLACE = "guide-place"; // the next step, and the scroll position of the previous page

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

/** The height in the window of a part of the lesson that stays in sight. */
function stuck(part) {
  const box = document.querySelector(part);
  return getComputedStyle(box).position === "sticky" ? box.offsetHeight : 0;
}

/** Scroll to the glowing elements, or, if they don't all fit, to those not yet touched. */
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
