// «Since your last turn»: the button that replays what the others have done since.
import { toast } from "../site/toast.js";

export class Since {
  #button = document.getElementById("since");
  #steps;

  /** @param {import("./steps.js").Steps} steps */
  constructor(steps) {
    this.#steps = steps;
    this.#button?.addEventListener("click", async () => {
      document.querySelector("#live .board")?.scrollIntoView({ block: "nearest" });
      if (!(await steps.replay())) toast(this.#button.dataset.failed);
    });
    this.update();
  }

  /** Something newer is known. */
  update() {
    if (this.#button) this.#button.disabled = !this.#steps.canReplay;
  }
}
