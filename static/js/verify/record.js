// The checks of a record that need no rules: commitment, hashes, chance, signature. The program
// verify_record.py does the same; docs/records.md describes records.

import { dealt, keyOf } from "./chance.js";
import { canonical, parse } from "./json.js";
import { ACTORS, BEGINNING, DEED, fits, RECORD, RESULT } from "./shapes.js";

const encoder = new TextEncoder();
const MOST_STEPS = 100_000;
const SEATED = ["action", "time-out", "undo", "order"]; // steps that have a seat
const VOIDING = ["void", "abandon", "settle"]; // last steps of matches without a result

/** A failed check: at `step`, or at no particular one (null). */
export class Fault extends Error {
  constructor(step, reason) {
    super(reason);
    this.step = step;
  }
}

/** The record in a text, as Maps. Throws `Fault` if it isn't one. */
export function read(text) {
  const record = orFault(null, () => parse(text));
  require(fits(record, RECORD), null, "it has other fields than a record, or others in them");
  const seats = Number(record.get("seating").get("count").text);
  const steps = record.get("steps").length;
  const counted = record.get("seats").length === seats && 0 < steps && steps <= MOST_STEPS;
  require(counted, null, "it has no such seats or steps");
  return record;
}

/** Check that the seed matches the commitment; returns the seed. */
export async function checkPromise(record) {
  const deal = record.get("deal");
  require(deal.get("seed") !== null, null, "its seed isn't told before the match is over");
  const seed = bytesOf(deal.get("seed"));
  const made = await sha256("hearth-and-dragon/deal/1\0", deal.get("id"), "\0", seed);
  require(made === deal.get("commitment"), null, "the seed is not the one that was promised");
  return seed;
}

/** Check each hash against the data before it; returns the first (the header's) and the last. */
export async function checkChain(record, progress = () => {}) {
  const header = await headerHash(record);
  const steps = record.get("steps");
  let previous = header;
  for (const [place, step] of steps.entries()) {
    const hashed = orFault(place, () => {
      const rest = new Map(step);
      rest.delete("hash");
      return canonical(rest);
    });
    const fits = (await sha256(previous, hashed)) === step.get("hash");
    require(fits, place, "its hash doesn't follow from what stands before it");
    previous = step.get("hash");
    progress(place + 1, steps.length);
  }
  return { header, last: previous };
}

/** Check a step's place: its number, who made it, when, and the step that it continues. */
function checkPlace(steps, place) {
  const step = steps[place];
  const [kind, action] = [step.get("kind"), step.get("action")];
  require(step.get("index").text === String(place), place, "another step stands here");
  require((kind === "setup") === (place === 0), place, "a record has one setup step, its first");
  require(place > 0 || fits(action, BEGINNING), 0, "no match begins so");
  require(kind !== "undo" || action === null, place, "a step of this kind has no action");
  require(kind !== "admin" || fits(action, DEED), place, "administrators can't do that");
  const back = kind === "admin" && action.get("type") === "take-back";
  const base = step.get("base") === null ? null : Number(step.get("base").text);
  const follows = back
    ? base === Number(action.get("to").text) && base < place
    : base === (place > 0 ? place - 1 : null);
  const undone = kind === "undo" && base !== null && base < place;
  require(follows || undone, place, "it can't continue from there");
  const before = timeOf(steps[Math.max(0, place - 1)]);
  require(before !== null && before <= timeOf(step), place, "its time is before the one before");
  require(ACTORS[kind].test(step.get("actor")), place, "they make no step of this kind");
  const seated = step.get("seat") === null ? !SEATED.includes(kind) : kind !== "setup";
  require(seated, place, "it is of a seat, or of none, where it can't be");
}

/** A step's time in a form that sorts as text; null if it isn't a valid time. */
function timeOf(step) {
  const [whole, part] = step
    .get("at")
    .slice(0, 26)
    .split(/Z|\+|\./);
  const date = new Date(`${whole}Z`);
  const real = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(whole);
  return real ? `${whole}.${/^\d{6}$/.test(part) ? part : "000000"}` : null;
}

