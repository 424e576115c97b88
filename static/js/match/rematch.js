// The button for a rematch says who has already asked for one, and says so as soon as they do.

/** Have the button, if the page shows one, say who asks. */
export async function tellWhoAsks() {
  const button = document.querySelector("[data-rematch]");
  if (!button) return;
  const answer = await fetch(button.dataset.rematch).catch(() => null);
  if (answer?.ok) button.textContent = (await answer.json()).label;
}

document.addEventListener("site:news", tellWhoAsks);
tellWhoAsks();
