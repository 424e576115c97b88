"""What each viewer may know of a position, and positions that fit what a seat knows.

Hidden are gold in hands, gold face down, gold given back, and the piles. Whoever looked at a pile
knows its order for good, and after it burnt, what burnt; nobody else does. What nobody has seen has
no order in the state either.
"""

from typing import Any, cast

import msgspec

from games.burnt_to_ashes import scoring
from games.burnt_to_ashes.components import COUNTERS, GOLD, WORTHS, Counter, Counters, Gold
from games.burnt_to_ashes.state import (
    Attack,
    DragonCard,
    Ending,
    Land,
    Options,
    Pending,
    Phase,
    Player,
    State,
    no_gold,
)
from games.plugin import OMNISCIENT, Chance, Viewer

_PUBLIC = (
    "options",
    "regent",
    "to_act",
    "phase",
    "round",
    "attack",
    "stone",
    "spent",
    "victor",
    "named",
    "ending",
)  # plain values that everyone knows


class LandView(msgspec.Struct, frozen=True):
    """A land as a viewer sees it; `known` is its pile, top first, for those who may know it."""

    owner: int | None
    size: int
    looked: bool
    known: list[Counter] | None
    knight: bool
    sword: bool
    shield: bool
    burnt: bool


class SeatView(msgspec.Struct, frozen=True):
    """A seat as a viewer sees it; gold is None where it is hidden, its sizes are public.

    `laid_size` is None for a seat that hasn't laid yet in this attack; `points` come with the
    finale.
    """

    hand: Gold | None
    hand_size: int
    laid: Gold | None
    laid_size: int | None
    returned: Gold | None
    returned_size: int
    power: int
    glory: int
    fresh: int
    at_random: bool
    points: int | None


class Observation(msgspec.Struct, frozen=True, kw_only=True):
    """All that a viewer may know; fields are those of `State`, as far as that goes.

    `unseen` are the counters that the viewer has seen nowhere: in piles, set aside, burnt.
    `halfway` is known to the seat in question alone.
    """

    you: int | None
    options: Options
    seats: list[SeatView]
    lands: list[LandView]
    unseen: Counters
    out: Counters
    deck: Gold
    discards: Gold
    cards: list[DragonCard]
    attacked: list[int]
    last: Attack | None
    pending: list[Pending]
    regent: int
    to_act: int
    phase: Phase
    round: int
    attack: int
    stone: int | None
    halfway: bool
    spent: int
    wounds: list[int]
    victor: int | None
    named: int | None
    ending: Ending | None


def observe(state: State, viewer: Viewer) -> Observation:
    """The position as `viewer` may know it, sharing nothing with the state."""
    opened = viewer is OMNISCIENT or state.ending is not None
    seat = viewer if isinstance(viewer, int) else None
    lands = [_land(land, opened or land.owner == seat is not None) for land in state.lands]
    return Observation(
        you=seat,
        seats=[_seat(state, number, opened or number == seat) for number in range(state.count)],
        lands=lands,
        unseen=_unseen(state, lands),
        out=dict(state.out),
        deck=list(state.deck),
        discards=list(state.discards),
        cards=[DragonCard(card.red, card.number) for card in state.cards],
        attacked=list(state.attacked),
        wounds=list(state.wounds),
        last=_copy(state.last, Attack | None),
        pending=_copy(state.pending, list[Pending]),
        halfway=state.halfway and (opened or seat == state.to_act),
        **{name: getattr(state, name) for name in _PUBLIC},
    )


def _land(land: Land, opened: bool) -> LandView:
    known = list(land.known) if opened and land.known is not None else None
    return LandView(
        land.owner,
        land.size,
        land.known is not None,
        known,
        land.knight,
        land.sword,
        land.shield,
        land.burnt,
    )


def _seat(state: State, seat: int, opened: bool) -> SeatView:
    """Half-way through laying, nothing has been laid yet for everybody else."""
    player = state.players[seat]
    hand, laid = list(player.hand), player.laid
    size = sum(hand)
    if state.halfway and seat == state.to_act and not opened and laid is not None:
        size, laid = size + sum(laid), None
    return SeatView(
        hand if opened else None,
        size,
        list(laid) if opened and laid is not None else None,
        None if laid is None else sum(laid),
        list(player.returned) if opened else None,
        sum(player.returned),
        player.power,
        player.glory,
        player.fresh,
        player.at_random,
        scoring.points(state, seat) if state.victor is not None else None,
    )


