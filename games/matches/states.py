"""The state a match is in: stored, found again for any step, and compared."""

from typing import Any

import msgspec

from games.matches.models import Checkpoint, Match, Step
from games.plugin import FastChance, Outcome, RecordedChance, Seating
from games.plugin.codec import canonical_json, unpack


def current_state(match: Match) -> Any:
    """The state after the newest step: one stored blob, or a replay where its layout is old."""
    if match.state_schema == match.ruleset.meta.state_schema:
        return unpack(bytes(match.state), match.ruleset.State)
    return state_at(match, match.version)


def state_at(match: Match, step: int) -> Any:
    """The state after a step, from the nearest checkpoint and the written outcomes since.

    Follows `base`, so steps that were taken back don't count. Raises LookupError for a step that
    doesn't exist.
    """
    checkpoint = (
        Checkpoint.objects.filter(
            match=match, index__lte=step, state_schema=match.ruleset.meta.state_schema
        )
        .order_by("-index")
        .first()
    )
    start = checkpoint.index if checkpoint else -1
    path = _path(match, step, start)
    if path and path[0].index <= start:
        checkpoint = None  # play went back beyond the checkpoint
    state = unpack(bytes(checkpoint.state), match.ruleset.State) if checkpoint else None
    for following in path:
        state = apply_recorded(match, state, following)
    return state


def _path(match: Match, step: int, start: int) -> list[Step]:
    """The steps to replay on top of the checkpoint at `start`, oldest first."""
    known = {found.index: found for found in match.steps.filter(index__gt=start, index__lte=step)}
    path: list[Step] = []
    at: int | None = step
    while at is not None and at != start:
        if at < start:
            known |= {found.index: found for found in match.steps.filter(index__lte=at)}
        if at not in known:
            raise LookupError(f"{match} has no step {step}")
        path.append(known[at])
        at = known[at].base
    return path[::-1]


def apply_recorded(match: Match, state: Any, step: Step) -> Any:
    """The state after a stored step that follows `state`; `state` is changed or replaced."""
    game = match.ruleset
    chance = RecordedChance(msgspec.convert(step.outcomes, list[Outcome]))
    if step.kind == Step.Kind.SETUP:
        options = msgspec.convert(match.options, game.Options)
        return game.setup(options, msgspec.convert(match.seating, Seating), chance)
    if step.kind in (Step.Kind.ACTION, Step.Kind.TIME_OUT):
        assert step.seat is not None
        game.apply_action(state, step.seat, msgspec.convert(step.action, game.Action), chance)
    return state


def decisions(match: Match, state: Any) -> list[tuple[Any, Any]]:
    """What each seat is asked and may answer; where this changes, older answers are stale."""
    game = match.ruleset
    count = match.seating["count"]
    return [(game.prompt(state, seat), game.legal_actions(state, seat)) for seat in range(count)]


def default_action(match: Match, state: Any, seat: int) -> Any:
    """What the ruleset lets the seat do by default, from its observation alone."""
    game = match.ruleset
    observation = canonical_json(game.observation(state, seat))
    seen = msgspec.json.decode(observation, type=game.Observation)
    return game.default_action(game.determinize(seen, seat, FastChance()), seat)
