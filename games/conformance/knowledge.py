"""The law of knowledge: nothing that a seat sees or may do depends on what it can't know.

From a seat's observation alone, `determinize` builds worlds which that seat can't distinguish from
the true one. Everything shown to the seat must be the same in all; a difference leaks a secret.
"""

import difflib
import itertools
from collections.abc import Iterator
from typing import Any

import msgspec

from games.conformance.sample import LawBroken, Moment, Sample, Step, require
from games.plugin.chance import Chance, FastChance, OutcomeKind
from games.plugin.codec import canonical_json, clone, pack
from games.plugin.events import SPECTATOR, Event, project
from games.plugin.secrets import Seen, observe


def law_knowledge(sample: Sample) -> None:
    """A seat sees, may do and hears the same in every world that it could be in."""
    for moment in sample.moments:
        for seat in moment.seats:
            true = _known(moment, moment.state, seat)
            for world in worlds(moment, seat, sample.worlds):
                _compare(moment, seat, true, _known(moment, world, seat))


def law_worlds_differ(sample: Sample) -> None:
    """In games with hidden things, worlds differ at some time; in games without, never."""
    if not sample.game.meta.hidden:
        for moment in sample.moments:
            seat = _guessing_seat(moment, sample.worlds)
            moment.require(seat is None, f"nothing is hidden but seat {seat} has to guess")
        return
    counts = {trace.table.seating.count for trace in sample.traces}
    hiding = {count for count in counts if count > 1} or counts
    for moment in itertools.chain(sample.moments, sample.all_moments):
        count = moment.table.seating.count
        if count in hiding and _guessing_seat(moment, sample.worlds) is not None:
            hiding.remove(count)  # once is enough
    for count in sorted(hiding):
        require(False, f"with {count} seats no world ever differs from the true one")


def _guessing_seat(moment: Moment, count: int) -> int | None:
    """A seat with a world that differs from the true one, if there is one."""
    true = canonical_json(moment.state)
    for seat in moment.seats:
        if any(canonical_json(world) != true for world in worlds(moment, seat, count)):
            return seat
    return None


def law_marks(sample: Sample) -> None:
    """An observation made of the state itself shows what the marks on its fields allow."""
    for moment in sample.moments:
        for viewer in (*moment.seats, SPECTATOR):
            seen = moment.game.observation(moment.state, viewer)
            if not isinstance(seen, Seen):
                return
            over = moment.game.result(moment.state) is not None
            allowed = [observe(moment.state, viewer, opened=opened) for opened in {False, over}]
            message = f"{viewer} sees more or less than the marks say: {seen}"
            moment.require(canonical_json(seen) in map(canonical_json, allowed), message)


def law_undo(sample: Sample) -> None:
    """A step that may be taken back tells the acting seat nothing new."""
    for moment in sample.moments:
        step = moment.step
        if step is None or step.outcomes or any(event.reveals for event in step.events):
            continue
        true = _seen(moment, msgspec.msgpack.decode(step.after, type=moment.game.State), step)
        for world in worlds(moment, step.seat, sample.worlds):
            after = clone(world)
            try:
                events = moment.game.apply_action(after, step.seat, step.action, _NoChance())
            except LawBroken as error:
                moment.require(False, f"{step.action} {error} in another world")
            else:
                other = _seen(moment, after, step, events)
                same = all(true[key] == other[key] for key in true)
                message = f"{step.action} can be taken back but tells seat {step.seat} a secret"
                moment.require(same, f"{message}: {true} or {other}")


def law_private_events(sample: Sample) -> None:
    """An event has one value a key for all who learn it, and no misspelled `private` or `reveals`.

    Several seats' secrets are merged for the omniscient viewer; a misspelled field would be public.
    """
    for moment in sample.moments:
        for event in moment.step.events if moment.step else ():
            merged = dict(event.data)
            for name in event.data:
                similar = difflib.get_close_matches(name, ("private", "reveals"), 1, cutoff=0.85)
                moment.require(not similar, f"{event.type} tells everyone {name}, not {similar}")
            for seat, secrets in event.private.items():
                moment.require(seat in moment.seats, f"{event.type} tells a seat {seat}")
                for key, value in secrets.items():
                    same = merged.setdefault(key, value) == value
                    moment.require(same, f"{event.type} has two values of {key}")


def worlds(moment: Moment, seat: int, count: int) -> Iterator[Any]:
    """States that the seat could be in, as far as it knows."""
    game = moment.game
    encoded = canonical_json(game.observation(moment.state, seat))
    for number in range(count):
        observation = msgspec.json.decode(encoded, type=game.Observation)
        chance = FastChance(moment.number * 7919 + seat * 101 + number)
        world = game.determinize(observation, seat, chance)
        moment.require(type(world) is game.State, f"a world of seat {seat} is no state")
        yield world


def _known(moment: Moment, state: Any, seat: int) -> dict[str, Any]:
    """Everything that the platform would show to or do for the seat in this state, as JSON."""
    game = moment.game
    before = pack(state)
    active = game.active_seats(state)
    choices = game.choices(state, seat)
    firsts = dict.fromkeys(tuple(choice.picks[:1]) for choice in choices)
    known: dict[str, Any] = {
        "observation": game.observation(state, seat),
        "legal actions": game.legal_actions(state, seat),
        "choices": choices,
        "prompt": [game.prompt(state, who) for who in (seat, SPECTATOR)] if active else [],
        "active seats": active,
        "result": game.result(state),
        "default action": game.default_action(state, seat) if seat in active else None,
        "candidates": game.candidates(state, seat),
        "features": game.features(state, seat),
        "cell of values": game.cell(state, seat),
        "reasons": [game.why_not(state, seat, list(tried)) for tried in (("nonsense",), *firsts)],
        "spectator's observation": game.observation(state, SPECTATOR),
    }
    known["guesses"] = [game.heuristic(state, seat, action) for action in known["candidates"]]
    known["leanings"] = [game.leaning(state, seat, action) for action in known["candidates"]]
    known["quick look"] = game.look(state, seat, quick=True)
    if candidates := known["candidates"]:
        known["weights"] = game.mixed_strategy(state, seat, candidates)
        known["search"] = game.searched(state, seat, candidates)
    encoded = {what: canonical_json(value) for what, value in known.items()}
    moment.require(pack(state) == before, f"looking at a world of seat {seat} changes it")
    return encoded


def _compare(moment: Moment, seat: int, true: dict[str, Any], other: dict[str, Any]) -> None:
    for what, value in true.items():
        if other[what] != value:
            shown = f"{value.decode()} or {other[what].decode()}"
            moment.require(False, f"seat {seat}: {what} depends on what it can't know: {shown}")


def _seen(
    moment: Moment, state: Any, step: Step, events: list[Event] | None = None
) -> dict[str, bytes]:
    """The acting seat's view after its step, and of the step's events."""
    projected = [project(event, step.seat) for event in (step.events if events is None else events)]
    return {
        "observation": canonical_json(moment.game.observation(state, step.seat)),
        "events": canonical_json(projected),
    }


class _NoChance(Chance):
    def outcome(self, kind: OutcomeKind, stream: str, args: Any) -> Any:
        raise LawBroken(f"uses chance on {stream}")
