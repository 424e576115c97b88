"""A connection that breaks: the page says so, and heals without a reload."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest

from accounts import pushes
from accounts.models import User
from games.matches.models import Step
from portal import draining
from tests.browser.expecting import expect
from tests.browser.frames import frames_of, text_of
from tests.browser.people import PASSWORD, Person
from tests.browser.test_acting import people_at_a_match
from tests.browser.test_controls import begun
from tests.games.matches.conftest import play
from tests.support.also import also
from tests.support.waiting import wait_for

NEWS = "**/news/?*"
LOST = "Connection lost, trying again…"


# Pages ask again ten times as soon; how long they wait for an answer stays as it is.
HURRIED = """
const later = window.setTimeout;
window.setTimeout = (what, ms, ...more) =>
  later(what, ms === 3_000 || ms === 5_000 ? ms : ms / 10, ...more);
"""


class Line:
    """The wire between a page and the server, which a test can cut and mend.

    Pages opened from now on are `hurried`, where their clock isn't the test's.
    """

    def __init__(self, person: Person, *, hurried: bool = True) -> None:
        self.open: list[Any] = []
        self.cut = False
        if hurried:
            person.page.add_init_script(HURRIED)
        person.page.route_web_socket("**/ws/**", self._connect)

    def _connect(self, route: Any) -> None:
        if self.cut:
            route.close()
            return
        route.connect_to_server()
        self.open.append(route)

    def break_(self, code: int | None = None) -> None:
        self.cut = True
        for route in self.open:
            route.close(code=code)
        self.open.clear()

    def mend(self) -> None:
        self.cut = False


def leave(person: Person, line: Line, how: str) -> None:
    """From now on the server doesn't answer: it is out of reach, gone, or its proxy says so."""
    if how == "offline":
        person.page.context.set_offline(True)
    else:
        answer = {"restarting": lambda route: route.abort("connectionrefused")}
        person.page.route(
            re.compile("^http"), answer.get(how, lambda route: route.fulfill(status=502, body="no"))
        )
        line.break_()
    expect(person.page.locator("#page")).to_have_attribute("data-socket", "lost")


def return_(person: Person, line: Line) -> None:
    """And is back."""
    line.mend()
    person.page.unroute_all()
    person.page.context.set_offline(False)


def may_have_asked_for_anothers_news(person: Person) -> None:
    """Before the page heard that another person is there, or nobody."""
    person.complaints[:] = [said for said in person.complaints if "403" not in said]


def moves_of(person: Person) -> int:
    """How many moves the person has made."""
    return Step.objects.filter(user__username=person.name, kind=Step.Kind.ACTION).count()


def test_a_log_out_in_one_tab_takes_the_hand_from_the_others(somebody):
    amber = somebody().sign_up().play_now()
    page, loads = amber.page, []
    amber.is_connected()
    expect(page.locator("html")).to_have_attribute("data-me", "open")
    expect(page.locator("#acts")).to_be_attached()
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    office = page.context.new_page()
    office.goto("/settings/")
    office.get_by_role("banner").get_by_role("button", name="Log out").click()
    expect(page.get_by_role("alert")).to_contain_text("Your log-in ended")
    expect(page.locator("#acts")).to_have_count(0)
    expect(page.get_by_role("banner").get_by_role("link", name="Log in")).to_be_visible()
    expect(page.locator("#page")).to_have_attribute("data-socket", "open")
    assert len(loads) == 1, "a stranger's page stays"
    office.go_back()
    expect(office.get_by_role("main").get_by_label("Password")).to_be_visible()
    may_have_asked_for_anothers_news(amber)


def test_a_page_whose_web_process_ends_comes_again_by_itself(somebody, at_the_server):
    amber = somebody().sign_up().play_now()
    amber.is_connected()
    expect(amber.page.locator("html")).to_have_attribute("data-me", "open")
    opened, loads = [], []
    amber.page.on("websocket", lambda socket: opened.append(urlsplit(socket.url).path))
    amber.page.on("framenavigated", lambda frame: loads.append(frame.url))
    at_the_server(_restart_sockets)
    wait_for(lambda: amber.page.title() and {"/ws/me/", f"/ws{_path(amber)}"} <= {*opened}, "both")
    amber.is_connected()
    expect(amber.page.locator("html")).to_have_attribute("data-me", "open")
    assert loads == []


