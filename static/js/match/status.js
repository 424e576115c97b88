// The status line. It says whose turn it is once everything that led there has come to rest.

const heading = () => document.getElementById("status");
const live = () => document.getElementById("live");

export const statusText = () => heading().textContent;

/**
 * Call before a change. What it returns, called after it, has the status line say what it said
 * before, and returns what makes it say what is true now.
 */
export function keepStatus() {
  const before = said();
  return () => {
    const now = said();
    say(before);
    return () => say(now);
  };
}

const said = () => ({ text: statusText(), mine: live().classList.contains("mine-now") });

function say({ text, mine }) {
  heading().textContent = text;
  live().classList.toggle("mine-now", mine);
}
