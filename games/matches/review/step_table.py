"""The steps of a match with all their stored fields, for reviewers alone."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from games.matches.models import Match, Seat, Step
from games.matches.page.controls import clock_text
from games.plugin.codec import canonical_json

PAGE = 40  # steps in one table


@dataclass(frozen=True)
class StepInFull:
    index: int
    base: int | None
    kind: str
    who: str  # the seat's name
    seat: int | None
    actor: str
    user: str  # the account that acted
    at: datetime
    took: str  # since the step before it
    action: str
    outcomes: list[str]
    clocks: list[str]
    client_id: str
    hash: str
    state_hash: str


def steps_around(match: Match, seats: list[Seat], index: int) -> list[StepInFull]:
    """The page of steps that step `index` is on. Takes one query."""
    first, names = index - index % PAGE, [seat.name for seat in seats]
    rows = match.steps.filter(index__gte=first - 1, index__lt=first + PAGE).select_related("user")
    pairs = pairwise([None, *rows])
    return [_in_full(step, before, names) for before, step in pairs if step and step.index >= first]


def pages(match: Match, index: int) -> tuple[int | None, int | None]:
    """The first steps of the pages before and after that of step `index`."""
    first = index - index % PAGE
    after = first + PAGE
    return (first - PAGE if first else None), (after if after <= match.version else None)


def _in_full(step: Step, before: Step | None, names: list[str]) -> StepInFull:
    return StepInFull(
        index=step.index,
        base=step.base if step.base != step.index - 1 else None,
        kind=step.get_kind_display(),
        who=names[step.seat] if step.seat is not None else _("the portal"),
        seat=step.seat,
        actor=step.actor,
        user=step.user.username if step.user else "",
        at=step.at,
        took="" if before is None else _duration(step.at - before.at),
        action="" if step.action is None else canonical_json(step.action).decode(),
        outcomes=[_outcome(outcome) for outcome in step.outcomes],
        clocks=_clocks(step, names),
        client_id=step.client_id or "",
        hash=step.hash,
        state_hash=step.state_hash,
    )


def _duration(took: timedelta) -> str:
    seconds = took.total_seconds()
    return _("{n} s").format(n=f"{seconds:.1f}") if seconds < 60 else clock_text(took)


def _outcome(outcome: dict[str, Any]) -> str:
    """An outcome of chance: `roll die 6 → 4`."""
    args, value = (canonical_json(outcome[name]).decode() for name in ("args", "value"))
    return f"{outcome['kind']} {outcome['stream']} {args} → {value}"


def _clocks(step: Step, names: list[str]) -> list[str]:
    banks = zip(names, step.banks or [], strict=False)
    return [f"{name} {clock_text(timedelta(seconds=bank))}" for name, bank in banks]
