// The checks of a record that need no rules: its promise, its hashes, its chance, its signature.
// The program verify_record.py does the same; docs/records.md says how records are made.

import { dealt, keyOf } from "./chance.js";
import { canonical, parse } from "./json.js";

const SALT_BYTES = 16;
const encoder = new TextEncoder();
const NEEDED = "format game rules_version options seating seats deal steps".split(" ");
const OPTIONAL = ["result", "signature"];

/** A check that failed: at `step`, or at none of them (null). */
export class Fault extends Error {
  constructor(step, reason) {
    super(reason);
    this.step = step;
  }
}

/** The record that a text holds, as Maps. Throws `Fault` for what is none. */
export function read(text) {
  const record = told(null, () => parse(text));
  const seats = record instanceof Map && record.get("seating")?.get?.("count")?.text;
  const whole = seats && fieldsFit(record, NEEDED, OPTIONAL) && record.get("steps").length > 0;
  const known = whole && ["1", "2"].includes(record.get("format").text);
  require(known && record.get("seats").length === Number(seats), null, "it is no record");
  return record;
}

/** The seed is the one that was promised. Gives the seed. */
export async function checkPromise(record) {
  const deal = record.get("deal");
  require(fieldsFit(deal, ["id", "commitment", "seed"]), null, "the deal has other fields");
  const seed = told(null, () => bytesOf(deal.get("seed")));
  const made = await sha256("hearth-and-dragon/deal/1\0", deal.get("id"), "\0", seed);
  require(made === deal.get("commitment"), null, "the seed is not the one that was promised");
  return seed;
}

/** Each hash follows from what stands before it. Gives the first (the header's) and the last. */
export async function checkChain(record, progress = () => {}) {
  const header = await headerHash(record);
  const steps = record.get("steps");
  let previous = header;
  for (const [place, step] of steps.entries()) {
    const hashed = told(place, () => {
      const rest = new Map(step);
      rest.delete("hash");
      if (rest.get("state_schema") === null) rest.delete("state_schema");
      return canonical(rest);
    });
    const fits = (await sha256(previous, hashed)) === step.get("hash");
    require(fits, place, "its hash doesn't follow from what stands before it");
    require(step.get("index").text === String(place), place, "another step stands here");
    previous = step.get("hash");
    progress(place + 1, steps.length);
  }
  return { header, last: previous };
}

/** Each outcome is what the seed gives. Gives how many there are. */
export async function checkChance(record, seed, progress = () => {}) {
  const key = await keyOf(seed);
  const counts = new Map();
  const steps = record.get("steps");
  let all = 0;
  for (const [place, step] of steps.entries()) {
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
 * The portal signed this record: "signed", "unsigned", or "unable" where this browser can't tell.
 * `keys` are those of the portal.
 */
export async function checkSignature(record, { header, last }, keys) {
  const signature = record.get("signature");
  if (!signature) return "unsigned";
  const key = signature.get("key");
  require(keys.includes(key), null, "it wasn't signed by this portal");
  const signed = new Map(signature);
  signed.delete("value");
  if (signed.get("note") === null) signed.delete("note");
  const head = new Map([
    ["deal", record.get("deal").get("id")],
    ["format", record.get("format")],
    ["game", record.get("game")],
    ["header", header],
    ["last", last],
    ["result", await sha256(canonical(record.get("result") ?? null))],
    ["steps", record.get("steps").length],
  ]);
  signed.set("head", head);
  const text = encoder.encode(`hearth-and-dragon/record/1\0${canonical(signed)}`);
  const value = told(null, () => bytesOf(signature.get("value")));
  const right = await verified(bytesOf(key), value, text);
  if (right === null) return "unable";
  const place = record.get("steps").length - 1; // all hashes up to there hold
  require(right, place, "the signature isn't one of this record");
  return "signed";
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
  const sealed = record.get("format").text === "2";
  const seats = [];
  for (const seat of record.get("seats")) seats.push(await hashedSeat(seat, sealed));
  const header = new Map([
    ...["game", "rules_version", "options"].map((name) => [name, record.get(name)]),
    ["seating", new Map([["first", null], ["roles", []], ...record.get("seating")])],
    ["seats", seats],
    ["deal_id", record.get("deal").get("id")],
    ["commitment", record.get("deal").get("commitment")],
  ]);
  if (sealed) header.set("format", record.get("format"));
  return sha256(canonical(header));
}

/** What is hashed of a seat: in format 2 not the name, which must be the one that was sealed. */
async function hashedSeat(seat, sealed) {
  const fields = new Map([...seat].filter(([, value]) => value !== null));
  if (!sealed) {
    require(fieldsFit(fields, ["player", "name"]), 0, "a seat has other fields");
    return fields;
  }
  const kept = new Map([...fields].filter(([name]) => name === "player" || name === "sealed"));
  if (fields.size === 2 && kept.size === 2) return kept; // a name that had to go
  const whole = fieldsFit(fields, ["player", "name", "salt", "sealed"]);
  require(whole, 0, "a seat has other fields");
  const salt = told(0, () => bytesOf(fields.get("salt")));
  const made = await sha256("hearth-and-dragon/name/1\0", salt, "\0", fields.get("name"));
  const right = salt.length === SALT_BYTES && made === fields.get("sealed");
  require(right, 0, "a name is not the one that was sealed");
  return kept;
}

function require(holds, step, reason) {
  if (!holds) throw new Fault(step, reason);
}

/** What `make` gives; if it can't, the record is at fault. */
function told(step, make) {
  try {
    return make();
  } catch (error) {
    throw new Fault(step, String(error));
  }
}

function fieldsFit(map, needed, optional = []) {
  const names = [...map.keys()];
  const known = names.every((name) => needed.includes(name) || optional.includes(name));
  return known && needed.every((name) => map.has(name));
}

function bytesOf(hexadecimal) {
  if (!/^(?:[0-9a-f]{2})*$/.test(hexadecimal)) throw new Error("not in plain hexadecimal");
  return Uint8Array.from(hexadecimal.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

async function sha256(...parts) {
  const bytes = await new Blob(parts).arrayBuffer();
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
