"""Choices that several seats make in secret at the same time and that are opened together."""

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

import msgspec

from games.plugin.chance import Chance
from games.plugin.errors import refuse_if
from games.plugin.events import OMNISCIENT, Viewer
from games.plugin.model import Tagged
from games.plugin.text import Line, line, names_of

T = TypeVar("T", bound=msgspec.Struct)

CHANGES = 3  # changes of a seat's choice at each moment
MOST_ACTIONS = 1 + 2 * CHANGES  # of a seat at each moment, for `Meta.max_steps`


class Withdraw(Tagged, tag="withdraw"):
    """Take back the seat's sealed choice, to make another."""


class Sealed(msgspec.Struct, Generic[T]):
    """The sealed actions of one moment, by seat, until the last one is in.

    Make one in `setup`; `ask` begins each moment. Everybody sees who has chosen and how often each
    changed; the choice itself is None for all but its seat.

        active_seats: state.bids.waiting
        legal_actions: state.bids.offers(seat, [Bid(n) for n in hand])
        apply_action: if (bids := state.bids.choose(seat, action)) is not None: reveal(bids)
        determinize: state.bids.guess(lambda seat: [Bid(n) for n in hand_of(seat)], chance)
    """

    asked: list[int] = []
    choices: dict[int, T | None] = {}
    changes: dict[int, int] = {}

    def ask(self, seats: Iterable[int]) -> None:
        """Begin a moment in which these seats choose."""
        self.asked, self.choices, self.changes = sorted(seats), {}, {}

    @property
    def waiting(self) -> frozenset[int]:
        """The seats that are still to choose."""
        return frozenset(self.asked) - self.choices.keys()

    def offers(self, seat: int, actions: Sequence[T]) -> list[T | Withdraw]:
        """The seat's legal actions: all of `actions`; after its choice, the others and `Withdraw`.

        It may change its mind `CHANGES` times, so no moment goes on forever.
        """
        if seat in self.waiting:
            return list(actions)
        if seat not in self.asked or self.changes.get(seat, 0) >= CHANGES:
            return []
        return [*(action for action in actions if action != self.choices[seat]), Withdraw()]

    def choose(self, seat: int, action: T | Withdraw) -> dict[int, T] | None:
        """Seal, change or withdraw the seat's choice, one of `offers`.

        Returns all choices by seat once the last one is in, and then holds none; else None. Raises
        `IllegalAction` for a seat that may choose nothing.
        """
        chosen = seat in self.choices
        may_change = chosen and self.changes.get(seat, 0) < CHANGES
        refuse_if(seat not in self.waiting and not may_change, "not-your-turn")
        if chosen:
            self.changes[seat] = self.changes.get(seat, 0) + 1
        if isinstance(action, Withdraw):
            refuse_if(not chosen, "unknown-action")
            del self.choices[seat]
            return None
        self.choices[seat] = action
        if self.waiting:
            return None
        opened = {seat: choice for seat in self.asked if (choice := self.choices[seat]) is not None}
        self.ask(())
        return opened

    def masked(self, viewer: Viewer) -> "Sealed[T]":
        """A copy with only the choices that the viewer may know."""
        seen = {
            seat: choice if viewer in (seat, OMNISCIENT) else None
            for seat, choice in sorted(self.choices.items())  # not in the order of choosing
        }
        return Sealed(list(self.asked), seen, dict(self.changes))

    def guess(self, actions: Callable[[int], Sequence[T]], chance: Chance) -> None:
        """Fill in the choices that are masked, each from that seat's `actions`."""
        for seat, choice in self.choices.items():
            if choice is None:
                possible = actions(seat)
                self.choices[seat] = possible[chance.roll(len(possible), "guess") - 1]

    def prompt(self, viewer: Viewer, yours: Line) -> Line:
        """The status line: `yours` for those who are still to choose."""
        if viewer in self.waiting:
            return yours
        names = names_of(sorted(self.waiting))
        if viewer in self.asked:
            return line("You have chosen. Waiting for {names}.", names=names)
        return line("Waiting for {names} to choose.", names=names)
