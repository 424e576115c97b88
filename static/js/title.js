// The window's title and its one owner: what the page calls itself, after a figure of what waits.

const FIGURE = /^\(\d+\+?\) /; // as templates/base.html writes it

let figure = FIGURE.exec(document.title)?.[0] ?? "";
let name = "";

const write = () => {
  const title = figure + name;
  if (document.title !== title) document.title = title;
};

/** What stands there now is the page's name, whoever wrote it: htmx does, after fetching a page. */
function hear() {
  name = document.title.replace(FIGURE, "");
  write();
}

/** What the page is called, without the figure. */
export const pageName = () => name;

/** Call the page by another name. */
export function namePage(text) {
  name = text;
  write();
}

/** Show so many before the name; nothing for an empty text. */
export function countInTitle(text) {
  figure = text && `(${text}) `;
  write();
}

hear();
new MutationObserver(hear).observe(document.querySelector("title"), { childList: true });
