"""A decision on its way into the record, the position it leads to, and the answer to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.matches.models import Step
from games.plugin import Event, SeatTurn
from games.protocol import take_backs
from games.protocol.dealing import SeededChance


@dataclass(frozen=True)
class Accepted:
    """The answer to an action: the new version. `repeated`: it was accepted before."""

    version: int
    client_id: str | None = None
    repeated: bool = False


@dataclass(frozen=True)
class Decision:
    """A decision to record. `seat` None: about the match as a whole."""

    seat: int | None
    action: Any
    actor: str
    user_id: int | None = None
    client_id: str | None = None
    kind: Step.Kind = Step.Kind.ACTION
    by_token: bool = False  # sent by the user's program
    at: datetime | None = None  # a time after the match was locked; None: now


@dataclass
class Following:
    """The position that a decision leads to.

    `asked`: every seat's decision before it; `turn`: the turn before it; `base`: the step whose
    position it continues.
    """

    state: Any
    asked: Sequence[Any]
    chance: SeededChance
    base: int
    reach: take_backs.Reach
    deadline: datetime | None = None  # restored by a take-back
    events: Sequence[Event] = ()
    turn: SeatTurn | None = None
