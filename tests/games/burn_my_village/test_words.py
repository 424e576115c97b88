"""What people read and touch: status line, labels, picks, previews, log, refused picks."""

from typing import Any

import pytest

from games.burn_my_village.actions import DRAW
from games.burn_my_village.state import State
from games.plugin import SPECTATOR, Choice, Event, Motion, Viewer, project, render
from tests.games.burn_my_village.tables import GAME, bribe, ended, play, table, visit

NAMES = ("Ann", "Ben", "Cy")
FULL = {stall: ["sword", "wild"] for stall in range(4)}


def prompt(state: State, viewer: Viewer) -> str:
    return render(GAME.prompt(state, viewer), NAMES)


def choice(state: State, action: Any) -> Choice[Any]:
    (found,) = (c for c in GAME.choices(state, state.to_move) if c.action == action)
    return found


def told(events: list[Event], viewer: Viewer = SPECTATOR) -> list[str]:
    narrations = [GAME.narrate(project(event, viewer)) for event in events]
    return [render(narration.line, NAMES) for narration in narrations if narration]


def motions(event: Event, viewer: Viewer = SPECTATOR) -> tuple[Motion, ...]:
    narration = GAME.narrate(project(event, viewer))
    assert narration is not None
    return narration.motions


# -- the status line ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "viewer", "said"),
    [
        (table("axe", "", stalls={0: "axe"}), 0, "Your turn. {empty}: a bribe or a draw {ends}."),
        (table("wild", ""), 0, "Your turn. {empty}: a draw {ends}."),
        (table("", "", deck="axe", turn=2), 0, "It’s Ben’s turn."),
        (table("", "", deck="axe", turn=2), SPECTATOR, "It’s Ben’s turn."),
    ],
)
def test_the_status_line(state: State, viewer: Viewer, said: str) -> None:
    assert prompt(state, viewer) == said.format(empty="The deck is empty", ends="ends the game")


@pytest.mark.parametrize(
    ("hand", "stalls", "named"),
    [
        ("axe", {0: "axe"}, "bribe the dragon, visit a stall or draw."),
        ("axe", {}, "bribe the dragon or draw."),
        ("wild", {0: "axe"}, "visit a stall or draw."),  # a coin bribes nobody alone
        ("wild", {1: "axe"}, "draw. Nothing else is possible."),  # nor does it pay alone
        ("axe", {2: "axe", 3: "axe"}, "bribe the dragon or draw."),
        ("axe wild", {2: "axe"}, "bribe the dragon, visit a stall or draw."),
        ("", {3: "axe"}, "draw. Nothing else is possible."),
    ],
)
def test_the_status_line_names_only_what_the_hand_allows(hand, stalls, named):
    state = table(hand, "", stalls=stalls, deck="axe")
    assert prompt(state, 0) == f"Your turn: {named}"
    kinds = {type(action).__name__ for action in GAME.legal_actions(state, 0)}
    assert ("Bribe" in kinds, "Visit" in kinds) == ("bribe" in named, "visit" in named)


# -- choices --------------------------------------------------------------------------------------

HAND = ["scroll", "scroll", "axe", "crown", "wild", "wild"]


def busy(**more: Any) -> State:
    fixed: dict[str, Any] = {"stalls": FULL, "deck": ["axe"], **more}
    return table(HAND, [], bribes=[{"crown": (1, 0)}, {"axe": (2, 0)}], **fixed)


PAID = "hand:scroll hand:axe hand:wild"


@pytest.mark.parametrize(
    ("action", "words", "picks"),
    [
        (
            bribe("scroll", 2, 1),
            "Bribe with 2 scrolls and 1 coin: the scroll climbs 3 spaces",
            "hand:scroll hand:scroll hand:wild",
        ),
        (bribe("axe"), "Bribe with 1 axe: the axe climbs 1 space", "hand:axe"),
        (
            bribe("crown", 0, 2),
            "Add 2 coins to your crowns: the crown is already at the top",
            "hand:wild hand:wild token:crown",
        ),
        (
            visit(3, "scroll axe wild", curse="axe"),
            "Pay a scroll, an axe and a coin at stall 3: take 2 cards, "
            "curse the axe, 3 spaces down",
            f"stall:3 {PAID} token:axe",
        ),
        (
            visit(2, "scroll scroll", curse="scroll"),
            "Pay 2 scrolls at stall 2: take 2 cards, curse the scroll, 1 space down",
            "stall:2 hand:scroll hand:scroll",
        ),
        (
            visit(2, "axe wild", curse="axe"),
            "Pay an axe and a coin at stall 2: take 2 cards, curse the axe, 2 spaces down",
            "stall:2 hand:axe hand:wild",
        ),
        (visit(0), "Take the 2 cards from the free stall", "stall:0"),
        (DRAW, "Draw the top card", "deck"),
    ],
)
def test_a_choice_says_what_it_does(action: Any, words: str, picks: str) -> None:
    found = choice(busy(), action)
    assert (render(found.label), found.picks) == (words, tuple(picks.split()))
    assert not found.ordered


