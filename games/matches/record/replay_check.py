"""Checks that the present code replays a stored match as it was played, and that its hashes hold.

Every step is replayed from its recorded outcomes: the action must be legal, the rules must draw the
same chance and reach the same position, and at the end the same result. With chains, every hash,
the sealed names and the signature are checked too, which needs no rules. Only states that a later
step goes back to are kept, so a long match takes little memory.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import Error as DatabaseError

from games.matches.models import Match, Step
from games.matches.record import signatures, states
from games.matches.record.seal import header_of, opening_seats, recorded
from games.plugin import AnyGame, ChanceMismatch, IllegalAction, Outcome, RecordError, registry
from games.plugin.codec import digest, pack, unpack
from games.protocol import named_results, resignation, standing
from games.protocol.admin_actions import End, TakeBack, deed_of
from games.protocol.dealing import RecordedChance
from games.protocol.names import check_name
from games.protocol.record import step_hash
from games.protocol.verification import same_ending

ROWS = 200  # steps read at once


@dataclass(frozen=True)
class Divergence:
    """The step at which a replay differs from a match, and how. None: before its first step."""

    match: str
    step: int | None
    what: str

    def __str__(self) -> str:
        where = "" if self.step is None else f", step {self.step}"
        return f"{self.match}{where}: {self.what}"


@dataclass(frozen=True)
class Checked:
    """The replay of a match and where it differs; `dropped`: its rules are gone."""

    divergence: Divergence | None
    dropped: bool = False


class _Differs(Exception):
    """The match was played differently. The text says how."""


def check(match: Match, *, chains: bool = False) -> Checked:
    """Replay the match, and check its `chains`. Stops at the first step that differs."""
    dropped = not match.running and _is_dropped(match)
    name, at = str(match), None
    try:
        checks: list[_Replayed | _Chained] = [] if dropped else [_Replayed(match)]
        checks += [_Chained(match)] if chains else []
        for step in _steps(match) if checks else ():
            at = step.index
            for one in checks:
                one.follow(step)
        for one in checks:
            one.check_end()
    except _Differs as difference:
        return Checked(Divergence(name, at, str(difference)))
    except DatabaseError:
        raise
    except Exception as error:
        return Checked(Divergence(name, at, f"{type(error).__name__}: {error}"))
    return Checked(None, dropped=dropped)


def _is_dropped(match: Match) -> bool:
    known = registry.is_installed(match.game)
    return known and registry.get(match.game).meta.has_dropped(match.rules_version)


def _steps(match: Match) -> Iterator[Step]:
    return match.steps.defer("events", "banks").order_by("index").iterator(chunk_size=ROWS)


class _Replayed:
    def __init__(self, match: Match) -> None:
        self._match, self._game = match, match.ruleset
        self._form = states.format_of(match)
        self._kept: dict[int, bytes] = {}  # states that a later step goes back to
        self._wanted = _bases(match)
        self._state: Any = None
        self._gone: dict[int, int] = {}  # the step at which a seat was given up
        self._decided: End | None = None

    def follow(self, step: Step) -> None:
        """Replay the step. Raises `_Differs`, and any error of the rules."""
        if step.base in self._kept:
            assert step.base is not None
            self._state = unpack(self._kept[step.base], self._game.State)
        chance = RecordedChance(msgspec.convert(step.outcomes, list[Outcome]))
        try:
            self._state = states.apply_recorded(self._match, self._state, step, chance)
            chance.finish()
        except IllegalAction as refusal:
            raise _Differs(f"illegal action ({refusal.code})") from refusal
        except ChanceMismatch as mismatch:
            raise _Differs(f"other outcome ({mismatch})") from mismatch
        if not same_position(self._game, step, self._state):
            raise _Differs("other state hash")
        if step.kind == Step.Kind.CONTROL and resignation.gives_up(step.action):
            assert step.seat is not None
            self._gone[step.seat] = step.index
        if step.kind == Step.Kind.ADMIN:
            self._follow_deed(step)
        if step.index in self._wanted:
            self._kept[step.index] = pack(self._state)

    def _follow_deed(self, step: Step) -> None:
        deed = deed_of(step.action)
        if isinstance(deed, TakeBack):
            for seat in [seat for seat, at in self._gone.items() if at > deed.to]:
                if seat not in deed.closed:
                    del self._gone[seat]
        if isinstance(deed, End):
            self._decided = deed

    def check_end(self) -> None:
        if self._match.status == Match.Status.VOIDED:
            return
        if self._decided is not None:
            result: Any = named_results.result(self._form, self._decided)
        else:
            result = standing.result_of_match(
                self._game,
                self._form,
                self._state,
                list(self._gone),
                settled=self._match.settled is not None,
            )
        if not same_ending(result, self._match.result):
            raise _Differs("other result")


class _Chained:
    def __init__(self, match: Match) -> None:
        self._match = match
        for seat in opening_seats(match):
            try:
                check_name(seat)
            except RecordError as error:
                raise _Differs(error.reason) from error
        self._hash, self._next = digest(header_of(match)), 0

    def follow(self, step: Step) -> None:
        """Raise `_Differs` unless the step's hash follows from the one before it."""
        if step.index != self._next or step_hash(self._hash, recorded(step)) != step.hash:
            raise _Differs("its hash doesn't follow from what stands before it")
        self._hash, self._next = step.hash, step.index + 1

    def check_end(self) -> None:
        if (self._hash, self._next) != (self._match.last_hash, self._match.version + 1):
            raise _Differs("the chain ends elsewhere than the match")
        if not self._match.running and not signatures.is_right(self._match):
            raise _Differs("the signature isn't one of this match")


def same_position(game: AnyGame, step: Step, state: Any) -> bool:
    """Whether the state has the step's hash; True if that is of another layout of states."""
    return step.state_schema != game.meta.state_schema or digest(state) == step.state_hash


def _bases(match: Match) -> set[int]:
    """The steps to which take-backs lead, players' or administrators'."""
    back = match.steps.filter(kind__in=(Step.Kind.UNDO, Step.Kind.ADMIN))
    return {base for base in back.values_list("base", flat=True).iterator() if base is not None}
