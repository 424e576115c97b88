// Messages that lie over the page for a moment.

/** Show a message; it goes away when closed, and by itself unless `seconds` is 0. */
export function toast(text, { seconds = 8, link = "" } = {}) {
  const box = document.getElementById("toasts");
  const piece = document.getElementById("toast").content.firstElementChild.cloneNode(true);
  const words = link ? Object.assign(document.createElement("a"), { href: link }) : "";
  piece.querySelector("span").append(words);
  (words || piece.querySelector("span")).textContent = text;
  piece.querySelector("button").addEventListener("click", () => piece.remove());
  for (const old of box.querySelectorAll(".toast:not([data-stays])")) old.remove();
  box.append(piece);
  if (seconds) setTimeout(() => piece.remove(), seconds * 1000);
  else piece.dataset.stays = "";
}
