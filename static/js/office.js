// In the administration: a page closes when its log-in or rights are lost.
(() => {
  const CLOSED_FOR_GOOD = 4400; // and above: the log-in or a right is lost
  const LATER = 5_000; // ms
  const address = new URL("../../ws/me/", document.currentScript.src); // below the root path
  address.protocol = address.protocol.replace("http", "ws");
  let heard = false; // whether there was a log-in: the log-in page has none to lose

  function follow() {
    const socket = new WebSocket(address);
    socket.addEventListener("message", ({ data }) => {
      heard ||= JSON.parse(data).type !== "error";
    });
    socket.addEventListener("close", ({ code }) => {
      if (code < CLOSED_FOR_GOOD) setTimeout(follow, LATER);
      else if (heard) location.replace(location.pathname + location.search);
    });
  }

  follow();
})();
