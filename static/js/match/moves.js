// Sends a move, a take-back, an order or a resignation once: over the socket while it is open, by
// a plain form post otherwise.

const FORMS = ["act", "control"];
const ANEW = "return"; // whoever is back needs a page with a bar for their moves
const PATIENCE = 8_000; // ms for the answer

export class Moves {
  #page;
  #isOpen;
  #overdue;
  #waiting = null;

  /** @param {{isOpen: () => boolean, overdue: () => void}} line */
  constructor(page, { isOpen, overdue }) {
    this.#page = page;
    this.#isOpen = isOpen;
    this.#overdue = overdue;
  }

  /** Let the forms go over the socket; they are plain forms until everything here has started. */
  begin() {
    for (const id of FORMS) document.getElementById(id)?.setAttribute("hx-ws:send", "");
    // Before htmx sees it: without an open socket the form is posted as if there were no script.
    document.addEventListener("submit", (event) => this.#submitted(event), { capture: true });
    this.#page.addEventListener("htmx:after:ws:request", () => {
      this.#page.classList.add("sending");
      this.#waiting = setTimeout(() => {
        this.answered();
        this.#overdue();
      }, PATIENCE);
    });
  }

  /** The answer is there, or can no longer come. */
  answered() {
    clearTimeout(this.#waiting);
    this.#waiting = null;
    this.#page.classList.remove("sending");
  }

  #submitted(event) {
    if (!FORMS.includes(event.target.id)) return;
    if (this.#waiting !== null || !event.submitter?.value) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (!this.#isOpen() || event.submitter.id === ANEW) {
      event.stopImmediatePropagation();
    }
    if (event.submitter?.id === "leave-order") event.submitter.closest("[popover]").hidePopover();
  }
}
