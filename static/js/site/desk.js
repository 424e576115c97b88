// The home desk: counts down clocks, and refreshes when the waiting matches have changed.

const MINUTE = 60,
  HOUR = 3_600,
  DAY = 86_400; // seconds
const LANGUAGE = document.documentElement.lang;

const unit = (name) =>
  new Intl.NumberFormat(LANGUAGE, { style: "unit", unit: name, unitDisplay: "narrow" });
const units = {
  day: unit("day"),
  hour: unit("hour"),
  minute: unit("minute"),
  second: unit("second"),
};

let ahead = 0; // ms by which the browser's clock is ahead of the server's

function hearTheTime() {
  ahead = Date.now() - Date.parse(document.getElementById("desk").dataset.now);
}

function span(seconds) {
  const count = (name, size, of) => units[name].format(Math.floor((seconds % of) / size));
  if (seconds >= DAY) return `${count("day", DAY, Infinity)} ${count("hour", HOUR, DAY)}`;
  if (seconds >= HOUR) return `${count("hour", HOUR, DAY)} ${count("minute", MINUTE, HOUR)}`;
  return `${count("minute", MINUTE, HOUR)} ${count("second", 1, MINUTE)}`;
}

function tick() {
  for (const time of document.querySelectorAll("#desk time[data-left]")) {
    const left = (Date.parse(time.dateTime) - (Date.now() - ahead)) / 1_000;
    const text = left > 0 ? time.dataset.left.replace("{time}", span(left)) : time.dataset.over;
    if (time.textContent !== text) time.textContent = text;
  }
}

let missed = false;

/** Let htmx fetch the desk; a hidden page does that when its reader comes back. */
function renew() {
  missed = document.hidden;
  if (!missed) document.dispatchEvent(new CustomEvent("desk"));
}

document.addEventListener("site:news", renew);
document.addEventListener("visibilitychange", () => {
  if (missed) renew();
});
document.addEventListener("htmx:after:swap", () => {
  hearTheTime();
  tick();
});
hearTheTime();
tick();
setInterval(tick, 1_000);
