"""An action under way: its cards, its end of the game, and a count of all pieces.

Ruling sheet: A turn, 1 and 2; End.
"""

from collections import Counter
from collections.abc import Sequence

from games import plugin
from games.castle_panic.components import BRICK, MORTAR, REMOVED_WHEN_EASIER
from games.castle_panic.state import Brought, Ending, State
from games.plugin import bags


class Run(plugin.Run[State]):
    def count(self, what: Brought, n: int = 1) -> None:
        self.state.brought[what] = self.state.brought.get(what, 0) + n

    def draw(self, seat: int, count: int) -> int:
        """Have a player draw that many cards, or all there are, and return the number."""
        drawn = []
        for _ in range(count):
            if not self.state.deck:
                self._reshuffle()
            if not self.state.deck:
                break
            card = self.chance.draw(self.state.deck, "deck")
            bags.move(card, self.state.deck, self.state.players[seat].hand)
            drawn.append(card)
        if drawn:
            self.tell("cards", seat=seat, cards=drawn)
        return len(drawn)

    def _reshuffle(self) -> None:
        """Turn the discards into the deck; with Dwindling Resources a brick and a mortar leave."""
        state = self.state
        if not state.discards:
            return
        dwindling = (BRICK, MORTAR) if state.options.dwindling_resources else ()
        lost = [card for card in dwindling if card in state.discards]
        for card in lost:
            bags.move(card, state.discards, state.gone)
        state.deck, state.discards = state.discards, {}
        self.tell("reshuffle", lost=lost)

    def spend(self, seat: int, gone: Sequence[str]) -> None:
        for card in gone:
            bags.move(card, self.state.players[seat].hand, self.state.discards)

    def discard(self, seat: int, gone: Sequence[str]) -> None:
        """Discard cards from a hand openly."""
        self.spend(seat, gone)
        self.tell("discarded", seat=seat, cards=list(gone))

    @property
    def over(self) -> bool:
        """Whether the game is over; it ends the moment it is decided."""
        return self.state.ending is not None

    def check_lost(self) -> None:
        """Lose the game the moment the last tower falls or every tower's owner is out."""
        if not any(self.state.towers) or not self.state.in_play:
            self._end("lost")

    def check_won(self) -> None:
        """Win the game once no monster is left on the board, in the pile or in a hidden hand."""
        state = self.state
        if not (state.monsters or state.pile or state.held or self.over):
            self._end("won")

    def _end(self, ending: Ending) -> None:
        self.state.ending = ending
        self.tell("end", reveals=self.state.overlord is not None, ending=ending)


def pieces(state: State) -> dict[str, int]:
    """Return 49 cards (`card:<kind>`) and 49 tokens (`token:<kind>`) in every state."""
    count: Counter[str] = Counter()
    for bag in (state.deck, state.discards, state.gone, *(p.hand for p in state.players)):
        count.update({f"card:{kind}": n for kind, n in bag.items()})
    spared = REMOVED_WHEN_EASIER if state.options.easier_battles else {}
    trophies = (player.trophies for player in state.players)
    for bag in (state.pile, state.spent, state.held, spared, *trophies):
        count.update({f"token:{kind}": n for kind, n in bag.items()})
    count.update(f"token:{monster.kind}" for monster in state.monsters)
    return dict(count)
