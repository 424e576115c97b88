/* Counts down the remaining time, beside the moment of its end. */
const shown = [...document.querySelectorAll("[data-countdown]")];

function left(until) {
  const seconds = Math.max(0, Math.round((Date.parse(until) - Date.now()) / 1000));
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor);
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

function tick() {
  for (const element of shown) {
    const { countdown, in: words } = element.dataset;
    element.textContent = words.replace("{left}", left(countdown));
  }
}

tick();
setInterval(tick, 1000);
