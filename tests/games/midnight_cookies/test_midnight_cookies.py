"""Midnight Cookies at the table: what each viewer sees, and choices that are changed."""

import re
from collections.abc import Callable

import pytest

from games.matches import errors
from games.matches.models import Match
from games.matches.page import shared_html
from games.matches.play.actions import services
from games.plugin import SPECTATOR
from tests.games.matches.conftest import begin, look, person, play, user_at
from tests.rulesets.fixtures import whole
from tests.rulesets.midnight_cookies.game import MidnightCookies

__all__ = ["begin", "person"]

cookies = whole(MidnightCookies)


@pytest.mark.django_db
def test_the_board_shows_each_viewer_their_own(begin: Callable[..., Match], cookies: str) -> None:
    match = begin(game=cookies, first=0)
    hand = look(match).state.hands[0].cards
    play(match, action={"type": "send", "animal": hand[0]})
    shown = look(match)
    mine, other, anyone = (shared_html.live_html(shown, who) for who in (0, 1, SPECTATOR))
    assert _sent(mine, 0) == hand[0]
    assert [_sent(page, 0) for page in (other, anyone)] == ["card", "card"]
    held = shown.state.hands[1].cards
    assert re.findall(r'data-target="hand:(\w+)"', other) == held
    assert "data-target" not in anyone


@pytest.mark.django_db
def test_a_sealed_choice_is_changed_until_the_last_one_is_in(begin, cookies) -> None:
    match = begin(game=cookies, first=0)
    first, second, *_ = [{"type": "send", "animal": animal} for animal in _kinds(match, 0)]
    theirs = {"type": "send", "animal": _kinds(match, 1)[0]}
    by = {seat: {"user": user_at(match, seat)} for seat in (0, 1)}
    for action in (first, second, {"type": "withdraw"}):
        play(match, **by[0], action=action)
    assert look(match).active_seats == {0, 1}
    play(match, **by[0], action=first)
    services.undo(public_id=match.public_id, **by[0])  # the portal's own take-back
    play(match, **by[0], action=second)
    play(match, **by[1], action=theirs, version=0)  # nothing changed for them since
    with pytest.raises(errors.NothingToUndo):
        services.undo(public_id=match.public_id, **by[0])
    (night,) = look(match).state.nights
    assert {visit.seat: visit.animal for visit in night} == {
        0: second["animal"],
        1: theirs["animal"],
    }


def _kinds(match: Match, seat: int) -> list[str]:
    return list(dict.fromkeys(look(match).state.hands[seat].cards))


def _sent(page: str, seat: int) -> str:
    """The piece that lies face up or down where that seat sends its animals."""
    place = page.partition(f'data-place="sent:{seat}"')[2].partition("</li>")[0]
    return str(re.findall(r'data-piece="(\w+)"', place)[0])
