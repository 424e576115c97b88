// The page's socket, which htmx opens: tells when it is lost, and finds out when it is dead. Large
// messages come compressed, if the browser can read that.

import { isLost, socketAddress } from "../site/rights.js";

const SILENCE = 50_000; // ms without any message (the server beats every 20 s): the line is dead

export class Socket {
  #page;
  #connection = null;
  #heardAt = Date.now();
  #on;
  #unpacking = null; // a promise, while a message is unpacked: what comes later waits for it

  /**
   * @param {{lost: () => void, found: () => void, heard: (message: object) => void}} on
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
      if (isLost(code) || code === 4404) connection.config.reconnect = false;
      this.#gone();
    });
    listen("before:ws:message", (event) => {
      this.#heardAt = Date.now();
      const { message } = event.detail;
      message.cancelled = true; // shown by us, when its time has come
      this.#take(message);
    });
    addEventListener("offline", () => this.#gone());
    addEventListener("online", () => {
      if (this.#state === WebSocket.OPEN) this.reconnect();
    });
    setInterval(() => {
      if (this.isOpen && Date.now() - this.#heardAt > SILENCE) this.reconnect();
    }, 5_000);
  }

  /** Have htmx connect. Without us, nothing would keep the choices in step with the board. */
  begin() {
    const { connect } = this.#page.dataset;
    const packed = "DecompressionStream" in window ? "&packed=1" : "";
    const { pathname, search } = socketAddress(connect + packed);
    this.#page.setAttribute("hx-ws:connect", pathname + search);
  }

  /** Pass a message on, in the order they came: text at once, unless one is being unpacked. */
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

  /** What the server says, in its order: to whoever listens at the page, and to the match. */
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

  /** Send these fields as a form would be; false: there is no open line. */
  say(fields) {
    if (this.isOpen) this.#connection.socket.send(JSON.stringify({ body: fields }));
    return this.isOpen;
  }

  /** Close a socket that no longer answers; htmx opens a new one. */
  reconnect() {
    this.#connection?.socket?.close();
  }

  #gone() {
    this.#page.dataset.socket = "lost";
    this.#on.lost();
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
