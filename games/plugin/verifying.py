"""Whether a record tells the truth.

The chain of hashes shows that nothing was altered; verification goes further. It deals from the
seed again, replays every action, compares state by state, and asks of every step whether the
portal could have let it happen.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from games.plugin import ordering, registry, resigning, undoing
from games.plugin.administering import Replace, Void, deed_of
from games.plugin.chance import SeededChance, same
from games.plugin.codec import digest, plain
from games.plugin.deal import OpenDeal, commitment
from games.plugin.errors import RecordError
from games.plugin.events import Event
from games.plugin.model import Format
from games.plugin.record import Record, RecordedStep, blaming, check_table, replay, step_hash


def verify_record(record: Record, game: registry.AnyGame | None = None) -> None:
    """Check everything a record claims. Raises `RecordError` with the first step at fault.

    In this order: the table could be opened; the commitment fits the seed; the hashes; then for
    every step that the action was legal, that chance is what the seed gives, that the state is the
    one named, that the portal allows it, that standing orders were followed; last the result.
    Nothing but `RecordError` is raised, whatever the record holds.
    """
    game = game or _installed(record.game)
    with blaming(None):
        check_table(game, record)
        seed = _seed(record.deal)
        options = msgspec.convert(record.options, game.Options)
        form = game.format(options, record.seating.count).seated(record.seating.roles)
    _check_chain(record)
    dealt = SeededChance(seed)
    conduct = _Conduct(form, [seat.player != "person" for seat in record.seats])
    orders = ordering.Conduct(game, options, form)
    state: Any = None
    over = False
    for step, state, events in replay(game, record):
        with blaming(step.index):
            conduct.check_time(step, over=over)
            orders.check(step)
            _check_outcomes(step, dealt)
            if digest(state) != step.state_hash:
                raise RecordError(step.index, "the state differs from the one recorded")
            conduct.follow(step, events)
            over = game.result(state) is not None
            orders.follow(step, state, over=over or resigning.is_over(form, conduct.gone))
    with blaming(len(record.steps) - 1):
        orders.check_end(len(record.steps) - 1)
        result = resigning.outcome(game, form, state, conduct.gone)
        if not same(None if conduct.voided else plain(result), record.result):
            raise RecordError(len(record.steps) - 1, "the result differs from the one recorded")


class _Conduct:
    """What the portal forbids, whatever the rules say: looked at step by step."""

    def __init__(self, form: Format, computers: Sequence[bool]) -> None:
        self.form = form
        self.gone: list[int] = []
        self.voided = False
        self._computers = list(computers)  # the seats that no person plays
        self._reach = undoing.Reach()

    def check_time(self, step: RecordedStep, *, over: bool) -> None:
        """Nothing follows a void, and nothing but a void the end of a match."""
        if self.voided:
            raise RecordError(step.index, "the match was voided before")
        if step.kind == "admin" and isinstance(deed_of(step.action), Void):
            return
        if resigning.is_over(self.form, self.gone):
            raise RecordError(step.index, "the match was given up before")
        if over:
            raise RecordError(step.index, "the match was over before")

    def follow(self, step: RecordedStep, events: Sequence[Event]) -> None:
        """Raise `RecordError` for a step that the portal wouldn't have let happen."""
        if step.seat in self.gone and step.actor == "person":
            raise RecordError(step.index, f"seat {step.seat} had resigned")
        if step.actor == "person" and step.seat is not None and self._computers[self._seat(step)]:
            raise RecordError(step.index, f"no person played seat {step.seat}")
        if step.kind == "control":
            self._resign(step)
        if step.kind == "admin":
            self._administer(step)
        self._take_back(step, events)

    def _resign(self, step: RecordedStep) -> None:
        if not same(step.action, resigning.RESIGN):
            raise RecordError(step.index, "nobody knows what was done here")
        self.gone.append(self._seat(step))

    def _administer(self, step: RecordedStep) -> None:
        deed = deed_of(step.action)
        if step.actor != "staff" or not same(deed, step.action):
            raise RecordError(step.index, "nobody knows what was done here")
        if isinstance(deed, Replace):
            seat = self._seat(step)
            if self._computers[seat] or seat in self.gone:
                raise RecordError(step.index, f"no person played seat {seat}")
            self._computers[seat] = True
        elif step.seat is not None:
            raise RecordError(step.index, "this was done to the match, not to a seat")
        self.voided = isinstance(deed, Void)

    def _take_back(self, step: RecordedStep, events: Sequence[Event]) -> None:
        """A take-back leads one step back, within the barrier."""
        if step.kind == "undo":
            if step.actor != "person" or self._reach.seat != self._seat(step):
                raise RecordError(step.index, "there was nothing that could be taken back")
            if step.base != self._reach.ways[-1].to:
                raise RecordError(step.index, f"a take-back doesn't lead to step {step.base}")
            self._reach = undoing.after_undo(self._reach)
        elif step.kind == ordering.KIND:
            return  # it changes nothing that could be taken back, and keeps nobody from it
        elif undoing.may_be_taken_back(step.kind, step.actor, step.outcomes, events):
            self._reach = undoing.after_action(self._reach, step.index, self._seat(step), None)
        else:
            self._reach = undoing.after_barrier(step.index)

    def _seat(self, step: RecordedStep) -> int:
        if step.seat is None or not 0 <= step.seat < len(self.form.teams):
            raise RecordError(step.index, f"there is no seat {step.seat}")
        return step.seat


def _installed(slug: str) -> registry.AnyGame:
    try:
        return registry.get(slug)
    except KeyError:
        raise RecordError(None, f"no ruleset {slug!r} is installed") from None


def _seed(deal: OpenDeal) -> bytes:
    if deal.seed is None:
        raise RecordError(None, "its seed isn't told before the match is over")
    seed = bytes.fromhex(deal.seed)
    if seed.hex() != deal.seed:
        raise RecordError(None, "the seed is not in plain hexadecimal")
    if commitment(deal.id, seed) != deal.commitment:
        raise RecordError(None, "the seed is not the one promised by the commitment")
    return seed


def _check_chain(record: Record) -> None:
    with blaming(None):
        previous = digest(record.header)
    for position, step in enumerate(record.steps):
        with blaming(position):
            if step_hash(previous, step) != step.hash:
                raise RecordError(position, "its hash doesn't follow from what stands before it")
        previous = step.hash


def _check_outcomes(step: RecordedStep, dealt: SeededChance) -> None:
    for written in step.outcomes:
        if not same(dealt.outcome(written.kind, written.stream, written.args), written.value):
            raise RecordError(step.index, f"the seed gives another {written.kind}")
