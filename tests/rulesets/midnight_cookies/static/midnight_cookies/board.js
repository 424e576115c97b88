// What an animal would take if it came alone: fewer cookies on the plate, more of one's own.
import { clear, fill, mark } from "../js/kit.js";

export function preview(root, choice) {
  clear(root);
  const plate = root.querySelector(".plate");
  if (!choice?.preview || !plate) return "";
  const { cookies } = choice.preview;
  change(plate.querySelector("b"), -cookies);
  change(root.querySelector("[data-own]"), cookies);
  return fill(plate.dataset.alone, { n: cookies });
}

function change(figure, by) {
  if (figure && by) mark(figure, Number(figure.textContent) + by, by < 0 ? "down" : "up");
}
