// How long what others did is told: pure reckoning, in ms. A sentence stays as long as it takes to
// read, everything together no longer than anyone wants to wait; of the rest one sentence speaks.

/** The speeds a player can choose; without one, «at-once», nothing is told. */
export const SPEEDS = {
  careful: { least: 2_000, pause: 1_000, letter: 80 },
  normal: { least: 1_500, pause: 500, letter: 50 },
  fast: { least: 1_200, pause: 300, letter: 25 },
};
export const LIMIT = 10_000; // for everything that is told before the newest board
export const LIMIT_ON_CLOCK = 4_000; // while one's own clock runs

/** How long a sentence stays. */
export function readingTime(text, speed) {
  const { least, pause, letter } = SPEEDS[speed];
  return Math.min(LIMIT, Math.max(least, pause + letter * text.length));
}

/**
 * How many of the next steps are told one by one; one sentence, which takes `folding`, speaks of
 * the rest. A single step is always told: the sentence in its place would take as long.
 * @param {number[]} times how long each step that waits takes
 * @param {number} left until the limit
 */
export function toldSingly(times, left, folding) {
  const whole = times.reduce((sum, time) => sum + time, 0);
  if (times.length < 2 || whole <= left) return times.length;
  let sum = folding;
  const many = times.findIndex((time) => {
    sum += time;
    return sum > left;
  });
  return many < 0 ? times.length - 1 : many;
}
