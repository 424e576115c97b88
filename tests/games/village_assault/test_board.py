"""What the board gets, and what choices say before anyone commits to them."""

from typing import Any

from games.plugin import OMNISCIENT, SPECTATOR, Line, render
from games.village_assault.actions import Attack, Boost
from games.village_assault.board import board
from games.village_assault.game import VillageAssault
from games.village_assault.observation import observe
from games.village_assault.state import State
from tests.games.village_assault.positions import play, position

GAME = VillageAssault()


def drawn(state: State, viewer: Any = 0) -> dict[str, Any]:
    return board(observe(state, viewer))


def cards(faces: list[dict[str, Any]]) -> list[str]:
    return [face["card"] for face in faces]


def labels(state: State) -> dict[tuple[str, ...], str]:
    return {choice.picks: render(choice.label) for choice in GAME.choices(state, 0)}


def middle() -> State:
    return position(
        castle=["golem-green", "pig"],
        tower="orc-red",
        tavern=["archer-orange", "sheep"],
        inn="princess-blue",
        hand=["pig", "ace-green", "hero-blue", "chicken", "farmer-red"],
        kings=["king-green"],
        prisoners=["priest-red", "builder-red"],
        scored=[7, 9],
        round=3,
        deck=["farmer-blue", "inn"],
    )


def test_a_village_tells_what_an_attack_would_meet_and_what_is_free() -> None:
    castle, tower, tavern, inn = drawn(middle())["villages"]
    told = [(one["key"], one["down"], one["free"]) for one in (castle, tower, tavern, inn)]
    assert told == [
        ("castle", 1, None),
        ("tower", 0, None),
        ("tavern", 1, None),
        ("inn-1", 0, "prisoners"),
    ]
    meets = [(one["meets"]["power"], render(one["meets"]["words"])) for one in (castle, tavern)]
    guarded = "the Archer from the Tavern steps in"
    assert meets == [(4, guarded), (2, "the Archer")]
    assert (castle["meets"]["at"], castle["cards"]) == ("tavern", None)
    animal = position(tower="pig", tavern="joker-green", hand=["ace-blue"])
    empty, pig, joker = drawn(animal)["villages"]
    assert (empty["meets"], pig["meets"], pig["free"]) == (None, None, "hand")
    assert render(joker["meets"]["words"]) == "the Joker: the lower power wins"


def test_the_hand_lies_by_color_with_greys_last() -> None:
    hand = drawn(middle())["hand"]
    assert [one["face"]["card"] for one in hand] == [
        "farmer-red", "ace-green", "hero-blue", "chicken", "pig",
    ]  # fmt: skip


def test_every_unit_in_hand_has_a_forecast_for_every_village_with_somebody_to_fight() -> None:
    state = middle()
    for one in drawn(state)["hand"]:
        wanted = [] if one["face"]["power"] is None else ["castle", "tower", "tavern", "inn-1"]
        assert list(one["forecast"]) == wanted
    hero = drawn(state)["hand"][2]["forecast"]
    assert render(hero["castle"]["sum"]) == "3 + 2 against 2 + 2"
    assert render(hero["castle"]["guard"]) == "the Archer from the Tavern steps in"
    assert (hero["tavern"]["guard"], render(hero["tavern"]["words"])) == (None, "you win")
    assert hero["tavern"]["gold"] == 2 + 1  # the Priest counts her, too
    assert drawn(state)["hand"][0]["forecast"]["tavern"]["won"] is False


def test_forecasts_are_the_choices_previews() -> None:
    state = middle()
    hand = {one["face"]["card"]: one["forecast"] for one in drawn(state)["hand"]}
    tried = 0
    for choice in GAME.choices(state, 0):
        if isinstance(choice.action, Attack):
            assert choice.preview is not None
            told = hand[choice.action.unit][choice.action.village]
            assert {key: told[key] for key in choice.preview} == choice.preview
            tried += 1
    assert tried == 3 * 4


