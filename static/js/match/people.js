// Who is at the match: dots on the cards of the seats, and who watches. All of it stands in the
// dock, outside the shared HTML, because it differs from reader to reader.

/** @param {{seats: Object<string, string>, watching: {count: number, names: string[]}}} message */
export function showPeople({ seats, watching }) {
  const dock = document.getElementById("chat");
  const those = (state) =>
    Object.keys(seats)
      .filter((index) => seats[index] === state)
      .join(" ");
  dock.dataset.here = those("here");
  dock.dataset.away = those("away");
  document.getElementById("watchers").textContent = watching.count;
  const line = document.getElementById("watching");
  line.textContent = watching.count ? told(line.dataset, watching) : line.dataset.nobody;
}

function told(words, { count, names }) {
  const unnamed = count - names.length;
  const others = unnamed ? words.others.replace("{n}", unnamed) : "";
  return [words.watching, names.join(", "), others].filter(Boolean).join(" ");
}
