"""What the board gets, and what choices say before anyone commits to them."""

import copy
from typing import Any

import pytest

from games.plugin import OMNISCIENT, SPECTATOR, render
from games.village_assault import actions as do
from games.village_assault.board import board
from games.village_assault.observation import observe
from games.village_assault.rules import piles
from games.village_assault.state import State
from tests.games.village_assault.positions import GAME, play, position


def drawn(state: State, viewer: Any = 0) -> dict[str, Any]:
    return board(observe(state, viewer))


def cards(faces: list[dict[str, Any]]) -> list[str]:
    return [face["card"] for face in faces]


def labels(state: State) -> dict[tuple[str, ...], str]:
    return {choice.picks: render(choice.label) for choice in GAME.choices(state, 0)}


def middle() -> State:
    return position(
        castle="golem-green pig",
        tower="orc-red",
        tavern="archer-orange sheep",
        inn="princess-blue",
        hand="pig ace-green hero-blue chicken farmer-red",
        kings="king-green",
        prisoners="priest-red builder-red",
        scored=[7, 9],
        round=3,
        deck="farmer-blue inn",
    )


def test_a_village_tells_what_an_attack_would_meet_and_what_is_free() -> None:
    castle, tower, tavern, inn = drawn(middle())["villages"]
    told = [(one["key"], one["down"], one["free"]) for one in (castle, tower, tavern, inn)]
    shown = [("castle", 1, False), ("tower", 0, False), ("tavern", 1, False)]
    assert told == [*shown, ("inn-1", 0, True)]
    meets = [(one["meets"]["power"], render(one["meets"]["words"])) for one in (castle, tavern)]
    assert meets == [(4, "the Archer from the Tavern steps in"), (2, "the Archer")]
    assert (castle["meets"]["at"], castle["cards"]) == ("tavern", None)
    animal = position(tower="pig", tavern="joker-green", hand="ace-blue")
    empty, pig, joker = drawn(animal)["villages"]
    assert (empty["meets"], pig["meets"], render(pig["how"])) == (None, None, "into your hand")
    assert render(joker["meets"]["words"]) == "the Joker: the lower power wins"
    priest = position(tower="priest-red", prisoners="hero-blue ace-blue")
    tower = drawn(priest)["villages"][1]
    assert render(tower["how"]) == "a prisoner, 3 gold"
    (taken,) = (one for one in GAME.choices(position(tower="bunny"), 0) if one.group.id[0] == "F")
    assert taken.preview == {"take": "bunny"}, "an animal tells nothing of gold"


def forecasts(held: dict[str, Any], pigs: int = 0) -> dict[str, list[str]]:
    """By village: at, outcome, attack, defense, won, why, against, then."""
    told = [each.split(" ") for each in (held["told"] or "").split("|")]
    return {village: rest for number, village, *rest in filter(any, told) if number == str(pigs)}


def test_every_unit_in_hand_has_a_forecast_for_every_village_with_somebody_to_fight() -> None:
    state = middle()
    for one in drawn(state)["hand"]:
        wanted = [] if one["face"]["power"] is None else ["castle", "tower", "tavern", "inn-1"]
        assert list(forecasts(one)) == wanted
    farmer, _, hero = map(forecasts, drawn(state)["hand"][:3])
    assert hero["castle"] == ["tavern", "win", "5", "4", "yes", "hero:2", "archer:2", ""]
    assert hero["tavern"][:2] == ["tavern", "win"]
    assert farmer["tavern"][4] == "no"
    choices = {choice.picks: choice.preview for choice in GAME.choices(state, 0)}
    taken = choices["hand:hero-blue", "village:tavern"]
    assert taken
    assert taken["gold"] == 2 + 1  # the Priest counts her, too


