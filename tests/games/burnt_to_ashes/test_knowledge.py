"""What stays hidden (ruling sheet, What stays hidden)."""

import random
from typing import Any

import msgspec
import pytest

from games.burnt_to_ashes.actions import Arrange, Buy, Done, Look
from games.burnt_to_ashes.components import value
from games.burnt_to_ashes.state import State
from games.plugin import OMNISCIENT, SPECTATOR, FastChance, Viewer
from games.plugin.codec import canonical_json
from games.plugin.events import project
from tests.games.burnt_to_ashes.positions import GAME, act, begun, gold, lay, position
from tests.support.random_games import played

OTHERS: tuple[Viewer, ...] = (1, 2, SPECTATOR)


def arranged() -> State:
    """Seat 0 has looked at land 3 and put its pile in order."""
    state = position("12", "x1", "1", phase="buy", stone=None)
    act(state, 0, Look(3), "attack", "power", "power")
    act(state, 0, Arrange(("power", "power", "attack")))
    return state


def worlds(state: State, seat: int, count: int = 12) -> list[State]:
    seen = canonical_json(GAME.observation(state, seat))
    return [
        GAME.determinize(msgspec.json.decode(seen, type=GAME.Observation), seat, FastChance(number))
        for number in range(count)
    ]


@pytest.mark.parametrize("viewer", OTHERS)
def test_gold_is_hidden_from_everyone_else_in_hand_and_laid_until_it_is_turned(viewer):
    state = position("x1", "1", "1")
    seen = GAME.observation(state, viewer).seats[0]
    assert (seen.hand, seen.hand_size) == (None, 2)
    lay(state, "x1")
    assert GAME.observation(state, viewer).seats[0].laid is None
    lay(state, "", "", outcomes=("1",))
    last = GAME.observation(state, viewer).last
    assert last is not None
    assert last.gold[0] == gold("x1")


def test_who_looked_at_a_pile_knows_its_order_for_good_and_nobody_else() -> None:
    state = arranged()
    for world in (state, *worlds(state, 0)):
        assert GAME.observation(world, 0).lands[3].known == ["power", "power", "attack"]
    for viewer in OTHERS:
        seen = GAME.observation(state, viewer)
        assert (seen.lands[3].looked, seen.lands[3].known) == (True, None)
        assert sum(seen.unseen.values()) == 100
    act(state, 0, Buy(3))  # a bought counter just leaves the top
    assert GAME.observation(state, 0).lands[3].known == ["power", "attack"]
    assert GAME.observation(state, 1).lands[3].known is None


def test_events_of_a_look_tell_the_owner_alone() -> None:
    state = position("3", "1", "1", phase="buy", stone=None)
    (looked,) = act(state, 0, Look(3), "attack", "power", "power")
    (ordered,) = act(state, 0, Arrange(("power", "power", "attack")))
    for event in (looked, ordered):
        assert "counters" in project(event, 0).data
        for viewer in OTHERS:
            assert "counters" not in project(event, viewer).data
            told = GAME.narrate(project(event, viewer))
            assert told is None or "power" not in str(told)


def test_what_nobody_has_looked_at_has_no_order_and_what_burnt_is_known_to_its_owner() -> None:
    state = position("1", "1")
    assert all(land.known is None for land in state.lands)
    assert sum(state.bag.values()) == 100
    state = arranged()
    state.lands[3].burnt = True
    assert GAME.observation(state, 0).unseen["power"] == 18
    assert GAME.observation(state, 1).unseen["power"] == 20


def test_of_face_down_cards_only_what_colors_and_open_ones_imply_may_be_known() -> None:
    state = position("1", "1", cards="ryy3", round=2)
    assert [card.number for card in state.cards] == [None, None, None, 3]
    for cards, possible in (("ryy3", [[5], [2, 4], [2, 4], [3]]), ("ry24", [[5], [3], [2], [4]])):
        state = position("1", "1", cards=cards, round=2)
        board = GAME.board(GAME.observation(state, SPECTATOR))
        assert [card["possible"] for card in board["cards"]] == possible


def test_gold_returned_is_known_to_its_seat_alone() -> None:
    state = position("x2", "1", "1", phase="buy", stone=None)
    act(state, 0, Done())
    assert GAME.observation(state, 0).seats[0].returned == gold("x2")
    assert GAME.observation(state, 1).seats[0].returned is None
    for world in worlds(state, 0):
        assert world.players[0].returned == gold("x2")


