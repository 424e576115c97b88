"""Chance with scripted outcomes."""

from typing import Any

from games.plugin import Chance


class Script(Chance):
    """Gives these outcomes in this order: a number for a die, a name for a bag, a list to shuffle.

    `goblin 1` is a name and a number. A name must be in the bag that is drawn from; `act` complains
    about outcomes left over at the end.
    """

    def __init__(self, *outcomes: Any) -> None:
        self.left: list[Any] = []
        for one in outcomes:
            words = one.split() if isinstance(one, str) else [one]
            self.left += [int(word) if str(word).isdigit() else word for word in words]

    def outcome(self, kind: str, stream: str, args: Any) -> Any:
        assert self.left, f"a {kind} on {stream} was not expected"
        given = self.left.pop(0)
        if kind == "roll":
            assert isinstance(given, int), f"a roll on {stream}, not {given}"
            assert 1 <= given <= args
        elif kind == "draw":
            given = str(given)
            assert given in dict(args), f"a draw on {stream}, not {given}"
        else:
            assert sorted(given) == sorted(args), f"a shuffle on {stream}, not {given}"
        return given