def test_a_declared_attack_is_told_with_each_boost() -> None:
    state = middle()
    play(state, do.Attack("farmer-red", "tavern"))
    told = drawn(state)
    assert told["hand"][0]["declared"]
    asked = "The red Farmer attacks the Tavern: add a Pig, or attack alone."
    assert render(GAME.prompt(state, 0)) == asked
    assert [list(forecasts(one)) for one in told["hand"]] == [["tavern"], [], [], [], []]
    assert labels(state) == {
        ("act:go",): "Farmer alone: 1 against 2, you lose alone but win with 1 Pig",
        ("hand:pig",): "Farmer with 1 Pig: 3 against 2, you win",
    }
    previews = [choice.preview for choice in GAME.choices(state, 0)]
    assert [one and (one["attack"], one["won"]) for one in previews] == [(1, False), (3, True)]
    play(state, do.Boost(1, sheep=False))
    assert not any(one["declared"] for one in drawn(state)["hand"])


def test_pigs_and_the_sheep_are_picked_and_foretold_with_what_they_go_with() -> None:
    hand = ["farmer-red", "pig", "pig", "sheep", "warrior-red"]
    state = position(castle="dragon-red", inn=None, hand=hand)
    offered = {choice.picks: choice for choice in GAME.offered(state, 0)}
    attack, kept = ("hand:farmer-red", "village:castle"), ", discarding the Sheep instead"
    for pigs, said in enumerate(
        (
            "red Farmer to the Castle{sheep}: 1 against 6, you lose",
            "red Farmer with 1 Pig to the Castle{sheep}: 3 against 6, you lose",
            "red Farmer with 2 Pigs to the Castle{sheep}: 5 against 6, you lose",
        )
    ):
        for sheep in (False, True):
            choice = offered[(*attack, *["hand:pig"] * pigs, *["hand:sheep"] * sheep)]
            assert choice.then == do.Boost(pigs, sheep=sheep)
            assert render(choice.label) == said.format(sheep=kept * sheep)
    warrior = offered["hand:warrior-red", "village:castle"]
    assert render(warrior.label).endswith("3 against 6, you lose alone but win with 2 Pigs")
    one = offered["hand:warrior-red", "village:castle", "hand:pig"]
    assert render(one.label).endswith("5 against 6, you lose with 1 Pig but win with 2")
    spent = offered["hand:warrior-red", "village:inn-1", "hand:sheep"]
    assert render(spent.label) == f"Spend the red Warrior to discard the first Inn{kept}"
    told = next(one["told"] for one in drawn(state)["hand"] if one["face"]["kind"] == "warrior")
    assert [each.split(" ")[:6:3] for each in told.split("|")] == [
        ["0", "lose-0-2"], ["1", "lose-1-2"], ["2", "win"],
    ]  # fmt: skip
    assert not any(choice.then for choice in GAME.choices(state, 0)), "programs declare it first"
    state.hand = ["farmer-red", "warrior-red"]
    assert not GAME.joined(state, 0)


def test_choices_say_what_they_do() -> None:
    said = labels(middle())
    assert said["hand:ace-green", "village:castle"] == (
        "green Ace to the Castle: the Archer from the Tavern steps in, 2 against 4, "
        "you lose alone but win with 1 Pig"
    )
    assert said["village:inn-1",] == "Take the blue Princess prisoner at the first Inn: 6 gold"
    assert said["hand:chicken",] == "Play a Chicken: draw 2 cards"
    beside = GAME.choices(position(castle="dragon-red", hand="bunny"), 0)
    bunny = next(choice for choice in beside if "hand:bunny" in choice.picks)
    assert bunny.preview is None, "no gold is at stake, so none is spoken of"
    assert said["act:retreat",] == "Retreat: end here with 21 points"


