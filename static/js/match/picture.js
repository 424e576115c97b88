// Pictures of pieces for other places on the page. A part of an SVG is drawn only inside an SVG and
// is styled by its groups, so the picture includes copies of both.

// A copy that looks the same anywhere: sizes, type and colors that style sheets set by the piece's
// surroundings (a hand, a container, a color) are written into it.

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
/** Properties for the contents of the piece; its own place and glow are up to the flight. */
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
/** Properties of drawings in an SVG. */
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

/** A copy of an element with its computed look. */
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

/**
 * The variables that style sheets set for parts of the page; drawings may use them as colors. Those
 * that they set for all of it are the same everywhere.
 */
function variables() {
  const sheets = document.styleSheets.length;
  if (known.sheets !== sheets) {
    const names = [...document.styleSheets].flatMap((sheet) => setIn(sheet.cssRules));
    known = { sheets, names: [...new Set(names)] };
  }
  return known.names;
}

// Reading all rules takes long, so do it in idle time, before a move needs it.
globalThis.requestIdleCallback?.(variables);

const OF_PAGE = /^:root(\[[^\]]*\])?$/;

function setIn(rules) {
  return [...rules].flatMap((rule) => [
    ...[...(rule.style ?? [])].filter(
      (name) => name.startsWith("--") && !OF_PAGE.test(rule.selectorText),
    ),
    ...setIn(rule.styleSheet?.cssRules ?? rule.cssRules ?? []),
  ]);
}

const SVG = "http://www.w3.org/2000/svg";
const KINDS = ["data-piece", "data-target", "data-kind"]; // attributes by which pieces are found

/** Whether the element is a part of an SVG. */
export const isPart = (element) =>
  element instanceof SVGElement && element.ownerSVGElement !== null;

const made = (name, ...children) => {
  const element = document.createElementNS(SVG, name);
  element.append(...children);
  return element;
};

/** A copy of the piece that can be put anywhere on the page. */
export function pictureOf(piece) {
  return isPart(piece) ? drawing(piece) : likeness(piece);
}

/** The width of the piece on the screen, ignoring rotation. */
export function widthOf(piece) {
  return isPart(piece) ? piece.getBoundingClientRect().width : piece.offsetWidth * scaleOf(piece);
}

/** The scale of the piece, including its ancestors'. */
function scaleOf(piece) {
  let by = 1;
  for (let element = piece; element; element = element.parentElement) {
    const { transform, scale } = getComputedStyle(element);
    if (scale !== "none") by *= parseFloat(scale);
    if (transform !== "none") {
      const { a, b } = new DOMMatrix(transform);
      by *= Math.hypot(a, b);
    }
  }
  return by;
}

/** An SVG of the piece's size on the screen that holds only the piece. */
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

/** The piece in copies of its groups, without their other contents. */
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

/** A copy for beside the piece, which can move without losing its place. */
export function besideOf(piece) {
  const copy = piece.cloneNode(true);
  if (!isPart(piece)) return copy;
  const group = made("g", copy);
  Object.assign(group.style, { transformBox: "fill-box", transformOrigin: "center" });
  return group;
}
