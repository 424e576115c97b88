"""The state of a match: stored, or after any step; and what the rules say about it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from celery.exceptions import SoftTimeLimitExceeded
from django.db import Error as DatabaseError

from games.matches.errors import Unreadable
from games.matches.models import Checkpoint, Match, Step
from games.matches.record import stored
from games.plugin import FastChance, Format, Outcome, Seating, SeatTurn
from games.plugin.codec import canonical_json, digest, unpack
from games.protocol import forks
from games.protocol.dealing import RecordedChance
from toolbox.errors import Refusal

# Not the rules' fault: a refusal, the database, the machine, too little time.
NOT_THE_RULES = (Refusal, DatabaseError, OSError, MemoryError, SoftTimeLimitExceeded)


@contextmanager
def reading(match: Match) -> Iterator[None]:
    """Raise `Unreadable` for any error inside but `NOT_THE_RULES`.

    Put only data and rules inside: a page that can't be drawn must not stop a match.
    """
    try:
        yield
    except NOT_THE_RULES:
        raise
    except Exception as error:
        raise Unreadable from error


def current_state(match: Match) -> Any:
    """The newest state: the stored one, or a replay if its layout is old.

    Raises `Unreadable`, also if the rules refuse the match's options or seating.
    """
    with reading(match):
        game = match.presentation
        format_of(match)
        if match.state_schema not in _schemas_to_read(match):
            return state_at(match, match.version)
        return unpack(bytes(match.state), game.State)


def _schemas_to_read(match: Match) -> tuple[int, ...]:
    """The layouts of stored states that are read.

    With the match's rules, only the present layout: others are replayed. Without them, all layouts
    that the ruleset can read.
    """
    meta = match.presentation.meta
    older = () if match.has_rules else meta.readable_schemas
    return (meta.state_schema, *older)


def format_of(match: Match) -> Format:
    """The teams and roles of the match's seats."""
    game, seating = match.presentation, match.seating
    options = msgspec.convert(match.options, game.Options)
    return game.format(options, seating["count"]).seated(seating["roles"])


def state_at(match: Match, step: int) -> Any:
    """The state after a step, from the nearest checkpoint and the recorded outcomes since.

    Follows `base`, so steps that were taken back don't count. Without the match's own rules, newer
    ones may replay it, and only a state with the recorded hash is accepted. Raises LookupError for
    an unknown step, `Unreadable` if the rules don't lead to it.
    """
    if match.has_rules:
        return _state_at(match, step)[0]
    try:
        state, last = _state_at(match, step)
    except Exception as error:  # newer rules may fail on what older ones wrote
        raise Unreadable from error
    schema = match.presentation.meta.state_schema
    if last and (last.state_schema, last.state_hash) != (schema, digest(state)):
        raise Unreadable
    return state


def _state_at(match: Match, step: int) -> tuple[Any, Step | None]:
    """The state after a step, and the last step replayed for it; None: it was stored."""
    path: list[Step] = []
    checkpoint = _checkpoint(match, step)
    at: int | None = step
    while at is not None and (checkpoint is None or at != checkpoint.index):
        start = checkpoint.index if checkpoint else -1
        if at < start:  # play went back beyond the checkpoint
            checkpoint = _checkpoint(match, at)
            continue
        at = _walk(match, step, at, start, path)
    state = unpack(bytes(checkpoint.state), match.presentation.State) if checkpoint else None
    for following in reversed(path):
        state = apply_recorded(match, state, following)
    return state, path[0] if path else None


def _checkpoint(match: Match, step: int) -> Checkpoint | None:
    return stored.checkpoint(match, step, _schemas_to_read(match))


def _walk(match: Match, step: int, at: int, start: int, path: list[Step]) -> int | None:
    """Follow the bases from `at` to `start` or beyond, adding steps, newest first."""
    known = {found.index: found for found in stored.between(match, start, at)}
    place: int | None = at
    while place is not None and place > start:
        if place not in known:
            raise LookupError(f"{match} has no step {step}")
        path.append(known[place])
        place = known[place].base
    return place


def apply_recorded(
    match: Match, state: Any, step: Step, chance: RecordedChance | None = None
) -> Any:
    """The state after a step; changes or replaces `state`. `chance`: to check it afterwards."""
    game = match.presentation
    chance = chance or RecordedChance(msgspec.convert(step.outcomes, list[Outcome]))
    if step.kind == Step.Kind.SETUP:
        options = msgspec.convert(match.options, game.Options)
        seating = msgspec.convert(match.seating, Seating)
        return forks.setup(game, options, seating, step.action, chance)
    if step.kind in (Step.Kind.ACTION, Step.Kind.TIME_OUT):
        assert step.seat is not None
        game.apply_action(state, step.seat, msgspec.convert(step.action, game.Action), chance)
    return state


def decisions(match: Match, state: Any) -> list[tuple[Any, Any]]:
    """Each seat's prompt and legal actions; if these change, older answers are stale."""
    game = match.ruleset
    if not game.active_seats(state):
        return [(None, [])] * match.seating["count"]
    seats = range(match.seating["count"])
    return [(game.prompt(state, seat), game.legal_actions(state, seat)) for seat in seats]


def turn_of(match: Match, state: Any) -> SeatTurn | None:
    """The turn of play by the rules; None if it is nobody's turn."""
    return match.ruleset.turn(state)


def default_action(match: Match, state: Any, seat: int) -> Any:
    """The ruleset's default action for the seat, from its observation alone."""
    game = match.ruleset
    observation = canonical_json(game.observation(state, seat))
    decoded = msgspec.json.decode(observation, type=game.Observation)
    return game.default_action(game.determinize(decoded, seat, FastChance()), seat)
