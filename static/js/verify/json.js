// JSON as in records: whole numbers of at most 64 bits, no duplicate fields, texts and depths
// within limits. `JSON.parse` also accepts other files, and changes numbers and the order of keys.

const PARTS = [
  /([{}[\],:])/, // signs
  /("(?:[^"\\]|\\.)*")/, // texts
  /(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/, // numbers
  /(true|false|null)/,
];
const TOKEN = new RegExp(`[ \\t\\n\\r]*(?:${PARTS.map((part) => part.source).join("|")})`, "y");
const DEEPEST = 40; // values within values
const MOST_BYTES = 32 * 1024 * 1024;
const [SMALLEST, BIGGEST] = [-(2n ** 63n), 2n ** 64n - 1n];
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern excludes them
const TEXT = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]{0,1000}$/u;
const WORDS = { true: true, false: false, null: null };
const SURROGATE = /[\ud800-\udfff]/;

/** A number as it was written. */
export class Written {
  constructor(text) {
    this.text = text;
  }
}

/** The value of a text: objects as Map, numbers as Written. Throws for JSON that no record has. */
export function parse(text) {
  if (new Blob([text]).size > MOST_BYTES) throw new SyntaxError("it is too long");
  const reader = new Reader(text);
  const value = reader.value();
  if (/[^ \t\n\r]/.test(text.slice(reader.at))) throw new SyntaxError("it has more than a value");
  return value;
}

/** The value as canonical JSON: sorted keys, no spaces. */
export function canonical(value) {
  if (value instanceof Written) return value.text;
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!(value instanceof Map)) return JSON.stringify(value);
  const keys = [...value.keys()];
  keys.sort(SURROGATE.test(keys.join("")) ? byCodePoint : undefined);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value.get(key))}`).join()}}`;
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.depth = 0;
  }

  token() {
    TOKEN.lastIndex = this.at;
    const found = TOKEN.exec(this.text);
    if (!found) throw new SyntaxError(`no JSON at ${this.at}`);
    this.at = TOKEN.lastIndex;
    return found;
  }

  value([, sign, string, number, word] = this.token()) {
    if (string) return textOf(string);
    if (number) return numberOf(number);
    if (word) return WORDS[word];
    if (sign !== "[" && sign !== "{") throw new SyntaxError(`${sign} at ${this.at}`);
    this.depth += 1;
    if (this.depth > DEEPEST) throw new SyntaxError("its values lie too deep in each other");
    const value = sign === "[" ? this.items() : this.fields();
    this.depth -= 1;
    return value;
  }

  items() {
    const items = [];
    for (let next = this.token(); next[1] !== "]"; next = this.after("]")) {
      items.push(this.value(next));
    }
    return items;
  }

  fields() {
    const fields = new Map();
    for (let next = this.token(); next[1] !== "}"; next = this.after("}")) {
      const colon = this.token()[1];
      if (!next[2] || colon !== ":") throw new SyntaxError(`no name at ${this.at}`);
      const name = textOf(next[2]);
      if (fields.has(name)) throw new SyntaxError("two fields have one name");
      fields.set(name, this.value());
    }
    return fields;
  }

  /** The value after a comma, or the end. */
  after(end) {
    const next = this.token();
    if (next[1] === end) return next;
    if (next[1] !== ",") throw new SyntaxError(`no comma at ${this.at}`);
    const more = this.token();
    if (more[1] === end) throw new SyntaxError(`a comma too many at ${this.at}`);
    return more;
  }
}

function textOf(written) {
  const text = JSON.parse(written);
  if (TEXT.test(text)) return text;
  throw new SyntaxError("a text is too long, or has characters that no text has");
}

function numberOf(written) {
  const whole = /^(?:0|-?[1-9]\d{0,19})$/.test(written) && BigInt(written);
  if (whole !== false && SMALLEST <= whole && whole <= BIGGEST) return new Written(written);
  throw new SyntaxError("it has a number that isn't whole and of at most 64 bits");
}

/** Compare two texts as Python sorts them. */
export function byCodePoint(one, other) {
  const [left, right] = [Array.from(one), Array.from(other)];
  const place = left.findIndex((letter, index) => letter !== right[index]);
  if (place < 0 || place >= right.length) return left.length - right.length;
  return left[place].codePointAt(0) - right[place].codePointAt(0);
}