def test_at_the_close_cards_are_added_by_a_touch_and_played_by_buttons() -> None:
    state = position(hand="chicken merchant-orange farmer-red", prisoners="orc-red", deck="inn")
    assert labels(state) == {
        ("act:chicken",): "Play a Chicken: draw 2 cards",
        ("act:merchant-orange",): "Play the orange Merchant: cash in now, without scoring",
        ("hand:chicken",): "Add the Chicken: 1 gold",
        ("hand:merchant-orange",): "Add the orange Merchant: 3 gold",
        ("hand:farmer-red",): "Add the red Farmer: 3 gold",
        ("act:finish",): "Finish: 2 points, draw 0 cards",
    }
    told = drawn(state)
    assert [one["adds"] for one in told["hand"]] == [3, 3, 1]
    assert {act: render(label) for act, label in told["acts"].items()} == {
        "finish": "Finish: 2 points, draw 0",
        "chicken": "Play the Chicken: draw 2",
        "merchant-orange": "Play the orange Merchant: cash in now",
    }
    play(state, do.Add("farmer-red"))
    own = drawn(state)["seats"][0]
    assert (own["total"], own["gold"], own["points"]) == (0, 2, 2), "what is added, once it is done"


def test_no_label_promises_cards_that_are_not_left() -> None:
    rich = {"prisoners": "princess-blue princess-green farmer-red", "discards": []}
    hand = ["chicken", "merchant-orange"]
    closing = position(hand=hand, deck="inn", **rich)
    assert labels(closing)["act:finish",] == "Finish: 13 points, draw 1 card"
    assert labels(closing)["act:chicken",] == "Play a Chicken: draw 1 card"
    told = drawn(closing)
    acts = [render(label) for label in told["acts"].values()]
    assert acts[:2] == ["Finish: 13 points, draw 1", "Play the Chicken: draw 1"]
    assert (told["prisoners"]["buys"], told["prisoners"]["left"]) == (1, 1)
    closing.discards = ["pig"] * 2
    assert labels(closing)["act:finish",] == "Finish: 13 points, draw 3 cards"
    closing.drawn_out = True  # the discards become no deck for a Chicken or a Merchant
    assert labels(closing)["act:chicken",] == "Play a Chicken: draw 1 card"
    play(closing, do.Merchant("merchant-orange"))
    assert labels(closing)["act:finish",] == "Cash in 13 gold: draw 1 card"
    assert drawn(closing)["prisoners"]["buys"] == 1
    last = position(hand=hand, last_round=True, **rich)
    assert drawn(last)["prisoners"]["buys"] == 0


def test_the_score_counts_the_prisoners_as_they_are_and_they_tell_what_they_buy() -> None:
    told = drawn(middle())
    own = told["seats"][0]
    assert (own["points"], own["total"], own["attacks"]) == (21, 16, 0)
    told = told["prisoners"]
    assert cards(told["cards"]) == ["priest-red", "builder-red"]
    assert (told["gold"], told["buys"], told["coins"], told["missing"]) == (5, 1, 2, 1)


def test_the_ending_tells_each_round_and_what_decided_it() -> None:
    lands = {"castle": "dragon-red", "tower": "dragon-orange"}
    state = position(hand="pig", **lands, scored=[5, 11], ending="beaten")
    told = drawn(state)["score"]
    first, second = {"gold": 5, "total": 0, "scale": 40}, {"gold": 11, "total": 5, "scale": 40}
    assert told["rounds"] == [first, second]
    assert render(told["best_round"]) == "Round 2 brought the most: 11 points, 69% of the total."
    assert drawn(position(scored=[7], ending="conquered"))["score"]["best_round"] is None


@pytest.mark.parametrize(
    ("hand", "standing", "ending", "said"),
    [
        (
            "farmer-red joker-green pig",
            2,
            "beaten",
            "The red Farmer with 1 Pig came closest: 3 against 5, the orange Dragon at the Tower.",
        ),
        ("pig", 2, "beaten", "No unit was left to attack the 2 villages still standing."),
        ("pig", 1, "beaten", "No unit was left to attack the last village standing."),
        ("pig", 2, "retreated", "Retreated with 1 card in hand, while 2 villages were standing."),
        ("", 0, "conquered", "No village was left standing."),
    ],
)
def test_what_decided_a_run(hand: str, standing: int, ending: str, said: str) -> None:
    shown: Any = dict([("castle", "dragon-red"), ("tower", "dragon-orange")][:standing])
    state = position(hand=hand, **shown, scored=[7], ending=ending)
    assert render(drawn(state)["score"]["decisive"]) == said


