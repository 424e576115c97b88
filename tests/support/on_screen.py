"""Scripts that find what can't be seen, read or touched on a page. `playruleset` uses them, too."""

LEAST_TEXT = 11  # px
LEAST_TOUCH = 40  # px

# Targets that can be touched next but are out of sight or behind something else.
OUT_OF_REACH = """() => {
  const seen = (target) => [...document.querySelectorAll(`#live [data-target="${target}"].can`)]
    .some((each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit?.closest("[data-target]")?.dataset.target === target;
    });
  const can = document.querySelectorAll("#live [data-target].can");
  return [...new Set([...can].map((each) => each.dataset.target))].filter((each) => !seen(each));
}"""

# Words on the board and its bars that are smaller than that many px, whatever scales them.
SMALL_TEXTS = """(least) => {
  const size = (element) => {
    const set = parseFloat(getComputedStyle(element).fontSize);
    if (element.ownerSVGElement) {
      const { a, b } = element.getScreenCTM();
      return set * Math.hypot(a, b);
    }
    // offsetWidth is rounded: a small difference is no scale
    const by = element.getBoundingClientRect().width / (element.offsetWidth || 1);
    return Math.abs(by - 1) < 0.1 ? set : set * by;
  };
  const shown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return element.checkVisibility({ opacityProperty: true }) && width > 1.5 && height > 1.5
      && !element.closest(".sr, [popover], dialog, .caption.sr");
  };
  const zones = "#live .status, #live .strip, #live .board, #acts";
  return [...document.querySelectorAll(zones)].flatMap((zone) => [...zone.querySelectorAll("*")])
    .filter((each) => [...each.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
    .filter((each) => shown(each) && size(each) < least - 0.05)
    .map((each) => [each.textContent.trim(), each.className.baseVal ?? each.className,
      size(each)]);
}"""

# The width and height in which an element can be touched, as if it stood upright, with its
# pseudo-elements. (A rotated piece on a zoomed board is larger than this.)
_AREA = """(element) => {
  const { width, height } = element.getBoundingClientRect();
  const upright = getComputedStyle(element).rotate === "none";
  const by = (...sides) => Math.max(0, ...["::before", "::after"].map((pseudo) => {
    const more = getComputedStyle(element, pseudo);
    if (more.content === "none" || more.position !== "absolute") return 0;
    return -sides.reduce((sum, side) => sum + (parseFloat(more[side]) || 0), 0);
  }));
  return [
    (upright ? width : element.offsetWidth) + by("left", "right"),
    (upright ? height : element.offsetHeight) + by("top", "bottom"),
  ];
}"""

# Things that can be touched now but measure less than that many px.
SMALL_TOUCHES = """(least) => {
  const area = (AREA);
  const board = "#live .board .can, #live .board .tray button, #acts button, #live .zoom label";
  const above = ".bar :is(a, button, summary), .status a, .strip a";
  return [...document.querySelectorAll(`${board}, ${above}`)]
    .filter((each) => each.checkVisibility() && !each.closest("[popover]"))
    .map((each) => [each.dataset.target ?? (each.id || each.textContent.trim()), ...area(each)])
    .filter(([, width, height]) => Math.min(width, height) < least - 0.5);
}""".replace("AREA", _AREA)

# The cards in the tray, in stalls and beside seats that a box cuts off, and those whose title
# overflows.
BROKEN_CARDS = """() => {
  const seen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const cut = (card) => {
    const { left, top, right, bottom } = card.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) return true;
    for (let box = card.parentElement; box !== document.body; box = box.parentElement) {
      const { display, overflow } = getComputedStyle(box);
      if (display === "contents" || overflow === "visible") continue;
      const around = box.getBoundingClientRect();
      if (left < around.left - 1 || right > around.right + 1) return true;
      if (top < around.top - 1 || bottom > around.bottom + 1) return true;
    }
    return false;
  };
  const named = (card) => [...card.querySelectorAll(".title, .caption, .brief")]
    .filter((each) => seen(each) && each.getBoundingClientRect().width > 2)
    .every((each) => each.scrollWidth <= Math.max(each.clientWidth, card.clientWidth) + 1);
  return [...document.querySelectorAll("#live :is(.board, .seat) .card")]
    .filter((card) => seen(card) && card.getBoundingClientRect().width > 2
      && !card.closest("[popover], [data-samples], .sr"))
    .filter((card) => cut(card) || !named(card))
    .map((card) => `${card.className} ${card.textContent.trim()}`);
}"""

