"""Deck, hand and discards (ruling sheet, Setup and Rounds)."""

from collections.abc import Sequence

from games import plugin
from games.village_assault.catalog import RESHUFFLES_BY_DRAWS_IN_A_ROUND, cards_of
from games.village_assault.components import CARDS, INN, KING
from games.village_assault.rules import battle
from games.village_assault.state import State, Table


class Run(plugin.Run[State]):
    """An action under way; all of its events are public.

    `was_open`: the round had not been won before.
    """

    was_open: bool = True


def next_card(run: Run) -> str | None:
    """Take the next card; the discards replace an empty deck. None: no card is left."""
    state = run.state
    if not state.deck:
        if not state.discards:
            return None
        state.deck = run.chance.shuffle(state.discards, "deck")
        state.discards = []
        state.shuffles += 1
        run.tell("reshuffle", cards=len(state.deck))
    return state.deck.pop()


def draw(run: Run, count: int, *, by_card: bool) -> None:
    """Draw that many cards into hand, if there are that many.

    Kings and Inns are discarded at once and use up their draw. Draws `by_card` (Chicken, Thief and
    Merchant) may cause one reshuffle a round.
    """
    state, drawn = run.state, []
    for _ in range(count):
        if by_card and not can_be_drawn(state):
            break
        before = state.shuffles
        card = next_card(run)
        state.drawn_out |= by_card and state.shuffles > before
        if card is None:
            break
        drawn.append(card)
        (state.discards if CARDS[card].kind in (KING, INN) else state.hand).append(card)
    if count:
        run.tell("drawn", cards=drawn, reveals=bool(drawn))


def can_be_drawn(table: Table) -> bool:
    """Whether a Chicken, a Thief or a Merchant could still draw a card."""
    return bool(table.deck_size or (table.discards and may_reshuffle(table)))


def may_reshuffle(table: Table) -> bool:
    """Whether draws by cards may still reshuffle the discards in this round."""
    return bool(RESHUFFLES_BY_DRAWS_IN_A_ROUND and not table.drawn_out)


def left(table: Table, *, by_card: bool) -> int:
    """Return how many cards can still be drawn, at the end of a round or `by_card`."""
    again = not by_card or may_reshuffle(table)
    return table.deck_size + (len(table.discards) if again else 0)


def gold(cards: Sequence[str]) -> int:
    """Return the worth of prisoners; each Priest is worth their number."""
    priests = len(_PRIESTS.intersection(cards))
    return sum([CARDS[card].gold for card in cards]) + priests * len(cards)


_PRIESTS = frozenset(cards_of("priest"))


def gain(prisoners: Sequence[str], card: str) -> int:
    """Return how much more gold the prisoners are worth with that card."""
    return gold([*prisoners, card]) - gold(prisoners)


def gains(prisoners: Sequence[str], defender: str) -> list[int]:
    """Return the prisoners' gain in gold from that unit, for each outcome of chance.

    There are several if its defeat costs a random prisoner, all equally likely.
    """
    if not prisoners or not battle.frees(defender):
        return [gain(prisoners, defender)]
    left = [[*prisoners[:place], *prisoners[place + 1 :]] for place in range(len(prisoners))]
    return [gold([*those, defender]) - gold(prisoners) for those in left]
