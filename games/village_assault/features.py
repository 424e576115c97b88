"""A player's knowledge of a position, in numbers, for the learned value of level `hard`."""

from functools import cache

from games.village_assault import policy
from games.village_assault.catalog import KINDS
from games.village_assault.components import CARDS, FIGHTERS, FREE_PRISONERS, Difficulty
from games.village_assault.rules import battle, piles
from games.village_assault.state import State

HELD = [kind for kind in KINDS if kind not in ("king", "inn")]  # kinds that a hand can hold
FOES = frozenset(FIGHTERS)
FREE = frozenset(card for card in CARDS if CARDS[card].kind in FREE_PRISONERS)
DRAGONS = frozenset(card for card in CARDS if CARDS[card].kind in ("dragon", "hero", "golem"))
GOLD = {card: CARDS[card].gold for card in CARDS}


def features(state: State, seat: int) -> list[float]:
    """Return the hand, its fitness for the cards to come, the task ahead, and the shown cards.

    Of hidden cards it reads only what the player knows: which cards they are.
    """
    hand, villages = state.hand, state.villages
    below = sum(len(village.down) for village in villages)
    hidden = state.deck + [card for village in villages for card, _ in village.down]
    count = len(hidden) or 1
    foes = FOES.intersection(hidden)
    kinds = [CARDS[card].kind for card in hand]
    shown = [village for village in villages if village.face is not None]
    fought = [policy.foe(state, village).pigs for village in shown if battle.shows_unit(village)]
    # The coming enemies beaten by each unit in hand, and by any of them.
    won = [beaten(unit, state.difficulty) & foes for unit in hand if unit in policy.UNITS]
    most = len(foes) or 1
    free = sum(map(battle.is_free, shown))
    share = len(foes) / count
    gold = piles.gold(state.prisoners)
    return [
        *(kinds.count(kind) for kind in HELD),
        len(hand),
        state.round,
        len(villages),
        len(state.kings),
        len(state.deck),
        len(state.discards),
        state.last_round,
        len(state.prisoners),
        gold,
        gold // state.rate,
        below,
        len(shown),
        free,
        share,
        sum(GOLD[card] for card in hidden) / count,
        len(FREE.intersection(hidden)) / count,
        len(DRAGONS.intersection(hidden)) / count,
        sum(map(len, won)) / most,
        len(foes.difference(*won)) / most,
        sum(not pigs for pigs in fought),
        sum(0 not in pigs.values() for pigs in fought),
        sum(policy.card_worth(state, card) for card in hand),
        (below + len(shown)) * share - sum(map(len, won)) / most,
        len(hand) - (below + len(shown)) * share,
    ]


@cache
def beaten(unit: str, difficulty: Difficulty) -> frozenset[str]:
    """Return the enemies that the unit beats in a village of medium height."""
    return frozenset(enemy for enemy in FIGHTERS if policy.beats(unit, enemy, difficulty))


def cell(state: State, seat: int) -> str:
    """Weights differ by difficulty, and between a round under way and a won one."""
    return f"{state.difficulty}, {'won' if state.all_empty else 'under way'}"


def horizon(start: State, state: State, seat: int) -> bool:
    """Until the round is won, before luck decides what the gold buys; then until the next deal."""
    return state.round > start.round or state.all_empty > start.all_empty