def _restart_sockets() -> None:
    from twisted.internet import reactor

    reactor.callFromThread(draining.restart_sockets)


def _path(person: Person) -> str:
    return urlsplit(person.page.url).path


@pytest.mark.whole  # sooner: a log-out in one tab, above
def test_without_sockets_too_a_log_out_takes_the_hand_away(somebody):
    """Even from a page that has just become somebody else's."""
    amber, birch = somebody().sign_up(), somebody().sign_up()
    Line(amber).break_()
    page, header = amber.page, amber.page.get_by_role("banner")
    page.goto(f"/matches/{begun(amber.name, birch.name).public_id}/")
    expect(page.locator("#page")).to_have_attribute("data-socket", "lost")
    page.context.add_cookies(birch.page.context.cookies())
    expect(header).to_contain_text("birch")
    page.wait_for_event("response", lambda told: "/news/" in told.url and told.status == 304)
    page.context.clear_cookies()
    expect(header.get_by_role("link", name="Log in")).to_be_visible()
    expect(page.locator("#acts")).to_have_count(0)
    amber.complained()


def test_a_page_of_the_administration_ends_with_the_staff_right(somebody, at_the_server):
    amber = somebody().sign_up()
    user = User.objects.get(username=amber.name)
    User.objects.filter(pk=user.pk).update(is_staff=True)
    heard = frames_of(amber)
    amber.page.goto("/admin/")
    wait_for(lambda: amber.page.title() and heard, "its socket to know who it is")
    User.objects.filter(pk=user.pk).update(is_staff=False)
    at_the_server(pushes.check, user.pk)
    amber.page.wait_for_url("**/admin/login/**")


@pytest.mark.whole  # sooner: a log-out in one tab, above
def test_a_page_that_comes_back_for_somebody_else_is_theirs(somebody):
    """The line was down while they logged in: nothing told the page."""
    amber, birch = somebody().sign_up(), somebody().sign_up()
    line = Line(amber, hurried=False)
    amber.play_now()
    page = amber.page
    amber.is_connected()
    expect(page.locator("#acts")).to_be_attached()
    line.break_()
    page.context.add_cookies(birch.page.context.cookies())
    line.mend()
    expect(page.locator("#acts")).to_have_count(0)
    expect(page.get_by_role("banner")).to_contain_text("birch")
    expect(page.locator("html")).to_have_attribute("data-me", "open")
    expect(page.get_by_role("alert")).to_be_empty()
    may_have_asked_for_anothers_news(amber)


def test_what_was_typed_goes_with_its_person_and_a_refused_page_is_loaded_once(
    somebody, at_the_server, monkeypatch
):
    amber = somebody().sign_up()
    page, loads = amber.page, []
    page.goto("/accounts/password/change/")
    expect(page.locator("html")).to_have_attribute("data-me", "open")
    page.get_by_label("Current password").fill("half a secret")
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    monkeypatch.setattr("accounts.live.PersonSocket._made_for", lambda _socket: {"nobody"})
    at_the_server(pushes.log_out, User.objects.get(username=amber.name).pk)
    expect(page.get_by_label("Current password")).to_have_value("")
    expect(page.locator("html")).to_have_attribute("data-me", "lost")
    assert len(loads) == 1


