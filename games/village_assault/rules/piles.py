"""Deck, hand and discards (ruling sheet, Setup and Rounds)."""

from collections.abc import Sequence
from typing import Protocol

from games.village_assault import readings
from games.village_assault.components import CARDS, INN, KING
from games.village_assault.rules import battle
from games.village_assault.rules.run import Run


def next_card(run: Run) -> str | None:
    """Take the next card; an empty deck is made of the discards. None: no card is left."""
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
    drawn = []
    for _ in range(count):
        if by_card and not can_be_drawn(run.state):
            break
        before = run.state.shuffles
        card = next_card(run)
        if by_card and run.state.shuffles > before:
            run.state.drawn_out = True
        if card is None:
            break
        drawn.append(card)
        pile = run.state.discards if CARDS[card].kind in (KING, INN) else run.state.hand
        pile.append(card)
    if count:
        run.tell("drawn", cards=drawn, reveals=bool(drawn))


class Supply(Protocol):
    """The cards left to draw, as everyone knows them."""

    @property
    def deck_size(self) -> int: ...
    @property
    def discards(self) -> Sequence[str]: ...
    @property
    def drawn_out(self) -> bool: ...


def can_be_drawn(supply: Supply) -> bool:
    """Whether a Chicken, a Thief or a Merchant could still draw a card."""
    return bool(supply.deck_size or (supply.discards and may_reshuffle(supply)))


def may_reshuffle(supply: Supply) -> bool:
    """Whether their draws may still reshuffle the discards in this round."""
    return bool(readings.RESHUFFLES_BY_DRAWS_IN_A_ROUND and not supply.drawn_out)


def left(supply: Supply, *, by_card: bool) -> int:
    """Return how many cards can still be drawn, at the end of a round or `by_card`."""
    again = not by_card or may_reshuffle(supply)
    return supply.deck_size + (len(supply.discards) if again else 0)


def gold(cards: list[str]) -> int:
    """Return the worth of prisoners; each Priest is worth their number."""
    priests = sum(CARDS[card].kind == "priest" for card in cards)
    return sum(CARDS[card].gold for card in cards) + priests * len(cards)


def gains(prisoners: Sequence[str], defender: str) -> list[int]:
    """Return the prisoners' gain in gold from that unit, for each outcome of chance.

    There are several if its defeat costs a random prisoner, all equally likely.
    """
    before = list(prisoners)
    left = [before]
    if before and battle.frees(defender):
        left = [before[:place] + before[place + 1 :] for place in range(len(before))]
    return [gold([*those, defender]) - gold(before) for those in left]
