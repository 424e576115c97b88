"""The pages of repair: what would happen, the question whether to, and what came of it."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts.models import AuditEntry
from games.matches.models import Match
from games.matches.play.actions import leave, services
from games.matches.record import selectors
from games.plugin import OMNISCIENT
from games.protocol.record_file import load_record
from tests.games.matches.conftest import look, play, play_on
from tests.pages.reading import Reader

pytestmark = pytest.mark.django_db

WHY = "A player reported it."


@pytest.fixture
def match(begin: Any, person: Any) -> Match:
    """amber and birch, three steps on."""
    made = begin(person("amber"), person("birch"), first=0)
    play_on(made, 3)
    return made


def open_it(staff: Client, match: Match) -> None:
    staff.post(f"/review/{match.public_id}/open/", {"reason": WHY})


def page(staff: Client, match: Match, rest: str = "") -> str:
    return staff.get(f"/review/{match.public_id}/{rest}", follow=True).content.decode()


def text(html: str) -> str:
    return " ".join(Reader(html).texts)


def hidden(html: str) -> dict[str, str]:
    """What the question's form sends back, but for the reason."""
    form = html[html.index('/do/"') :]
    names = ("deed", "to", "result", "version")
    found = {}
    for name in names:
        _before, mark, after = form.partition(f'name="{name}" value="')
        if mark:
            found[name] = unescape(after[: after.index('"')])
    return found


def do(staff: Client, match: Match, **said: str) -> str:
    answer = staff.post(f"/review/{match.public_id}/do/", {"reason": WHY} | said, follow=True)
    return text(answer.content.decode())


def test_without_a_reason_to_look_the_pages_lead_to_the_question_why(staff, match):
    for rest in ("back/?to=1", "end/"):
        assert "Why do you want to look into it?" in text(page(staff, match, rest))
    answer = staff.post(f"/review/{match.public_id}/record/", follow=True)
    assert "Why do you want to look into it?" in text(answer.content.decode())
    assert not AuditEntry.objects.exists()


def test_taking_back_says_first_what_it_does(staff, match):
    open_it(staff, match)
    review = page(staff, match, "?step=1")
    assert 'id="to"' in review
    assert 'value="1"' in review[review.index('id="to"') :][:200]
    question = page(staff, match, "back/?to=1")
    said = text(question)
    assert "2 steps are taken back" in said
    assert "doesn’t count for any leaderboard" not in said
    assert "Clocks are reset" not in said
    assert said.count("amber") + said.count("birch") > 1, "the lines of the log"
    assert look(match).version == 3, "nothing has happened yet"
    assert hidden(question) == {"deed": "take-back", "to": "1", "version": "3"}
    assert "The match was taken back." in do(staff, match, **hidden(question))
    assert look(match).version == 4


def test_it_says_who_may_return_and_what_else_ends(staff, begin, person):
    match = begin(
        *(person("amber"), person("birch"), person("cedar")),
        first=0,
        clock={"type": "move", "seconds": 60},
    )
    services.resign(public_id=match.public_id, user=match.seats.get(index=1).user)
    match.seats.filter(index=0).update(order={"type": "whatever"})
    Match.objects.filter(pk=match.pk).update(paused="flagged")
    open_it(staff, match)
    said = text(page(staff, match, "back/?to=0"))
    for part in ("looks after their seats: birch.", "Clocks are reset", "orders end"):
        assert part in said
    leave.forget_names(user=match.seats.get(index=1).user)
    assert "until they do" not in text(page(staff, match, "back/?to=0")), "the account is closed"
    assert "stays paused" in said


def test_a_run_is_told_to_count_no_more(staff, begin, person):
    match = begin(person("amber"), game="village-assault", first=None)
    play_on(match, 2, choose=lambda choices: choices[0])
    open_it(staff, match)
    for asked in ("back/?to=0", "end/?outcome-0=scored&rank-0=1&score-0=4"):
        assert "doesn’t count for any leaderboard" in text(page(staff, match, asked))


def test_each_step_that_is_taken_back_has_its_number_once(staff, begin, person):
    match = begin(person("amber"), game="castle-panic", first=None)
    while (lines := lines_after_one_more(match)) <= look(match).version:
        pass
    open_it(staff, match)
    html = page(staff, match, "back/?to=0").partition('class="plain rows taken"')[2]
    numbers = re.findall(r'<span class="num">(\d+)</span>', html)
    assert len(numbers) == len(set(numbers)) < html.count('class="line"') == lines


def lines_after_one_more(match: Match) -> int:
    """How many lines the log has of all steps but the first, once somebody has moved."""
    play(match)
    shown = look(match)
    return len(selectors.log_entries(shown.match, OMNISCIENT, shown.names, after=0))


