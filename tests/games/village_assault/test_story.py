"""What the log tells of what happens, and how the pieces move."""

from typing import Any

import pytest

from games.plugin import SPECTATOR, Event, Motion, Narration, project, render
from games.village_assault import actions as do
from games.village_assault.state import State
from tests.games.village_assault.positions import GAME, play, position

DECK = ["farmer-blue", "builder-red", "builder-blue", "ace-purple"]


def narrated(events: list[Event]) -> list[Narration]:
    told = [GAME.narrate(project(event, 0)) for event in events]
    return [one for one in told if one is not None]


def here(**more: Any) -> State:
    return position(**{"tower": "ace-green", "hand": "ace-blue", "deck": DECK, **more})


CASES: list[tuple[State, Any, list[str]]] = [
    (
        here(tower="scout-red orc-red", hand="hero-blue ace-blue", prisoners="pig"),
        do.Attack("hero-blue", "tower"),
        [
            "The blue Hero beats the red Scout at the Tower, 5 against 1.",
            "The red Scout frees the Pig.",
            "The red Scout is taken prisoner.",
            "Turned up at the Tower: red Orc.",
            "Used up: blue Hero.",
        ],
    ),
    (
        here(tower="dragon-red", hand="thief-blue ace-blue"),
        do.Attack("thief-blue", "tower"),
        [
            "The blue Thief loses to the red Dragon at the Tower, 1 against 5.",
            "Ann draws purple Ace.",
            "Used up: blue Thief.",
            "Nothing in hand can overcome what is left.",
        ],
    ),
    (
        here(tower="scout-red", tavern="archer-green", hand="hero-blue orc-red"),
        do.Attack("hero-blue", "tower"),
        [
            "The blue Hero attacks the Tower and beats the green Archer, who steps in, "
            "5 against 4.",
            "The green Archer is taken prisoner.",
            "Used up: blue Hero.",
        ],
    ),
    (
        here(tower="scout-red", tavern="archer-green", hand="farmer-red orc-red pig"),
        (do.Attack("farmer-red", "tower"), do.Boost(0, sheep=False)),
        [
            "The red Farmer attacks the Tower and loses to the green Archer, who steps in, "
            "1 against 4.",
            "Used up: red Farmer.",
        ],
    ),
    (
        here(tower="farmer-red king-green inn", hand="ace-blue"),
        do.Attack("ace-blue", "tower"),
        [
            "The blue Ace beats the red Farmer at the Tower, 2 against 1.",
            "The red Farmer is taken prisoner.",
            "Turned up at the Tower: green King.",
            "The green King moves behind the Castle.",
            "Turned up at the Tower: Inn.",
            "An Inn opens: it is dealt cards from the next round on.",
            "Used up: blue Ace.",
            "Every village is empty: round 1 is won.",
        ],
    ),
    (
        here(tower="farmer-red dragon-red", hand="scout-purple ace-blue"),
        do.Attack("scout-purple", "tower"),
        [
            "The purple Scout beats the red Farmer at the Tower, 1 against 1.",
            "The red Farmer is taken prisoner.",
            "The Scout discards the next card of the Tower: red Dragon.",
            "Used up: purple Scout.",
            "Every village is empty: round 1 is won.",
        ],
    ),
    (
        here(hand="ace-blue sheep"),
        do.Attack("ace-blue", "tower"),
        ["Ann sends the blue Ace to the Tower."],
    ),
    (
        here(inn=None, hand="warrior-red ace-blue sheep"),
        do.Spend("warrior-red", "inn-1"),
        ["Ann is about to spend the red Warrior."],
    ),
    (
        here(inn=None, hand="warrior-red ace-blue sheep"),
        (do.Spend("warrior-red", "inn-1"), do.Boost(0, sheep=True)),
        ["The red Warrior tears down the first Inn.", "Used up: Sheep."],
    ),
    (
        here(kings="king-green", hand="assassin-red ace-blue"),
        do.Spend("assassin-red", "castle"),
        ["The red Assassin does away with the green King.", "Used up: red Assassin."],
    ),
    (here(castle="pig"), do.Take("castle"), ["Ann takes the Pig from the Castle into hand."]),
    (
        here(tavern="priest-red"),
        do.Take("tavern"),
        ["Ann takes the red Priest prisoner at the Tavern, for free."],
    ),
    (
        here(hand="chicken ace-blue", deck="inn", discards="pig pig"),
        do.Chicken(),
        [
            "Ann plays a Chicken.",
            "The 3 discarded cards are shuffled into a new deck.",
            "Ann draws Inn and Pig. Discarded at once: Inn.",
        ],
    ),
    (
        here(tavern="hero-blue", hand="bunny ace-blue"),
        do.Bunny("tavern"),
        ["Ann plays a Bunny: the blue Hero is discarded."],
    ),
    (
        here(hand="merchant-orange ace-blue"),
        do.Merchant("merchant-orange"),
        ["Ann plays the orange Merchant."],
    ),
    (
        here(hand="merchant-orange ace-blue farmer-red", prisoners="princess-blue"),
        (do.Merchant("merchant-orange"), do.Add("farmer-red")),
        ["Ann adds the red Farmer: 3 gold, 8 in all."],
    ),
    (
        here(hand="merchant-orange ace-blue", prisoners="princess-blue princess-green"),
        (do.Merchant("merchant-orange"), do.Finish()),
        [
            "10 gold buys 3 cards.",
            "Ann draws purple Ace, blue Builder and red Builder.",
            "2 prisoners are discarded.",
        ],
    ),
    (
        here(tower=None, round=0, prisoners="farmer-red", hand="ace-blue"),
        do.Finish(),
        [
            "Round 0 scores 3 points, which buy 1 card.",
            "Ann draws purple Ace.",
            "1 prisoner is discarded.",
            "Round 1 is dealt.",
        ],
    ),
    (
        here(scored=[4, 5], prisoners="farmer-red", round=3),
        do.Retreat(),
        ["Ann retreats. The last round scores 3 points; 12 in all."],
    ),
]


