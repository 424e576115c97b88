"""The law about forks: any position can begin a match, as any seat knew it."""

from games.conformance.play import play
from games.conformance.sample import LawBroken, Moment, Sample
from games.plugin.codec import canonical_json, digest, plain
from games.plugin.errors import RecordError
from games.protocol.forks import Continue, Origin
from games.protocol.record import Record
from games.protocol.record_file import load_record
from games.protocol.verification import verify_record

_CONTINUED = 12  # forked positions, spread over all visited ones


def law_forks(sample: Sample) -> None:
    """A match that goes on from a position is legal, ends, and its record verifies after JSON."""
    unfinished = [moment for moment in sample.all_moments if moment.step is not None]
    for number in range(min(_CONTINUED, len(unfinished))):
        moment = unfinished[number * len(unfinished) // _CONTINUED]
        record = continued(moment, number % len(moment.seats))
        try:
            verify_record(load_record(canonical_json(record)), sample.game)
        except RecordError as error:
            raise LawBroken(f"an honest record fails: {error} [{moment.where}]") from error


def continued(moment: Moment, seat: int) -> Record:
    """The record of a random game that goes on from that position as the seat knows it.

    Raises `LawBroken` if it can't go on, or never ends though the ruleset says it does.
    """
    beginning = beginning_at(moment, seat)
    trace = play(moment.game, moment.table, f"{moment.where}, {seat}", beginning=beginning)
    what = f"as seat {seat} knew it nobody can go on"
    moment.require(trace.failure is None, f"{what}: {trace.failure}")
    endless = moment.game.meta.max_steps is None
    moment.require(trace.ended or endless, f"{what} to the end")
    assert trace.record is not None
    return trace.record


def beginning_at(moment: Moment, seat: int) -> Continue:
    """The beginning of a match that goes on from that position."""
    hashed = digest(moment.state)
    origin = Origin(moment.number, hashed, hashed)  # rules don't read the step's own hash
    return Continue(origin, seat, plain(moment.game.observation(moment.state, seat)))
