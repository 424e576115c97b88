"""Fair of Masks, a game of bids written by the docs alone: it keeps the laws and can be shown."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from games.conformance import conformance_class
from games.matches.models import Match
from games.matches.page import shared_html
from games.plugin import SPECTATOR
from games.protocol.record_file import load_record
from games.protocol.verification import Verdict, verify_record
from tests.games.matches.conftest import look, play, user_at
from tests.rulesets.fair_of_masks.game import FairOfMasks

TestFairOfMasks = conformance_class(FairOfMasks(), games=1, limit=10)

RECORD = Path(__file__).parent / "records" / "v1-schema1-1.json"
PACKAGE = Path(__file__).parents[2] / "rulesets" / "fair_of_masks"


def test_the_golden_record_is_played_as_it_was(fair: str) -> None:
    record = load_record(RECORD.read_bytes())
    assert record.game == fair
    assert verify_record(record) == Verdict(replayed=True)


def test_a_whole_game_stays_small() -> None:
    """The portal and its kit do the rest."""
    texts = {
        path: path.read_text(encoding="utf-8")
        for path in PACKAGE.rglob("*.*")
        if path.suffix in (".py", ".html", ".css", ".svg")
    }
    code = [text for path, text in texts.items() if path.suffix == ".py"]
    looks = [text for path, text in texts.items() if path.suffix != ".py"]
    assert 0 < sum(len(text.splitlines()) for text in code) <= 550
    assert 0 < sum(len(" ".join(text.split()).encode()) for text in looks) <= 9_000


@pytest.mark.django_db
def test_the_board_shows_each_viewer_their_own_bid(begin: Callable[..., Match], fair: str) -> None:
    match = _begun(begin, fair)
    play(match, user=user_at(match, 0), action={"type": "bid", "number": 7})
    shown = look(match)
    mine, other, anyone = (shared_html.live_html(shown, who) for who in (0, 1, SPECTATOR))
    assert [_lies(page, 0) for page in (mine, other, anyone)] == ["7", "card", "card"]
    assert "bid:7" not in _targets(mine)
    assert [target for target in _targets(other) if target.startswith("bid:")] == [
        f"bid:{number}" for number in range(1, 11)
    ]
    assert "back" in _targets(mine)
    assert not _targets(anyone)


@pytest.mark.django_db
def test_open_bids_are_shown_to_everybody(begin: Callable[..., Match], fair: str) -> None:
    match = _begun(begin, fair)
    for seat, number in enumerate((3, 9, 5)):
        play(match, user=user_at(match, seat), action={"type": "bid", "number": number})
    shown = look(match)
    page = shared_html.live_html(shown, SPECTATOR)
    assert [_lies(page, seat) for seat in range(3)] == ["3", "9", "5"]
    masks = {f"mask:{mask}" for mask in shown.state.open}
    assert masks <= set(_targets(shared_html.live_html(shown, 1)))


@pytest.mark.django_db
def test_the_rules_page_and_the_guide_can_be_read(client: Client, fair: str) -> None:
    game = FairOfMasks()
    page = client.get(f"/rules/{fair}/").content.decode()
    for chapter in game.book.chapters:
        assert f'id="{chapter.anchor}"' in page
    steps = game.guide().steps
    for number, step in enumerate((*steps, None), 1):
        address = f"/games/{fair}/guide/" + (f"{number}/" if number > 1 else "")
        shown = client.get(address)
        assert shown.status_code == 200, address
        for place in step.points if step else ():
            assert f'"{place}" data-guided' in shown.content.decode(), place


def _begun(begin: Callable[..., Match], fair: str) -> Match:
    from accounts.models import User

    people = [User.objects.create_user(name) for name in ("amber", "birch", "cedar")]
    return begin(*people, game=fair, first=0)


def _targets(page: str) -> list[str]:
    return re.findall(r'data-target="([^"]+)"', page)


def _lies(page: str, seat: int) -> str:
    """The piece that lies face up or down before a seat."""
    place = page.partition(f'data-place="bid:{seat}"')[2].partition("</li>")[0]
    return str(re.findall(r'data-piece="(\w+)"', place)[0])
