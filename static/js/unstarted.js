// If the script of a match or htmx hasn't started (theme.js detects that), no news arrives: the
// page reloads now and then, as it does without JavaScript.

const PAUSE = 5_000; // ms

/** Whether a reload would lose typed text. */
function writes() {
  const fields = [...document.querySelectorAll("input[type=text], textarea")];
  return fields.some((field) => field.value !== field.defaultValue);
}

function look() {
  if (writes() || !navigator.onLine) setTimeout(look, PAUSE);
  else location.reload();
}

setTimeout(look, PAUSE);
