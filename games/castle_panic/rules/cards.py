"""The castle deck: drawing, reshuffling, discarding (ruling sheet, A turn, 1 and 2)."""

from collections.abc import Sequence

from games.castle_panic.components import BRICK, MORTAR
from games.castle_panic.rules.run import Run
from games.plugin import bags


def draw(run: Run, seat: int, count: int) -> int:
    """Have a player draw that many cards, or all there are, and return the number."""
    hand = run.state.players[seat].hand
    drawn = []
    for _ in range(count):
        if not run.state.deck:
            _reshuffle(run)
        if not run.state.deck:
            break
        card = run.chance.draw(run.state.deck, "deck")
        bags.move(card, run.state.deck, hand)
        drawn.append(card)
    if drawn:
        run.tell("cards", seat=seat, cards=drawn)
    return len(drawn)


def _reshuffle(run: Run) -> None:
    """Turn the discards into the deck; with Dwindling Resources a brick and a mortar leave."""
    state = run.state
    if not state.discards:
        return
    dwindling = (BRICK, MORTAR) if state.options.dwindling_resources else ()
    lost = [card for card in dwindling if card in state.discards]
    for card in lost:
        bags.move(card, state.discards, state.gone)
    state.deck, state.discards = state.discards, {}
    run.tell("reshuffle", lost=lost)


def spend(run: Run, seat: int, gone: Sequence[str]) -> None:
    for card in gone:
        bags.move(card, run.state.players[seat].hand, run.state.discards)


def discard(run: Run, seat: int, gone: Sequence[str]) -> None:
    """Discard cards from a hand openly."""
    spend(run, seat, gone)
    run.tell("discarded", seat=seat, cards=list(gone))
