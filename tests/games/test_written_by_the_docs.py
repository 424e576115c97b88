"""Small whole games, written by docs/new-ruleset.md and docs/boards.md: laws, records and pages."""

import inspect
from pathlib import Path

import pytest
from django.test import Client

from games.conformance import conformance_class
from games.plugin import registry
from games.protocol.record_file import load_record
from games.protocol.verification import Verdict, verify_record
from tests.rulesets.fair_of_masks.game import FairOfMasks
from tests.rulesets.fixtures import whole
from tests.rulesets.midnight_cookies.game import MidnightCookies
from tests.support import golden_records

TestMidnightCookies = conformance_class(MidnightCookies(), games=1, limit=30)
TestFairOfMasks = conformance_class(FairOfMasks(), games=1, limit=10)

cookies, fair = whole(MidnightCookies), whole(FairOfMasks)
# The fixture of each, and the most lines of Python and bytes of HTML, CSS and SVG that it has.
GAMES = {"cookies": (600, 12_500), "fair": (550, 9_000)}


@pytest.fixture(params=GAMES)
def name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def slug(request: pytest.FixtureRequest, name: str) -> str:
    return request.getfixturevalue(name)


def test_the_golden_record_is_played_as_it_was(slug):
    (path,) = golden_records.files_of(registry.get(slug))
    record = load_record(path.read_bytes())
    assert record.game == slug
    assert verify_record(record) == Verdict(replayed=True)


def test_a_whole_game_stays_small(name, slug):
    """What a ruleset writes is its game; the portal and the kit do the rest."""
    package = Path(inspect.getfile(type(registry.get(slug)))).parent
    texts = {path: path.read_bytes() for path in package.rglob("*.*") if path.suffix != ".pyc"}
    lines = sum(len(text.splitlines()) for path, text in texts.items() if path.suffix == ".py")
    looks = [text for path, text in texts.items() if path.suffix in (".html", ".css", ".svg")]
    assert (lines, sum(map(len, looks))) > (0, 0)
    assert lines <= GAMES[name][0]
    assert sum(map(len, looks)) <= GAMES[name][1]


@pytest.mark.django_db
def test_the_rules_page_and_the_guide_can_be_read(client: Client, slug):
    game = registry.get(slug)
    page = client.get(f"/rules/{slug}/").content.decode()
    for chapter in game.book.chapters:
        assert f'id="{chapter.anchor}"' in page
    for number, step in enumerate((*game.guide().steps, None), 1):
        address = f"/games/{slug}/guide/" + (f"{number}/" if number > 1 else "")
        shown = client.get(address)
        assert shown.status_code == 200, address
        for place in step.points if step else ():
            assert f'"{place}" data-guided' in shown.content.decode(), place