def test_without_sockets_moves_go_and_come_all_the_same(somebody):
    """Through a proxy that lets no socket through."""
    amber, birch = somebody().sign_up(), somebody().sign_up()
    match = begun(amber.name, birch.name)
    for person in (amber, birch):
        Line(person).cut = True
        person.page.goto(f"/matches/{match.public_id}/")
        person.page.evaluate("window.kept = true")
    with birch.page.expect_response(NEWS) as asked:
        pass
    assert asked.value.status == 304
    amber.page.route(NEWS, lambda route: None)  # what comes after the move is late
    amber.page.get_by_role("button", name="All choices").click()
    choices = amber.page.locator("#list").get_by_role("button", name="Draw")
    choices.click()
    expect(choices).to_have_count(0)
    amber.page.unroute(NEWS)
    for version, mover in enumerate((amber, birch), start=1):
        if mover is birch:
            mover.draw()
        for person in (amber, birch):
            person.sees_version(version)
            expect(person.page.get_by_role("log")).to_contain_text(f"{mover.name} draws a card")
            expect(person.page.get_by_role("status").filter(has_text=LOST)).to_have_count(0)
    assert all(person.page.evaluate("window.kept") for person in (amber, birch))


def test_a_page_asks_for_news_only_while_its_socket_is_away_and_a_lost_answer_goes_over_it(
    somebody,
):
    amber = somebody().sign_up()
    line = Line(amber, hurried=False)
    amber.play_now()
    amber.is_connected()
    asked: list[str] = []
    amber.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    amber.stops_time()
    amber.page.clock.fast_forward(40_000)
    line.break_()
    expect(amber.page.locator("#page")).to_have_attribute("data-socket", "lost")
    news = f"{urlsplit(amber.page.url).path}news/"
    assert news not in asked
    with amber.page.expect_response(NEWS):
        amber.page.clock.run_for(1_500)
    line.mend()
    amber.page.clock.run_for(10_000)
    amber.page.clock.resume()
    amber.is_connected()
    before = amber.version
    held: list[Any] = []
    amber.page.route("**/act/", lambda route: held.append(route))
    line.break_()
    expect(amber.page.locator("#page")).to_have_attribute("data-socket", "lost")
    amber.target("deck").first.click()
    with amber.page.expect_request("**/act/"):
        amber.confirm.click()
    line.mend()
    amber.is_connected()
    held[0].abort()
    amber.sees_version(before + 3)
    assert moves_of(amber) == 1
    amber.complained()


@pytest.mark.parametrize("away", ["offline", *also("restarting", "behind a proxy")])
def test_a_lost_line_is_told_and_a_move_made_meanwhile_is_kept_and_sent_once(somebody, away):
    amber = somebody().sign_up()
    line = Line(amber)
    amber.play_now()
    amber.is_connected()
    amber.page.evaluate("window.kept = true")
    before = amber.version
    banner = amber.page.get_by_role("status").filter(has_text=LOST)
    expect(banner).to_have_count(0)
    leave(amber, line, away)
    expect(banner).to_be_visible()
    amber.target("deck").first.click()
    amber.confirm.click()
    kept = amber.page.get_by_role("status").filter(has_text="is kept and will be sent: Draw")
    expect(kept).to_be_visible()
    amber.confirm.click()  # once is enough
    return_(amber, line)
    amber.sees_version(before + 3)
    expect(kept.or_(banner)).to_have_count(0)
    assert amber.page.evaluate("window.kept") is True
    expect(amber.page.get_by_role("log")).to_contain_text("amber draws a card")
    assert moves_of(amber) == 1
    amber.complained()  # the browser notes every attempt that failed


def test_a_server_without_its_database_is_told_at_once(somebody):
    """It closes sockets with 1013, and the page says so without waiting for a request to fail."""
    amber = somebody().sign_up()
    line, asked = Line(amber), []
    amber.play_now()
    amber.is_connected()
    amber.page.route(NEWS, lambda route: asked.append(route))  # and not answered
    line.break_(pushes.TRY_AGAIN)
    banner = amber.page.get_by_role("status").filter(has_text=LOST)
    expect(banner).to_be_visible()
    return_(amber, line)
    amber.is_connected()
    expect(banner).to_have_count(0)
    amber.complained()


