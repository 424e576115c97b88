"""Talking at a match: players and spectators apart, and people who don't want to meet."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator

from accounts import sanctions
from accounts.models import User
from games.matches.play.actions import services
from tests.browser.expecting import expect
from tests.browser.people import BURN, Person
from tests.browser.test_connection import Line
from tests.browser.test_one_screen import OVERLAPPING

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


def at_one_match(somebody: Callable[..., Person]) -> tuple[Person, Person, Person]:
    """amber and birch play, cedar looks on; everyone has the chat open."""
    amber, birch, cedar = (somebody().sign_up() for _person in range(3))
    players = [services.Player(User.objects.get(username=one.name)) for one in (amber, birch)]
    match = services.start_match(
        game=BURN, options={}, players=players, deal=services.open_deal(), first=0
    )
    for person in (amber, birch, cedar):
        person.page.goto(f"/matches/{match.public_id}/")
        person.is_connected()
    return amber, birch, cedar


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


@pytest.mark.whole  # sooner: tests/pages/test_chat_socket.py
def test_players_and_spectators_talk_apart(somebody: Callable[..., Person]) -> None:
    amber, birch, cedar = at_one_match(somebody)
    say(amber, "see https://example.org/ for the rules")
    expect(birch.page.locator("#unread")).to_have_text("1 new messages")
    line = chat(birch).locator(".text")
    expect(line).to_have_text("see https://example.org/ for the rules")
    expect(birch.page.locator("#chat .text a")).to_have_count(0)
    expect(birch.page.locator("#unread")).to_be_hidden()
    expect(birch.page.locator("#chat-said")).to_have_text(
        "amber: see https://example.org/ for the rules"
    )
    chat(birch).get_by_role("button", name="Well played!").click()
    expect(amber.page.locator("#chat .text")).to_have_count(2)
    say(cedar, "amber holds a KESTREL")
    expect(chat(cedar).locator(".text")).to_have_count(1)
    for player in (amber, birch):
        player.page.reload()
        chat(player)
        expect(player.page.locator("#chat .text")).to_have_count(2)
        assert "KESTREL" not in player.page.content()
    expect(amber.page.locator("#watchers")).to_have_text("1")
    expect(amber.page.locator("#watching")).to_contain_text("cedar")
    expect(amber.page.locator("#seat-1 .presence.here")).to_be_visible()


def test_a_hidden_page_hears_and_misses_nothing_when_its_line_was_cut(
    somebody: Callable[..., Person],
) -> None:
    amber, birch, _cedar = at_one_match(somebody)
    line = Line(birch)
    birch.page.reload()
    birch.is_connected()
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


def test_without_sockets_the_page_looks_for_what_was_said(
    somebody: Callable[..., Person],
) -> None:
    amber, birch, _cedar = at_one_match(somebody)
    line = Line(birch)
    line.cut = True
    birch.page.reload()
    birch.stops_time()
    say(amber, "Hello?")
    birch.page.clock.run_for(16_000)
    expect(birch.page.locator("#unread")).to_have_text("1 new messages")
    say(amber, "I can give 2")
    birch.page.clock.run_for(16_000)
    expect(birch.page.locator("#chat .text")).to_have_text(["Hello?", "I can give 2"])


@pytest.mark.parametrize("size", [(360, 740), (1280, 720)])
def test_what_is_said_at_the_table_stands_at_its_seat_for_a_while(
    somebody: Callable[..., Person], size: tuple[int, int]
) -> None:
    amber, birch, cedar = at_one_match(somebody)
    amber.resize(*size)
    amber.stops_time()
    chat(birch).get_by_role("button", name="Good luck!").click()
    at_seat = amber.page.locator(".at-seat")
    expect(at_seat).to_have_text("Good luck!")
    assert amber.page.evaluate(AT_SEAT_OF, 1)
    expect(at_seat).to_have_attribute("aria-hidden", "true")
    expect(amber.page.locator("#chat-said")).to_have_text("birch: Good luck!")
    say(birch, "I can give 2")  # instead of what birch said before
    expect(at_seat).to_have_text("I can give 2")
    say(cedar, "amber holds a KESTREL")
    amber.page.clock.run_for(7_000)
    expect(at_seat).to_have_text("I can give 2")
    amber.page.clock.run_for(2_000)
    expect(at_seat).to_have_count(0)
    if size == (1280, 720):  # on a phone, who writes has a drawer over the seats
        say(amber, "And I take 2")
        expect(at_seat).to_have_text("And I take 2")
        assert amber.page.evaluate(OVERLAPPING, [".at-seat", ".seat .chip"]) == []
    expect(cedar.page.locator(".at-seat")).to_have_count(0)


@pytest.mark.whole  # sooner: tests/pages/test_chat.py
def test_blocked_people_vanish_for_each_other(somebody: Callable[..., Person]) -> None:
    amber, birch, _cedar = at_one_match(somebody)
    say(amber, "words of amber")
    say(birch, "words of birch")
    line = chat(amber).locator(".said", has_text="words of birch")
    line.locator(".about summary").click()
    line.get_by_role("button", name="Block").click()
    expect(amber.page.get_by_text("You and birch won't meet anymore.")).to_be_visible()
    for person, other in ((amber, "birch"), (birch, "amber")):
        expect(chat(person).locator(".text")).to_have_text([f"words of {person.name}"])
        expect(person.page.locator(".seats")).to_contain_text(other)
    say(birch, "can you hear me?")
    expect(amber.page.locator("#chat .text")).to_have_count(1)


@pytest.mark.whole  # sooner: tests/pages/test_chat.py
def test_muting_and_being_muted_change_the_page_in_place(
    somebody: Callable[..., Person], at_the_server: Callable[..., object]
) -> None:
    amber, birch, _cedar = at_one_match(somebody)
    say(birch, "words of birch")
    say(amber, "words of amber")
    amber.page.evaluate("document.body.dataset.same = 'page'")
    expect(chat(amber).locator(".day")).to_have_count(1)
    line = chat(amber).locator(".said", has_text="words of birch")
    line.locator(".about summary").click()
    line.get_by_role("button", name="Mute").click()
    expect(amber.page.get_by_text("You won't see what birch says.")).to_be_visible()
    expect(chat(amber).locator(".text")).to_have_text(["words of amber"])
    chat(amber).get_by_role("button", name="Unmute birch").click()
    expect(chat(amber).locator(".text")).to_have_text(["words of birch", "words of amber"])
    expect(chat(amber).locator(".day")).to_have_count(1)
    assert amber.page.evaluate("document.body.dataset.same") == "page"

    def mute() -> None:
        user, judge = User.objects.get(username=birch.name), User.objects.create_superuser("judge")
        sanctions.impose(user=user, by=judge, kind="mute", reason="shouting")

    at_the_server(mute)
    birch.page.get_by_role("button", name="Hello!").click()
    expect(chat(birch).locator(".silenced")).to_have_text("You can't chat: shouting")
    expect(chat(birch).get_by_role("textbox", name="Say something")).to_have_count(0)


@pytest.mark.whole
@pytest.mark.parametrize("size", [(1280, 720), (1440, 900)])
def test_at_a_desk_an_open_chat_covers_nothing_of_the_log(
    somebody: Callable[..., Person], size: tuple[int, int]
) -> None:
    amber, _birch, _cedar = at_one_match(somebody)
    amber.resize(size[0], size[1])
    dock, log = chat(amber).bounding_box(), amber.page.locator("#live .log").bounding_box()
    assert dock
    assert log
    assert log["height"] > 100
    assert log["y"] + log["height"] <= dock["y"]
    assert dock["y"] + dock["height"] <= size[1] + 1
