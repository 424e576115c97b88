"""The record of a match: decisions and outcomes of chance, chained by hashes.

A match *is* its record; everything else about it can be rebuilt from it. The hash of a step is
SHA-256 over the previous hash and the step's canonical JSON; the first previous hash is the
header's. The header holds names only as hashes (`names`), so that a record still verifies when a
name has been erased. `verification` says whether a record tells the truth.
"""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec

from games.plugin import registry
from games.plugin.chance import Outcome
from games.plugin.codec import canonical_json, pack, plain, says, unpack
from games.plugin.errors import RecordError, UnknownRules
from games.plugin.events import Event
from games.plugin.model import Seating
from games.protocol import forks
from games.protocol.admin_actions import taken_back_to
from games.protocol.deal import OpenDeal
from games.protocol.dealing import RecordedChance
from games.protocol.forks import Number
from games.protocol.names import Digest, RecordedSeat, hidden

FORMAT = 2

StepKind = Literal["setup", "action", "time-out", "undo", "order", "control", "admin"]
_PLAYED: tuple[StepKind, ...] = ("action", "time-out")
MOST_STEPS = 100_000  # of a match
MOST_SEATS = 100
# A year from 2000 to 2199; `check_place` checks the rest.
_TIME = r"^2[01][0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{6})?(Z|\+00:00)$"


class Signature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A portal's signature under a finished match: its Ed25519 key's public half, and when."""

    key: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]  # its public half
    at: Annotated[str, msgspec.Meta(min_length=1, max_length=32)]  # UTC, ISO 8601
    value: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{128}$")]


class RecordedStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One step. `base` is the step whose state it continues from, `at` its time in UTC (ISO 8601).

    `actor` is "person", "ai:<level>", "caretaker", "clock", "order" (a standing one), "consent" (of
    everybody asked), "vote" (of the others), "staff" or "portal". `state_schema` is the layout of
    the state that `state_hash` was taken of.
    """

    index: Number
    base: Number | None
    kind: StepKind
    seat: Number | None
    actor: Annotated[str, msgspec.Meta(max_length=16)]
    action: Any
    outcomes: list[Outcome]
    state_hash: Digest
    state_schema: Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
    at: Annotated[str, msgspec.Meta(pattern=_TIME)]
    hash: Digest = ""


class Header(msgspec.Struct, frozen=True):
    """Everything that is fixed before a match's first step, in its hashed form."""

    format: int
    game: str
    rules_version: int
    options: dict[str, Any]
    seating: Seating
    seats: list[RecordedSeat]
    deal_id: str
    commitment: str


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole match, self-contained. `signature` is the portal's, under a match that is over."""

    format: int
    game: Annotated[str, msgspec.Meta(max_length=64)]
    rules_version: Number
    options: dict[str, Any]
    seating: Seating
    seats: Annotated[list[RecordedSeat], msgspec.Meta(max_length=MOST_SEATS)]
    deal: OpenDeal
    steps: Annotated[list[RecordedStep], msgspec.Meta(min_length=1, max_length=MOST_STEPS)]
    result: Any = None
    signature: Signature | msgspec.UnsetType = msgspec.UNSET

    @property
    def header(self) -> Header:
        table = self.format, self.game, self.rules_version, self.options, self.seating
        seats = [hidden(seat) for seat in self.seats]
        return Header(*table, seats, self.deal.id, self.deal.commitment)


def step_hash(previous: str, step: RecordedStep) -> str:
    """The hash of a step after a step or header whose hash is `previous`."""
    fields = plain(step)
    fields.pop("hash", None)  # missing before it is sealed
    return hashlib.sha256(previous.encode() + canonical_json(fields)).hexdigest()


def seal(previous: str, step: RecordedStep) -> RecordedStep:
    return msgspec.structs.replace(step, hash=step_hash(previous, step))