def test_in_every_world_those_who_have_bought_had_what_they_spent() -> None:
    state = position("x123", "x12", "1111", phase="buy", stone=None)
    for seat, pays in ((0, 3), (1, 1)):
        for _ in range(pays):
            act(state, seat, Buy(seat), "power")
        assert all(world.purse >= 0 for world in worlds(state, 2, 30))
        act(state, seat, Done())
    found = set()
    for world in worlds(state, 2, 200):
        first, second = (player.returned for player in world.players[:2])
        assert value(first) >= 6, first
        assert value(second) >= 2, second
        assert world.players[2].hand == gold("1111")
        found.add((*first, *second))
    assert len(found) == 4  # all there are


class ToTheTruth(FastChance):
    """Deals hidden gold as it truly lies: hands that must be worth something first, then others."""

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(1)
        self.hands: list[str] = []
        self.rest: list[int] = []
        for other, player in enumerate(state.players):
            for gold_ in (player.hand, player.laid or [0] * 4, player.returned):
                if other == seat or not sum(gold_):
                    continue
                if player.spent and gold_ is not player.laid:
                    self.hands.append(" ".join(map(str, gold_)))
                else:
                    self.rest += [worth for worth in range(4) for _ in range(gold_[worth])]

    def draw(self, bag: Any, stream: str) -> str:
        if stream != "guess-gold":
            return super().draw(bag, stream)
        hand = self.hands.pop(0)
        assert bag[hand] > 0
        return hand

    def outcome(self, kind: Any, stream: str, args: Any) -> Any:
        if kind != "shuffle":
            return super().outcome(kind, stream, args)
        unseen = list(args)
        for worth in self.rest:
            unseen.remove(worth)
        return [*unseen, *reversed(self.rest)]  # dealt from its end


def agrees(world: State, state: State) -> None:
    """What everyone has seen of gold is the same in both: sizes, what was paid, what was shown."""
    assert GAME.pieces(world) == GAME.pieces(state)
    assert (world.deck, world.discards, world.last) == (state.deck, state.discards, state.last)
    for dealt, true in zip(world.players, state.players, strict=True):
        sizes = [sum(cards or ()) for cards in (dealt.hand, dealt.laid, dealt.returned)]
        assert sizes == [sum(cards or ()) for cards in (true.hand, true.laid, true.returned)]
        assert dealt.spent == true.spent <= value(dealt.hand) + value(dealt.returned)


def gold_of(state: State) -> list[Any]:
    return [(player.hand, player.laid, player.returned) for player in state.players]


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_worlds_agree_with_all_that_was_seen_and_the_true_deal_is_one_of_them(seats: int) -> None:
    paid = sum(_looks_of_a_game(seats, seed) for seed in range(2))
    assert paid > 4


def _looks_of_a_game(seats: int, seed: int) -> int:
    """Compare in every position of it; how often someone had paid for something."""
    dice, paid = random.Random(seed), 0
    for state, _ in played(GAME, begun(seats, seed=seed), seed):
        if state.halfway or state.ending:  # else nothing seems laid yet
            continue
        for seat in range(seats):
            seen = GAME.observation(state, seat)
            agrees(GAME.determinize(seen, seat, FastChance(dice.getrandbits(32))), state)
            truth = GAME.determinize(seen, seat, ToTheTruth(state, seat))
            assert gold_of(truth) == gold_of(state)
        paid += sum(player.spent > 0 for player in state.players)
    return paid


def test_worlds_keep_every_counter_and_gold_card_and_differ_in_what_is_hidden() -> None:
    state = arranged()
    found = [worlds(state, seat, 40) for seat in range(3)]
    assert all(GAME.pieces(one) == GAME.pieces(state) for some in found for one in some)
    assert len({str(world.lands[3].known) for world in found[1]}) > 1
    assert len({str(world.players[0].hand) for world in found[2]}) > 1


def test_everything_is_open_to_a_reviewer_and_at_the_end_but_the_counters_set_aside() -> None:
    state = arranged()
    assert GAME.observation(state, OMNISCIENT).lands[3].known == ["power", "power", "attack"]
    assert sum(GAME.observation(state, 1).unseen.values()) == 100
    state.ending = "no-knight"
    seen = GAME.observation(state, 1)
    assert (seen.seats[0].hand, seen.lands[3].known) == (gold("12"), ["power", "power", "attack"])
    assert sum(seen.unseen.values()) == 97