def test_a_match_that_moved_on_meanwhile_is_left_alone(staff, match):
    open_it(staff, match)
    back = hidden(page(staff, match, "back/?to=1"))
    result = "outcome-0=won&rank-0=1&outcome-1=lost&rank-1=2"
    end = hidden(page(staff, match, f"end/?{result}"))
    play(match)
    for said in (back, end):
        assert "The match has moved on." in do(staff, match, **said)
    assert look(match).version == 4


def test_a_step_or_a_result_that_is_none_is_refused_and_a_voided_match_gets_none(staff, match):
    open_it(staff, match)
    for to in ("", "3", "-1", "one", "9" * 12):
        said = text(page(staff, match, f"back/?to={to}"))
        assert "There is no such step before the newest one." in said
        assert "There is no such step before" in do(staff, match, deed="take-back", to=to)
    for result in ("", "no", "[]", "[[]]", "?", "[" * 10_000):
        do(staff, match, deed="end", result=result)
    assert look(match).match.running
    do(staff, match, deed="void")
    review = page(staff, match)
    assert "What you can do" not in text(review)
    assert "This match was voided." in text(page(staff, match, "end/"))


def test_ending_starts_from_how_it_stands_and_says_first_what_it_does(staff, match):
    open_it(staff, match)
    assert "End the match with a result" in text(page(staff, match))
    form = page(staff, match, "end/")
    for part in ("amber", "birch", "Outcome", "Place", "Points"):
        assert part in text(form)
    wrong = text(page(staff, match, "end/?outcome-0=won&rank-0=1&outcome-1=won&rank-1=1"))
    assert "everyone else loses" in wrong
    asked = "end/?outcome-0=won&rank-0=1&score-0=12&outcome-1=lost&rank-1=2&score-1=-12"
    question = page(staff, match, asked)
    said = text(question)
    for part in ("won · place 1 · 12 points", "lost · place 2 · −12 points", "revealed"):
        assert part in said
    assert look(match).match.running, "nothing has happened yet"
    assert "The match has that result." in do(staff, match, **hidden(question))
    assert look(match).match.decided == 4
    again = page(staff, match, "end/")
    assert "Give the match another result" in text(again)
    assert 'value="12"' in again, "as it is now"
    assert 'value="-12"' in again, "as forms have it"
    ended = Client().get(f"/matches/{match.public_id}/").content.decode()
    assert points_in(ended) == ["12", "−12"]


def points_in(html: str) -> list[str]:
    """Those of the final table, from above."""
    return re.findall(r'<td class="num">\s*([^<\s]*)\s*</td>', html)


def test_of_equal_places_the_one_with_more_points_is_told_first(staff, begin, person):
    match = begin(*(person(name) for name in ("amber", "birch", "cedar", "dune")), first=0)
    open_it(staff, match)
    named = [("lost", 2, -12), ("lost", 2, ""), ("won", 1, 5), ("lost", 2, 3)]
    asked = "&".join(
        f"outcome-{seat}={outcome}&rank-{seat}={rank}&score-{seat}={score}"
        for seat, (outcome, rank, score) in enumerate(named)
    )
    do(staff, match, **hidden(page(staff, match, f"end/?{asked}")))
    ended = Client().get(f"/matches/{match.public_id}/").content.decode()
    assert points_in(ended) == ["5", "3", "−12", ""]


def test_a_match_that_is_over_is_not_taken_back_but_gets_another_result(staff, begin, race):
    match = begin(game=race)
    play_on(match)
    open_it(staff, match)
    review = page(staff, match)
    assert 'id="take-back"' not in review
    assert "Give the match another result" in text(review)
    assert "nobody can play on in it" in text(page(staff, match, "back/?to=0"))
    assert "nobody can play on in it" in do(staff, match, deed="take-back", to="0")
    said = text(page(staff, match, "end/?outcome-0=drawn&rank-0=1&outcome-1=drawn&rank-1=1"))
    assert "Nothing counts twice." in said
    assert "revealed" not in said


def test_the_record_is_given_for_the_reason_and_with_its_seed_when_it_is_over(staff, match):
    open_it(staff, match)
    assert "Download the record so far, without its seed" in text(page(staff, match))
    answer = staff.post(f"/review/{match.public_id}/record/")
    assert answer.headers["Content-Disposition"] == (
        f'attachment; filename="{match.public_id}.json"'
    )
    record = json.loads(answer.content)
    assert (record["deal"]["seed"], len(record["steps"])) == (None, 4)
    assert all(seat.get("salt") is None for seat in record["seats"])
    entries = [(one.action, one.reason, one.data["how"]) for one in AuditEntry.objects.all()]
    assert entries == [("match.review", WHY, how) for how in ("page", "record")] or entries == [
        ("match.review", WHY, how) for how in ("record", "page")
    ]
    services.resign(public_id=match.public_id, user=match.seats.get(index=1).user)
    open_it(staff, match)
    assert "Download the record" in text(page(staff, match))
    told = load_record(staff.post(f"/review/{match.public_id}/record/").content)
    assert told.deal.seed is not None
