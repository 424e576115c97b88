// What a piece looks like, to be shown elsewhere than where it lies. A part of an SVG is drawn only
// inside one, and looks as its SVG and its groups make it look: so it takes them with it.

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
function likeness(piece) {
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

// Reading all rules takes long: before a move needs it, where browsers say when there is time.
globalThis.requestIdleCallback?.(variables);

function setIn(rules) {
  return [...rules].flatMap((rule) => [
    ...[...(rule.style ?? [])].filter((name) => name.startsWith("--")),
    ...setIn(rule.styleSheet?.cssRules ?? rule.cssRules ?? []),
  ]);
}

const SVG = "http://www.w3.org/2000/svg";
const KINDS = ["data-piece", "data-target", "data-kind"]; // by which a piece is found

/** Whether it lies inside an SVG, as a part of it. */
export const isPart = (element) =>
  element instanceof SVGElement && element.ownerSVGElement !== null;

const made = (name, ...children) => {
  const element = document.createElementNS(SVG, name);
  element.append(...children);
  return element;
};

/** A copy of the piece that can be laid anywhere on the page. */
export function pictureOf(piece) {
  return isPart(piece) ? drawing(piece) : likeness(piece);
}

/** How wide the piece is on the screen, not counting that it is turned. */
export function widthOf(piece) {
  return isPart(piece) ? piece.getBoundingClientRect().width : piece.offsetWidth * scaleOf(piece);
}

/** By how much the piece and all that it lies in are enlarged. */
function scaleOf(piece) {
  let by = 1;
  for (let each = piece; each; each = each.parentElement) {
    const { transform, scale } = getComputedStyle(each);
    if (scale !== "none") by *= parseFloat(scale);
    if (transform !== "none") {
      const { a, b } = new DOMMatrix(transform);
      by *= Math.hypot(a, b);
    }
  }
  return by;
}

/** An SVG as large as the piece is on the screen, with nothing but the piece in it. */
function drawing(piece) {
  const { left, top, width, height } = piece.getBoundingClientRect();
  const { a, b, c, d, e, f } = outermost(piece).getScreenCTM();
  const whole = made("g", within(piece));
  whole.setAttribute("class", outermost(piece).getAttribute("class") ?? "");
  Object.assign(whole.style, {
    transform: `matrix(${a}, ${b}, ${c}, ${d}, ${e - left}, ${f - top})`,
    transformOrigin: "0 0",
  });
  const svg = made("svg", whole);
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  Object.assign(svg.style, { overflow: "visible", width: `${width}px`, height: `${height}px` });
  for (const name of KINDS)
    if (piece.hasAttribute(name)) svg.setAttribute(name, piece.getAttribute(name));
  return svg;
}

/** The piece in copies of the groups that it lies in, without what else is in them. */
function within(piece) {
  const outer = outermost(piece);
  let copy = piece.cloneNode(true);
  copy.classList.remove("can", "chosen");
  for (let group = piece.parentElement; group !== outer; group = group.parentElement) {
    const shell = group.cloneNode(false);
    shell.append(copy);
    copy = shell;
  }
  return copy;
}

function outermost(part) {
  let svg = part.ownerSVGElement;
  while (svg.ownerSVGElement) svg = svg.ownerSVGElement;
  return svg;
}

/** A copy that can stand beside the piece, and move without losing where it stands. */
export function besideOf(piece) {
  const copy = piece.cloneNode(true);
  if (!isPart(piece)) return copy;
  const group = made("g", copy);
  Object.assign(group.style, { transformBox: "fill-box", transformOrigin: "center" });
  return group;
}