def test_choices_are_grouped_by_the_kind_and_the_stall() -> None:
    groups = dict.fromkeys(render(one.group) for one in GAME.choices(busy(), 0))
    bribes = [f"Bribe with {kinds}" for kinds in ("scrolls", "axes", "crowns")]
    assert [*groups] == [*bribes, "Stall 3", "Stall 2", "Stall 1", "Stall 0", "Draw"]


@pytest.mark.parametrize(
    ("state", "action", "words"),
    [
        (busy(deck=[]), DRAW, "Draw from the empty deck: the game ends"),
        (
            busy(deck=[]),
            bribe("axe"),
            "Bribe with 1 axe: the axe climbs 1 space, "
            "and because the deck is empty, the game ends",
        ),
        (
            table("sword", "", stalls={1: "axe"}),
            visit(1, "sword", curse="sword"),
            "Pay a sword at stall 1: take 1 card, curse the sword, already last",
        ),
    ],
)
def test_a_label_says_that_the_game_will_end_or_a_token_cant_fall(state, action, words):
    assert render(choice(state, action).label, NAMES) == words


def test_a_preview_shows_the_tokens_way_and_the_points() -> None:
    preview = choice(busy(), bribe("scroll", 2, 2)).preview
    assert preview == {"token": "scroll", "from": 1, "to": 5, "points": [3 + 4 * 4, 2 * 3]}
    preview = choice(busy(), visit(2, "axe", "wild", curse="axe")).preview
    assert preview == {"token": "axe", "from": 4, "to": 2, "points": [4, 4]}


def test_equal_previews_are_one_object_so_that_the_page_is_sent_them_once() -> None:
    previews = {one.action: one.preview for one in GAME.choices(busy(), 0)}
    assert previews[bribe("axe")] != previews[bribe("crown")]
    assert previews[bribe("scroll", 2)] is previews[bribe("scroll", 1, 1)] is not None


# -- the log --------------------------------------------------------------------------------------


def test_a_bribe_is_told_with_token_and_refill() -> None:
    state = table("scroll scroll wild", "", deck="axe scroll")
    events = play(state, bribe("scroll", 2, 1), "axe", "scroll")
    assert told(events) == [
        "Ann bribes the dragon with 2 scrolls and 1 coin.",
        "The scroll climbs 3 spaces.",
        "2 cards come to the market; the last is a scroll.",
    ]
    goal = "bribe:0:scroll"
    assert motions(events[0]) == (
        Motion("scroll", "hand:0", goal),
        Motion("scroll", "hand:0", goal),
        Motion("wild", "hand:0", goal),
    )
    assert motions(events[1]) == (Motion("token:scroll", "space:1", "space:4"),)
    assert motions(events[2]) == (
        Motion("axe", "deck", "stall:3"),
        Motion("scroll", "deck", "stall:2"),
    )


def test_coins_added_to_a_bribe_at_the_top_are_told() -> None:
    state = table("wild", "", bribes=[{"crown": (1, 0)}], deck="wild")
    events = play(state, bribe("crown", 0, 1), "wild")
    assert told(events) == [
        "Ann adds 1 coin to a bribe of crowns.",
        "The crown is already at the top.",
        "1 card comes to the market: a coin.",
    ]
    assert motions(events[1]) == ()


def test_a_visit_is_told_with_its_curse() -> None:
    state = table("axe wild axe", "", stalls={3: "crown sword"}, deck="axe")
    events = play(state, visit(3, "axe", "axe", "wild", curse="axe"))
    assert told(events) == [
        "Ann pays 2 axes and a coin at stall 3 and takes its 2 cards.",
        "The axe is cursed and falls 3 spaces.",
    ]
    assert motions(events[0]) == (
        Motion("axe", "hand:0", "discards"),
        Motion("axe", "hand:0", "discards"),
        Motion("wild", "hand:0", "discards"),
        Motion("crown", "stall:3", "hand:0"),
        Motion("sword", "stall:3", "hand:0"),
    )
    assert motions(events[1]) == (Motion("token:axe", "space:4", "space:1"),)


def test_a_curse_at_the_bottom_and_a_visit_to_the_free_stall_are_told() -> None:
    events = play(table("sword", "", stalls={1: "axe"}), visit(1, "sword", curse="sword"))
    assert told(events)[1] == "The sword is cursed but already at the bottom."
    assert motions(events[1]) == ()
    events = play(table("", "", stalls={0: "axe"}), visit(0))
    assert told(events) == ["Ann takes the only card from the free stall."]