def test_spectators_see_the_hand_without_forecasts_and_reviewers_everything() -> None:
    watched = drawn(middle(), SPECTATOR)
    assert not any(one["told"] for one in watched["hand"])
    assert watched["deck"] == {"count": 2, "cards": None}
    reviewed = drawn(middle(), OMNISCIENT)
    assert cards(reviewed["deck"]["cards"]) == ["inn", "farmer-blue"]
    assert cards(reviewed["villages"][0]["cards"]) == ["pig"]


def foretold(unit: str, village: str, state: State) -> dict[str, Any]:
    held = next(one for one in drawn(state)["hand"] if one["face"]["card"] == unit)
    picks = f"hand:{unit}", f"village:{village}"
    chosen = next(choice for choice in GAME.choices(state, 0) if choice.picks == picks)
    assert chosen.preview
    for_script = forecasts(held)[village]
    assert for_script[:4] == [
        str(chosen.preview[n]) for n in ("at", "outcome", "attack", "defense")
    ]
    return chosen.preview | {"label": render(chosen.label), "told": held["told"]}


def test_the_prisoner_whom_a_defeated_thief_or_scout_costs_is_foretold_with_the_range() -> None:
    prisoners = ["priest-red", "farmer-red", "hero-blue"]  # 3 + 3 + 2 gold
    for enemy in ("thief-yellow", "scout-orange"):
        state = position(tower=[enemy], hand="dragon-red", prisoners=prisoners, deck="inn")
        told = foretold("dragon-red", "tower", state)
        # she adds 1 gold, and the Priest stays at 3; without him the others lose nothing
        assert (told["gold"], told["most"]) == (-2, -1)
        assert told["then"] == [["frees", 3]]
        assert told["label"].endswith("you win; you lose a random prisoner")
        assert told["told"].endswith(" frees:3")
        results = set()
        for roll in (1, 2, 3):
            after = copy.deepcopy(state)
            play(after, do.Attack("dragon-red", "tower"), outcomes=[roll])
            results.add(piles.gold(after.prisoners) - piles.gold(prisoners))
        assert (min(results), max(results)) == (told["gold"], told["most"])


SCOUTED = "farmer-red orc-red pig"


@pytest.mark.parametrize(
    ("unit", "village", "here", "then", "ending"),
    [
        ("dragon-red", "tower", {"tower": "thief-yellow"}, [], "you win"),
        (
            "farmer-red",
            "castle",
            {"castle": "thief-yellow", "prisoners": "hero-blue", "tower": "pig"},
            [],
            "you lose",
        ),
        (
            "dragon-red",
            "tower",
            {"tower": "thief-yellow", "prisoners": "hero-blue"},
            [["frees-one", 1]],
            "you lose your only prisoner",
        ),
        # the Archer wins
        ("scout-red", "castle", {"castle": SCOUTED, "tower": "archer-orange"}, [], "you lose"),
        (
            "scout-red",
            "tower",
            {"tower": SCOUTED},
            [["scouts", 2]],
            "the next face-down card is discarded",
        ),
        ("scout-red", "tower", {"tower": "farmer-red", "tavern": "orc-red"}, [], "you win"),
        ("thief-blue", "castle", {"castle": "dragon-red"}, [["draws", 1]], "; draw 1"),
        ("thief-blue", "tower", {"tower": "princess-blue"}, [["draws", 1]], "; draw 1"),
        (
            "thief-blue",
            "tower",
            {"tower": "princess-blue", "deck": "", "drawn_out": True},
            [["dry", 0]],
            "",
        ),
        (
            "thief-blue",
            "tower",
            {"tower": "princess-blue", "deck": "", "discards": ""},
            [["dry", 0]],
            "",
        ),
    ],
)
def test_what_thieves_and_scouts_bring_or_cost_is_foretold(unit, village, here, then, ending):
    state = position(hand=f"{unit} hero-green", **{"deck": "inn", **here})
    told = foretold(unit, village, state)
    assert (told["then"], told["gold"]) == (then, told["most"])
    assert ending in told["label"]
