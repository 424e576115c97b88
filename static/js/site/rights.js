// What a page was made for: its person and their special rights. The server closes the page's
// sockets when one of these is lost.

const REFUSED = 4400; // a page at an address that the portal doesn't know
export const LOGGED_OUT = 4401; // nobody is logged in
export const BANNED = 4403;
const LOST = [LOGGED_OUT, 4402, BANNED]; // or no longer as before

/** The address of a socket: it says for whom the page was made, and is nobody else's. */
export function socketAddress(path) {
  const address = new URL(path, location);
  address.protocol = address.protocol.replace("http", "ws");
  const { rights } = document.documentElement.dataset;
  if (rights) address.searchParams.set("for", rights);
  return address;
}

/** Whether a socket closed with this code stays closed. If a right is lost, the page goes, too. */
export function isLost(code) {
  const lost = LOST.includes(code);
  if (lost) document.dispatchEvent(new CustomEvent("site:lost", { detail: code }));
  return lost || code === REFUSED;
}

/** The server has just answered this page: it is its person's. */
export function isTheirs() {
  document.dispatchEvent(new CustomEvent("site:theirs"));
}
