"""The staged ending says in its sentences how the match really came out, in either game."""

import html
import re
from typing import Any

import pytest
from django.utils import timezone

from games.matches.models import Match
from games.matches.page import shared_html
from games.matches.play.actions import services
from games.plugin import SPECTATOR, Viewer
from games.plugin.codec import pack
from tests.games.burn_my_village.tables import ended
from tests.games.castle_panic.positions import at, position
from tests.games.matches.conftest import BURN, look
from tests.games.village_assault.positions import position as run_position
from tests.pages.conftest import play_the_last_cards
from tests.pages.reading import dense
from tests.support.log_in import logged_in
from tests.support.matches import started

pytestmark = pytest.mark.django_db

WON, LOST = {"ending": "won", "pile": []}, {"ending": "lost", "towers": []}
GONE = ["The last monster is gone.", "The castle stands."]
CROWN, AXE = {"crown": (1, 0)}, {"axe": (1, 0)}


def page_of(match: Match, viewer: Viewer = SPECTATOR) -> str:
    return dense(shared_html.live_html(look(match), viewer))


def beats(page: str) -> list[str]:
    """The sentences of the staged ending, in the order in which they are said."""
    found = re.findall(r"<li data-beat>(.*?)</li>", page)
    return [html.unescape(text).strip() for text in found]


def brought_to(match: Match, state: Any) -> Match:
    Match.objects.filter(pk=match.pk).update(state=pack(state))
    return match


@pytest.mark.parametrize(
    ("bribes", "said"),
    [
        ([AXE, CROWN, {}], ["cedar burns", "amber burns", "birch spared"]),
        ([CROWN, {}, CROWN], ["birch burns", "cedar spared", "amber spared"]),
    ],
)
def test_the_dragon_spares_who_won_and_burns_the_others_from_the_last_on(
    begin, person, bribes, said
):
    match = begin(person("amber"), person("birch"), person("cedar"))
    page = page_of(brought_to(match, ended([], [], [], bribes=bribes)))
    fates = dict(one.split() for one in said)
    words = {"burns": "{}’s village burns.", "spared": "The dragon spares {}’s village."}
    told = [words[fate].format(name) for name, fate in fates.items()]
    assert beats(page) == ["The dragon takes wing.", *told]
    assert re.findall(r'data-fate="(\w+)"', page) == [*fates.values()]


def test_it_says_to_people_what_becomes_of_their_own_village(begin, person):
    match = begin(person("amber"), person("birch"))
    brought_to(match, ended([], [], bribes=[CROWN]))
    mine = ["birch’s village burns.", "The dragon spares your village."]
    theirs = ["Your village burns.", "The dragon spares amber’s village."]
    assert beats(page_of(match, 0))[1:] == mine
    assert beats(page_of(match, 1))[1:] == theirs


def test_the_village_of_one_who_resigned_burns_whatever_their_bribes(begin, person):
    match = begin(person("amber"), person("birch"), person("cedar"))
    services.resign(public_id=match.public_id, user=match.seats.get(index=0).user)
    brought_to(match, ended([], [], [], bribes=[CROWN, AXE]))
    assert beats(page_of(match))[1:] == [
        "amber’s village burns.",
        "cedar’s village burns.",
        "The dragon spares birch’s village.",
    ]


STORMED = ["1 monster storms the castle.", "The castle falls."]
TWO = {"monsters": [at("castle", 2, "troll"), at("sword", 1, "orc")]}
ONE = {"monsters": [at("castle", 2, "troll")]}
NONE_LEFT = "The last tower has fallen: the castle is lost."
SAVED, SLAIN = "The castle is saved, and", "Every monster is slain and"
ALONE: dict[str, Any] = {"mode": "overlord"}
CASTLES: list[tuple[int, dict[str, Any], dict[str, Any], list[str]]] = [
    (
        *(2, {}, WON | {"trophies": [{"orc": 3}, {"goblin": 2}]}),
        [*GONE, f"{SAVED} amber is the Master Slayer with 6 points."],
    ),
    (
        *(2, {}, WON | {"trophies": [{"orc": 1}, {"orc": 1}]}),
        [*GONE, f"{SAVED} amber and birch share the title of Master Slayer with 2 points each."],
    ),
    (2, {"mode": "co-op"}, WON, [*GONE, f"{SLAIN} 6 towers stand: the castle is saved."]),
    (1, {}, WON | {"towers": [4]}, [*GONE, f"{SLAIN} 1 tower stands: the castle is saved."]),
    (2, {}, LOST | TWO, ["2 monsters storm the castle.", "The castle falls.", NONE_LEFT]),
    (
        *(2, {"mans_home": True}, LOST | ONE | {"towers": [6], "owners": [3, 4]}),
        [*STORMED, "Everyone’s tower has fallen: the castle is lost."],
    ),
    (1, {}, LOST, ["One more blow strikes the castle.", "The castle falls.", NONE_LEFT]),
    (
        *(3, ALONE, LOST | ONE | {"lord": 1}),
        [*STORMED, "The castle has fallen: birch wins as the Overlord."],
    ),
    (
        *(3, ALONE, WON | {"lord": 1, "trophies": [{"orc": 1}, {}, {"orc": 2}]}),
        [*GONE, f"{SAVED} cedar is the Master Slayer with 4 points."],
    ),
]


