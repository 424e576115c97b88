"""How a match came out, as its own page says it."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace

from games.matches.models import Match
from games.matches.page import shared_html
from games.plugin import SPECTATOR, Viewer
from tests.games.burn_my_village.tables import table
from tests.games.burnt_to_ashes.positions import position
from tests.games.matches.conftest import look
from tests.pages.conftest import end
from tests.pages.test_finale import brought_to

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("viewer", "verdict"), [(0, "You lost together."), (SPECTATOR, "They lost together.")]
)
def test_players_who_all_lose_to_the_game_lose_together_and_in_no_places(
    begin: Any, person: Any, viewer: Viewer, verdict: str
) -> None:
    match = begin(person("amber"), person("birch"), game="burnt-to-ashes")
    brought_to(match, position("", "", ending="no-knight"))
    page = shared_html.live_html(look(match), viewer, choices=False)
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
def test_the_table_of_the_end_has_no_column_without_a_figure(
    begin: Any, person: Any, mode: str, headings: int
) -> None:
    match = begin(person(), person(), game="castle-panic", options={"mode": mode})
    brought_to(match, replace(look(match).state, ending="lost"))
    page = shared_html.live_html(look(match), SPECTATOR, choices=False)
    table = page.partition('id="result-h"')[2].partition("</table>")[0]
    assert table.count("<th ") == headings
    assert table.count("<td") == 2 * headings


def test_after_a_resignation_seats_and_board_show_the_points_of_the_result(
    begin: Any, person: Any
) -> None:
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
    begin: Any, person: Any, browser_of: Any, frozen: Any
) -> None:
    amber, birch = person("amber"), person("birch")
    slain: dict[str, Any] = {"ending": "slain", "wounds": [0] * 7, "stone": None}

    def said(lands: int, viewer: Viewer = 0, mode: str = "team") -> list[str]:
        frozen.shift(60)
        match = begin(amber, birch, game="burnt-to-ashes", options={"mode": mode})
        burnt = tuple(range(24 - lands))
        brought_to(match, position("", "", mode=mode, **slain, burnt=burnt))
        match.seats.update(outcome="won", rank=1, score=lands, owes=False)
        Match.objects.filter(pk=match.pk).update(status="finished", finished_at=timezone.now())
        page = shared_html.live_html(look(match), viewer, choices=False)
        return [text.strip() for text in re.findall(r"[^>]*personal best[^<]*", page)]

    assert said(9) == []
    assert said(12) == ["A new personal best: it was 9 before."]
    assert said(7) == ["The personal best is still 12."]
    assert said(20, SPECTATOR) == []
    last = Match.objects.latest("finished_at")
    assert "personal best" in browser_of(birch).get(f"/matches/{last.public_id}/").content.decode()
    for reader in (browser_of(amber), Client()):  # who may look from birch's place once it is over
        page = reader.get(f"/matches/{last.public_id}/?as=1").content.decode()
        assert "personal best" not in page
    assert said(3, mode="crown") == []


def test_the_seats_at_a_glance_name_a_guest_whose_seat_a_computer_plays(
    begin: Any, person: Any
) -> None:
    match = begin(person(), person())
    match.seats.filter(index=1).update(name="Guest 4821", ai_level="easy")
    strip = shared_html.live_html(look(match), 0).partition('class="strip"')[2]
    assert "Guest 4821" in strip.partition("</ul>")[0]
