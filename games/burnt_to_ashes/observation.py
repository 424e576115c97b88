"""A viewer's knowledge of a position, and positions that fit a seat's knowledge.

Hidden are gold in hands, gold face down, gold given back, and the piles. The owners who looked at a
pile know its order for good and, after it burnt, what burnt; nobody else does. What nobody has seen
has no order in the state either.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from math import comb, prod
from typing import NamedTuple, cast

from games.burnt_to_ashes import scoring
from games.burnt_to_ashes.components import COUNTERS, GOLD, WORTHS, Counter, Counters, Gold, value
from games.burnt_to_ashes.state import Land, Player, Seat, State, Table, no_gold
from games.plugin import OMNISCIENT, Chance, PublicFields, Viewer


class LandView(Land, kw_only=True):
    """A land as a viewer sees it; `known` is its pile, top first, or None."""

    looked: bool


class SeatView(Seat, kw_only=True):
    """A seat as a viewer sees it: hidden gold is None, its sizes are public.

    `laid_size` is None until the seat has laid in this attack; `points` is None before the finale.
    """

    hand: Gold | None
    hand_size: int
    laid: Gold | None
    laid_size: int | None
    returned: Gold | None
    returned_size: int
    points: int | None


class Observation(Table, kw_only=True):
    """A viewer's knowledge. `unseen` are counters that the viewer has seen nowhere: in piles, set
    aside, burnt.
    """

    you: int | None
    seats: list[SeatView]
    lands: list[LandView]
    unseen: Counters

    @property
    def count(self) -> int:
        return len(self.seats)

    @property
    def number(self) -> int:
        """The attack's number, from 1; after an attack, its own until its battles end."""
        fought = self.pending or self.ending
        return self.attack + (0 if fought and self.last is not None else 1)


_of_table = PublicFields(State, Observation, " ".join(Table.__struct_fields__))
_of_seat = PublicFields(Player, SeatView, " ".join(Seat.__struct_fields__))
_of_land = PublicFields(Land, LandView, " ".join(Land.__struct_fields__))


def observe(state: State, viewer: Viewer) -> Observation:
    """Return the viewer's observation, which shares nothing with the state."""
    opened = viewer is OMNISCIENT or state.ending is not None
    seat = viewer if isinstance(viewer, int) else None
    lands = [_land(land, opened or land.owner == seat is not None) for land in state.lands]
    seen = Observation(
        you=seat,
        seats=[_seat(state, number, opened or number == seat) for number in range(state.count)],
        lands=lands,
        unseen=_unseen(state, lands),
        **_of_table(state),
    )
    seen.halfway = state.halfway and (opened or seat == state.to_act)
    return seen


def _land(land: Land, opened: bool) -> LandView:
    view = LandView(looked=land.known is not None, **_of_land(land))
    if not opened:
        view.known = None
    return view


def _seat(state: State, seat: int, opened: bool) -> SeatView:
    """To others, a seat halfway through laying has laid nothing yet."""
    player = state.players[seat]
    laid, size = player.laid, sum(player.hand)
    if state.halfway and seat == state.to_act and not opened and laid is not None:
        size, laid = size + sum(laid), None
    return SeatView(
        hand=list(player.hand) if opened else None,
        hand_size=size,
        laid=list(laid) if opened and laid is not None else None,
        laid_size=None if laid is None else sum(laid),
        returned=list(player.returned) if opened else None,
        returned_size=sum(player.returned),
        points=scoring.points(state, seat) if state.victor is not None else None,
        **_of_seat(player),
    )


def _unseen(state: State, lands: list[LandView]) -> Counters:
    """The bag, and the piles that only others know."""
    unseen = dict(state.bag)
    for land, view in zip(state.lands, lands, strict=True):
        for counter in (land.known or ()) if view.known is None else ():
            unseen[counter] += 1
    return unseen


# -- worlds ----------------------------------------------------------------------------------------

Cards = tuple[int, int, int, int]  # gold by worth, as a key


