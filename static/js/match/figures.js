// Figures that are told when the pieces have come to rest: an element with `data-settles` says
// until then what it said before the step.

const waiting = new Set(); // what makes them tell the truth

/** What each says now, by its name. */
export const figuresIn = (root) =>
  new Map(
    [...root.querySelectorAll("[data-settles]")].map((figure) => [
      figure.dataset.settles,
      figure.cloneNode(true),
    ]),
  );

/**
 * Have those that have changed say what they said before.
 * @returns {[Element, () => void][]} each of them, and what makes it say what is true
 */
export function keepFigures(root, before) {
  return [...root.querySelectorAll("[data-settles]")].flatMap((figure) => {
    const old = before.get(figure.dataset.settles);
    if (!old || old.textContent === figure.textContent) return [];
    return [[figure, keep(figure, old)]];
  });
}

function keep(figure, old) {
  const now = [...figure.childNodes].map((node) => node.cloneNode(true));
  const said = old.textContent;
  figure.replaceChildren(...old.childNodes);
  const tell = () => {
    if (!waiting.delete(tell)) return;
    if (figure.textContent === said) figure.replaceChildren(...now); // the page hasn't gone on
  };
  waiting.add(tell);
  return tell;
}

/** All of them say what is true at once. */
export function tellFigures() {
  for (const tell of [...waiting]) tell();
}
