"""How a match came out, as its own page says it: by the rules, a forfeit or an administrator."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from accounts import roles
from accounts.models import User
from games.matches.models import Heartbeat, Match
from games.matches.page import shared_html
from games.matches.play.actions import services
from games.matches.record import selectors
from games.matches.review import actions
from games.plugin import SPECTATOR, Viewer
from tests.games.burn_my_village.tables import table
from tests.games.burnt_to_ashes.positions import position
from tests.games.matches.conftest import look, play_on, staff
from tests.pages.conftest import end, play_to_the_end
from tests.pages.reading import Reader
from tests.pages.test_finale import brought_to
from tests.pages.test_match_page import page_of
from tests.support.log_in import logged_in

__all__ = ["staff"]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("viewer", "verdict"), [(0, "You lost together."), (SPECTATOR, "They lost together.")]
)
def test_players_who_all_lose_to_the_game_lose_together_and_in_no_places(
    begin, person, viewer, verdict
):
    match = begin(person("amber"), person("birch"), game="burnt-to-ashes")
    brought_to(match, position("", "", ending="no-knight"))
    page = shared_html.live_html(look(match), viewer)
    assert verdict in page
    result = re.search(r'<section class="panel result".*?</section>', page, re.DOTALL)
    assert result is not None
    assert "amber" in result[0]
    assert "Place" not in result[0]
    assert '<span class="moment">the end</span>' in page
    assert 'class="first"' not in result[0]
    assert not re.search(r">\s*lost\s*<", page)  # the verdict says it once
    assert "Rounds played" in result[0]  # what was counted stands beside the result
    assert "lands saved" not in result[0]  # nobody has saved any


@pytest.mark.parametrize(("mode", "headings"), [("standard", 2), ("co-op", 1)])
def test_the_table_of_the_end_has_no_column_without_a_figure(begin, person, mode, headings):
    match = begin(person(), person(), game="castle-panic", options={"mode": mode})
    brought_to(match, replace(look(match).state, ending="lost"))
    page = shared_html.live_html(look(match), SPECTATOR)
    table = page.partition('id="result-h"')[2].partition("</table>")[0]
    assert table.count("<th ") == headings
    assert table.count("<td") == 2 * headings


def test_after_a_resignation_seats_and_board_show_the_points_of_the_result(begin, person):
    match = begin(person("amber"), person("birch"))
    brought_to(match, table(["crown"], ["axe"], bribes=[{"axe": (2, 0)}, {"crown": (1, 0)}]))
    assert "if it ended now" in shared_html.live_html(look(match), 0)
    end(match)
    shown = look(match)
    assert shown.result
    scores = {
        str(seat): str(own.score).replace("-", "−") for seat, own in enumerate(shown.result.seats)
    }
    page = shared_html.live_html(shown, 0)
    assert "if it ended now" not in page
    figures = re.findall(r'data-points="(\d+)"[^>]*>\s*(−?\d+)', page)
    assert len(figures) > len(scores)
    assert set(figures) == set(scores.items())


def test_players_see_how_their_points_compare_with_their_best_in_such_a_match(
    begin, person, frozen
):
    amber, birch = person("amber"), person("birch")
    slain: dict[str, Any] = {"ending": "slain", "wounds": [0] * 7, "stone": None}

    def said(lands: int, viewer: Viewer = 0, mode: str = "team") -> list[str]:
        frozen.shift(60)
        match = begin(amber, birch, game="burnt-to-ashes", options={"mode": mode})
        burnt = tuple(range(24 - lands))
        brought_to(match, position("", "", mode=mode, **slain, burnt=burnt))
        match.seats.update(outcome="won", rank=1, score=lands, owes=False)
        Match.objects.filter(pk=match.pk).update(status="finished", finished_at=timezone.now())
        page = shared_html.live_html(look(match), viewer)
        return [text.strip() for text in re.findall(r"[^>]*personal best[^<]*", page)]

    assert said(9) == []
    assert said(12) == ["A new personal best: it was 9 before."]
    assert said(7) == ["The personal best is still 12."]
    assert said(20, SPECTATOR) == []
    last = Match.objects.latest("finished_at")
    assert "personal best" in logged_in(birch).get(f"/matches/{last.public_id}/").content.decode()
    for reader in (logged_in(amber), Client()):  # who may look from birch's place once it is over
        page = reader.get(f"/matches/{last.public_id}/?as=1").content.decode()
        assert "personal best" not in page
    assert said(3, mode="crown") == []


def test_the_seats_at_a_glance_name_a_guest_whose_seat_a_computer_plays(begin, person):
    match = begin(person(), person())
    match.seats.filter(index=1).update(name="Guest 4821", ai_level="easy")
    strip = shared_html.live_html(look(match), 0).partition('class="strip"')[2]
    assert "Guest 4821" in strip.partition("</ul>")[0]


ONCE = {"then": "forfeit", "after": 1}
HOUR = {"type": "move", "seconds": 3600}


def forfeit(match: Match, frozen: Any) -> None:
    """The one who is to move misses the deadline, while the portal is at work."""
    [seat] = look(match).active_seats
    frozen.shift(3600)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
    services.time_out(pk=match.pk)
    assert match.seats.get(index=seat).forfeited


def chips(page: str) -> set[str]:
    return {part.partition("<")[0] for part in page.split('<span class="chip">')[1:]}


def test_at_a_match_that_goes_on(begin, person, frozen):
    amber, dahlia = person("amber"), person("dahlia")
    people = amber, person("birch"), person("cedar"), dahlia
    match = begin(*people, first=0, clock=HOUR, absence=ONCE)
    forfeit(match, frozen)
    services.resign(public_id=match.public_id, user=dahlia)
    page = page_of(logged_in(amber), match)
    assert "You ran out of time and lost your seat." in page
    assert chips(page) >= {"out of time", "resigned"}
    at = f"/api/matches/{match.public_id}/"
    seats = Client().get(at).json()["seats"]
    assert [(seat["resigned"], seat["forfeited"]) for seat in seats] == [
        (True, True),
        (False, False),
        (False, False),
        (True, False),
    ]
    refused = logged_in(amber).post(
        f"/matches/{match.public_id}/control/", {"control": "resign"}, follow=True
    )
    assert "You ran out of time and lost your seat." in refused.content.decode()


def test_when_it_is_over(begin, person, frozen):
    amber: User = person("amber")
    reviewer = person("rowan")
    roles.give(user=reviewer, role=roles.REVIEWER)
    match = begin(amber, person("birch"), first=0, clock=HOUR, absence=ONCE)
    forfeit(match, frozen)
    assert "amber ran out of time and forfeits." in page_of(Client(), match)
    assert "lost, out of time" in Client().get("/people/amber/").content.decode()
    assert "You ran out of time and lost your seat" in logged_in(amber).get("/").content.decode()
    seen = logged_in(reviewer).get(f"/review/{match.public_id}/").content.decode()
    assert "forfeited: out of time" in seen


WON = [{"outcome": "won", "rank": 1, "score": 301}, {"outcome": "lost", "rank": 2, "score": 203}]
RUN = [{"outcome": "scored", "rank": 1, "score": 301}]


def village(begin: Callable[..., Match], person: Any) -> Match:
    match = begin(person(), person())
    play_to_the_end(match)
    return match


def assault(begin: Callable[..., Match], person: Any) -> Match:
    match = begin(person(), game="village-assault", first=None)
    play_on(match, choose=lambda choices: choices[0])
    return match


def shown(match: Match, rest: str = "") -> str:
    return Client().get(f"/matches/{match.public_id}/{rest}").content.decode()


def figures(html: str) -> list[str]:
    """What stands as a seat's points, beside the board, above it and in the table of the end."""
    return re.findall(r'data-points="\d+"[^>]*>\s*(−?\d+)', html)


@pytest.mark.parametrize(("played", "named"), [(village, WON), (assault, RUN)])
def test_nothing_tells_the_result_that_was_by_the_rules(begin, person, staff, played, named):
    match = played(begin, person)
    Match.objects.filter(pk=match.pk).update(visibility="public")
    over = look(match)
    by_rules = shown(match)
    assert 'class="ending"' in by_rules
    assert figures(by_rules)
    actions.end(public_id=match.public_id, result=named, by=staff, reason="It was broken.")
    for rest in ("", f"?step={look(match).version}", "after/"):
        html = shown(match, rest)
        assert "An administrator decided the result" in " ".join(Reader(html).texts)
        for part in ('class="ending"', 'class="sheet', 'class="score"', 'class="finale"'):
            assert part not in html, (rest, part)
        assert figures(html) == [], rest
    assert "301" in " ".join(Reader(shown(match)).texts)
    assert 'class="ending"' not in shown(match, f"?step={over.version}"), "told below the board"
    assert selectors.snapshot_at(look(match).match, over.version).result == over.result
