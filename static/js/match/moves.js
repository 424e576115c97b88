// Sends a move, a take-back, an order or a resignation: over the socket if it is open, otherwise by
// HTTP. A move is kept until the server answers, even across a reload. The `client_id` of its form
// makes it one step, however often it is sent.

const FORMS = ["act", "control"];
const KEPT = "kept-move"; // the key in the tab's storage
const PATIENCE = 8_000; // ms for the answer
const LATER = [429, 502, 503, 504]; // the server, or the proxy in front of it, hasn't processed it
const { rights } = document.documentElement.dataset;

/** Put a move into the tab's storage; null removes it. */
function store(move) {
  try {
    if (move) sessionStorage.setItem(KEPT, JSON.stringify({ ...move, rights }));
    else sessionStorage.removeItem(KEPT);
  } catch {
    /* then it is kept while the page is open */
  }
}

/** The move that this page kept for its person before the last reload. */
function stored() {
  try {
    const move = JSON.parse(sessionStorage.getItem(KEPT));
    return move?.at === location.pathname && move.rights === rights ? move : null;
  } catch {
    return null;
  }
}

/** The server's answer, {ok, …}; null without one. */
async function post({ address, fields }) {
  // The person may have logged in again since, with another token.
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
    return null; // no connection, or an answer of something in front of the server
  }
}

export class Moves {
  #page;
  #line;
  #on;
  #move = null; // {at, address, fields, words, version}, until it is answered
  #waiting = null; // timer for the answer over the socket
  #posting = false;
  #again = false; // whether to retry after the present request

  /**
   * @param {{say: (fields: object) => boolean, reconnect: () => void}} line
   * @param {{accepted: (answer: {versions: number[]}) => void,
   *   refused: (detail: string, move: object) => void,
   *   kept: (words: string|null) => void}} on
   *   `kept`: these words describe the kept move; null: there is none
   */
  constructor(page, line, on) {
    this.#page = page;
    this.#line = line;
    this.#on = on;
  }

  /** Take over the forms, which are plain ones until everything here has started. */
  begin() {
    document.addEventListener("submit", (event) => this.#submitted(event), { capture: true });
    this.#take(stored());
    this.retry();
  }

  /** Send the kept move, unless its answer may still come. */
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

  /** The socket is lost: no answer will come. */
  lost() {
    if (this.#waiting === null) return;
    clearTimeout(this.#waiting);
    this.#waiting = null;
    this.retry();
  }

  /** The socket has brought the answer; `refusal` is the reason, if the move was refused. */
  answered(refusal) {
    if (this.#waiting === null) return false;
    const move = this.#move;
    this.drop();
    if (refusal) this.#on.refused(refusal, move);
    return true;
  }

  /** Stop sending it. */
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
    if (move === this.#move) this.#posted(move, answer); // unless it was dropped meanwhile
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
    if (!FORMS.includes(form.id) || !window.htmx) return; // htmx shows the result
    event.preventDefault();
    if (this.#move || !submitter?.value) return;
    const fields = Object.fromEntries(new FormData(form, submitter));
    const words = submitter.textContent.trim().replace(/\s+/g, " ");
    const { version } = document.getElementById("live").dataset;
    const address = form.getAttribute("action"); // form.action may be a button of that name
    this.#take({ at: location.pathname, address, fields, words, version });
    this.retry();
    submitter.closest("[popover]")?.hidePopover();
  }
}
