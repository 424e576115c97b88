// Counts the clocks of the seats down. The server says when each runs out, in its own time; how far
// off the browser's clock is, the page and the socket's beats tell.

const LOW = 20_000; // ms, as on the server
const page = document.getElementById("page");
let ahead = 0; // ms by which the browser's clock is ahead of the server's

function hear(serverTime) {
  const there = Date.parse(serverTime);
  if (!Number.isNaN(there)) ahead = Date.now() - there;
}

const IN_DAYS = 48; // hours, from which on nobody counts seconds, as on the server
const units = ["day", "hour"].map(
  (unit) =>
    new Intl.NumberFormat(document.documentElement.lang, {
      style: "unit",
      unit,
      unitDisplay: "narrow",
    }),
);

const two = (number) => String(number).padStart(2, "0");

function text(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const rest = two(seconds % 60);
  if (hours >= IN_DAYS) {
    const parts = [Math.floor(hours / 24), hours % 24];
    return parts.map((number, at) => units[at].format(number)).join(" ");
  }
  return hours ? `${hours}:${two(minutes % 60)}:${rest}` : `${minutes}:${rest}`;
}

function tick() {
  for (const clock of document.querySelectorAll(".clock[data-deadline]")) {
    const left = Date.parse(clock.dataset.deadline) - (Date.now() - ahead);
    const shown = clock.querySelector(".left");
    if (shown.textContent !== text(left)) shown.textContent = text(left);
    clock.classList.toggle("low", left < LOW);
  }
}

/** Have them run, where the page has any. */
export function startClocks() {
  const time = document.querySelector('meta[name="server-time"]');
  if (!time) return;
  hear(time.content);
  page.addEventListener("htmx:before:ws:message", (event) => {
    const now = event.detail.message.json?.now;
    if (now) hear(now);
  });
  setInterval(tick, 250);
  tick();
}
