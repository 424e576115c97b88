"""What axe-core finds wrong with pages in a browser."""

import itertools
import json
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.people import FRAME, Person
from tests.support.also import also

# Every width is seen in one theme: a phone and a window between are light.
SCHEMES: dict[int, Any] = {360: "light", 800: "light", 1440: "dark"}
HEIGHTS = {360: 740, 800: 1000, 1440: 900}
# One page can be seen in both without being loaded again.
BOTH = (360, 1440)
Widths = tuple[int, ...] | None
# Of many pages or moments each is seen in one of these, in turn; before a release in all of them.
IN_TURN = None
SIZES = pytest.mark.parametrize(
    "widths", [IN_TURN, *also(BOTH, (800,))], ids=lambda widths: str(widths or "in-turn")
)
# Every rule that axe-core runs by default, best practices included. To preload style sheets and
# media takes half its time, for the rule about sounds that play by themselves: we have none.
RUN = """async () => {
    const why = (node) => [...node.any, ...node.all, ...node.none][0]?.message ?? "";
    const told = (node) => node.html.slice(0, 160) + " :: " + why(node);
    const { violations } = await axe.run(document, {
        preload: false,
        resultTypes: ["violations"],
    });
    return violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(told) }));
}"""
AT_REST = "document.getAnimations().forEach((each) => { try { each.finish() } catch {} })"


def screen(width: int) -> dict[str, Any]:
    """What makes a browser so wide, and light or dark, for `somebody`."""
    seen = {"width": width, "height": HEIGHTS[width]}
    return {"viewport": seen, "color_scheme": SCHEMES[width]}


class Auditor:
    """Looks at one page after the other, in each of these widths or in the next one."""

    def __init__(self, axe: str, widths: Widths = IN_TURN) -> None:
        self._axe = axe
        self._in_turn = widths is IN_TURN
        self._widths = widths or BOTH
        self._next = itertools.cycle(self._widths)

    @property
    def screen(self) -> dict[str, Any]:
        """Of whom it looks over the shoulder."""
        return screen(self._widths[0])

    def __call__(self, page: Page) -> dict[int, Any]:
        """What axe-core has against a page as it stands, once nothing on it moves any more.

        By width. The page is as wide as the first one, before and after.
        """
        if not page.evaluate("'axe' in window"):
            page.evaluate(self._axe)
        first = self._widths[0]
        widths = [next(self._next)] if self._in_turn else [*reversed(self._widths)]
        found = {}
        for width in widths:
            _show(page, width)
            if wrong := page.evaluate(RUN):
                found[width] = wrong
        if width != first:
            _show(page, first)
        return found


def _show(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    page.emulate_media(color_scheme=SCHEMES[width])
    page.evaluate(FRAME)
    page.evaluate(AT_REST)


def audit(person: Person, look: Auditor, *paths: str) -> dict[str, dict[int, Any]]:
    """The violations found, by page; a missing page is expected to be one."""
    found = {}
    for path in paths:
        person.page.goto(path)
        if wrong := look(person.page):
            found[path] = wrong
    person.complaints[:] = [said for said in person.complaints if "404" not in said]
    return found


def nothing_is_wrong(found: dict[str, Any]) -> None:
    """That there are no violations anywhere; each is told with where it is."""
    wrong = {where: told for where, told in found.items() if told}
    assert not wrong, json.dumps(wrong, indent=1)
