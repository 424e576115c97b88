// What the studio shows besides boards, brought when it is wanted: the whole log, and how the match
// came out with the curve of the points.

const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

async function textAt(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null; // the link that stands there still leads to it
  }
}

export class Story {
  #drawer = document.getElementById("story");
  #lines = this.#drawer.querySelector(".lines");
  #step = 0;
  #filled = false;

  /** @param {string} query says whose view it is, and of which line */
  constructor(query) {
    this.#drawer.addEventListener("beforetoggle", ({ newState }) => {
      if (newState === "open") this.#fill(query);
    });
    this.#drawer.addEventListener("toggle", () => this.mark(this.#step));
  }

  /** The moment shown is the one after this step: say so in the log and on the curve. */
  mark(step) {
    this.#step = step;
    for (const here of document.querySelectorAll(".here"))
      here.setAttribute("d", `M${step} -4V104`);
    for (const now of this.#lines.querySelectorAll("[aria-current]")) {
      now.removeAttribute("aria-current");
    }
    const lines = [...this.#lines.querySelectorAll("[data-step]")];
    const now = lines.findLast(({ dataset }) => Number(dataset.step) <= step);
    now?.setAttribute("aria-current", "step");
    if (this.#drawer.matches(":popover-open")) now?.scrollIntoView({ block: "nearest" });
  }

  async #fill(query) {
    if (this.#filled) return;
    this.#filled = true;
    const text = await textAt(`${this.#drawer.dataset.story}?${query.slice(1)}`);
    this.#filled = text !== null;
    if (!this.#filled) return;
    this.#lines.replaceChildren(...parsed(text).body.childNodes);
    this.mark(this.#step);
  }
}

/** Show how it came out below the board, if the match is over, and the points at the slider. */
export async function fetchAfter(shown) {
  const place = document.getElementById("after");
  const text = place && (await textAt(place.dataset.after));
  const found = text && parsed(text).getElementById("after-all");
  if (!found) return;
  place.replaceChildren(found);
  const lines = found.querySelector(".drawing > svg");
  if (lines) document.getElementById("small-curve")?.replaceChildren(lines.cloneNode(true));
  shown();
}
