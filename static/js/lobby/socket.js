// A socket that comes back by itself. The server's first message says whether anything was missed.

const SOONEST = 500;
const LATEST = 15_000; // milliseconds between two tries
const CLOSED_FOR_GOOD = 4400; // codes from here on say that coming back is of no use

/**
 * Follow the address that `path()` says at every opening: `heard(message)` gets every JSON message.
 * Returns a function that tells whether the socket is open.
 */
export function follow(path, { heard }) {
  let socket;
  let wait = SOONEST;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}${path()}`);
    socket.addEventListener("open", () => {
      wait = SOONEST;
    });
    socket.addEventListener("message", (event) => heard(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (event.code >= CLOSED_FOR_GOOD) return;
      setTimeout(connect, wait * (0.75 + Math.random() / 2));
      wait = Math.min(LATEST, wait * 2);
    });
  }

  connect();
  return () => socket.readyState === WebSocket.OPEN;
}
