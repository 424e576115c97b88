// What comes from elsewhere waits while someone is pressing: nothing appears under a finger.

export const CALM = 800; // ms after a press

let pressed = -CALM;
let timer = 0;

for (const name of ["pointerdown", "pointerup", "pointercancel"])
  document.addEventListener(name, () => (pressed = performance.now()), true);

const left = () => pressed + CALM - performance.now();

/** Whether someone has pressed anything in the last `CALM` ms. */
export const justPressed = () => left() > 0;

/** Call `change` once the last press is `CALM` ago; a later one takes its place. */
export function afterPress(change) {
  clearTimeout(timer);
  if (justPressed()) timer = setTimeout(afterPress, left(), change);
  else change();
}
