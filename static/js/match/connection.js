// What the page says about its connection: that it is gone, and what waits for it to come back.

export class Connection {
  #box = document.getElementById("connection");
  #unsend = document.getElementById("unsend");
  #isLost = false;
  #kept = null;

  constructor({ unsent }) {
    this.#unsend.addEventListener("click", () => {
      document.getElementById("status").focus({ preventScroll: true });
      unsent();
    });
  }

  /** Whether the server can't be reached. */
  set isLost(is) {
    this.#isLost = is;
    this.#say();
  }

  /** The words for what will be sent; null: nothing. */
  set kept(words) {
    this.#kept = words;
    this.#say();
  }

  /** Why a move wasn't made that somebody wanted to make before all this happened. */
  unsent(words, why, meanwhile) {
    const { unsent, since } = this.#box.dataset;
    const told = unsent.replace("{move}", words).replace("{why}", why);
    return meanwhile ? `${told} ${since.replace("{steps}", meanwhile)}` : told;
  }

  #say() {
    const { lost, kept } = this.#box.dataset;
    let text = this.#isLost ? lost : "";
    if (this.#kept !== null) text = kept.replace("{move}", this.#kept);
    if (this.#box.textContent !== text) this.#box.textContent = text;
    this.#unsend.hidden = this.#kept === null;
  }
}
