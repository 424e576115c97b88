"""What is asked at a match, on its page: seen by everybody, answered by plain forms and sockets."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.matches import tasks
from games.matches.live import hub
from games.matches.models import Match
from games.matches.play.actions import requests
from tests.games.matches.conftest import look, play
from tests.pages.test_controls import control
from tests.pages.test_match_page import page_of
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db
LIVE = {"type": "live", "bank": 600, "increment": 5}


@pytest.fixture
def table(frozen: Any, begin: Any, person: Any) -> Any:
    """A live match of amber, who is to move, and birch; their browsers and a stranger's."""
    amber, birch = person("amber"), person("birch")
    match = begin(amber, birch, first=0, clock=LIVE)
    return match, logged_in(amber), logged_in(birch), Client()


def values(page: str) -> set[str]:
    """What the buttons about requests say."""
    return set(re.findall(r'value="((?:ask|answer|withdraw|nudge|play-on)[^"]*)"', page))


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_everybody_sees_what_may_be_asked_what_is_and_who_has_answered(table):
    match, amber, birch, stranger = table
    both = {"ask:pause", "ask:cancel", "ask:end"} | {
        f"ask:slow:{days * 86_400}" for days in (1, 3, 7)
    }
    assert values(page_of(amber, match)) == both
    assert values(page_of(birch, match)) == both
    assert values(page_of(stranger, match)) == set()
    assert values(page_of(amber, match, "?step=0")) == set()
    for said in ("ask", "ask:", "ask:fly", "answer:x:yes", "answer:1:maybe", "withdraw", "nudge:9"):
        assert 'class="note error"' in control(amber, match, control=said).content.decode(), said
    assert look(match).version == 0
    control(amber, match, control="ask:pause", version="0", client_id="a")
    assert values(page_of(amber, match)) == {"withdraw:1"}
    assert values(page_of(birch, match)) == {"answer:1:yes", "answer:1:no"}
    assert values(page_of(stranger, match)) == set()
    for reader in (amber, birch, stranger):
        text = words(page_of(reader, match))
        assert "amber asks to pause the match." in text
        said = {True: "You haven’t answered yet", False: "birch: hasn’t answered"}
        assert said[reader is birch] in text
        assert said[reader is not birch] not in text
    control(birch, match, control="answer:1:maybe")
    assert look(match).version == 1
    answer = control(birch, match, control="answer:1:yes", version="1", client_id="b")
    assert "Paused until everyone agrees to resume." in answer.content.decode()
    match.refresh_from_db()
    assert match.paused == "consent"


def test_only_who_has_done_something_asks_to_take_it_back_which_says_what_it_does(table):
    match, amber, birch, _stranger = table
    play(match)
    assert "ask:undo" in values(page_of(amber, match))
    assert "ask:undo" not in values(page_of(birch, match))
    control(amber, match, control="ask:undo", version=str(look(match).version))
    control(birch, match, control=f"answer:{look(match).version}:yes")
    assert match.steps.filter(kind="undo", actor="consent").exists()
    assert "ask:undo" not in values(page_of(amber, match))
    while 0 in look(match).active_seats:
        play(match)
    control(amber, match, control="ask:undo", version=str(look(match).version))
    text = words(page_of(birch, match))
    assert "Clocks stay as they are." in text
    assert "Nobody forgets what they’ve seen, and luck doesn’t repeat" in text


def test_who_is_away_from_a_live_match_is_nudged_when_it_works(table, frozen):
    match, amber, birch, _stranger = table
    silent = {"nudge:0", "ask:take-over:0"}
    frozen.shift(timedelta(minutes=3, seconds=-1))
    assert not values(page_of(birch, match)) & silent
    frozen.shift(1)
    assert values(page_of(birch, match)) >= silent
    control(birch, match, control="nudge:0", version="0")
    seat = match.seats.get(index=0)
    assert seat.user.notices.get(event="nudge").params["player"] == "birch"
    assert values(page_of(birch, match)) & silent == {"ask:take-over:0"}  # once a day
    page_of(amber, match)
    assert not values(page_of(birch, match)) & silent


def test_open_pages_are_drawn_anew_when_someone_has_been_away_for_too_long(table, frozen):
    match, amber, _birch, _stranger = table
    page_of(amber, match)
    looks = []
    for minutes in (0, 2, 1, 1):
        frozen.shift(timedelta(minutes=minutes))
        looks.append(hub._versions([match.public_id]))
    assert looks[0] == looks[1] != looks[2] == looks[3]


def test_over_days_only_who_is_a_day_past_due_is_nudged(frozen, begin, person):
    amber, birch = person("amber"), person("birch")
    match = begin(amber, birch, first=0)
    silent = {"nudge:0", "ask:take-over:0"}
    frozen.shift(timedelta(days=1, seconds=-1))
    assert not values(page_of(logged_in(birch), match)) & silent
    frozen.shift(1)
    others = {"ask:pause", "ask:cancel", "ask:end"}  # and nothing to slow down
    assert values(page_of(logged_in(birch), match)) == silent | others


def test_who_has_answered_reads_what_they_said(begin, person):
    people = [person(name) for name in ("amber", "birch", "cedar")]
    match = begin(*people, first=0)
    requests.ask(public_id=match.public_id, user=people[0], what="pause")
    control(logged_in(people[1]), match, control="answer:1:yes")
    birch, cedar = (words(page_of(logged_in(user), match)) for user in people[1:])
    assert "You agree cedar: hasn’t answered" in birch
    assert "birch: agrees You haven’t answered yet" in cedar


def test_in_a_pause_one_goes_on_or_resigns(table):
    match, amber, birch, _ = table
    requests.ask(public_id=match.public_id, user=look(match).seats[0].user, what="pause")
    control(birch, match, control="answer:1:yes")
    page = page_of(amber, match)
    assert values(page) == {"ask:resume", "ask:cancel", "ask:end"}
    assert 'value="resign"' in page
    ends = f'datetime="{(timezone.now() + timedelta(days=14)).isoformat()}"'
    assert ends in page.partition('id="pause-ends"')[2]
    control(amber, match, control="ask:resume", version="2", client_id="c")
    control(birch, match, control="answer:3:yes", version="3", client_id="d")
    match.refresh_from_db()
    assert match.paused == ""


def test_whom_the_others_vote_about_says_that_they_are_here(begin, person, frozen):
    people = [person(), person(), person()]
    match = begin(*people, first=0, clock=LIVE)
    frozen.shift(timedelta(minutes=3))
    said = {"public_id": match.public_id, "user": people[1]}
    requests.ask(what="take-over", about=0, **said)
    silent = logged_in(people[0])
    page = page_of(silent, match)
    assert values(page) == {"withdraw:1"}
    assert "I’m here" in page
    control(silent, match, control="withdraw:1")
    match.refresh_from_db()
    assert match.request is None


def test_who_still_plays_is_asked_on_the_page(frozen, begin, person):
    amber = person("amber")
    match: Match = begin(amber, person("birch"))
    frozen.shift(timedelta(days=14))
    tasks.sweep()
    browser = logged_in(amber)
    page = page_of(browser, match)
    assert "Still playing?" in page
    assert "play-on" in values(page)
    frozen.shift(timedelta(days=7))
    tasks.sweep()
    page = page_of(browser, match)
    assert "This match rests until someone plays on." in page
    assert "Still playing?" not in page_of(Client(), match)
    control(browser, match, control="play-on")
    assert "play-on" not in values(page_of(browser, match))
