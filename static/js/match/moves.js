// Sends a move, a take-back, an order or a resignation: over the socket while it is open, by HTTP
// otherwise. What the server doesn't answer is kept, also while the page is loaded anew, until it
// does. The `client_id` of its form makes it one step, however often it is sent.

const FORMS = ["act", "control"];
const KEPT = "kept-move"; // what the tab's store calls it
const PATIENCE = 8_000; // ms for the answer
const LATER = [429, 502, 503, 504]; // the server, or the proxy before it, hasn't looked at it
const { rights } = document.documentElement.dataset;

/** A move in the tab's store; null takes it away. */
function store(move) {
  try {
    if (move) sessionStorage.setItem(KEPT, JSON.stringify({ ...move, rights }));
    else sessionStorage.removeItem(KEPT);
  } catch {
    /* it is kept as long as the page is open */
  }
}

/** What this page kept for its person when it was loaded last. */
function stored() {
  try {
    const move = JSON.parse(sessionStorage.getItem(KEPT));
    return move?.at === location.pathname && move.rights === rights ? move : null;
  } catch {
    return null;
  }
}

/** The server's answer, {ok, …}; null if it gave none. */
async function post({ address, fields }) {
  // Since the move was kept its person may have logged in again: with another token.
  const token = document.querySelector("[name=csrfmiddlewaretoken]");
  try {
    const answer = await fetch(address, {
      method: "POST",
      body: new URLSearchParams({ ...fields, [token.name]: token.value }),
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (LATER.includes(answer.status)) return null;
    return { ok: answer.ok, ...(await answer.json()) };
  } catch {
    return null; // no line, or a page of something before the server
  }
}

export class Moves {
  #page;
  #line;
  #on;
  #move = null; // {at, address, fields, words, version}, until it is answered
  #waiting = null; // for the answer over the socket
  #posting = false;
  #again = false; // something asked for another try while it was posting

  /**
   * @param {{say: (fields: object) => boolean, reconnect: () => void}} line
   * @param {{accepted: (answer: {versions: number[]}) => void,
   *   refused: (detail: string, move: object) => void,
   *   kept: (words: string|null) => void}} on
   *   `kept`: these words describe what waits for the server; null: nothing does
   */
  constructor(page, line, on) {
    this.#page = page;
    this.#line = line;
    this.#on = on;
  }

  /** Take the forms over; they are plain ones until everything here has started. */
  begin() {
    document.addEventListener("submit", (event) => this.#submitted(event), { capture: true });
    this.#take(stored());
    this.retry();
  }

  /** Send what is kept, unless its answer may still come. */
  async retry() {
    this.#again = this.#posting;
    if (!this.#move || this.#waiting !== null || this.#posting) return;
    if (this.#line.say(this.#move.fields)) {
      this.#waiting = setTimeout(() => {
        this.#line.reconnect();
        this.lost();
      }, PATIENCE);
    } else {
      await this.#post();
    }
  }

  /** The socket is gone: it brings no answer. */
  lost() {
    if (this.#waiting === null) return;
    clearTimeout(this.#waiting);
    this.#waiting = null;
    this.retry();
  }

  /** The socket has brought the answer; why the move was refused, if it was. */
  answered(refusal) {
    if (this.#waiting === null) return false;
    const move = this.#move;
    this.drop();
    if (refusal) this.#on.refused(refusal, move);
    return true;
  }

  /** Don't send it any more. */
  drop() {
    clearTimeout(this.#waiting);
    this.#waiting = null;
    store(null);
    this.#take(null);
    this.#on.kept(null);
  }

  #take(move) {
    this.#move = move;
    this.#page.classList.toggle("sending", move !== null);
  }

  async #post() {
    const move = this.#move;
    this.#posting = true;
    const answer = await post(move);
    this.#posting = false;
    if (move === this.#move) this.#posted(move, answer); // or else it was dropped meanwhile
    if (this.#again) await this.retry();
  }

  #posted(move, answer) {
    if (!answer) {
      move.kept = true;
      store(move);
      this.#on.kept(move.words);
      return;
    }
    this.drop();
    if (!answer.ok) this.#on.refused(answer.detail, move);
    else if (answer.address !== location.pathname) location.assign(answer.address);
    else this.#on.accepted(answer);
  }

  #submitted(event) {
    const { target: form, submitter } = event;
    if (!FORMS.includes(form.id) || !window.htmx) return; // which shows what comes of it
    event.preventDefault();
    if (this.#move || !submitter?.value) return;
    const fields = Object.fromEntries(new FormData(form, submitter));
    const words = submitter.textContent.trim().replace(/\s+/g, " ");
    const { version } = document.getElementById("live").dataset;
    const address = form.getAttribute("action"); // a button is called so, too
    this.#take({ at: location.pathname, address, fields, words, version });
    this.retry();
    submitter.closest("[popover]")?.hidePopover();
  }
}
