// What comes from elsewhere waits while someone is pressing: nothing appears under a finger.

export const CALM = 800; // ms after a press

let pressed = -CALM;
let timer = 0;

for (const name of ["pointerdown", "pointerup", "pointercancel"])
  document.addEventListener(name, () => (pressed = performance.now()), true);

/** Call `change` once the last press is `CALM` ago; a later one takes its place. */
export function afterPress(change) {
  clearTimeout(timer);
  const left = pressed + CALM - performance.now();
  if (left > 0) timer = setTimeout(afterPress, left, change);
  else change();
}