def determinize(observation: Observation, seat: int, chance: Chance) -> State:
    """Return a position that `seat` could be in: gold and counters that it can't see are random.

    A seat that has paid in this round held at least as much.
    """
    state = State(
        players=[_player(view) for view in observation.seats],
        lands=[Land(**_of_land(view)) for view in observation.lands],
        bag={kind: observation.unseen[kind] for kind in COUNTERS},
        **_of_table(observation),
    )
    for land, view in zip(state.lands, observation.lands, strict=True):
        if view.looked and view.known is None:  # others know the order of this pile
            drawn = [chance.take(state.bag, "guess") for _ in range(view.size)]
            land.known = cast("list[Counter]", drawn)
    _deal_gold(state, observation, chance)
    return state


def _player(view: SeatView) -> Player:
    return Player(
        hand=list(view.hand or no_gold()),
        laid=None if view.laid_size is None else list(view.laid or no_gold()),
        returned=list(view.returned or no_gold()),
        **_of_seat(view),
    )


class _Hidden(NamedTuple):
    """Gold that the seat can't see: its pile, its number of cards, its least worth."""

    gold: Gold
    size: int
    floor: int


def _deal_gold(state: State, observation: Observation, chance: Chance) -> None:
    """Deal the gold that the seat sees nowhere to the places where gold is hidden.

    All deals that fit everyone's payments are equally likely.
    """
    hidden = list(_hidden_gold(state, observation))
    left = _unseen_gold(state)
    paid = [one for one in hidden if one.floor]
    while paid:
        gold, size, floor = paid.pop(0)
        needs = tuple((one.size, one.floor) for one in paid)
        hands = {
            " ".join(map(str, hand)): ways * _ways(_without(left, hand), needs)
            for hand, ways in _hands(left, size, floor)
        }
        gold[:] = map(int, chance.draw(hands, "guess-gold").split())
        left = _without(left, gold)
    rest = [one for one in hidden if not one.floor and one.size]
    if rest:
        every = [worth for worth in WORTHS for _ in range(left[worth])]
        cards = chance.shuffle(every, "guess-gold")
        for one in rest:
            for _ in range(one.size):
                one.gold[cards.pop()] += 1


def _hidden_gold(state: State, observation: Observation) -> Iterator[_Hidden]:
    """A seat that has paid had at least that much, in hand or since given back."""
    for player, view in zip(state.players, observation.seats, strict=True):
        in_hand, given_back = (view.spent, 0) if view.hand_size else (0, view.spent)
        if view.hand is None:
            yield _Hidden(player.hand, view.hand_size, in_hand)
        if view.laid is None and player.laid is not None:
            yield _Hidden(player.laid, view.laid_size or 0, 0)
        if view.returned is None:
            yield _Hidden(player.returned, view.returned_size, given_back)


@cache
def _hands(left: Cards, size: int, floor: int) -> list[tuple[Cards, int]]:
    """All hands of that many of these cards with enough worth, and the ways to make each."""
    xs, _ones, twos, threes = left
    rare = product(range(xs + 1), range(twos + 1), range(threes + 1))
    hands = [(x, size - x - two - three, two, three) for x, two, three in rare]
    return [
        (hand, prod(map(comb, left, hand)))
        for hand in hands
        if 0 <= hand[1] <= left[1] and value(list(hand)) >= floor
    ]


@cache
def _ways(left: Cards, needs: tuple[tuple[int, int], ...]) -> int:
    """The number of ways to make hands of those sizes and least worths from these cards."""
    if not needs:
        return 1
    hands = _hands(left, *needs[0])
    return sum(ways * _ways(_without(left, hand), needs[1:]) for hand, ways in hands)


def _without(left: Cards, hand: Iterable[int]) -> Cards:
    xs, ones, twos, threes = (most - cards for most, cards in zip(left, hand, strict=True))
    return (xs, ones, twos, threes)


def _unseen_gold(state: State) -> Cards:
    left = _without(_without(GOLD, state.deck), state.discards)
    for player in state.players:
        for part in (player.hand, player.laid or no_gold(), player.returned):
            left = _without(left, part)
    return left
