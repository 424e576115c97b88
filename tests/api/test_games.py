"""Calls about games."""

from typing import Any

import jsonschema
import pytest

from games.plugin import registry
from tests.api.caller import ANYBODY, Caller, refused, told
from tests.api.play import BURN, begin

pytestmark = pytest.mark.django_db


def option(game: dict[str, Any], name: str) -> Any:
    """The schema of an option."""
    (options,) = game["options"]["$defs"].values()
    return options["properties"][name]


def test_every_installed_game_is_listed_and_says_who_can_play_it_and_how(amber):
    listed = told(ANYBODY.get("games/"))
    slugs = [game.meta.slug for game in registry.installed()]
    assert [game["slug"] for game in listed["results"]] == slugs
    assert listed["count"] == len(slugs)
    game = told(ANYBODY.get(f"games/{BURN}/"))
    assert game["title"] == "Please Don’t Burn My Village"
    assert game["seats"] == {"min": 2, "max": 5}
    assert (game["rules_version"], game["roles"], game["levels"][0]) == (1, [], "easy")
    assert game in told(ANYBODY.get("games/"))["results"]
    roles = told(amber.get("games/castle-panic/"))["roles"]
    assert roles == [{"key": "overlord", "title": "Overlord"}, {"key": "none", "title": "Defender"}]
    refused(ANYBODY.get("games/chess/"), 404, "not_found")


def test_what_a_match_shows_fits_the_schemas_of_its_game(amber, birch):
    match = begin(amber, birch)
    game = told(ANYBODY.get(f"games/{BURN}/"))
    for viewer in (amber, birch, ANYBODY):
        shown = told(viewer.get(f"matches/{match}/"))
        jsonschema.validate(shown["observation"], game["observation"])
        for choice in shown["actions"]:
            jsonschema.validate(choice["action"], game["action"])


def test_options_have_titles_and_defaults_in_the_language_asked_for(race, spoken):
    sides = option(told(ANYBODY.get(f"games/{race}/")), "sides")
    assert (sides["title"], sides["default"], sides["maximum"]) == ("Sides", 6, 6)
    game = told(Caller(language=spoken).get(f"games/{race}/"))
    assert game["title"] == "The Orchard Race, translated"
    assert option(game, "sides")["title"] == "Sides, translated"
