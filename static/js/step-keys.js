// The left and right arrow keys go one step back and forward, unless someone is typing.

const TYPING = "input, textarea, select, [contenteditable], .scrolling"; // or scrolling sideways

addEventListener("keydown", (event) => {
  const other = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (other || event.target.closest(TYPING)) return;
  const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  const link = way && document.querySelector(`a[rel="${way}"]`);
  if (!link) return;
  event.preventDefault();
  link.click();
});
