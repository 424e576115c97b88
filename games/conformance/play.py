"""Random games with the chance and the record of a match."""

import hashlib
import random
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from games.conformance.options import seating, tables
from games.conformance.sample import Moment, Sample, Step, Table, Trace
from games.plugin.codec import digest, pack, plain
from games.plugin.errors import InvalidOptions
from games.plugin.model import Seating
from games.plugin.registry import AnyGame
from games.protocol import forks
from games.protocol.deal import OpenDeal, commitment
from games.protocol.dealing import SeededChance
from games.protocol.names import SALT_BYTES, seal_name
from games.protocol.record import FORMAT, Record, RecordedStep, StepKind, seal

ENDLESS_STEPS = 80  # of a game that needn't end
_BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)


def play_record(
    game: AnyGame,
    *,
    seats: int | None = None,
    options: Any = None,
    first: int | None = None,
    seed: int = 0,
    steps: int | None = None,
) -> Record:
    """The record of a random game, the same for the same arguments.

    It ends with the game or after `steps` actions. Raises what the ruleset raises for impossible
    tables, and RuntimeError if the ruleset fails.
    """
    chosen = game.Options() if options is None else options
    count = game.meta.max_seats if seats is None else seats
    trace = play(game, Table(chosen, seating(game, chosen, count, first)), str(seed), steps)
    if trace.failure is not None or trace.record is None:
        raise RuntimeError(trace.failure)
    return trace.record


def play_sample(game: AnyGame, *, games: int, seed: int, worlds: int, limit: int | None) -> Sample:
    traces: list[Trace] = []
    refused = 0
    for number, table in enumerate(tables(game)):
        if isinstance(table, InvalidOptions):
            refused += 1
            continue
        for again in range(games):
            name = f"{seed}/{number}/{again}"
            # The rules draw who begins in every other game; in the rest each seat does in turn.
            first = None if (number + again) % 2 else (number + again) // 2 % table.seating.count
            seated = msgspec.structs.replace(table.seating, first=first)
            traces.append(play(game, Table(table.options, seated), name))
    return Sample(game, seed, traces, refused, worlds, limit)


def play(
    game: AnyGame,
    table: Table,
    seed: str,
    steps: int | None = None,
    beginning: forks.Continue | None = None,
) -> Trace:
    """One random game to its end, or `steps` actions of it, from `beginning`; never raises."""
    most = steps if steps is not None else game.meta.max_steps
    trace = Trace(table, seed)
    try:
        Player(game, trace).play(ENDLESS_STEPS if most is None else most, beginning)
    except Exception as error:  # any error of a broken ruleset is a finding
        trace.error = error
    return trace


class Player:
    """Plays one game and keeps its record and its moments."""

    def __init__(self, game: AnyGame, trace: Trace) -> None:
        self.game = game
        self.trace = trace
        self.random = random.Random(trace.seed)
        secret = hashlib.sha256(trace.seed.encode()).digest()
        self.chance = SeededChance(secret)
        self.record = empty_record(game, trace.table.options, trace.table.seating, secret)
        self.steps: list[RecordedStep] = []
        self.hash = digest(self.record.header)

    def play(self, most: int, beginning: forks.Continue | None = None) -> None:
        table, action = self.trace.table, None if beginning is None else plain(beginning)
        state = forks.setup(self.game, table.options, table.seating, action, self.chance)
        self.write("setup", None, "portal", action, state)
        for _ in range(most):
            if self.game.result(state) is not None:
                break
            self.act(state)
        self._visit(pack(state), None)
        result = self.game.result(state)
        self.trace.ended = result is not None
        self.trace.record = msgspec.structs.replace(
            self.record, steps=self.steps, result=plain(result)
        )

    def act(self, state: Any) -> None:
        before = pack(state)
        seat = action = None
        try:
            seat = self._seat(state)
            action = self.random.choice(self.game.legal_actions(state, seat))
            events = self.game.apply_action(state, seat, action, self.chance)
        except Exception as error:
            self._visit(before, None)
            raise RuntimeError(f"seat {seat}, {action}: {type(error).__name__} {error}") from error
        outcomes = list(self.chance.outcomes)
        self.write("action", seat, "person", plain(action), state)
        self._visit(before, Step(seat, action, outcomes, events, pack(state)))

    def _seat(self, state: Any) -> int:
        """Mostly a seat that owes a decision, sometimes another one that may act."""
        active = sorted(self.game.active_seats(state))
        if self.random.random() < 0.1:
            seats = range(self.trace.table.seating.count)
            active = [seat for seat in seats if self.game.legal_actions(state, seat)] or active
        return self.random.choice(active)

    def _visit(self, packed: bytes, step: Step | None) -> None:
        number = len(self.trace.moments)
        self.trace.moments.append(
            Moment(self.game, self.trace.table, self.trace.seed, number, packed, step)
        )

    def write(self, kind: StepKind, seat: int | None, actor: str, action: Any, state: Any) -> None:
        index = len(self.steps)
        step = RecordedStep(
            index=index,
            base=index - 1 if index else None,
            kind=kind,
            seat=seat,
            actor=actor,
            action=action,
            outcomes=list(self.chance.outcomes),
            state_hash=digest(state),
            at=(_BEGINNING + timedelta(seconds=index)).isoformat(),
            state_schema=self.game.meta.state_schema,
        )
        self.chance.outcomes.clear()
        self.steps.append(seal(self.hash, step))
        self.hash = self.steps[-1].hash


def empty_record(game: AnyGame, options: Any, seating: Seating, seed: bytes) -> Record:
    """A record before its first step, with a deal of that seed and people on all seats."""
    deal = OpenDeal("deal", commitment("deal", seed), seed.hex())
    salt = bytes(SALT_BYTES)
    people = [seal_name(f"Player {seat + 1}", "person", salt) for seat in range(seating.count)]
    version = game.meta.rules_version
    return Record(FORMAT, game.meta.slug, version, plain(options), seating, people, deal, steps=[])
