// Who is at the match: dots on the cards of the seats, and who watches. All of it stands in the
// dock, outside the shared HTML, because it differs from reader to reader.

/** @param {{seats: Object<string, string>, watching: {count: number, names: string[],
 *   links: string[]}}} message */
export function showPeople({ seats, watching }) {
  const dock = document.getElementById("chat");
  const those = (state) =>
    Object.keys(seats)
      .filter((index) => seats[index] === state)
      .join(" ");
  dock.dataset.here = those("here");
  dock.dataset.away = those("away");
  document.getElementById("watchers").textContent = watching.count;
  tell(document.getElementById("watching"), watching);
}

function tell(line, { count, names, links }) {
  const { nobody, one, many, others, watching } = line.dataset;
  if (!names.length) {
    line.textContent = [nobody, one][count] ?? many.replace("{n}", count);
    return;
  }
  const people = names.map((name, index) => {
    return Object.assign(document.createElement("a"), { href: links[index], textContent: name });
  });
  line.replaceChildren(watching, ...people.flatMap((link, index) => [index ? ", " : " ", link]));
  const unnamed = count - names.length;
  if (unnamed) line.append(` ${others.replace("{n}", unnamed)}`);
}