def test_a_declared_attack_is_told_with_each_boost() -> None:
    state = middle()
    play(state, Attack("farmer-red", "tavern"))
    told = drawn(state)
    assert (told["phase"], told["declared"]["unit"]["card"]) == ("boosting", "farmer-red")
    assert [list(one["forecast"]) for one in told["hand"]] == [["tavern"], [], [], [], []]
    assert labels(state) == {
        ("act:go",): "Farmer alone: 1 against 2, you lose",
        ("hand:pig",): "Farmer with 1 Pig: 3 against 2, you win",
    }
    previews = [choice.preview for choice in GAME.choices(state, 0)]
    assert [one and (one["attack"], one["won"]) for one in previews] == [(1, False), (3, True)]
    play(state, Boost(1, sheep=False))
    assert drawn(state)["declared"] is None


def test_choices_say_what_they_do() -> None:
    said = labels(middle())
    assert said["hand:ace-green", "village:castle"] == (
        "green Ace to the Castle: the Archer from the Tavern steps in, 2 against 4, you lose"
    )
    assert said["village:inn-1",] == "Take the blue Princess from the first Inn prisoner: 6 gold"
    assert said["hand:chicken",] == "Play a Chicken: draw 2 cards"
    assert said["act:retreat",] == "Retreat: end here with 21 points"


def test_at_the_close_cards_are_added_by_a_touch_and_played_by_buttons() -> None:
    state = position(
        hand=["chicken", "merchant-orange", "farmer-red"], prisoners=["orc-red"], deck=["inn"]
    )
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
    acts = {act["target"]: render(act["label"]) for act in told["acts"]}
    assert acts == {
        "act:finish": "Finish: 2 points, draw 0",
        "act:chicken": "Play the Chicken: draw 2",
        "act:merchant-orange": "Play the orange Merchant: cash in now",
    }


def test_every_act_is_a_choice_and_every_choices_act_a_button() -> None:
    for state in (middle(), position(hand=["chicken"]), position(hand=[], last_round=True)):
        acts = {act["target"] for act in drawn(state)["acts"]}
        picked = {pick for picks in labels(state) for pick in picks if pick.startswith("act:")}
        assert acts == picked


def test_prisoners_tell_their_gold_and_what_it_buys() -> None:
    told = drawn(middle())["prisoners"]
    assert cards(told["cards"]) == ["priest-red", "builder-red"]
    assert (told["gold"], told["buys"], told["coins"], told["missing"]) == (5, 1, 2, 1)


def test_the_score_counts_the_prisoners_as_they_are() -> None:
    told = drawn(middle())
    assert told["score"] == {"points": 21, "scored": [7, 9], "total": 16, "attacks": 0}
    assert told["seats"][0]["points"] == 21


def test_spectators_see_the_hand_without_forecasts_and_reviewers_everything() -> None:
    watched = drawn(middle(), SPECTATOR)
    assert [one["forecast"] for one in watched["hand"]] == [{}] * 5
    assert watched["deck"] == {"count": 2, "cards": None}
    reviewed = drawn(middle(), OMNISCIENT)
    assert cards(reviewed["deck"]["cards"]) == ["inn", "farmer-blue"]
    assert cards(reviewed["villages"][0]["cards"]) == ["pig"]


def test_every_code_of_a_preview_has_words() -> None:
    told = drawn(middle())
    for words in (told["reasons"], told["outcomes"]):
        assert all(isinstance(said, Line) and render(said) for said in words.values())
    for one in told["hand"]:
        for forecast in one["forecast"].values():
            assert forecast["outcome"] in told["outcomes"]
            parts = forecast["why"] + forecast["against"]
            assert {reason for reason, _ in parts} <= set(told["reasons"])


def test_a_free_priest_tells_what_he_adds_to_the_prisoners() -> None:
    seen = GAME.observation(position(tower="priest-red", prisoners=["hero-blue", "ace-blue"]), 0)
    tower = next(one for one in GAME.board(seen)["villages"] if one["key"] == "tower")
    assert (tower["free"], tower["gain"]) == ("prisoners", 3)