@pytest.mark.parametrize(
    ("state", "actions", "told"), CASES, ids=[case[-1][-1][:40] for case in CASES]
)
def test_the_log_tells(state: State, actions: Any, told: list[str]) -> None:
    """The sentences that the last of these actions brings."""
    *before, last = actions if isinstance(actions, tuple) else (actions,)
    play(state, *before)
    assert [render(one.line, ["Ann"]) for one in narrated(play(state, last))] == told


def motions(state: State, action: do.Action) -> list[Motion]:
    return [motion for one in narrated(play(state, action)) for motion in one.motions]


def test_pieces_move_where_the_story_goes() -> None:
    state = here(tower="orc-red dragon-red", tavern="archer-green", hand="hero-blue")
    made = motions(state, do.Attack("hero-blue", "tower"))
    moved = [(one.piece, one.source, one.target) for one in made]
    assert moved == [
        ("hero-blue", "hand", "village:tower"),
        ("archer-green", "village:tavern", "village:tower"),
        ("archer-green", "village:tavern", "prisoners"),
        ("hero-blue", "hand", "discards"),
    ]


def test_a_deal_shows_only_what_lies_face_up() -> None:
    state = here(tower=None, round=1, hand=[], deck=[*DECK, "inn", "ace-blue"])
    moved = [(one.piece, one.target) for one in motions(state, do.Finish())]
    assert moved == [
        ("card", "down:castle"), ("inn", "village:castle"),
        ("card", "down:tower"), ("builder-blue", "village:tower"),
        ("card", "down:tavern"), ("farmer-blue", "village:tavern"),
        ("inn", "village:inn-1"), ("ace-blue", "village:castle"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("state", "viewer", "said"),
    [
        (here(), 0, "Choose a unit to attack with."),
        (here(tavern="pig"), 0, "Choose a unit to attack with, or take what is free."),
        (here(tower=None), 0, "Round 1 is won: add hand cards to the prisoners, or finish."),
        (here(hand="chicken"), 0, "Play a card, or retreat."),
        (here(hand="farmer-red", tower="pig"), 0, "Take what is free, or retreat."),
        (here(hand=[], tower=None), 0, "Round 1 is won: finish it."),
        (here(hand=[], phase="adding"), 0, "No card is left to add: finish the round."),
        (here(phase="adding"), 0, "Add more hand cards to the prisoners, or finish."),
        (
            here(phase="cashing", merchant="merchant-orange"),
            0,
            "The Merchant buys: add cards to the prisoners, or cash in.",
        ),
        (here(), SPECTATOR, "Ann leads the assault."),
    ],
    ids=str,
)
def test_the_status_line(state: State, viewer: Any, said: str) -> None:
    assert render(GAME.prompt(state, viewer), ["Ann"]) == said


def test_a_run_that_ends_without_an_attack_ends_at_its_first() -> None:
    state = position(hand="ace-blue", tower="orc-red")
    play(state, do.Retreat())
    assert render(GAME.moment(GAME.observation(state, 0))) == "round 1, attack 1"