def test_a_drawn_card_is_named_to_its_drawer() -> None:
    (event,) = play(table("", "", deck="axe"), DRAW, "axe")
    assert told([event], 0) == ["Ann draws a card: an axe."]
    assert told([event], 1) == ["Ann draws a card."]
    assert motions(event, 0) == (Motion("axe", "deck", "hand:0"),)
    assert motions(event, 1) == (Motion("card", "deck", "hand:0"),)


def test_both_endings_and_the_points_are_told() -> None:
    drawn = play(table("", "sword", deck=[]), DRAW)
    assert told(drawn) == [
        "Ann draws from the empty deck: the game ends.",
        "1. Ann: 0 points",
        "2. Ben: −1 point",
    ]
    bribed = play(table("sword", "", deck=[]), bribe("sword"))
    assert told(bribed)[2:] == [
        "The market needs a card and the deck is empty: the game ends.",
        "1. Ann: 2 points",
        "2. Ben: 0 points",
    ]


# -- refused picks --------------------------------------------------------------------------------


def why(state: State, picks: str) -> str | None:
    sentence = GAME.why_not(state, 0, picks.split())
    return None if sentence is None else render(sentence, NAMES)


ONE_AXE = table("axe", "", stalls={3: "axe"})
COINS = table("wild wild wild", "", stalls={3: "axe"})
WHOLE_TURN = "Drawing takes your whole turn: you can’t combine it with anything else."


@pytest.mark.parametrize(
    ("picks", "sentence"),
    [
        ("hand:gem", "You can’t do anything with that."),
        (
            "deck hand:axe",
            "Drawing takes your whole turn: you can’t combine it with anything else.",
        ),
        ("deck deck", WHOLE_TURN),
        ("hand:potion", "You hold no potions."),
        ("hand:axe hand:axe", "You hold only 1 axe."),
        ("stall:3 stall:2", "You can visit only one stall a turn."),
        ("stall:0 hand:axe", "This stall is free: it takes no payment and curses nothing."),
        ("hand:axe hand:crown stall:1", "Stall 1 costs exactly 1 card; you have chosen 2."),
        (
            "stall:2 hand:wild hand:wild",
            "Coins alone can’t start a bribe or pay at a stall: add a treasure.",
        ),
        ("stall:2 hand:axe hand:wild token:crown", "Only a treasure you pay with can be cursed."),
        (
            "stall:2 hand:axe hand:wild token:axe",
            "You aren’t paying with any other treasure, so the axe is cursed anyway.",
        ),
        ("stall:2 hand:axe hand:crown token:axe token:crown", "A visit curses one treasure."),
        ("token:potion", "Only bribes and curses move tokens: choose cards from your hand first."),
        (
            "hand:wild token:potion",
            "Coins alone can’t start a bribe: add a potion, or lay them on a bribe you have.",
        ),
        (
            "hand:axe hand:crown token:scroll hand:wild",
            "That token doesn’t go with the cards you have chosen.",
        ),
        (
            "hand:scroll hand:scroll hand:axe hand:wild",
            "A bribe is one kind of treasure, with or without coins: drop the scrolls or the axes.",
        ),
        (
            "hand:scroll hand:axe hand:crown hand:wild",
            "A bribe is one kind of treasure, with or without coins: "
            "drop the scrolls and axes or the crowns.",
        ),
    ],
)
def test_other_picks_are_objected_to_in_a_sentence(picks: str, sentence: str) -> None:
    assert why(busy(), picks) == sentence


def test_a_bribes_own_token_may_be_picked_with_it_and_need_not() -> None:
    laid = choice(busy(), bribe("scroll", 2, 1))
    assert laid.along == "token:scroll"
    assert why(busy(), " ".join((*laid.picks, laid.along))) is None


@pytest.mark.parametrize(
    ("state", "pick", "sentence"),
    [
        (ONE_AXE, "stall:2", "This stall is empty: there is nothing to take."),
        (ONE_AXE, "stall:3", "Stall 3 costs 3 cards; you don’t hold that many."),
        (COINS, "stall:3", "Coins alone can’t start a bribe or pay at a stall: add a treasure."),
        (COINS, "hand:wild", "Coins alone can’t start a bribe or pay at a stall: add a treasure."),
        (ended("axe", ""), "hand:axe", "The game is over."),
        (table("axe", "axe", first=1), "hand:axe", "It’s Ben’s turn: wait for yours."),
    ],
)
def test_picks_that_the_position_forbids_are_objected_to(state, pick, sentence):
    assert why(state, pick) == sentence
