// The window's icon, with a figure on it while something waits.

const SIZE = 64; // px
const MOST = 9; // more than one digit can't be read at that size

const link = document.querySelector('link[rel="icon"]');
const plain = { href: link.href, type: link.type };
let shown = 0;

/** Its drawing, loaded when a figure is to stand on it. */
async function drawing() {
  const picture = Object.assign(new Image(), { src: plain.href });
  await picture.decode();
  return picture;
}

function circle(pen) {
  pen.fillStyle = "#1b1713";
  pen.beginPath();
  pen.arc(SIZE * 0.68, SIZE * 0.68, SIZE * 0.32, 0, 2 * Math.PI);
  pen.fill();
}

function figure(pen, text) {
  pen.fillStyle = "#ffffff";
  pen.font = `700 ${SIZE * (text.length > 1 ? 0.38 : 0.5)}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, SIZE * 0.68, SIZE * 0.7);
}

/** Redraw the icon if it doesn't show that number yet. */
export async function drawIcon(number) {
  if (number === shown) return;
  shown = number;
  if (!number) return Object.assign(link, plain);
  const picture = await drawing();
  if (number !== shown) return; // another came meanwhile
  const canvas = Object.assign(document.createElement("canvas"), { width: SIZE, height: SIZE });
  const pen = canvas.getContext("2d");
  pen.drawImage(picture, 0, 0, SIZE, SIZE);
  circle(pen);
  figure(pen, number > MOST ? `${MOST}+` : String(number));
  Object.assign(link, { href: canvas.toDataURL("image/png"), type: "image/png" });
}
