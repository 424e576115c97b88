"""Why touched targets can't be a choice: what is said in every game, around what a game says."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from games.plugin.text import Line, SeatName, line

if TYPE_CHECKING:
    from games.plugin.game import Game

AnyGame: TypeAlias = "Game[Any, Any, Any, Any]"


def why_not(game: AnyGame, state: Any, seat: int, picks: Sequence[str]) -> Line | None:
    """What stands against these picks, the last of them touched just now; None: nothing does."""
    asked = game.active_seats(state)
    if not asked:
        return line(game.refusals["game-over"])
    if not all(re.fullmatch(game.targets, pick) for pick in picks):
        return line("You can’t do anything with that.")
    if _fits(game, state, seat, picks):
        return None
    if seat not in asked:
        return game.not_yet(state, seat, picks)
    said = game.objection(state, seat, picks)
    return said or line("That doesn’t go with what you have chosen.")


def not_yet(game: AnyGame, state: Any, seat: int) -> Line:
    """Who is to move instead; where that is several, what the status line says."""
    asked = game.active_seats(state)
    return turn_of(min(asked)) if len(asked) == 1 else game.prompt(state, seat)


def turn_of(seat: int) -> Line:
    """That it is that seat's turn, said to one that has to wait."""
    return line("It’s {name}’s turn: wait for yours.", name=SeatName(seat))


def _fits(game: AnyGame, state: Any, seat: int, picks: Sequence[str]) -> bool:
    """Whether these picks are all or a part of a choice, in whatever order."""
    wanted = Counter(picks)
    return not wanted or any(
        wanted <= Counter((*choice.picks, choice.along)) for choice in game.offered(state, seat)
    )


def touched(picks: Sequence[str], family: str) -> list[str]:
    """The targets of that family, by the rest of their names: of `hand:hop`, `hop`."""
    return [pick.removeprefix(f"{family}:") for pick in picks if pick.startswith(f"{family}:")]


def last_touched(picks: Sequence[str]) -> tuple[str, str]:
    """The target touched just now: its family, and the rest of its name."""
    family, _, name = picks[-1].partition(":")
    return family, name
