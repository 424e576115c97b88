// Previews a card: a ghost of the frog on the stone where it would land.
import { clear, ghost } from "../js/kit.js";

export function preview(root, choice) {
  clear(root);
  if (!choice?.preview) return "";
  const frog = root.querySelector(`.token[data-seat="${root.dataset.seat}"]`);
  const stone = root.querySelector(`.space[data-stone="${choice.preview.stone}"] .frogs`);
  if (frog && stone) stone.append(ghost(frog));
  return "";
}
