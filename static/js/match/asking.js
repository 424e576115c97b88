// «?» and then anything on the board, or the key «?» on what has the focus: its rule in short, with
// ways to the chapters of the rules. Without this script «?» shows all of these rules at once.
// Where nothing has a rule of its own, the key shows how one plays: the preferences and all keys.
const root = document.documentElement;
const asking = () => "asking" in root.dataset;

function ask(wanted) {
  root.toggleAttribute("data-asking", wanted);
  for (const button of document.querySelectorAll("[data-ask]")) button.ariaPressed = String(wanted);
  document.querySelector(".asking")?.togglePopover(wanted); // no board cuts off what lies on top
}

/** Show what the rules say about this element; false: nothing of its own. */
function answer(element) {
  const thing = element.closest?.("[data-rule]");
  const rule = thing?.dataset.rule;
  const leaf = document.querySelector("[data-asked]");
  if (!rule || !leaf) return false;
  ask(false);
  for (const entry of leaf.querySelectorAll("[data-about]"))
    entry.hidden = entry.dataset.about !== rule;
  leaf.showPopover({ source: element.closest("button") ?? thing });
  leaf.querySelector("[data-about]:not([hidden]) a")?.focus();
  return true;
}

/** Show what all keys do; false: nobody plays here. */
function listKeys() {
  const list = document.getElementById("preferences");
  list?.showPopover();
  return Boolean(list);
}

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

// Before the board hears of it: while someone asks, touches choose nothing.
document.addEventListener(
  "click",
  (event) => {
    const { target } = event;
    if (target.closest("[data-ask]")) {
      stop(event);
      ask(!asking());
    } else if (asking() && answer(target)) {
      stop(event);
    }
  },
  { capture: true },
);

document.addEventListener(
  "keydown",
  (event) => {
    if (event.key === "Escape" && asking()) {
      stop(event);
      ask(false);
    } else if (
      event.key === "?" &&
      !event.target.matches?.("input, textarea, select") &&
      (answer(event.target) || listKeys())
    ) {
      stop(event);
    }
  },
  { capture: true },
);
