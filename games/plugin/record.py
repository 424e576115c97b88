"""The record of a match: what was decided and what chance gave, chained by hashes.

A match *is* its record; everything else about it can be rebuilt from it. Format 1. The hash of a
step is SHA-256 over the hash before it and the step's own canonical JSON, beginning with the hash
of the header, so no field can be altered without showing. Verification goes further than the
chain: it deals from the seed again, replays every action and compares state by state.
"""

import hashlib
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from games.plugin import registry
from games.plugin.chance import Outcome, RecordedChance, SeededChance
from games.plugin.codec import canonical_json, clone, digest, plain
from games.plugin.deal import OpenDeal, commitment
from games.plugin.errors import ChanceMismatch, IllegalAction, InvalidOptions, RecordError
from games.plugin.events import Event
from games.plugin.model import Seating

FORMAT = 1

StepKind = Literal["setup", "action", "time-out", "undo", "control", "admin"]
_PLAYED: tuple[StepKind, ...] = ("action", "time-out")


class RecordedSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who began on a seat: the name shown, and "person" or "ai:<level>"."""

    name: str
    player: str


class RecordedStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step. `base` is the step whose state it continues from, `at` its time in UTC (ISO 8601).

    `actor` is "person", "ai:<level>", "caretaker", "clock", "staff" or "portal".
    """

    index: int
    base: int | None
    kind: StepKind
    seat: int | None
    actor: str
    action: Any
    outcomes: list[Outcome]
    state_hash: str
    at: str
    hash: str = ""


class Header(msgspec.Struct, frozen=True):
    """Everything about a match that is fixed before its first step."""

    game: str
    rules_version: int
    options: dict[str, Any]
    seating: Seating
    seats: list[RecordedSeat]
    deal_id: str
    commitment: str


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole match, self-contained."""

    format: int
    game: str
    rules_version: int
    options: dict[str, Any]
    seating: Seating
    seats: list[RecordedSeat]
    deal: OpenDeal
    steps: list[RecordedStep]
    result: Any = None

    @property
    def header(self) -> Header:
        deal = self.deal
        return Header(
            self.game,
            self.rules_version,
            self.options,
            self.seating,
            self.seats,
            deal.id,
            deal.commitment,
        )


def step_hash(previous: str, step: RecordedStep) -> str:
    """The hash of a step whose predecessor's (or header's) hash is `previous`."""
    fields = plain(step)
    del fields["hash"]
    return hashlib.sha256(previous.encode() + canonical_json(fields)).hexdigest()


def seal(previous: str, step: RecordedStep) -> RecordedStep:
    """The step with its hash filled in."""
    return msgspec.structs.replace(step, hash=step_hash(previous, step))


def load_record(data: bytes) -> Record:
    """Read a record from JSON. Raises `RecordError` for anything that isn't one."""
    try:
        record = msgspec.json.decode(data, type=Record)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise RecordError(None, f"not a record: {error}") from error
    if record.format != FORMAT:
        raise RecordError(None, f"format {record.format} is unknown, {FORMAT} is expected")
    return record


def replay(
    game: registry.AnyGame, record: Record
) -> Iterator[tuple[RecordedStep, Any, list[Event]]]:
    """Each step with the state after it and its events, from the written outcomes.

    The states are independent copies. Raises `RecordError` at the first step that the rules, the
    written outcomes or the order of steps contradict. Hashes and seed are not looked at.
    """
    states: list[Any] = []
    for position, step in enumerate(record.steps):
        chance = RecordedChance(step.outcomes)
        try:
            _check_place(step, position)
            state, events = _play(game, record, step, states, chance)
            chance.finish()
        except (ChanceMismatch, IllegalAction, InvalidOptions, msgspec.ValidationError) as error:
            raise RecordError(position, f"{type(error).__name__}: {error}") from error
        states.append(state)
        yield step, clone(state), events


def verify_record(record: Record, game: registry.AnyGame | None = None) -> None:
    """Check everything a record claims. Raises `RecordError` with the first step at fault.

    In this order: the commitment fits the seed; then for every step the hash, that chance is what
    the seed gives, that the action was legal, that the state is the one named; last the result.
    """
    game = game or _installed(record.game)
    if record.rules_version != game.meta.rules_version:
        raise RecordError(None, f"rules version {record.rules_version} is not installed")
    try:
        seed = bytes.fromhex(record.deal.seed)
    except ValueError:
        raise RecordError(None, "the seed is not hexadecimal") from None
    if commitment(record.deal.id, seed) != record.deal.commitment:
        raise RecordError(None, "the seed is not the one promised by the commitment")
    if not record.steps:
        raise RecordError(None, "there are no steps")
    _check_chain(record)
    dealt = SeededChance(seed)
    state: Any = None
    for step, state, _ in replay(game, record):
        _check_outcomes(step, dealt)
        if digest(state) != step.state_hash:
            raise RecordError(step.index, "the state differs from the one recorded")
    if plain(game.result(state)) != record.result:
        raise RecordError(record.steps[-1].index, "the result differs from the one recorded")


def _installed(slug: str) -> registry.AnyGame:
    try:
        return registry.get(slug)
    except KeyError:
        raise RecordError(None, f"no ruleset {slug!r} is installed") from None


def _check_place(step: RecordedStep, position: int) -> None:
    if step.index != position:
        raise RecordError(position, f"step {step.index} stands here")
    if (step.kind == "setup") != (position == 0):
        raise RecordError(position, "a record has one setup step, its first")
    if position and (step.base is None or not 0 <= step.base < position):
        raise RecordError(position, f"it can't continue from step {step.base}")


def _play(
    game: registry.AnyGame,
    record: Record,
    step: RecordedStep,
    states: list[Any],
    chance: RecordedChance,
) -> tuple[Any, list[Event]]:
    if step.kind == "setup":
        options = msgspec.convert(record.options, game.Options)
        return game.setup(options, record.seating, chance), []
    assert step.base is not None
    state = clone(states[step.base])
    if step.kind not in _PLAYED:
        return state, []
    if step.seat is None or not 0 <= step.seat < record.seating.count:
        raise RecordError(step.index, f"there is no seat {step.seat}")
    action = msgspec.convert(step.action, game.Action)
    return state, game.apply_action(state, step.seat, action, chance)


def _check_chain(record: Record) -> None:
    previous = digest(record.header)
    for position, step in enumerate(record.steps):
        if step_hash(previous, step) != step.hash:
            raise RecordError(position, "its hash doesn't follow from what stands before it")
        previous = step.hash


def _check_outcomes(step: RecordedStep, dealt: SeededChance) -> None:
    for written in step.outcomes:
        if dealt.outcome(written.kind, written.stream, written.args) != written.value:
            raise RecordError(step.index, f"the seed gives another {written.kind}")
