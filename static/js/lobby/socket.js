// A socket that comes back by itself. The server's first message says whether anything was missed.

import { isLost, socketAddress } from "../site/rights.js";

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
    socket = new WebSocket(socketAddress(path()));
    socket.addEventListener("open", () => {
      wait = SOONEST;
    });
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      if (message.type !== "error") heard(message); // it says why the socket closes next
    });
    socket.addEventListener("close", (event) => {
      if (isLost(event.code) || event.code >= CLOSED_FOR_GOOD) return;
      setTimeout(connect, wait * (0.75 + Math.random() / 2));
      wait = Math.min(LATEST, wait * 2);
    });
  }

  connect();
  return () => socket.readyState === WebSocket.OPEN;
}
