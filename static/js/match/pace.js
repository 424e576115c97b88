// How long what others did is told: pure reckoning, in ms. A sentence stays as long as it takes to
// read, everything together no longer than anyone wants to wait; of the rest one sentence speaks.

/** The speeds a player can choose; without one, «at-once», nothing is told. */
const SPEEDS = {
  careful: { least: 2_000, pause: 800, letter: 65 },
  normal: { least: 1_500, pause: 400, letter: 40 },
  fast: { least: 1_200, pause: 200, letter: 25 },
};
const FASTER = { careful: "normal", normal: "fast", fast: "fast" };
export const LIMIT = 10_000; // for everything that is told before the newest board
export const LIMIT_ON_CLOCK = 4_000; // while one's own clock runs
const LIMIT_OF_ENDING = 8_000;

/** How long a sentence stays. */
export function readingTime(text, speed) {
  const { least, pause, letter } = SPEEDS[speed];
  return Math.min(LIMIT, Math.max(least, pause + letter * text.length));
}

/** How long each beat of the ending stays; in all no longer than LIMIT_OF_ENDING. */
export function timesOf(texts, speed) {
  const times = texts.map((text) => readingTime(text, speed));
  const whole = times.reduce((sum, time) => sum + time, 0);
  return times.map((time) => time * Math.min(1, LIMIT_OF_ENDING / whole));
}

/**
 * How the steps that wait are told until the limit: at which speed, the next one faster if they
 * would take too long, and how many of them one by one before a sentence speaks of the rest. A
 * single step is always told: the sentence in its place would take as long.
 * @param {{text: string, hold: number}[]} steps with the ms that each is held at least
 * @param {string} rest the sentence
 */
export function plan(steps, rest, left, speed) {
  const timeOf = (pace) => (step) => Math.max(readingTime(step.text, pace), step.hold);
  const whole = steps.map(timeOf(speed)).reduce((sum, time) => sum + time, 0);
  if (steps.length < 2 || whole <= left) return { speed, singly: steps.length };
  const pace = FASTER[speed];
  const times = steps.map(timeOf(pace));
  const sums = times.map((_, place) => times.slice(0, place + 1).reduce((sum, time) => sum + time));
  if (sums.at(-1) <= left) return { speed: pace, singly: steps.length };
  const folding = readingTime(rest, pace);
  return { speed: pace, singly: sums.filter((sum) => sum + folding <= left).length };
}
