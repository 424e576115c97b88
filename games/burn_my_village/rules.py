"""Setup and turns (ruling sheet, Setup and A turn)."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain, cycle
from typing import Any, cast

import msgspec

from games.burn_my_village import components as box, scoring
from games.burn_my_village.actions import DRAW, Action, Bribe, Draw, Visit, bribes, visits
from games.burn_my_village.catalog import CARDS
from games.burn_my_village.state import Laid, Player, State
from games.plugin import Chance, Event, NoOptions, Run, Seating, msg, refuse_if

COINS_ALONE = msg("Coins alone can’t start a bribe or pay at a stall: add a treasure.")
REFUSALS = {
    "nothing-offered": msg("A bribe takes at least one card."),
    "not-enough-cards": msg("That takes {needed} of this kind ({kind}); you hold {held}."),
    "wilds-alone": COINS_ALONE,
    "empty-stall": msg("This stall is empty: there is nothing to take."),
    "wrong-price": msg(
        "At stall {stall}, pay exactly as many cards as its number, no more and no fewer."
    ),
    "coins-only": COINS_ALONE,
    "curse-missing": msg("Choose which of the treasures you pay with is cursed."),
    "curse-unpaid": msg("Only a treasure you pay with can be cursed."),
}


# -- setup ----------------------------------------------------------------------------------------


def setup(options: NoOptions, seating: Seating, chance: Chance) -> State:
    """Deal, place the tokens, fill the stalls and find the first player (ruling sheet, Setup)."""
    deck = box.full_deck(seating.count)
    players = [Player() for _ in range(seating.count)]
    for player in players:
        for _ in range(box.HAND_SIZE):
            player.hand[_take_from(deck, chance)] += 1
    track = chance.shuffle(box.TREASURES, "favor")
    stalls: list[list[box.Kind]] = [[] for _ in box.STALL_COSTS]
    for stall in box.STALL_COSTS:
        stalls[stall].append(_take_from(deck, chance))
    first = chance.roll(seating.count, "first") - 1 if seating.first is None else seating.first
    return State(players=players, track=track, stalls=stalls, deck=deck, first=first)


def _take_from(deck: box.Cards, chance: Chance) -> box.Kind:
    return cast(box.Kind, chance.take(deck, "deck"))


# -- legal actions --------------------------------------------------------------------------------


def active_seats(state: State) -> frozenset[int]:
    """Return the seat to move; nobody once the game is over."""
    return frozenset() if state.ending else frozenset((state.to_move,))


def legal_actions(state: State, seat: int) -> list[Action]:
    """Return every action of the seat to move: bribes by kind, visits by stall, the draw."""
    if state.ending or seat != state.to_move:
        return []
    player = state.players[seat]
    actions = legal_bribes(player)
    for stall in box.STALL_COSTS:
        if state.stalls[stall]:
            actions += visits(stall, player.hand)
    return [*actions, DRAW]


def legal_bribes(player: Player) -> list[Action]:
    """Return the player's bribes by kind, as if it were their turn."""
    actions: list[Action] = []
    for treasure in box.TREASURES:
        held, wilds = player.hand[treasure], player.hand[box.WILD]
        actions += bribes(treasure, held, wilds, player.has_bribed(treasure))
    return actions


# -- turns ----------------------------------------------------------------------------------------


def apply_action(state: State, seat: int, action: Action, chance: Chance) -> list[Event]:
    """Play one turn. Raises `IllegalAction` before anything changes."""
    refuse_if(state.ending, "game-over")
    refuse_if(seat != state.to_move, "not-your-turn")
    run = Run(state, chance)
    if isinstance(action, Bribe):
        _bribe(run, seat, action)
    elif isinstance(action, Visit):
        _visit(run, seat, action)
    else:
        refuse_if(not isinstance(action, Draw), "unknown-action")
        _draw(run, seat)
    if state.ending:
        _end(run)
    else:
        state.turn += 1
    return run.events


def _bribe(run: Run[State], seat: int, bribe: Bribe) -> None:
    player, treasure = run.state.players[seat], bribe.treasure
    refuse_if(treasure not in box.TREASURES, "unknown-action")
    nothing = bribe.count < 0 or bribe.wilds < 0 or bribe.count + bribe.wilds == 0
    refuse_if(nothing, "nothing-offered")
    offered: dict[box.Kind, int] = {treasure: bribe.count, box.WILD: bribe.wilds}
    _check_held(player, offered)
    refuse_if(bribe.count == 0 and not player.has_bribed(treasure), "wilds-alone")
    _spend(player, offered)
    laid = player.bribes[treasure]
    player.bribes[treasure] = Laid(laid.treasures + bribe.count, laid.wilds + bribe.wilds)
    run.tell("bribe", seat=seat, treasure=treasure, count=bribe.count, wilds=bribe.wilds)
    run.tell("favor", **_move_token(run.state, treasure, bribe.count + bribe.wilds))
    _refill(run, treasure)