def replay(
    game: registry.AnyGame, record: Record
) -> Iterator[tuple[RecordedStep, Any, list[Event]]]:
    """Each step with the state after it and its events, from the written outcomes.

    The record's version of the rules plays. The states are independent copies. Raises `RecordError`
    where the rules, the outcomes or the order of steps contradict the record. Ignores hashes and
    seed.
    """
    with blaming(None):
        game = rules_of(game, record)
        check_table(game, record)
    states: list[bytes] = []
    for position, step in enumerate(record.steps):
        with blaming(position):
            check_place(record.steps, position)
            chance = RecordedChance(step.outcomes)
            state, events = _play(game, record, step, states, chance)
            chance.finish()
            states.append(pack(state))
        yield step, state, events


@contextmanager
def blaming(step: int | None) -> Iterator[None]:
    """Turn any error into a `RecordError`: rules may break on data that they never wrote."""
    try:
        yield
    except RecordError:
        raise
    except Exception as error:
        raise RecordError(step, f"{type(error).__name__}: {error}") from error


def rules_of(game: registry.AnyGame, record: Record) -> registry.AnyGame:
    """The game bound to the record's rules version. Raises `RecordError` if it can't be."""
    if record.game != game.meta.slug:
        raise RecordError(None, f"it is a match of {record.game!r}, not of {game.meta.slug!r}")
    try:
        return game.bound_to(record.rules_version)
    except UnknownRules:
        reason = f"rules version {record.rules_version} is not installed"
        raise RecordError(None, reason) from None


def check_table(game: registry.AnyGame, record: Record) -> None:
    """Raise `RecordError` unless this ruleset could have opened the record's table."""
    meta, seating = game.meta, record.seating
    if not meta.min_seats <= seating.count <= meta.max_seats:
        raise RecordError(None, f"{seating.count} seats are too few or too many")
    if len(record.seats) != seating.count:
        raise RecordError(None, f"{len(record.seats)} seats are named, not {seating.count}")
    if seating.first is not None and not 0 <= seating.first < seating.count:
        raise RecordError(None, f"there is no seat {seating.first} to begin")
    options = msgspec.convert(record.options, game.Options)
    if not says(record.options, options):
        raise RecordError(None, "the options are not written as the ruleset writes them")
    kept = game.format(options, seating.count)
    if seating.roles and sorted(seating.roles, key=str) != sorted(
        (role and role.key for role in kept.roles), key=str
    ):
        raise RecordError(None, "the roles are not those of this format")
    if not record.steps:
        raise RecordError(None, "there are no steps")


def check_place(steps: Sequence[RecordedStep], position: int) -> None:
    """Raise `RecordError` unless the step's place and time are possible.

    Or `msgspec.ValidationError` for a malformed beginning, ValueError for a malformed time.
    """
    step = steps[position]
    if step.index != position:
        raise RecordError(position, f"step {step.index} stands here")
    if (step.kind == "setup") != (position == 0):
        raise RecordError(position, "a record has one setup step, its first")
    if step.kind == "setup":
        forks.beginning(step.action)
    if step.kind == "undo" and step.action is not None:
        raise RecordError(position, "a step of this kind has no action")
    bases: Sequence[int | None] = [position - 1] if position else [None]
    to = taken_back_to(step.kind, step.action)
    if to is not None:
        bases = [to] if to < position else []
    elif position and step.kind == "undo":
        bases = range(position)
    if step.base not in bases:  # else an action could take steps back unseen
        raise RecordError(position, f"it can't continue from step {step.base}")
    before = steps[max(0, position - 1)]
    if datetime.fromisoformat(step.at) < datetime.fromisoformat(before.at):
        raise RecordError(position, "its time is before that of the step before it")


def _play(
    game: registry.AnyGame,
    record: Record,
    step: RecordedStep,
    states: list[bytes],
    chance: RecordedChance,
) -> tuple[Any, list[Event]]:
    if step.kind == "setup":
        options = msgspec.convert(record.options, game.Options)
        return forks.setup(game, options, record.seating, step.action, chance), []
    assert step.base is not None
    state = unpack(states[step.base], game.State)
    if step.kind not in _PLAYED:
        return state, []
    if step.seat is None or not 0 <= step.seat < record.seating.count:
        raise RecordError(step.index, f"there is no seat {step.seat}")
    action = msgspec.convert(step.action, game.Action)
    if not says(step.action, action):
        raise RecordError(step.index, "the action is not written as the ruleset writes it")
    return state, game.apply_action(state, step.seat, action, chance)
