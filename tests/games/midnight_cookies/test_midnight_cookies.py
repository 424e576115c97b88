"""Midnight Cookies, written by docs/new-ruleset.md alone: it keeps the laws and can be shown."""

import copy
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.conformance import conformance_class
from games.matches import errors
from games.matches.models import Match
from games.matches.page import shared_html
from games.matches.play.actions import services
from games.plugin import SPECTATOR
from games.protocol.record_file import load_record
from games.protocol.verification import Verdict, verify_record
from tests.games.matches.conftest import begin, look, person, play, user_at
from tests.rulesets.fixtures import installed
from tests.rulesets.midnight_cookies.game import MidnightCookies

__all__ = ["begin", "person"]

TestMidnightCookies = conformance_class(MidnightCookies(), games=1, limit=30)

RECORD = Path(__file__).parent / "records" / "v1-schema1-1.json"
PACKAGE = Path(__file__).parents[2] / "rulesets" / "midnight_cookies"


@pytest.fixture
def cookies(settings: Any) -> Iterator[str]:
    """The ruleset's slug; meanwhile it is installed, and Django finds what it ships."""
    changed = copy.deepcopy(settings.TEMPLATES)
    changed[0]["DIRS"] = [*changed[0]["DIRS"], PACKAGE / "templates"]
    settings.TEMPLATES = changed
    settings.STATICFILES_DIRS = [*settings.STATICFILES_DIRS, PACKAGE / "static"]
    shared_html.own_template.cache_clear()
    with installed(MidnightCookies()) as slug:
        yield slug
    shared_html.own_template.cache_clear()


def test_the_golden_record_is_played_as_it_was(cookies: str) -> None:
    record = load_record(RECORD.read_bytes())
    assert record.game == cookies
    assert verify_record(record) == Verdict(replayed=True)


def test_a_whole_small_game_stays_small() -> None:
    """As docs/new-ruleset.md promises: what a ruleset writes is its game, not the portal's work."""
    code = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")]
    looks = [
        path.read_text(encoding="utf-8")
        for path in PACKAGE.rglob("*.*")
        if path.suffix in (".html", ".css")
    ]
    assert 0 < sum(len(text.splitlines()) for text in code) <= 600
    assert 0 < sum(len(" ".join(text.split()).encode()) for text in looks) <= 12_000


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


@pytest.mark.django_db
def test_the_rules_page_and_the_guide_can_be_read(client: Client, cookies: str) -> None:
    game = MidnightCookies()
    page = client.get(f"/rules/{cookies}/").content.decode()
    for chapter in game.book.chapters:
        assert f'id="{chapter.anchor}"' in page
    steps = len(game.guide().steps) + 1
    for step in range(1, steps + 1):
        address = f"/games/{cookies}/guide/" + (f"{step}/" if step > 1 else "")
        assert client.get(address).status_code == 200, address


def _kinds(match: Match, seat: int) -> list[str]:
    return list(dict.fromkeys(look(match).state.hands[seat].cards))


def _sent(page: str, seat: int) -> str:
    """The piece that lies face up or down where that seat sends its animals."""
    place = page.partition(f'data-place="sent:{seat}"')[2].partition("</li>")[0]
    return str(re.findall(r'data-piece="(\w+)"', place)[0])
