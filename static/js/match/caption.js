// The sentence over the board that tells what is shown, with the mark of whose step it is.

export class Caption {
  #element = document.getElementById("told");
  #sentence = this.#element.querySelector("p");
  #mark = this.#element.querySelector(".whose");

  show(text, seat = null) {
    const mark = document.querySelector(`#seat-${seat} .shape`)?.cloneNode(true);
    this.#mark.replaceChildren(...(mark ? [mark] : []));
    this.#sentence.textContent = text;
    this.#element.hidden = false;
  }

  hide() {
    this.#element.hidden = true;
  }

  /** What stands for so many steps that aren't told one by one. */
  inOne(number) {
    const { one, many } = this.#element.dataset;
    return number === 1 ? one : many.replace("{n}", number);
  }
}
