// The one polite live region: what changed, for people using a screen reader.

const KEPT = 12; // lines; what has been read out need not stay

export function announce(...texts) {
  const region = document.getElementById("said");
  for (const text of texts) {
    if (!text) continue;
    const line = document.createElement("p");
    line.textContent = text;
    region.append(line);
  }
  while (region.children.length > KEPT) region.firstElementChild.remove();
}
