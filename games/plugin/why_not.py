"""Why touched targets can't be a choice: the reasons of every game, around a game's own."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from games.plugin.text import Line, SeatName, line

if TYPE_CHECKING:
    from games.plugin.game import Game

AnyGame: TypeAlias = "Game[Any, Any, Any, Any]"


def why_not(game: AnyGame, state: Any, seat: int, picks: Sequence[str]) -> Line | None:
    """The reason against these picks, the last of them touched just now; None if they fit."""
    active = game.active_seats(state)
    if not active:
        return line(game.refusals["game-over"])
    if not all(re.fullmatch(game.targets, pick) for pick in picks):
        return line("You can’t do anything with that.")
    if _fits(game, state, seat, picks):
        return None
    if seat not in active:
        return game.not_yet(state, seat, picks)
    objection = game.objection(state, seat, picks)
    return objection or line("That doesn’t go with what you have chosen.")


def not_yet(game: AnyGame, state: Any, seat: int) -> Line:
    """Whose turn it is instead; the status line if several decide at once."""
    active = game.active_seats(state)
    has_turn = len(active) == 1 and game.active_seats(game.reopened(state)) == active
    return turn_of(min(active)) if has_turn else game.prompt(state, seat)


def turn_of(seat: int) -> Line:
    """The sentence that it is that seat's turn, for a seat that has to wait."""
    return line("It’s {name}’s turn: wait for yours.", name=SeatName(seat))


def _fits(game: AnyGame, state: Any, seat: int, picks: Sequence[str]) -> bool:
    """Whether these picks are all or a part of a choice, in any order."""
    wanted = Counter(picks)
    return not wanted or any(
        wanted <= Counter((*choice.picks, choice.along)) for choice in game.offered(state, seat)
    )


def touched(picks: Sequence[str], family: str) -> list[str]:
    """The names of the picks of that family, without it: `hop` for `hand:hop`."""
    return [pick.removeprefix(f"{family}:") for pick in picks if pick.startswith(f"{family}:")]


def last_touched(picks: Sequence[str]) -> tuple[str, str]:
    """The family and the rest of the name of the target touched just now."""
    family, _, name = picks[-1].partition(":")
    return family, name
