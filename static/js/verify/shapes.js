// The shape of a record: its fields, and their possible values.

import { Written } from "./json.js";

/** A whole number within these bounds, inclusive. */
class Numbers {
  constructor(least, most) {
    this.least = least;
    this.most = most;
  }
}

/** Any of these shapes. */
class Either {
  constructor(...shapes) {
    this.shapes = shapes;
  }
}

/** The text matches the pattern from end to end. */
function text(pattern) {
  return new RegExp(`^(?:${pattern})$`, "su");
}

const ANY = Symbol("any value");
const FIELDS = Symbol("an object with any fields");
const SOME_FIELDS = Symbol("an object with any fields, at least one");

const HASH = text("[0-9a-f]{64}");
const TEXT = text(".{0,1000}");
const UNSEEN =
  "\\u0000-\\u001f\\u007f-\\u009f\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff";
const BLANK =
  " \\u00a0\\u00ad\\u0300-\\u036f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f" +
  "\\u2000-\\u200d\\u202f\\u205f\\u206a-\\u206f\\u2800\\u3000\\u3164\\ufe00-\\ufe0f\\uffa0" +
  "\\ufff0-\\ufff8\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";
const LEVEL = "easy|medium|hard|expert";
const TIME = "2[01]\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{6})?(?:Z|\\+00:00)";
const WHOLE = new Numbers(0n, 2n ** 31n - 1n);
const INT = new Numbers(-(2n ** 63n), 2n ** 64n - 1n);
const NUMBER_OR_NONE = new Either(null, INT);
const STEP_OR_NONE = new Either(null, WHOLE);
const HASH_OR_NONE = new Either(null, HASH);

const LINE = {
  type: text("line"),
  id: TEXT,
  "params?": SOME_FIELDS,
  "plural?": TEXT,
  "count?": INT,
};
const WON = text("won|lost|drawn|scored");
const ENDED = {
  outcome: WON,
  rank: INT,
  "score?": NUMBER_OR_NONE,
  "team?": NUMBER_OR_NONE,
  "tie_break?": new Either(null, LINE),
};
export const RESULT = { ending: TEXT, reason: LINE, seats: [ENDED] };
const OUTCOME = { kind: text("roll|draw|shuffle"), stream: TEXT, args: ANY, value: ANY };
const STEP = {
  index: WHOLE,
  base: STEP_OR_NONE,
  kind: text("setup|action|time-out|undo|order|control|admin"),
  seat: STEP_OR_NONE,
  actor: text(".{0,16}"),
  action: ANY,
  outcomes: [OUTCOME],
  state_hash: HASH,
  at: text(TIME),
  hash: HASH,
  state_schema: new Numbers(1n, 2n ** 31n - 1n),
};
const SEAT = {
  player: text(`person|ai:(?:${LEVEL})`),
  "name?": text(`(?! )(?![${BLANK}]*$)[^${UNSEEN}]{1,64}(?<! )`),
  "salt?": text("[0-9a-f]{32}"),
  sealed: HASH,
};
const SIGNATURE = {
  key: HASH,
  at: text(".{1,32}"),
  value: text("[0-9a-f]{128}"),
};
const SEATING = {
  count: new Numbers(1n, 100n),
  first: STEP_OR_NONE,
  roles: [new Either(null, TEXT)],
};
export const RECORD = {
  format: new Numbers(2n, 2n),
  game: text(".{0,64}"),
  rules_version: WHOLE,
  options: FIELDS,
  seating: SEATING,
  seats: [SEAT],
  deal: { id: text(".{1,64}"), commitment: HASH, seed: HASH_OR_NONE },
  steps: [STEP],
  result: ANY,
  "signature?": SIGNATURE,
};
const ORIGIN = { step: WHOLE, state_hash: HASH, hash: HASH };
/** The action of the first step. */
export const BEGINNING = new Either(null, {
  type: text("continue"),
  origin: ORIGIN,
  seat: WHOLE,
  observation: ANY,
});
const POINTS = new Either(null, new Numbers(-1_000_000n, 1_000_000n));
const NAMED = { outcome: WON, rank: new Numbers(1n, 2n ** 64n - 1n), "score?": POINTS };
/** The actions of administrators. */
export const DEED = new Either(
  { type: text("void|unlock"), reason: TEXT },
  { type: text("replace"), reason: TEXT, level: text(LEVEL) },
  { type: text("take-back"), reason: TEXT, to: INT, "closed?": [INT] },
  { type: text("end"), reason: TEXT, seats: [NAMED] },
);
/** The actors of each kind of step. */
export const ACTORS = {
  setup: text("portal"),
  action: text(`person|caretaker|order|ai:(?:${LEVEL})`),
  "time-out": text("clock"),
  undo: text("person|consent"),
  order: text("person"),
  control: text("person|clock|portal|vote|staff"),
  admin: text("staff"),
};

/** Whether a value has that shape. */
export function fits(value, shape) {
  if (shape === ANY) return true;
  if (shape === null) return value === null;
  if (shape === FIELDS) return value instanceof Map;
  if (shape === SOME_FIELDS) return value instanceof Map && value.size > 0;
  if (shape instanceof Either) return shape.shapes.some((one) => fits(value, one));
  if (shape instanceof RegExp) return typeof value === "string" && shape.test(value);
  if (shape instanceof Numbers) return isWithin(value, shape);
  if (Array.isArray(shape)) {
    return Array.isArray(value) && value.every((one) => fits(one, shape[0]));
  }
  return value instanceof Map && fieldsFit(value, shape);
}

function isWithin(value, { least, most }) {
  if (!(value instanceof Written)) return false;
  const number = BigInt(value.text);
  return least <= number && number <= most;
}

function fieldsFit(value, shape) {
  const names = Object.keys(shape).map((name) => name.replace("?", ""));
  const known = [...value.keys()].every((name) => names.includes(name));
  return (
    known &&
    Object.entries(shape).every(([name, own]) => {
      const bare = name.replace("?", "");
      return value.has(bare) ? fits(value.get(bare), own) : name !== bare;
    })
  );
}