def test_a_kept_move_can_be_called_off_and_outlives_a_new_log_in(somebody):
    amber = somebody().sign_up()
    line = Line(amber)
    amber.play_now()
    amber.is_connected()
    page, before, match = amber.page, amber.version, amber.page.url
    calls_off = page.get_by_role("button", name="Don’t send it")
    leave(amber, line, "restarting")
    for last in (False, True):
        amber.target("deck").first.click()
        amber.confirm.click()
        expect(calls_off).to_be_visible()
        if not last:
            calls_off.click()
            expect(calls_off).to_be_hidden()
            expect(page.locator("#status")).to_be_focused()
            page.keyboard.press("Escape")
    page.goto("about:blank")
    page.unroute_all()
    page.context.clear_cookies()
    page.goto(f"/accounts/login/?next={urlsplit(match).path}")
    page.locator("#id_login").fill(amber.name)
    page.locator("#id_password").fill(PASSWORD)
    page.locator("#id_password").press("Enter")
    page.wait_for_url(match)
    amber.sees_version(before + 3)
    assert moves_of(amber) == 1
    amber.complained()


@pytest.mark.whole  # sooner: a move made meanwhile is kept, above
def test_what_is_said_offline_stays_in_its_field_and_a_kept_move_that_no_longer_fits_says_so(
    somebody, at_the_server
):
    amber, birch = somebody().sign_up(), User.objects.create_user("birch")
    line = Line(amber, hurried=False)
    amber.page.goto(f"/matches/{begun(amber.name, birch.username).public_id}/")
    amber.is_connected()
    amber.page.locator("#chat summary").first.click()
    words = amber.page.locator("#chat").get_by_role("textbox", name="Say something")
    words.fill("hello there")
    leave(amber, line, "restarting")
    amber.page.locator("#chat").get_by_role("button", name="Send").click()
    expect(amber.page.get_by_role("alert")).to_contain_text("nothing was sent")
    expect(words).to_have_value("hello there")
    return_(amber, line)
    amber.page.locator("#chat").get_by_role("button", name="Send").click()
    expect(amber.page.locator("#chat .text")).to_have_text("hello there")
    match = begun(amber.name, birch.username, number=2)
    amber.is_at(match)
    leave(amber, line, "offline")
    amber.target("deck").first.click()
    amber.confirm.click()
    expect(amber.page.get_by_role("status").filter(has_text="is kept")).to_be_visible()
    at_the_server(play, match, action={"type": "draw"})
    line.break_()  # so that the news comes after the refusal
    amber.page.context.set_offline(False)
    told = amber.page.get_by_role("alert")
    for said in ("Not done: Draw the top card", "The match has moved on.", "Meanwhile: amber"):
        expect(told).to_contain_text(said)
    amber.sees_version(1)
    amber.complained()


def test_without_sockets_the_header_counts_all_the_same(somebody, at_the_server):
    amber, birch = somebody().sign_up(), User.objects.create_user("birch")
    Line(amber, hurried=False).cut = True
    match = begun(birch.username, amber.name)
    amber.page.clock.install()
    amber.page.goto("/settings/")
    turn = amber.page.locator("#my-turn")
    expect(turn).to_be_hidden()
    at_the_server(play, match)
    amber.page.clock.fast_forward(61_000)
    expect(turn).to_contain_text("1")


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


def test_a_move_arrives_in_any_browser(somebody):
    amber, birch, frames = somebody().sign_up(), somebody().sign_up(), {}
    match = begun(amber.name, birch.name)
    birch.page.add_init_script(OLD)
    for person in (amber, birch):
        frames[person.name] = frames_of(person)
        person.is_at(match)
        person.page.evaluate("window.kept = true")
    for mover, other in ((amber, birch), (birch, amber)):
        mover.draw()
        other.sees_version(mover.version)
        assert other.page.evaluate("window.kept") is True
    for name, kind in ((amber.name, bytes), (birch.name, str)):
        assert {type(frame) for frame in pages_in(frames[name])} == {kind}


@pytest.mark.whole  # sooner: a move arrives in any browser, above
def test_what_is_unpacked_sooner_waits_for_what_came_before(somebody):
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