def _check_held(player: Player, cards: Mapping[box.Kind, int]) -> None:
    for kind, n in cards.items():
        held, word = player.hand[kind], CARDS[kind].word
        refuse_if(n > held, "not-enough-cards", kind=word, needed=n, held=held)


def _spend(player: Player, cards: Mapping[box.Kind, int]) -> None:
    for kind, count in cards.items():
        player.hand[kind] -= count
        player.known[kind] = max(0, player.known[kind] - count)


def moved(track: box.Track, treasure: box.Treasure, spaces: int) -> tuple[box.Track, int, int]:
    """Return the track after a token moved that many spaces (negative: left), with start and end.

    The token stays on the track, whose spaces count from 0.
    """
    start = track.index(treasure)
    goal = max(0, min(box.LAST_SPACE, start + spaces))
    after = track.copy()
    after.insert(goal, after.pop(start))
    return after, start, goal


def _move_token(state: State, treasure: box.Treasure, spaces: int) -> dict[str, Any]:
    state.track, start, goal = moved(state.track, treasure, spaces)
    return {"treasure": treasure, "from": start, "to": goal}


def _refill(run: Run[State], treasure: box.Treasure) -> None:
    """Fill the stalls from 3 on until the bribed kind or a wild turns up (ruling sheet, Refill)."""
    state = run.state
    placed: list[list[Any]] = []
    for stall in cycle(box.STALL_COSTS):
        if not state.deck_size:
            state.ending = "deck-empty-refill"
            break
        card = _take_from(state.deck, run.chance)
        state.stalls[stall].append(card)
        placed.append([stall, card])
        if card in (treasure, box.WILD):
            break
    run.tell("refill", placed=placed, reveals=bool(placed))


def _visit(run: Run[State], seat: int, visit: Visit) -> None:
    state, player = run.state, run.state.players[seat]
    stall, cursed = visit.stall, visit.cursed
    refuse_if(stall not in box.STALL_COSTS, "unknown-action")
    refuse_if(not state.stalls[stall], "empty-stall")
    paid = paid_cards(visit)
    exact = sum(paid.values()) == stall and min(paid.values(), default=0) >= 0
    refuse_if(not exact, "wrong-price", stall=stall)
    _check_held(player, paid)
    refuse_if(list(paid) == [box.WILD], "coins-only")
    refuse_if(stall and cursed is None, "curse-missing")
    refuse_if(cursed is not None and cursed not in paid.keys() - {box.WILD}, "curse-unpaid")
    _spend(player, paid)
    for kind, count in paid.items():
        state.discards[kind] += count
    column, state.stalls[stall] = state.stalls[stall], []
    for card in column:
        player.hand[card] += 1
        player.known[card] += 1
    run.tell("visit", seat=seat, stall=stall, paid=dict(paid), cards=column)
    if cursed is not None:
        state.cursed = cursed
        run.tell("curse", **_move_token(state, cursed, -stall))


@lru_cache(maxsize=512)  # 246 visits pay
def paid_cards(visit: Visit) -> Mapping[box.Kind, int]:
    """Return the cards discarded for a visit, by kind."""
    paid = cast(dict[box.Kind, int], msgspec.structs.asdict(visit.paid))
    return {kind: count for kind, count in paid.items() if count}


def _draw(run: Run[State], seat: int) -> None:
    state = run.state
    if not state.deck_size:
        state.ending = "deck-empty-draw"
        return
    card = _take_from(state.deck, run.chance)
    state.players[seat].hand[card] += 1
    run.tell("draw", seat=seat, private={seat: {"card": card}}, reveals=True)


def _end(run: Run[State]) -> None:
    """Open the hands and announce everyone's points, best rank first."""
    state = run.state
    hands = [{kind: n for kind, n in player.hand.items() if n} for player in state.players]
    run.tell("end", reveals=True, ending=state.ending, seat=state.to_move, hands=hands)
    for rank, seat, sheet in sorted(scoring.standings(state)):
        run.tell("score", seat=seat, rank=rank, points=sheet.total)


def pieces(state: State) -> box.Cards:
    """Return all cards by kind, wherever they are; tokens are `token:<treasure>`."""
    cards = {**box.no_cards(), **{f"token:{treasure}": 1 for treasure in state.track}}
    for card in chain(*state.stalls):
        cards[card] += 1
    for pile in (state.deck, state.discards, *[player.hand for player in state.players]):
        for kind, count in pile.items():
            cards[kind] += count
    for player in state.players:
        for treasure, laid in player.bribes.items():
            cards[treasure] += laid.treasures
            cards[box.WILD] += laid.wilds
    return cards


def missing(state: State) -> box.Cards:
    """Return the cards in play that lie nowhere yet, for making positions."""
    lying = pieces(state)
    return {kind: cards - lying[kind] for kind, cards in box.full_deck(len(state.players)).items()}
