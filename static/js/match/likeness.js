// A copy of a piece that looks like it wherever it is laid: sizes, type and colors that style
// sheets give it by where it lies (in a hand, a container, below a color) are written into it.

const BOX = [
  "display",
  "box-sizing",
  "width",
  "height",
  "min-width",
  "min-height",
  "max-width",
  "max-height",
  "aspect-ratio",
  "padding",
  "border-width",
  "border-style",
  "border-color",
  "border-radius",
  "background-color",
  "background-image",
  "overflow",
  "clip-path",
  "color",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "line-height",
  "letter-spacing",
  "text-align",
  "white-space",
  "grid-template-columns",
  "grid-template-rows",
  "gap",
  "place-items",
  "place-content",
];
/** Of what lies in the piece; where the piece itself is, and its glow, are left to its flight. */
const PLACE = [
  "position",
  "inset",
  "margin",
  "transform",
  "translate",
  "rotate",
  "scale",
  "opacity",
];
const INSIDE = [...BOX, ...PLACE, "place-self", "grid-area", "filter"];
/** Of what is drawn in an SVG. */
const DRAWN = [
  "display",
  "color",
  "fill",
  "stroke",
  "stroke-width",
  "opacity",
  "transform",
  "translate",
  "rotate",
  "scale",
  "r",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
];

/** A copy of an element of the page, in all that it looks like. */
export function likeness(piece) {
  const copy = piece.cloneNode(true);
  const inside = piece.querySelectorAll("*");
  const copies = copy.querySelectorAll("*");
  write(copy, piece, [...BOX, ...variables()]);
  for (const [place, part] of inside.entries()) {
    write(copies[place], part, part.ownerSVGElement ? DRAWN : INSIDE);
  }
  return copy;
}

function write(copy, original, names) {
  const style = getComputedStyle(original);
  copy.style.cssText += names
    .map((name) => [name, style.getPropertyValue(name)])
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}:${value}`)
    .join(";");
}

let known = { sheets: 0, names: [] };

/** The variables that any style sheet of the page sets; a drawing may be colored by one. */
function variables() {
  const sheets = document.styleSheets.length;
  if (known.sheets !== sheets) {
    const names = [...document.styleSheets].flatMap((sheet) => setIn(sheet.cssRules));
    known = { sheets, names: [...new Set(names)] };
  }
  return known.names;
}

function setIn(rules) {
  return [...rules].flatMap((rule) => [
    ...[...(rule.style ?? [])].filter((name) => name.startsWith("--")),
    ...setIn(rule.styleSheet?.cssRules ?? rule.cssRules ?? []),
  ]);
}
