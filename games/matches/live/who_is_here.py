"""The people at a match just now: the seats' people, and spectators.

`people` depends on the reader, as blocked people are hidden from each other, so it is never part of
the HTML that several readers share. A page gets it by its socket at the beginning and about a
second after any change:

    {"type": "people",
     "seats": {"0": "here", "2": "away"},            # by seat index, see `People.seats`
     "watching": {"count": 3,                        # spectators alone
                  "names": ["amber"],
                  "links": ["/people/amber/"]}}      # to their profiles
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from accounts import presence
from games.matches.models import Seat
from games.matches.play.parts.attendance import place

NAMED = 20  # spectators with names; the others are only counted

State = Literal["here", "away"]


@dataclass(frozen=True)
class People:
    """The people at a match, except those hidden from the reader.

    `seats` and `names` have only people who let others see that they are here; `seats` leaves out
    computer players and people who resigned.
    """

    seats: dict[int, State]
    count: int  # of spectators, logged in or not
    names: list[str]  # of spectators: those whom the reader follows, then by name
    links: list[str] = field(default_factory=list)  # to their profiles

    @property
    def unnamed(self) -> int:
        """The number of spectators who aren't named."""
        return self.count - len(self.names)

    @property
    def named(self) -> list[tuple[str, str]]:
        return list(zip(self.names, self.links, strict=True))

    def as_data(self) -> dict[str, Any]:
        return {
            "type": "people",
            "seats": {str(index): state for index, state in self.seats.items()},
            "watching": {"count": self.count, "names": self.names, "links": self.links},
        }


def spectators(public_id: str, ignored: Collection[int | None]) -> int:
    """The number of people at the match now, logged in or not, except the `ignored` ids."""
    here = presence.at(place(public_id))
    visitors = here.pop(presence.NOBODY, 0)
    return visitors + len(here.keys() - set(ignored))


def people(
    public_id: str,
    seats: Sequence[Seat],
    hidden: Collection[int] = (),
    followed: Callable[[], Collection[int]] = frozenset,
) -> People:
    """The people at the match now; `hidden`: ids of the users hidden from the reader.

    `followed` returns those of the users whom the reader follows.
    """
    here = presence.at(place(public_id))
    nobodies = here.pop(presence.NOBODY, 0)
    seated = {seat.user_id: seat for seat in seats if seat.user_id is not None}
    watching = [pk for pk in here if pk not in seated and pk not in hidden]
    shown = presence.visible([*seated, *watching])
    first = followed() if len(watching) > 1 else ()
    order = sorted(
        shown.keys() & watching, key=lambda pk: (pk not in first, shown[pk].name.lower())
    )
    named = [shown[pk] for pk in order]
    return People(
        seats={
            seat.index: "here" if pk in here else "away"
            for pk, seat in seated.items()
            if pk in shown and pk not in hidden and not seat.plays_itself and seat.resigned is None
        },
        count=len(watching) + nobodies,
        names=[one.name for one in named[:NAMED]],
        links=[one.profile for one in named[:NAMED]],
    )
