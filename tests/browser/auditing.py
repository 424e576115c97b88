"""What axe-core finds wrong with pages in a browser, light and dark."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.people import Person

# Every rule that axe-core has on by itself, best practices too. In the dark those again that look
# at colors, or at what the theme switch shows: the others read what is the same in both.
RUN = """async (rules) => {
    const why = (node) => [...node.any, ...node.all, ...node.none][0]?.message ?? "";
    const told = (node) => node.html.slice(0, 160) + " :: " + why(node);
    const only = rules ? { runOnly: { type: "rule", values: rules } } : {};
    const { violations } = await axe.run(document, { resultTypes: ["violations"], ...only });
    return violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(told) }));
}"""
IN_THE_DARK = ["color-contrast", "link-in-text-block", "button-name", "svg-img-alt"]
AT_REST = "document.getAnimations().forEach((each) => { try { each.finish() } catch {} })"


def violations(page: Page, axe: str) -> Any:
    """What axe-core has against a page as it stands, once nothing on it moves any more."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    found = []
    for scheme, rules in (("dark", IN_THE_DARK), ("light", None)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.evaluate(AT_REST)
        found += [wrong | {"scheme": scheme} for wrong in page.evaluate(RUN, rules)]
    return found


def audit(person: Person, axe: str, *paths: str) -> dict[str, Any]:
    """The violations found, by page; a missing page is expected to be one."""
    found = {}
    for path in paths:
        person.page.goto(path)
        if wrong := violations(person.page, axe):
            found[path] = wrong
    person.complaints[:] = [said for said in person.complaints if "404" not in said]
    return found
