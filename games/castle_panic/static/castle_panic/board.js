// On a small board one arc can be looked at more closely. The choice of the arc is the reader's, not
// the position's: it is kept over every update.

let near = "0";

document.addEventListener("change", (event) => {
  if (event.target.matches?.('.round input[name="zoom"]')) near = event.target.value;
});

/** Called after every change of the page; there is nothing to show of a choice but what glows. */
export function preview(root) {
  const wanted = root.querySelector(`#zoom-${near}`);
  if (wanted && !wanted.checked) wanted.checked = true;
}