def _unseen(state: State, lands: list[LandView]) -> Counters:
    """The bag, and the piles that others know."""
    unseen = dict(state.bag)
    for land, seen in zip(state.lands, lands, strict=True):
        if land.known is not None and seen.known is None:
            for counter in land.known:
                unseen[counter] += 1
    return unseen


def _copy(value_: Any, kind: Any) -> Any:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(value_), type=kind)


# -- worlds ----------------------------------------------------------------------------------------


def determinize(observation: Observation, seat: int, chance: Chance) -> State:
    """A position that `seat` could be in: gold and counters that it can't see are dealt at random.

    Whoever is buying holds at least what they have spent.
    """
    state = State(
        players=[_player(view) for view in observation.seats],
        lands=[_land_of(view) for view in observation.lands],
        bag={kind: observation.unseen[kind] for kind in COUNTERS},
        out={kind: observation.out[kind] for kind in COUNTERS},
        deck=list(observation.deck),
        discards=list(observation.discards),
        cards=[DragonCard(card.red, card.number) for card in observation.cards],
        attacked=list(observation.attacked),
        wounds=list(observation.wounds),
        last=_copy(observation.last, Attack | None),
        pending=_copy(observation.pending, list[Pending]),
        halfway=observation.halfway,
        **{name: getattr(observation, name) for name in _PUBLIC},
    )
    _deal_piles(state, observation, chance)
    _deal_gold(state, observation, chance)
    return state


def _player(view: SeatView) -> Player:
    return Player(
        hand=list(view.hand or no_gold()),
        laid=None if view.laid_size is None else list(view.laid or no_gold()),
        returned=list(view.returned or no_gold()),
        power=view.power,
        glory=view.glory,
        fresh=view.fresh,
        at_random=view.at_random,
    )


def _land_of(view: LandView) -> Land:
    known = None if view.known is None else list(view.known)
    return Land(view.size, view.owner, known, view.knight, view.sword, view.shield, view.burnt)


def _deal_piles(state: State, observation: Observation, chance: Chance) -> None:
    """Piles that others have looked at get an order."""
    for land, view in zip(state.lands, observation.lands, strict=True):
        if view.looked and view.known is None:
            land.known = []
            for _ in range(view.size):
                counter = cast("Counter", chance.draw(state.bag, "guess"))
                state.bag[counter] -= 1
                land.known.append(counter)


def _deal_gold(state: State, observation: Observation, chance: Chance) -> None:
    """The gold that the seat sees nowhere goes where gold lies hidden."""
    hidden: list[tuple[Gold, int]] = []
    for player, view in zip(state.players, observation.seats, strict=True):
        if view.hand is None:
            hidden.append((player.hand, view.hand_size))
        if view.laid is None and player.laid is not None:
            hidden.append((player.laid, view.laid_size or 0))
        if view.returned is None:
            hidden.append((player.returned, view.returned_size))
    if not any(size for _gold, size in hidden):
        return
    unseen = _unseen_gold(state)
    buyer = observation.seats[state.to_act] if state.phase == "buy" else None
    floor = state.spent if buyer is not None and buyer.hand is None else 0
    cards = _dealt(unseen, hidden, state.players[state.to_act].hand, floor, chance)
    for gold, size in hidden:
        for _ in range(size):
            gold[cards.pop()] += 1


def _unseen_gold(state: State) -> list[int]:
    left = [copies - state.deck[worth] - state.discards[worth] for worth, copies in enumerate(GOLD)]
    for player in state.players:
        for part in (player.hand, player.laid or no_gold(), player.returned):
            left = [most - cards for most, cards in zip(left, part, strict=True)]
    return [worth for worth in WORTHS for _ in range(left[worth])]


TRIES = 30  # deals in which the buyer may turn out too poor


def _dealt(
    unseen: list[int],
    hidden: list[tuple[Gold, int]],
    buyer: Gold,
    floor: int,
    chance: Chance,
) -> list[int]:
    """The unseen cards in an order that gives the buyer, dealt from its end, at least the floor."""
    before = 0
    size = 0
    for gold, count in hidden:
        if gold is buyer:
            size = count
            break
        before += count
    for _ in range(TRIES):
        cards = chance.shuffle(unseen, "guess-gold")
        end = len(cards) - before
        if sum(cards[end - size : end]) >= floor:
            return cards
    rich = sorted(unseen)[len(unseen) - size :]
    rest = chance.shuffle(sorted(unseen)[: len(unseen) - size], "guess-gold")
    split = len(rest) - before
    return [*rest[:split], *rich, *rest[split:]]
