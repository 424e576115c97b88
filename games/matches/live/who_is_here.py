"""Who is at a match just now: which seats' people are here, and who watches.

Every socket of a match (`live.base`) says that it is there; what is made of that is `people`, for
one reader at a time, because names of blocked people are in it: it never goes into the HTML that
several readers share. Pages get it twice:

- `people_for(shown, user)`, when the page is made (works without script);
- over the page's socket, about a second after someone came or went, whenever it differs from what
  that socket was sent last, and once at the beginning:

      {"type": "people",
       "seats": {"0": "here", "2": "away"},            # by seat index, see `People.seats`
       "watching": {"count": 3,                        # not those who sit here
                    "names": ["amber"],
                    "links": ["/people/amber/"]}}      # to their profiles
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from accounts import blocks, presence
from games.matches.models import Seat
from games.matches.play.parts.attendance import place
from games.matches.record.selectors import Snapshot

NAMED = 20  # spectators whose names are told; of the others only how many they are

State = Literal["here", "away"]


@dataclass(frozen=True)
class People:
    """Who is at a match, as one reader may know it.

    `seats` holds the seats that a person plays and whose person lets others see that; no computer
    players, nobody who resigned, nobody who is hidden from the reader. `count` is of all who watch,
    logged in or not, but those who are hidden from the reader; `names`, in alphabetical order, are
    of those among them who let others see that they are here, `links` lead to their profiles.
    """

    seats: dict[int, State]
    count: int
    names: list[str]
    links: list[str] = field(default_factory=list)

    @property
    def unnamed(self) -> int:
        """How many more watch than are named."""
        return self.count - len(self.names)

    @property
    def named(self) -> list[tuple[str, str]]:
        """Each name with its profile."""
        return list(zip(self.names, self.links, strict=True))

    def as_data(self) -> dict[str, Any]:
        """The message for the page's socket."""
        return {
            "type": "people",
            "seats": {str(index): state for index, state in self.seats.items()},
            "watching": {"count": self.count, "names": self.names, "links": self.links},
        }


def people(public_id: str, seats: Sequence[Seat], hidden: Collection[int] = ()) -> People:
    """Who is at the match now; `hidden` are the user ids that the reader mustn't meet."""
    here = presence.at(place(public_id))
    nobodies = here.pop(presence.NOBODY, 0)
    seated = {seat.user_id: seat for seat in seats if seat.user_id is not None}
    watching = [pk for pk in here if pk not in seated and pk not in hidden]
    shown = presence.visible([*seated, *watching])
    named = sorted((shown[pk] for pk in watching if pk in shown), key=lambda one: one.name.lower())
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


def people_for(shown: Snapshot, user: Any) -> People:
    """Who is at the match now, as this person may know it: at most two queries."""
    return people(shown.match.public_id, shown.seats, blocks.hidden_from(user))
