"""What axe-core finds wrong with pages in a browser."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

from tests.browser.people import FRAME, Person
from tests.support.also import also

# Every width is seen in one theme, and every page in both: a phone and a window between are light.
SCHEMES: dict[int, Any] = {360: "light", 800: "light", 1440: "dark"}
# One after the other each page is seen in both, narrow first and last, without being loaded again.
BOTH = (360, 1440)
WIDTHS = [BOTH, *also((800,))]
HEIGHTS = {360: 740, 800: 1000, 1440: 900}
# Every rule that axe-core has on by itself, best practices too.
RUN = """async () => {
    const why = (node) => [...node.any, ...node.all, ...node.none][0]?.message ?? "";
    const told = (node) => node.html.slice(0, 160) + " :: " + why(node);
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(told) }));
}"""
AT_REST = "document.getAnimations().forEach((each) => { try { each.finish() } catch {} })"


def screen(width: int) -> dict[str, Any]:
    """What makes a browser so wide, and light or dark, for `somebody`."""
    seen = {"width": width, "height": HEIGHTS[width]}
    return {"viewport": seen, "color_scheme": SCHEMES[width]}


def violations(page: Page, axe: str, widths: Sequence[int] = BOTH) -> dict[int, Any]:
    """What axe-core has against a page as it stands, once nothing on it moves any more, by width.

    The page is as wide as the first one, before and after.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    found = {}
    for width in reversed(widths):
        page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
        page.emulate_media(color_scheme=SCHEMES[width])
        page.evaluate(FRAME)
        page.evaluate(AT_REST)
        if wrong := page.evaluate(RUN):
            found[width] = wrong
    return found


def audit(
    person: Person, axe: str, *paths: str, widths: Sequence[int] = BOTH
) -> dict[str, dict[int, Any]]:
    """The violations found, by page; a missing page is expected to be one."""
    found = {}
    for path in paths:
        person.page.goto(path)
        if wrong := violations(person.page, axe, widths):
            found[path] = wrong
    person.complaints[:] = [said for said in person.complaints if "404" not in said]
    return found
