"""The first-game guide: steps of a real game by address, without script, and always skippable."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from games.matches.learn.guide_board import pointed
from games.matches.models import Match
from games.plugin import registry
from tests.games.matches.conftest import BURN
from tests.pages.conftest import end
from tests.pages.reading import dense
from tests.rulesets.guided import Guided
from tests.support.also import also
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db
ADDRESS = f"/games/{BURN}/guide/"


def page_of(address: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(address)
    assert answer.status_code == 200, address
    return dense(answer.content.decode())


@pytest.fixture
def guided() -> Any:
    registry.register(Guided())
    yield Guided.meta.slug
    registry.unregister(Guided.meta.slug)


GUIDED = [game for game in registry.installed() if game.guide()]


@pytest.mark.parametrize("game", [GUIDED[0], *also(*GUIDED[1:])], ids=lambda game: game.meta.slug)
def test_the_links_alone_lead_from_the_first_step_to_a_game(game):
    slug, guide = game.meta.slug, game.guide()
    assert guide is not None
    address, seen = f"/games/{slug}/guide/", []
    while address:
        page = page_of(address)
        seen.append(re.findall(r"<h1[^>]*>(.*?)</h1>", page)[0])
        following = re.search(r'<a[^>]*rel="next" href="([^"]+)"', page)
        address = following[1] if following else ""
        if following:
            assert f"Step {len(seen)} of {len(guide.steps) + 1}" in page
    assert len(seen) - 1 == len(guide.steps)
    assert 3 <= len(guide.steps) <= 10
    assert len(set(seen)) == len(seen)
    assert ("computer player is always free" in page) == (game.meta.max_seats > 1)
    assert f'action="/play/{slug}/"' in page
    assert f'href="/rules/{slug}/"' in page


def test_steps_can_be_skipped_show_what_a_move_did_and_explain_a_finished_game():
    assert 'rel="prev"' not in page_of(ADDRESS)
    for step in range(2, 8):
        page = page_of(f"{ADDRESS}{step}/")
        assert f'rel="prev" href="{ADDRESS}{step - 1}/"' in page
        assert "Skip the guide" in page
    page = page_of(f"{ADDRESS}3/")
    assert "Your village bribes the dragon with 2 scrolls." in page
    assert "The scroll climbs 2 spaces." in page
    assert "What just happened" not in page_of(ADDRESS)
    page = page_of(f"{ADDRESS}7/")
    assert "The village next door draws from the empty deck: the game ends." in page
    assert "1. Your village: 17 points" in page


def test_what_a_step_points_at_is_on_every_installed_board():
    for game in registry.installed():
        guide = game.guide()
        for number, step in enumerate(guide.steps if guide else (), 1):
            page = page_of(f"/games/{game.meta.slug}/guide/{number}/")
            wanted = set(step.points)
            asked = re.search(r'data-picks="([^"]+)"', page)
            wanted |= set(asked[1].split()) if asked else set()
            marked = set(re.findall(r'data-(?:target|place)="([^"]+)" data-guided', page))
            assert marked == {html.escape(name) for name in wanted}, (game.meta.slug, number)
            assert bool(asked) == (step.move is not None)


@pytest.mark.parametrize("address", [f"{ADDRESS}0/", f"{ADDRESS}99/", "/games/nothing/guide/"])
def test_steps_and_games_that_do_not_exist_are_404(address):
    assert Client().get(address).status_code == 404


def test_a_ruleset_without_a_guide_offers_none(endless):
    assert Client().get(f"/games/{endless}/guide/").status_code == 404
    assert f"/games/{endless}/guide/" not in page_of("/")


def test_a_ruleset_without_a_board_can_guide_too(guided):
    first, end = page_of(f"/games/{guided}/guide/"), page_of(f"/games/{guided}/guide/3/")
    assert "Fruit hangs on 3 trees." in first
    assert 'class="plain-board"' in end


def test_home_offers_the_guide_until_a_match_is_finished(begin, person):
    amber = person()
    match = begin(amber, person())
    assert f'href="{ADDRESS}"' in page_of("/")
    assert f'href="{ADDRESS}"' in page_of("/", logged_in(amber))
    end(match)
    assert Match.objects.get().status == Match.Status.FINISHED
    assert f'href="{ADDRESS}"' not in page_of("/", logged_in(amber))
    assert f'href="{ADDRESS}"' in page_of("/", logged_in(person()))


def test_pointing_marks_exactly_the_named_elements_as_at_a_match():
    board = '<b data-target="hand:a"></b><b data-target="hand:a"></b><b data-target="hand:ab"></b>'
    assert pointed(board, {"hand:a"}).count("data-guided") == 2
    assert pointed(board, set()) == board
    card, bare = '<b class="card" data-target="a"></b>', '<i data-target="a"></i>'
    assert pointed(card, {"a"}) == '<b class="can card" data-target="a" data-guided></b>'
    assert pointed(bare, {"a"}) == '<i class="can" data-target="a" data-guided></i>'
    place = '<b class="card" data-place="a"></b>'
    assert "can" not in pointed(place, {"a"})
    other = '<b class="card" data-target="b"></b>'
    assert pointed(card + other, {"a"}).endswith(other)
    stall = '<li data-place="stall:2"><button data-target="stall:2"></button></li>'
    assert 'data-target="stall:2" data-guided' in pointed(stall, {"stall:2"})
    assert pointed(stall, {"stall:2"}).count("data-guided") == 1
    assert 'data-place="deck" data-guided' in pointed('<i data-place="deck"></i>', {"deck"})
