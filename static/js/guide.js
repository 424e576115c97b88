// The first-game guide: touching what glows does what the button says. The button is a plain link,
// so the guide works without this module.
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
  if (picked.length === wanted.length) next.click();
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
