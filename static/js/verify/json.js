// JSON as records are hashed. `JSON.parse` would change numbers (1.0 to 1) and the order of keys.

const PARTS = [
  /([{}[\],:])/, // signs
  /("(?:[^"\\]|\\.)*")/, // texts
  /(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/, // numbers
  /(true|false|null)/,
];
const TOKEN = new RegExp(`[ \\t\\n\\r]*(?:${PARTS.map((part) => part.source).join("|")})`, "y");
const WORDS = { true: true, false: false, null: null };
const SURROGATE = /[\ud800-\udfff]/;

/** A number as it was written. */
export class Written {
  constructor(text) {
    this.text = text;
  }
}

/** The value that a text says: objects as Map, numbers as Written. Throws for what isn't JSON. */
export function parse(text) {
  const reader = new Reader(text);
  const value = reader.value();
  if (text.slice(reader.at).trim()) throw new SyntaxError("there is more than one value");
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
  }

  token() {
    TOKEN.lastIndex = this.at;
    const found = TOKEN.exec(this.text);
    if (!found) throw new SyntaxError(`no JSON at ${this.at}`);
    this.at = TOKEN.lastIndex;
    return found;
  }

  value([, sign, string, number, word] = this.token()) {
    if (string) return JSON.parse(string);
    if (number) return new Written(number);
    if (word) return WORDS[word];
    if (sign === "[") return this.items();
    if (sign === "{") return this.fields();
    throw new SyntaxError(`${sign} at ${this.at}`);
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
      fields.set(JSON.parse(next[2]), this.value());
    }
    return fields;
  }

  /** What follows the comma, or the end. */
  after(end) {
    const next = this.token();
    if (next[1] === end) return next;
    if (next[1] !== ",") throw new SyntaxError(`no comma at ${this.at}`);
    const more = this.token();
    if (more[1] === end) throw new SyntaxError(`a comma too many at ${this.at}`);
    return more;
  }
}

function byCodePoint(one, other) {
  const [left, right] = [Array.from(one), Array.from(other)];
  const place = left.findIndex((letter, index) => letter !== right[index]);
  if (place < 0 || place >= right.length) return left.length - right.length;
  return left[place].codePointAt(0) - right[place].codePointAt(0);
}