/** Check that the match has ended: with a result, or a last step that voids it. */
export function checkEnd(record) {
  const [result, steps] = [record.get("result"), record.get("steps")];
  const last = steps.length - 1;
  const seats = record.get("seats").length;
  const right = result === null || (fits(result, RESULT) && result.get("seats").length === seats);
  require(right, last, "the result is not written as a portal writes it");
  const action = steps[last].get("action");
  const [type, granted] = ["type", "granted"].map(
    (name) => action instanceof Map && action.get(name),
  );
  const ended = result !== null || VOIDING.includes(type) || granted === "cancel";
  require(ended, last, "it doesn't reach an end: the match goes on, or its record was cut off");
}

/** Check each step's place, and each outcome against the seed; returns the number of outcomes. */
export async function checkChance(record, seed, progress = () => {}) {
  const key = await keyOf(seed);
  const counts = new Map();
  const steps = record.get("steps");
  let all = 0;
  for (const [place, step] of steps.entries()) {
    checkPlace(steps, place);
    for (const outcome of step.get("outcomes")) {
      const stream = outcome.get("stream");
      const number = counts.get(stream) ?? 0;
      counts.set(stream, number + 1);
      all += 1;
      const { kind, args } = Object.fromEntries(outcome);
      const given = await dealt(kind, args, key, `${stream}/${number}`).catch(() => undefined);
      const right = given !== undefined && canonical(given) === canonical(outcome.get("value"));
      require(right, place, `the seed gives another ${kind}`);
    }
    progress(place + 1, steps.length);
  }
  return all;
}

/**
 * Who signed this record: "signed" by the portal, "foreign" by a key that isn't among its `keys`,
 * "unsigned", or "unable" if this browser can't tell.
 */
export async function checkSignature(record, { header, last }, keys) {
  const signature = record.get("signature");
  if (!signature) return "unsigned";
  const key = signature.get("key");
  const signed = new Map(signature);
  signed.delete("value");
  const head = new Map([
    ["deal", record.get("deal").get("id")],
    ["format", record.get("format")],
    ["game", record.get("game")],
    ["header", header],
    ["last", last],
    ["result", await sha256(canonical(record.get("result")))],
    ["steps", record.get("steps").length],
  ]);
  signed.set("head", head);
  const text = encoder.encode(`hearth-and-dragon/record/1\0${canonical(signed)}`);
  const right = await verified(bytesOf(key), bytesOf(signature.get("value")), text);
  if (right === null) return "unable";
  const place = record.get("steps").length - 1; // all hashes up to there hold
  require(right, place, "the signature isn't one of this record");
  return keys.includes(key) ? "signed" : "foreign";
}

async function verified(key, value, text) {
  try {
    const known = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", known, value, text);
  } catch (error) {
    if (error.name === "NotSupportedError") return null;
    return false;
  }
}

async function headerHash(record) {
  const seats = [];
  for (const seat of record.get("seats")) seats.push(await hashedSeat(seat));
  const fixed = ["format", "game", "rules_version", "options", "seating"];
  const header = new Map([
    ...fixed.map((name) => [name, record.get(name)]),
    ["seats", seats],
    ["deal_id", record.get("deal").get("id")],
    ["commitment", record.get("deal").get("commitment")],
  ]);
  return sha256(canonical(header));
}

/** The hashed part of a seat, without the name, which must match its seal. */
async function hashedSeat(seat) {
  const kept = new Map([...seat].filter(([name]) => name === "player" || name === "sealed"));
  if (seat.size === 2) return kept; // the name was deleted
  require(seat.size === 4, 0, "a seat has other fields");
  const salt = bytesOf(seat.get("salt"));
  const made = await sha256("hearth-and-dragon/name/1\0", salt, "\0", seat.get("name"));
  require(made === seat.get("sealed"), 0, "a name is not the one that was sealed");
  return kept;
}

function require(holds, step, reason) {
  if (!holds) throw new Fault(step, reason);
}

/** The result of `make`; its errors are faults of the record. */
function orFault(step, make) {
  try {
    return make();
  } catch (error) {
    throw new Fault(step, String(error));
  }
}

function bytesOf(hexadecimal) {
  return Uint8Array.from(hexadecimal.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

async function sha256(...parts) {
  const bytes = await new Blob(parts).arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
