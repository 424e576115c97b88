// Where the script of a match or htmx, which come before this one, haven't started, nobody hears
// what others do: the page is fetched anew now and then, as it is where there is no script at all.

const PAUSE = 5_000; // ms
const hears = document.documentElement.classList.contains("started") && window.htmx;

if (!hears) setTimeout(() => location.reload(), PAUSE);
