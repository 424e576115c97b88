"""The small pieces that rulesets are made of."""

from typing import Annotated, Literal

import msgspec
import pytest

from games.plugin import Explanation, PublicFields, explain, rules_of
from games.plugin.errors import REFUSALS
from tests.rulesets.endless import Endless


class Card(msgspec.Struct):
    rule: Explanation


class Piece(msgspec.Struct):
    where: int = 0


class Rules(msgspec.Struct, frozen=True):
    wide: int | None = None


class Node(msgspec.Struct, frozen=True):
    size: Annotated[int, msgspec.Meta(ge=1)] = 1
    next: "Node | None" = None


class Bag(msgspec.Struct, frozen=True):
    cards: list[str]


class View(msgspec.Struct, kw_only=True):
    options: Rules = Rules()
    chain: Node = Node()
    turn: int = 1
    phase: Literal["day", "night"] = "day"
    hand: list[str] | None = None
    track: list[int] = []
    piles: dict[str, int] = {}
    pairs: list[tuple[int, str]] = []
    columns: list[list[int]] = []
    pieces: list[Piece] = []
    last: Piece | None = None
    bag: Bag = Bag([])
    count: int = 7


class Position(View, kw_only=True):
    hand: list[str] = []
    count: int = 0


def a_position() -> Position:
    return Position(
        hand=["secret"],
        track=[1, 2],
        piles={"gold": 3},
        pairs=[(1, "x")],
        columns=[[1], [2]],
        pieces=[Piece(4)],
        last=Piece(5),
        bag=Bag(["axe"]),
        count=9,
    )


PUBLIC = "options chain turn phase track piles pairs columns pieces last bag count"


def test_only_what_is_named_and_the_same_in_both_is_copied_both_ways():
    assert PublicFields(Position, View, "turn count")(a_position()) == {"turn": 1, "count": 9}
    for name in ("hand", "nothing"):
        with pytest.raises(TypeError, match=f"{name} isn't the same in Position and View"):
            PublicFields(Position, View, f"turn {name}")
    public = PublicFields(Position, View, PUBLIC)
    position = a_position()
    view = View(**public(position))
    assert (view.hand, view.count, view.pieces) == (None, 9, [Piece(4)])
    assert Position(hand=["secret"], **public(view)) == position


def test_what_can_change_is_copied_all_the_way_down_and_what_never_does_is_shared():
    position = a_position()
    public = PublicFields(Position, View, PUBLIC)(position)
    for name in ("track", "piles", "pairs", "columns", "pieces", "last", "bag"):
        assert public[name] == getattr(position, name)
        assert public[name] is not getattr(position, name), name
    for name in ("options", "chain", "turn"):
        assert public[name] is getattr(position, name), name
    public["pieces"][0].where = public["last"].where = 0
    public["bag"].cards.clear()
    public["columns"][0].clear()
    assert position == a_position()


def test_what_every_game_refuses_neednt_be_declared():
    said = Endless.refusals["game-over"]

    class InOtherWords(Endless):
        refusals = {"game-over": "That's it.", "too-late": "Too late."}

    assert said == "The game is over."
    assert set(InOtherWords.refusals) == {*REFUSALS, "too-late"}
    assert InOtherWords.refusals["game-over"] == "That's it."
    assert Endless.refusals["game-over"] == said


def test_a_rule_that_pieces_share_is_told_once():
    red, blue = explain("red", "Red", "It burns.", ()), explain("blue", "Blue", "It's wet.", ())
    pieces = [Card(blue), Card(red), Card(blue)]
    assert rules_of(pieces) == [blue, red]
    with pytest.raises(ValueError, match="two rules about blue"):
        rules_of([Card(blue), Card(explain("blue", "Blue", "It's deep.", ()))])
