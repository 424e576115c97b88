// The page's socket, which htmx opens: tells when it is lost, and finds out when it is dead.

const SILENCE = 50_000; // ms without any message (the server beats every 20 s): the line is dead
const FLICKER = 1_000; // ms before a closed socket is worth a word

export class Socket {
  #page;
  #banner = document.getElementById("connection");
  #connection = null;
  #heardAt = Date.now();
  #timer = null;
  #lost;

  /** @param {() => void} lost called when an answer can no longer be expected */
  constructor(page, { lost, heard }) {
    this.#page = page;
    this.#lost = lost;
    const on = (name, listener) => page.addEventListener(`htmx:${name}`, listener);
    on("before:ws:connection", (event) => {
      this.#connection = event.detail.connection;
    });
    on("after:ws:connection", (event) => {
      this.#connection = event.detail.connection;
      this.#found();
    });
    on("ws:close", (event) => {
      if (event.detail.code === 4403) location.reload(); // banned: the page says why
      if ([4402, 4403, 4404].includes(event.detail.code))
        event.detail.connection.config.reconnect = false;
      this.#gone(FLICKER);
    });
    on("before:ws:message", (event) => {
      this.#heardAt = Date.now();
      const { message } = event.detail;
      message.cancelled = message.json?.type === "page"; // shown by us, when its time has come
      if (message.json) heard(message.json);
    });
    addEventListener("offline", () => this.#gone(0));
    addEventListener("online", () => {
      if (this.#state === WebSocket.OPEN) this.reconnect();
    });
    setInterval(() => {
      if (this.isOpen && Date.now() - this.#heardAt > SILENCE) this.reconnect();
    }, 5_000);
  }

  /** Have htmx connect. Without us, nothing would keep the choices in step with the board. */
  begin() {
    this.#page.setAttribute("hx-ws:connect", this.#page.dataset.connect);
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

  #gone(delay) {
    this.#lost();
    this.#page.dataset.socket = "lost";
    this.#timer ??= setTimeout(() => {
      this.#banner.textContent = this.#banner.dataset.lost;
    }, delay);
  }

  #found() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#banner.textContent = "";
    this.#heardAt = Date.now();
    this.#page.dataset.socket = "open";
  }
}