@pytest.mark.parametrize(("people", "options", "more", "said"), CASTLES)
def test_the_castle_falls_or_stands_as_it_did(begin, person, people, options, more, said):
    names = ("amber", "birch", "cedar")[:people]
    match = begin(*map(person, names), game="castle-panic", options=options)
    fixed = {**more}
    trophies = fixed.pop("trophies", [])
    state = position(*[[]] * people, options=options, **fixed)
    for player, kept in zip(state.players, trophies, strict=False):
        player.trophies = kept
    page = page_of(brought_to(match, state))
    assert beats(page) == said
    assert f'class="view lit siege" data-ending="{fixed["ending"]}"' in page


def test_only_the_end_of_a_game_by_its_rules_is_staged(begin, person):
    """No match that goes on, none that was resigned; and what is over loads a script of its own."""
    amber, birch = person("amber"), person("birch")
    running, resigned, over = (begin(amber, birch, game=BURN) for _match in range(3))
    services.resign(public_id=resigned.public_id, user=amber)
    play_the_last_cards(over)
    client = logged_in(amber)
    for match, staged in ((running, False), (resigned, False), (over, True)):
        page = client.get(f"/matches/{match.public_id}/").content.decode()
        assert ('id="finale"' in page) == staged
        assert ('id="see-ending"' in page) == staged
        assert ("js/over.js" in page) == (match != running)
    first = client.get(f"/matches/{over.public_id}/?step=0").content.decode()
    assert 'id="finale"' not in first


def assault(user: Any, ending: str, **more: Any) -> Match:
    """A run of Village Assault that has ended like that, with 8 gold of prisoners at the last."""
    match = started(user, game="village-assault")
    taken = ["priest-red", "farmer-red", "hero-blue"]
    said: dict[str, Any] = {"ending": ending, "round": 2, "scored": [12, 8], "prisoners": taken}
    brought_to(match, run_position(**said | more))
    points = sum(said["scored"] if "scored" not in more else more["scored"])
    seats = match.seats.all()
    seats.update(score=points, outcome="scored", rank=1, owes=False)
    Match.objects.filter(pk=match.pk).update(status="finished", finished_at=timezone.now())
    match.refresh_from_db()
    return match


@pytest.mark.parametrize(
    ("ending", "first", "last"),
    [
        ("beaten", "Nothing in hand can overcome what is left.", "Beaten back in round 2: "),
        ("retreated", "The band turns back.", "Retreat in round 2: "),
        ("conquered", "No card is left to deal: every village is yours.", "Nothing is left"),
    ],
)
def test_an_assault_ends_with_its_prisoners_and_their_gold_counted_up(person, ending, first, last):
    page = page_of(assault(person("amber"), ending))
    said = beats(page)
    assert said[:2] == [first, "The last prisoners bring 8 gold."]
    assert said[2].startswith(last)
    assert "20 points" in said[2]
    counted = re.findall(r'<b class="num" data-i="\d+">(\d+)</b>', page)
    assert counted == [str(points) for points in range(12, 21)]
    assert f'data-fate="{ending}"' in page


def test_a_last_round_without_prisoners_brings_nothing(person):
    match = assault(person("amber"), "retreated", scored=[12, 0], prisoners=[])
    said = beats(page_of(match))
    assert said[1] == "The last round brings no gold."


def test_it_names_the_personal_best_of_runs_that_count(person, frozen):
    amber = person("amber")

    def said(points: int, **change: Any) -> str:
        frozen.shift(60)
        match = assault(amber, "retreated", scored=[points - 8, 8])
        Match.objects.filter(pk=match.pk).update(**change)
        match.refresh_from_db()
        return beats(page_of(match))[-1]

    assert said(20) == "The first run on this leaderboard: a best score to beat."
    assert said(30) == "A new personal best: it was 20 before."
    assert said(30) == "The personal best is still 30."
    assert said(60, unranked="undo").startswith("Retreat")
    assert said(70, visibility="private").startswith("Retreat")
    assert said(80, options={"difficulty": "hard"}).startswith("The first run")
    assert said(31) == "A new personal best: it was 30 before."
