// The connection to the server: the socket, polling by HTTP while it is lost, and what the page
// says about both.
import { isLost, isTheirs, LOGGED_OUT, socketAddress } from "../site/page.js";

// The page's socket, which htmx opens: reports when it is lost, and detects when it is dead. Large
// messages are compressed if the browser can read that.

const SILENCE = 50_000; // ms without a message: the socket is dead (the server beats every 20 s)

export class Socket {
  #page;
  #connection = null;
  #heardAt = Date.now();
  #on;
  #unpacking = null; // a promise while a message is unpacked: later messages wait for it

  /**
   * @param {{lost: (code?: number) => void,
   *   found: () => void, heard: (message: object) => void}} on
   *   `lost`: an answer can no longer be expected
   */
  constructor(page, on) {
    this.#page = page;
    this.#on = on;
    const listen = (name, listener) => page.addEventListener(`htmx:${name}`, listener);
    listen("before:ws:connection", (event) => {
      this.#connection = event.detail.connection;
    });
    listen("after:ws:connection", (event) => {
      this.#connection = event.detail.connection;
      this.#found();
    });
    listen("ws:close", (event) => {
      const { code, connection } = event.detail;
      if (isLost(code)) connection.config.reconnect = false;
      this.#disconnected(code);
    });
    listen("before:ws:message", (event) => {
      this.#heardAt = Date.now();
      const { message } = event.detail;
      message.cancelled = true; // we show it when its time comes
      this.#take(message);
    });
    addEventListener("offline", () => this.#disconnected());
    addEventListener("online", () => {
      if (this.#state === WebSocket.OPEN) this.reconnect();
    });
    setInterval(() => {
      if (this.isOpen && Date.now() - this.#heardAt > SILENCE) this.reconnect();
    }, 5_000);
  }

  /** Let htmx connect: only with this script do the choices keep step with the board. */
  begin() {
    const { connect } = this.#page.dataset;
    const packed = "DecompressionStream" in window ? "&packed=1" : "";
    this.#page.setAttribute("hx-ws:connect", socketAddress(connect + packed).href);
  }

  /** Pass messages on in order: text at once, unless one is being unpacked. */
  #take({ json, text }) {
    if (json && !this.#unpacking) return this.#tell(json);
    const turn = Promise.all([json ?? unpacked(text), this.#unpacking])
      .then(
        ([message]) => this.#tell(message),
        () => this.reconnect(),
      )
      .catch(reportError)
      .finally(() => {
        if (this.#unpacking === turn) this.#unpacking = null;
      });
    this.#unpacking = turn;
  }

  /** Dispatch a message to listeners of the page, and to the match. */
  #tell(message) {
    this.#page.dispatchEvent(new CustomEvent("match:heard", { detail: message }));
    this.#on.heard(message);
  }

  get #state() {
    return this.#connection?.socket?.readyState;
  }
  get isOpen() {
    return this.#state === WebSocket.OPEN && navigator.onLine;
  }

  /** Send these fields as a form would; false: the socket isn't open. */
  say(fields) {
    if (this.isOpen) this.#connection.socket.send(JSON.stringify({ body: fields }));
    return this.isOpen;
  }

  /** Close a socket that no longer answers; htmx opens a new one. */
  reconnect() {
    this.#connection?.socket?.close();
  }

  #disconnected(code) {
    this.#page.dataset.socket = "lost";
    this.#on.lost(code);
  }

  #found() {
    this.#heardAt = Date.now();
    this.#page.dataset.socket = "open";
    this.#on.found();
  }
}

/** The message in a binary frame, compressed with zlib. */
async function unpacked(blob) {
  const text = blob.stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(text).json();
}

// While there is no socket, polls the match by HTTP: a proxy may block sockets.

const SOON = 1_000; // ms until the first question
const PAUSE = 3_000; // between two
const LONGEST = 30_000; // while the page is hidden, the server doesn't answer, or the match is over
const PATIENCE = 5_000; // for an answer
const NOT_THEIRS = [401, 403, 404]; // the reader has lost access
const { dataset } = document.documentElement;

const isOver = () => "over" in document.getElementById("live").dataset;

export class Polling {
  #address;
  #on;
  #timer = 0; // 0 while it asks
  #stopped = null; // an AbortController while the socket is lost
  #pause = PAUSE;

  /**
   * @param {{tag: () => string, retry: () => Promise<void>, heard: (message: object) => void,
   *   reached: (isReached: boolean) => void}} on
   *   `tag`: the tag of the newest known position; `retry`: first sends a kept move
   */
  constructor(page, on) {
    this.#address = page.dataset.news;
    this.#on = on;
    document.addEventListener("visibilitychange", () => document.hidden || this.now());
    addEventListener("online", () => this.now());
  }

  /** The socket is lost. */
  begin() {
    if (this.#stopped) return;
    this.#stopped = new AbortController();
    this.#pause = PAUSE;
    this.#wait(SOON);
  }

  /** The socket is back. */
  end() {
    clearTimeout(this.#timer);
    this.#stopped?.abort();
    this.#stopped = null;
  }

  /** Ask at once, if the socket is lost. */
  now() {
    if (!this.#stopped || !this.#timer) return;
    clearTimeout(this.#timer);
    this.#ask();
  }

  #wait(pause) {
    this.#timer = setTimeout(() => this.#ask(), pause * (0.75 + Math.random() / 2));
  }

  async #ask() {
    if (!this.#stopped || !window.htmx) return; // without htmx the answer couldn't be shown
    this.#timer = 0;
    const { signal } = this.#stopped;
    await this.#on.retry();
    const answer = await this.#get(signal);
    if (signal.aborted) return; // the socket's messages are newer
    this.#on.reached(answer !== null);
    if (NOT_THEIRS.includes(answer?.status)) return this.#leave();
    if (answer) isTheirs();
    this.#pause = answer ? PAUSE : Math.min(2 * this.#pause, LONGEST);
    this.#wait(document.hidden || isOver() ? LONGEST : this.#pause);
    if (answer?.message) this.#on.heard(answer.message);
  }

  /** The server's answer, {status, message}; null without one. */
  async #get(stopped) {
    const query = new URLSearchParams({ for: dataset.rights ?? "" });
    try {
      const answer = await fetch(`${this.#address}?${query}`, {
        headers: { accept: "application/json", "if-none-match": `W/"${this.#on.tag()}"` },
        signal: AbortSignal.any([stopped, AbortSignal.timeout(PATIENCE)]),
      });
      if (answer.status >= 500) return null;
      return { status: answer.status, message: answer.ok ? await answer.json() : null };
    } catch {
      return null;
    }
  }

  /** Reload the page for its present reader. */
  #leave() {
    if ("me" in dataset) isLost(LOGGED_OUT);
    else location.reload();
  }
}

// The page's words about its connection: that it is lost, and what will be sent once it is back.
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

  /** A sentence on why a move that was kept for the server wasn't made. */
  unsent(words, why, meanwhile) {
    const { unsent, since } = this.#box.dataset;
    const sentence = unsent.replace("{move}", words).replace("{why}", why);
    return meanwhile ? `${sentence} ${since.replace("{steps}", meanwhile)}` : sentence;
  }

  #say() {
    const { lost, kept } = this.#box.dataset;
    let text = this.#isLost ? lost : "";
    if (this.#kept !== null) text = kept.replace("{move}", this.#kept);
    if (this.#box.textContent !== text) this.#box.textContent = text;
    document.documentElement.toggleAttribute("data-connection", text !== "");
    this.#unsend.hidden = this.#kept === null;
  }
}
