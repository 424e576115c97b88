// The queue of quick match: counts the waiting time between two answers of the server.

function shown(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours
    ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
}

const begun = performance.now() - 1000 * Number(document.getElementById("waited").dataset.seconds);
setInterval(() => {
  const waited = document.getElementById("waited");
  if (waited) waited.textContent = shown(Math.floor((performance.now() - begun) / 1000));
}, 1000);
