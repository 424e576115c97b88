// A socket that comes back by itself. What is missed meanwhile, `opened` has to ask for.

const SOONEST = 500;
const LATEST = 15_000; // milliseconds between two tries
const CLOSED_FOR_GOOD = 4400; // codes from here on say that coming back is of no use

/**
 * Follow `path`: `heard(message)` gets every JSON message, `opened(again)` every opening (`again`:
 * not the first), `lost()` every end. Returns a function that tells whether the socket is open.
 */
export function follow(path, { heard, opened = () => {}, lost = () => {} }) {
  let socket;
  let wait = SOONEST;
  let again = false;

  function connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}${path}`);
    socket.addEventListener("open", () => {
      wait = SOONEST;
      opened(again);
      again = true;
    });
    socket.addEventListener("message", (event) => heard(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      lost();
      if (event.code >= CLOSED_FOR_GOOD) return;
      setTimeout(connect, wait * (0.75 + Math.random() / 2));
      wait = Math.min(LATEST, wait * 2);
    });
  }

  connect();
  return () => socket.readyState === WebSocket.OPEN;
}
