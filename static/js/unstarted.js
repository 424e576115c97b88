// Where the script of a match or htmx, which come before this one, haven't started, nobody hears
// what others do: the page reloads now and then, as it does without JavaScript.

const PAUSE = 5_000; // ms
const hears = document.documentElement.classList.contains("started") && window.htmx;

/** Whether someone is writing something that a reload would lose. */
function writes() {
  const fields = [...document.querySelectorAll("input[type=text], textarea")];
  return fields.some((field) => field.value !== field.defaultValue);
}

function look() {
  if (writes()) setTimeout(look, PAUSE);
  else location.reload();
}

if (!hears) setTimeout(look, PAUSE);
