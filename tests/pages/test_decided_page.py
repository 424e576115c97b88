"""A match whose result an administrator named: its pages tell that one, and no other."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.matches.models import Match
from games.matches.record import selectors
from games.matches.review import actions
from tests.games.matches.conftest import look, play_on, staff
from tests.pages.conftest import play_to_the_end
from tests.pages.reading import Reader

__all__ = ["staff"]

pytestmark = pytest.mark.django_db

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
def test_nothing_tells_the_result_that_was_by_the_rules(
    begin: Any, person: Any, staff: Any, played: Any, named: Any
) -> None:
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
