// The numbers that a deal's seed gives, the same as the portal's (docs/records.md).

import { byCodePoint, Written } from "./json.js";

const MOST = 1n << 64n;
const encoder = new TextEncoder();

/** Thrown for an impossible request for chance. */
class NotAskable extends Error {}

/** The key for `dealt`, made of the seed. */
export function keyOf(seed) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", seed, algorithm, false, ["sign"]);
}

/** The outcome of a request; `label` names the stream and the number of the outcome in it. */
export async function dealt(kind, args, key, label) {
  const source = new Source(key, label);
  if (kind === "roll") {
    return new Written(String((await source.below(whole(args))) + 1n));
  }
  if (!Array.isArray(args)) throw new NotAskable();
  return kind === "draw" ? drawn(args, source) : shuffled([...args], source);
}

async function drawn(bag, source) {
  const names = bag.map((pair) => (Array.isArray(pair) && pair.length === 2 ? pair[0] : null));
  const sorted = names.every((name, place) => {
    return typeof name === "string" && (place === 0 || byCodePoint(names[place - 1], name) < 0);
  });
  if (!sorted) throw new NotAskable();
  const counts = bag.map(([, count]) => whole(count));
  let left = await source.below(counts.reduce((sum, count) => sum + count, 0n));
  for (const [place, count] of counts.entries()) {
    left -= count;
    if (left < 0n) return bag[place][0];
  }
  throw new NotAskable();
}

async function shuffled(cards, source) {
  source.fetch(cards.length - 1); // all at once is faster than one by one
  for (let last = cards.length - 1; last > 0; last -= 1) {
    const other = Number(await source.below(BigInt(last + 1)));
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  return cards;
}

function whole(number) {
  if (!(number instanceof Written) || !/^[1-9]\d*$/.test(number.text)) throw new NotAskable();
  return BigInt(number.text);
}

class Source {
  constructor(key, label) {
    this.key = key;
    this.label = label;
    this.block = 0;
    this.waiting = [];
  }

  fetch(count) {
    for (let more = 0; more < count; more += 1) this.waiting.push(this.next());
  }

  async next() {
    const label = encoder.encode(`${this.label}/${this.block++}`);
    const bytes = await crypto.subtle.sign("HMAC", this.key, label);
    return new DataView(bytes).getBigUint64(0);
  }

  /** A number from 0 to bound - 1, without modulo bias. */
  async below(bound) {
    if (bound <= 0n || bound > MOST) throw new NotAskable();
    for (;;) {
      const number = await (this.waiting.shift() ?? this.next());
      if (number < MOST - (MOST % bound)) return number % bound;
    }
  }
}
