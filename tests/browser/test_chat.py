"""Talking at a match: players and spectators apart, and people who don't want to meet."""

import pytest
from playwright.sync_api import Locator

from accounts import sanctions
from accounts.models import User
from lobby.clubs import services as clubs
from tests.browser.expecting import expect
from tests.browser.people import Person, Somebody
from tests.browser.test_connection import Line
from tests.browser.test_one_screen import OVERLAPPING
from tests.support.matches import started

# Whether it lies over that seat, in the strip or beside the board, within the window.
AT_SEAT_OF = """(seat) => {
  const strip = document.querySelector(".strip");
  const beside = document.getElementById(`seat-${seat}`);
  const at = strip.checkVisibility() ? strip.children[seat] : beside;
  const [over, under] = [document.querySelector(".at-seat"), at]
    .map((each) => each.getBoundingClientRect());
  return over.left < under.right && under.left < over.right
    && over.top >= under.top - 1 && over.bottom <= under.bottom + 1
    && over.left >= 0 && over.right <= innerWidth;
}"""


HIDE = """() => {
  Object.defineProperty(document, "hidden", { get: () => true });
  Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


# A chat whose socket isn't open yet sends its form, which loads another page.
NOTES_OPEN_LINES = """document.addEventListener("htmx:after:ws:connection",
  ({ target }) => (target.dataset.line = "open"));"""


def goes_to(person: Person, address: str) -> None:
    """Open that page, whose chat is live by then."""
    person.page.add_init_script(NOTES_OPEN_LINES)
    person.page.goto(address)
    expect(person.page.locator("[data-chat][data-line=open]")).to_be_attached()


def at_one_match(somebody: Somebody, onlookers: int = 0) -> list[Person]:
    """amber and birch play, others look on."""
    people = [somebody().sign_up() for _person in range(2 + onlookers)]
    players = [User.objects.get(username=one.name) for one in people[:2]]
    match = started(*players, first=0)
    for person in people:
        goes_to(person, f"/matches/{match.public_id}/")
        person.is_connected()
    return people


def chat(person: Person) -> Locator:
    """The dock, opened."""
    dock = person.page.locator("#chat")
    if dock.get_attribute("open") is None:
        dock.locator("summary").first.click()
    return dock


def say(person: Person, text: str) -> None:
    dock = chat(person)
    dock.get_by_role("textbox", name="Say something").fill(text)
    dock.get_by_role("button", name="Send").click()
    expect(dock.locator(".text", has_text=text)).to_be_visible()
    expect(dock.get_by_role("textbox", name="Say something")).to_have_value("")


def test_a_hidden_page_hears_and_misses_nothing_when_its_line_was_cut(somebody):
    amber, birch = at_one_match(somebody)
    line = Line(birch)
    birch.reloads()
    draft = chat(birch).get_by_role("textbox", name="Say something")
    draft.fill("not yet said")
    birch.page.evaluate(HIDE)
    say(amber, "first")
    expect(birch.page.locator("#unread")).to_have_text("1 new messages")
    line.break_()
    say(amber, "second")
    line.mend()
    expect(birch.page.locator("#unread")).to_have_text("2 new messages")
    expect(birch.page.locator("#chat .text")).to_have_text(["first", "second"])
    expect(birch.page.locator("#chat-said p")).to_have_text(["amber: first", "amber: second"])
    expect(draft).to_have_value("not yet said")


@pytest.mark.whole  # sooner: moves without sockets, in test_connection
def test_without_sockets_the_page_looks_for_what_was_said(somebody):
    amber, birch = at_one_match(somebody)
    line = Line(birch, hurried=False)
    line.cut = True
    birch.page.clock.install()
    birch.page.reload()
    say(amber, "Hello?")
    birch.page.clock.fast_forward(16_000)
    expect(birch.page.locator("#unread")).to_have_text("1 new messages")
    say(amber, "I can give 2")
    birch.page.clock.fast_forward(16_000)
    expect(birch.page.locator("#chat .text")).to_have_text(["Hello?", "I can give 2"])


@pytest.mark.whole  # sooner: a hidden page hears, above
def test_what_is_said_at_the_table_stands_at_its_seat_for_a_while(somebody):
    amber, birch, cedar = at_one_match(somebody, onlookers=1)
    amber.resize(360, 740)
    amber.stops_time()
    chat(birch).get_by_role("button", name="Good luck!").click()
    at_seat = amber.page.locator(".at-seat")
    expect(at_seat).to_have_text("Good luck!")
    assert amber.page.evaluate(AT_SEAT_OF, 1)
    expect(at_seat).to_have_attribute("aria-hidden", "true")
    expect(amber.page.locator("#chat-said")).to_have_text("birch: Good luck!")
    amber.resize(1280, 720)
    say(birch, "I can give 2")  # instead of what birch said before
    expect(at_seat).to_have_text("I can give 2")
    assert amber.page.evaluate(AT_SEAT_OF, 1)
    say(cedar, "amber holds a KESTREL")
    amber.page.clock.run_for(7_000)
    expect(at_seat).to_have_text("I can give 2")
    amber.page.clock.run_for(2_000)
    expect(at_seat).to_have_count(0)
    say(amber, "And I take 2")
    expect(at_seat).to_have_text("And I take 2")
    assert amber.page.evaluate(OVERLAPPING, [".at-seat", ".seat .chip"]) == []
    expect(cedar.page.locator(".at-seat")).to_have_count(0)


@pytest.mark.whole  # sooner: tests/pages/test_chat.py
def test_muting_and_being_muted_change_the_page_in_place(somebody, at_the_server):
    amber, birch = at_one_match(somebody)
    say(birch, "words of birch")
    say(amber, "words of amber")
    amber.page.evaluate("document.body.dataset.same = 'page'")
    line = chat(amber).locator(".said", has_text="words of birch")
    line.locator(".about summary").click()
    line.get_by_role("button", name="Mute").click()
    expect(amber.page.get_by_text("You won’t see what birch says.")).to_be_visible()
    expect(chat(amber).locator(".text")).to_have_text(["words of amber"])
    chat(amber).get_by_role("button", name="Unmute birch").click()
    expect(chat(amber).locator(".text")).to_have_text(["words of birch", "words of amber"])
    assert amber.page.evaluate("document.body.dataset.same") == "page"
    user, judge = User.objects.get(username=birch.name), User.objects.create_superuser("judge")
    at_the_server(sanctions.impose, user=user, by=judge, kind="mute", reason="shouting")
    birch.page.get_by_role("button", name="Hello!").click()
    expect(chat(birch).locator(".silenced")).to_have_text("You can’t chat: shouting")
    expect(chat(birch).get_by_role("textbox", name="Say something")).to_have_count(0)


def test_a_club_talks_live_until_somebody_is_removed(somebody):
    people = [somebody().sign_up() for _person in range(2)]
    owner, member = (User.objects.get(username=one.name) for one in people)
    at = people[0].at_the_server
    club = at(clubs.found, user=owner, name="Round Table")
    at(clubs.join, club=club, user=member)
    talks = []
    for person in people:
        goes_to(person, club.get_absolute_url())
        talks.append(person.page.locator(".chat"))
    talks[0].get_by_role("textbox").fill("Good evening!")
    talks[0].get_by_role("button", name="Send").click()
    expect(talks[1].locator(".text", has_text="Good evening!")).to_be_visible()
    assert "chat=open" not in people[0].page.url, "it went by the socket"
    at(clubs.remove, club=club, user=owner, member=member.username)
    expect(talks[1]).to_have_count(0)
