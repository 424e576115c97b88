"""The page's socket sends boards compressed, to browsers that can unpack them."""

from collections.abc import Callable

import pytest

from tests.browser.frames import frames_of, text_of
from tests.browser.people import Person
from tests.browser.test_acting import people_at_a_match

Somebody = Callable[..., Person]
OLD = "delete window.DecompressionStream"
# Whatever is unpacked waits until the test lets it go on; the boards shown are noted.
SLOW = """
const read = Response.prototype.json;
window.waiting = [];
window.versions = [];
Response.prototype.json = function () {
  if (this.url) return read.call(this);
  return new Promise((done) => window.waiting.push(() => done(read.call(this))));
};
const note = () => {
  const version = document.getElementById("live")?.dataset.version;
  if (version && version !== window.versions.at(-1)) window.versions.push(version);
};
const look = { attributes: true, childList: true, subtree: true };
new MutationObserver(note).observe(document, look);
"""
HELD = "count => window.waiting.length === count"
LET_GO_BACKWARDS = "while (window.waiting.length) window.waiting.pop()()"


def pages_in(frames: list[str | bytes]) -> list[str | bytes]:
    return [frame for frame in frames if '"type":"page"' in text_of(frame)]


def test_a_move_arrives_in_any_browser(somebody: Somebody) -> None:
    amber, birch = people_at_a_match(somebody)
    for script, kind, mover in (("", bytes, amber), (OLD, str, birch)):
        birch.page.add_init_script(script)
        frames = frames_of(birch)
        birch.page.reload()
        birch.is_connected()
        birch.page.evaluate("window.kept = true")
        mover.draw()
        birch.sees_version(mover.version)
        assert birch.page.evaluate("window.kept") is True
        assert {type(frame) for frame in pages_in(frames)} == {kind}


@pytest.mark.whole  # sooner: a move arrives in any browser, above
def test_what_is_unpacked_sooner_waits_for_what_came_before(somebody: Somebody) -> None:
    amber, birch = people_at_a_match(somebody, SLOW)
    birch.page.wait_for_function(HELD, arg=1)  # clocks ran on since the page was made
    birch.page.evaluate(LET_GO_BACKWARDS)
    elsewhere = somebody()
    elsewhere.page.context.add_cookies(birch.page.context.cookies())  # type: ignore[arg-type]
    elsewhere.page.goto(birch.page.url)
    elsewhere.is_connected()
    before = amber.version
    for held, mover in enumerate((amber, elsewhere), start=1):
        mover.sees_version(before + held - 1)
        mover.draw()
        birch.page.wait_for_function(HELD, arg=held)
    birch.page.evaluate(LET_GO_BACKWARDS)
    amber.sees_version(before + 2)
    amber.draw()
    birch.page.wait_for_function(HELD, arg=1)  # by then the two before would have been shown
    birch.page.evaluate(LET_GO_BACKWARDS)
    birch.sees_version(before + 3)
    shown = [int(version) for version in birch.page.evaluate("window.versions")]
    assert shown == list(range(before, before + 4))