# Words that something else covers, or that their box cuts off; those in a fan may be.
COVERED = """() => {
  const words = (each) => [...each.childNodes].some((n) => n.nodeType === 3 && n.data.trim())
    && each.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && getComputedStyle(each).pointerEvents !== "none" // elementsFromPoint doesn't find it
    && !each.closest(".sr, .fan, [popover], dialog, [data-samples]");
  const scrolled = (each, x, y) => {
    for (let box = each.parentElement; box; box = box.parentElement) {
      const { left, top, right, bottom } = box.getBoundingClientRect();
      const { overflow } = getComputedStyle(box);
      const away = /auto|scroll/.test(overflow) || (overflow !== "visible" && right - left < 2);
      if (away && (x < left || x > right || y < top || y > bottom)) return true;
    }
    return false;
  };
  const opaque = (each) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(each);
    const clear = /^rgba\\(.*, 0\\)$/.test(backgroundColor) && backgroundImage === "none";
    return !clear || each.ownerSVGElement || each.tagName === "IMG";
  };
  const zones = "#live .status, #live .strip, #live .board, #acts";
  return [...document.querySelectorAll(zones)].flatMap((zone) => [...zone.querySelectorAll("*")])
    .filter(words).flatMap((each) => {
      const told = `${each.textContent.trim()} (${each.className.baseVal ?? each.className})`;
      const cuts = /hidden|clip/.test(getComputedStyle(each).overflowX) && each.clientWidth > 2;
      if (cuts && each.scrollWidth > each.clientWidth + 1) return [`${told}: cut`];
      const range = document.createRange();
      range.selectNodeContents(each);
      const { left, top, width, height } = range.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const tiny = Math.min(width, height, each.getBoundingClientRect().width) < 2;
      if (tiny || scrolled(each, x, y)) return [];
      const there = document.elementsFromPoint(x, y);
      const own = there.findIndex((other) => each.contains(other) || other.contains(each));
      const over = there.slice(0, Math.max(0, own)).find(opaque);
      return over ? [`${told}: under ${over.className.baseVal ?? over.className}`] : [];
    });
}"""

# Words below the edge of the playfield or the tray: people have to scroll to them, or can't.
BELOW_EDGE = """() =>
[...document.querySelectorAll("#live :is(.playfield, .tray)")].flatMap((box) =>
  [...box.querySelectorAll(":not(:has(*))")]
    .filter((each) => each.textContent.trim() && each.checkVisibility({ visibilityProperty: true })
      && !each.closest(".sr, svg, [popover], [data-samples]"))
    .map((each) => [each, each.getBoundingClientRect()])
    .filter(([, { width, height, bottom }]) => Math.min(width, height) > 1.5
      && bottom > box.getBoundingClientRect().bottom + 2)
    .map(([each]) => `${each.textContent.trim()} (${each.className})`))"""

# The parts of the page that overlap, and those that reach beyond the window.
ZONES = """() => {
  const boxes = ["#live .status", "#live .strip", ".playfield", ".tray", "#acts"]
    .map((name) => [name, document.querySelector(name)])
    .filter(([, each]) => each?.checkVisibility())
    .map(([name, each]) => [name, each.getBoundingClientRect()]);
  const wide = document.documentElement;
  return [
    ...(wide.scrollWidth > wide.clientWidth ? ["the page scrolls sideways"] : []),
    ...boxes.filter(([, a]) => a.left < -1 || a.right > innerWidth + 1)
      .map(([name]) => `${name} reaches beyond the window`),
    ...boxes.flatMap(([one, a], index) => boxes.slice(index + 1)
      .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1
        && a.top < b.bottom - 1 && b.top < a.bottom - 1)
      .map(([other, b]) => [other, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)])
      .map(([other, by]) => `${one} over ${other} by ${Math.round(by)} px`)),
  ];
}"""

# A point at which a touch meets this target, which isn't picked yet; null if there is none.
FREE_POINT = """(target) => {
  const all = document.querySelectorAll(`#live [data-target="${CSS.escape(target)}"]:not(.chosen)`);
  for (const each of all) {
    each.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const { left, top, width, height } = each.getBoundingClientRect();
    for (const down of [0.5, 0.25, 0.75, 0.1, 0.9]) {
      for (const along of [0.5, 0.25, 0.75, 0.1, 0.9]) {
        const point = [left + along * width, top + down * height];
        const hit = document.elementFromPoint(...point);
        if (hit && hit.closest("[data-target]") === each) return point;
      }
    }
  }
  return null;
}"""

# Controls that measure less than that many px, except links within a line of text (WCAG 2.5.8). A
# checkbox is as large as its label, a `cover` as the row that it covers.
SMALL_CONTROLS = """(least) => {
  const isInText = (each) => each.tagName === "A" && getComputedStyle(each).display === "inline"
    && [...each.parentElement.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  const touched = (each) => each.matches("[type=radio], [type=checkbox]") && each.closest("label")
    || each;
  const area = (AREA);
  const pressed = "a[href], button, input:not([type=hidden]), select, textarea, summary, .can";
  return [...new Set([...document.querySelectorAll(pressed)].map(touched))]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled)
    .filter((each) => !each.closest(".skip, .sr, .cover, [aria-hidden=true], [aria-disabled=true]"))
    .filter((each) => !isInText(each))
    .map((each) => [each.dataset.target ?? (each.id || each.textContent.trim()), ...area(each)])
    .filter(([, width, height]) => Math.min(width, height) < least - 0.25);
}""".replace("AREA", _AREA)
