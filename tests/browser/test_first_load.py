"""The first visit to a match: what it weighs, and that nothing on it jumps while it loads."""

import gzip
from urllib.parse import urlsplit

import brotli
import pytest
from playwright.sync_api import Response, Route

from tests.browser.people import Person
from tests.support.also import also

MOST_BYTES = 115_000  # compressed, without fonts
MOST_REQUESTS = 30  # sockets not counted
MOST_SHIFT = 0.01  # cumulative layout shift, as browsers count it
OBSERVE = """
window.shift = 0;
window.shifted = [];
const note = (entries) => {
  for (const entry of entries) {
    window.shift += entry.value;
    window.shifted.push(entry.sources.map(({ node }) => node?.className || node?.nodeName));
  }
};
const observer = new PerformanceObserver((list) => note(list.getEntries()));
observer.observe({ type: "layout-shift", buffered: true });
window.hear = () => note(observer.takeRecords()); // it is told when nothing else is to be done
"""


def begin_with_four(amber: Person) -> str:
    """The address of a match of amber's against as many computer players as may be."""
    return amber.sign_up().new_match(4)


def test_a_match_page_is_light_and_takes_few_requests(somebody):
    """For who plays, with all choices on the page, and for who watches."""
    amber, stranger = somebody(), somebody(fresh=True)
    address = begin_with_four(amber)
    for person in (stranger, amber):
        answers: list[Response] = []
        person.page.on("response", lambda answer, heard=answers: heard.append(answer))
        person.page.goto(address)
        person.is_connected()
        weights = {
            urlsplit(answer.url).path: compressed(answer)
            for answer in answers
            if answer.request.resource_type != "font"
        }
        assert any(path.endswith("htmax-4.min.js") for path in weights), weights
        assert sum(weights.values()) <= MOST_BYTES, weights
        assert len(answers) <= MOST_REQUESTS, weights


def compressed(answer: Response) -> int:
    """The bytes of an answer as it is sent: a file by WhiteNoise, a page by Django."""
    is_file = urlsplit(answer.url).path.startswith("/static/")
    return len((brotli if is_file else gzip).compress(answer.body()))


SETTLED = """() => new Promise((done) => document.fonts.ready.then(
    () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))).then(hear)"""
PUSH_DOWN = """() => {
    const box = document.createElement("div");
    box.style.blockSize = "200px";
    document.body.prepend(box);
}"""

# A page whose script is long in coming shows its plain list meanwhile (static/js/theme.js). That
# may jump, and how fast this machine is isn't asked here.
PATIENT = """
const soon = window.setTimeout;
window.setTimeout = (what, ms, ...more) => (ms === 5_000 ? 0 : soon(what, ms, ...more));
"""


@pytest.mark.parametrize("width", [360, *also(1440)])
def test_nothing_jumps_while_a_page_loads(somebody, width):
    amber = somebody(viewport={"width": width, "height": 800})
    address = begin_with_four(amber)
    amber.page.add_init_script(OBSERVE + PATIENT)
    for path in (address, "/"):
        amber.page.goto(path)
        amber.page.evaluate(SETTLED)
        where = amber.page.evaluate("window.shifted")
        assert amber.page.evaluate("window.shift") <= MOST_SHIFT, (path, where)
    amber.page.evaluate(PUSH_DOWN)  # and a jump would have been seen
    amber.page.evaluate(SETTLED)
    assert amber.page.evaluate("window.shift") > MOST_SHIFT


SHOWN = """() => new Promise((done) => requestAnimationFrame(
    () => requestAnimationFrame(() => setTimeout(done))))"""


@pytest.mark.again  # sooner: nothing jumps while a page loads, above
def test_nothing_jumps_when_fonts_are_long_in_coming(somebody):
    """A page that has been seen in another font keeps it."""
    amber, elsewhere = somebody(), somebody(fresh=True, viewport={"width": 1440, "height": 800})
    address = begin_with_four(amber)
    page, late = elsewhere.page, list[Route]()
    page.context.add_cookies(amber.page.context.cookies())  # type: ignore[arg-type]
    page.route("**/fonts/**", lambda route: late.append(route))
    page.add_init_script(OBSERVE + PATIENT)
    page.goto(address, wait_until="commit")
    elsewhere.is_connected()
    while len(late) < 2:
        page.evaluate(SHOWN)
    for route in late:
        route.continue_()
    page.wait_for_load_state()
    page.evaluate(SETTLED)
    assert page.evaluate("window.shift") <= MOST_SHIFT, page.evaluate("window.shifted")
