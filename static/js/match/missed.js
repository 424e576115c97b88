// Asks over the socket for the boards after steps that the page has missed or shows again.

const PATIENCE = 3_000; // ms; the newest board is there already

export class Missed {
  #say;
  #answer = () => {};

  /** @param {(fields: object) => boolean} say sends the question; false: there is no open line */
  constructor(say) {
    this.#say = say;
  }

  /** The boards after the steps `first` to `last`, or null if they aren't available now. */
  ask(first, last) {
    this.answered(null);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PATIENCE, null);
      this.#answer = (boards) => {
        clearTimeout(timer);
        resolve(boards);
      };
      if (!this.#say({ boards: `${first}-${last}` })) this.answered(null);
    });
  }

  /** The answer is there; null: none will come. */
  answered(boards) {
    this.#answer(boards);
  }
}
