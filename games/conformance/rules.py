"""Laws about the course of a game: turns, ends, refusals, results, pieces."""

from typing import Any

import msgspec

from games.ai.playouts import NamedChance, play_to_horizon
from games.ai.values import value
from games.conformance.actions import other_actions
from games.conformance.sample import (
    LawBroken,
    Moment,
    Sample,
    every_moment,
    require,
    sampled_moments,
)
from games.conformance.texts import check_line
from games.plugin.chance import FastChance
from games.plugin.codec import canonical_json, clone, pack, plain
from games.plugin.errors import IllegalAction
from games.plugin.model import Result
from games.plugin.text import Line
from games.protocol.dealing import SeededChance

_BEST_FIRST = ("won", "drawn", "lost", "scored")


def law_games_end(sample: Sample) -> None:
    """Random games run without error to their end, within the declared number of steps."""
    most = sample.game.meta.max_steps
    require(bool(sample.traces), "the ruleset refuses every table")
    for trace in sample.traces:
        where = f"[{sample.game.meta.slug}, {trace.table}, game {trace.seed}]"
        if trace.error is not None:
            raise LawBroken(f"{trace.failure} {where}") from trace.error
        require(trace.ended or most is None, f"no end after {most} steps {where}")


@every_moment
def law_turns(moment: Moment) -> None:
    """Until the game is over, someone owes a decision and can make it; after that nobody."""
    game, state = moment.game, moment.state
    active = game.active_seats(state)
    if game.result(state) is not None:
        moment.require(not active, f"the game is over and seats {sorted(active)} are active")
        acting = [seat for seat in moment.seats if game.legal_actions(state, seat)]
        moment.require(not acting, f"the game is over and seats {acting} may act")
        return
    moment.require(bool(active), "the game goes on and nobody is active")
    moment.require(active <= set(moment.seats), f"there are no seats {sorted(active)}")
    for seat in active:
        moment.require(bool(game.legal_actions(state, seat)), f"active seat {seat} can do nothing")


@every_moment
def law_turn_owners(moment: Moment) -> None:
    """The turn belongs to an existing seat and depends on the state alone."""
    turn = moment.game.turn(moment.state)
    if turn is not None:
        moment.require(turn.seat in moment.seats, f"the turn is that of a seat {turn.seat}")
        moment.require(moment.game.turn(moment.state) == turn, "the turn changes by being asked")


@sampled_moments
def law_legal_actions_work(moment: Moment) -> None:
    """Every action listed as legal is accepted."""
    for seat in moment.seats:
        for action in moment.game.legal_actions(moment.state, seat):
            try:
                moment.game.apply_action(moment.state, seat, action, FastChance(moment.number))
            except IllegalAction as refusal:
                moment.require(False, f"{action} of seat {seat} is listed but {refusal.code}")


def law_refusals(sample: Sample) -> None:
    """Every other action is refused with a declared code, before anything changes."""
    game = sample.game
    for moment, seat, action in other_actions(sample):
        state, chance = moment.state, SeededChance(b"")
        try:
            game.apply_action(state, seat, action, chance)
        except IllegalAction as refusal:
            known = refusal.code in game.refusals
            moment.require(known, f"the refusal code {refusal.code} isn't declared")
            check_line(moment, Line(game.refusals[refusal.code], refusal.params))
            moment.unchanged(state, f"refusing {action}")
            moment.require(not chance.outcomes, f"refusing {action} uses chance")
        except Exception as error:
            error.add_note(f"{action} of seat {seat} [{moment.where}]")
            raise
        else:
            moment.require(False, f"{action} of seat {seat} is accepted but not listed")


@every_moment
def law_results(moment: Moment) -> None:
    """A result has every seat, and ranks, outcomes and teams agree with each other."""
    result = moment.game.result(moment.state)
    if result is None:
        return
    table = moment.table
    teams = moment.game.format(table.options, table.seating.count).teams
    moment.require(len(result.seats) == len(moment.seats), "the result isn't about every seat")
    for fault in _faults(result, teams):
        moment.require(False, f"{fault}: {result.seats}")
    scored = len(moment.seats) == 1 and moment.game.meta.scored
    for seat in result.seats:
        fits = (seat.outcome == "scored") == scored and (seat.score is not None or not scored)
        moment.require(fits, f"points alone count, or don't: {seat}")
    moment.require(bool(result.ending), "the result doesn't say how the game ended")
    _check_statistics(moment)


def _check_statistics(moment: Moment) -> None:
    """Require plain data, and numbers under the names with a label."""
    statistics = moment.game.statistics(moment.state)
    moment.require(plain(statistics) == statistics, "the statistics aren't plain data")
    seats = statistics.get("seats", [{} for _seat in moment.seats])
    moment.require(len(seats) == len(moment.seats), "the statistics aren't about every seat")
    for name in moment.game.meta.statistics:
        numbers = all(isinstance(seat.get(name, 0), int | float) for seat in seats)
        moment.require(numbers, f"the statistics have no number for {name}")


def _faults(result: Result, teams: tuple[int, ...]) -> list[str]:
    faults = []
    ranks = sorted(seat.rank for seat in result.seats)
    for seat in result.seats:
        if not 1 <= seat.rank <= 1 + sum(rank < seat.rank for rank in ranks):
            faults.append(f"rank {seat.rank} leaves a gap")
    for one, this in enumerate(result.seats):
        for other, that in enumerate(result.seats):
            better = _BEST_FIRST.index(this.outcome) < _BEST_FIRST.index(that.outcome)
            if better and this.rank >= that.rank:
                faults.append(f"seat {one} has the better outcome but not the better rank")
            if this.rank == that.rank and this.outcome != that.outcome:
                faults.append(f"seats {one} and {other} share a rank but not an outcome")
            if teams[one] == teams[other] and this.outcome != that.outcome:
                faults.append(f"seats {one} and {other} are a team with two outcomes")
        if this.team is not None and this.team != teams[one]:
            faults.append(f"seat {one} isn't in team {this.team}")
    return faults


def law_pieces(sample: Sample) -> None:
    """No piece is lost or added during a game, in rulesets that count pieces."""
    for trace in sample.traces:
        counted = [sample.game.pieces(moment.state) for moment in trace.moments]
        for moment, before, now in zip(trace.moments, counted, counted[1:], strict=False):
            if before != now and moment.step is not None:
                moment.require(False, f"pieces {before} become {now} by {moment.step.action}")


@sampled_moments
def law_default_action(moment: Moment) -> None:
    """The default action is legal and always the same."""
    for seat in moment.game.active_seats(moment.state):
        actions = [moment.game.default_action(moment.state, seat) for _ in range(2)]
        legal = moment.game.legal_actions(moment.state, seat)
        moment.require(actions[0] in legal, f"the default {actions[0]} of seat {seat} is illegal")
        moment.require(actions[0] == actions[1], f"the default action of seat {seat} varies")


@sampled_moments
def law_policy(moment: Moment) -> None:
    """Candidates are legal, heuristics and weights are numbers, evaluations are from 0 to 1."""
    game, state = moment.game, moment.state
    for seat in moment.seats:
        legal, candidates = game.legal_actions(state, seat), game.candidates(state, seat)
        moment.require(bool(candidates) == bool(legal), f"seat {seat} has nothing to consider")
        for action in candidates:
            moment.require(action in legal, f"candidate {action} of seat {seat} is illegal")
            guess = game.heuristic(state, seat, action)
            moment.require(abs(guess) < float("inf"), f"{action} looks like {guess}")
        weights = game.mixed_strategy(state, seat, candidates) if candidates else None
        if weights is not None:
            fits = len(weights) == len(candidates) and min(weights) >= 0
            message = f"seat {seat} can't draw one of {len(candidates)} by weights {weights}"
            moment.require(fits and 0 < sum(weights) < float("inf"), message)
        value = game.evaluate(state, seat)
        moment.require(0 <= value <= 1, f"the position is worth {value} to seat {seat}")
        for action in game.candidates(state, seat):
            lean = game.leaning(state, seat, action)
            fits = len(lean) == 2 and all(-1 <= one <= 1 for one in lean)
            moment.require(fits, f"{action} leans by {lean}, not twice from -1 to 1")


@sampled_moments
def law_look(moment: Moment) -> None:
    """`look` returns candidates and their heuristic; a quick look, legal actions and numbers."""
    game, state = moment.game, moment.state
    for seat in moment.seats:
        candidates, looks = game.candidates(state, seat), game.look(state, seat)
        slow = [(action, game.heuristic(state, seat, action)) for action in candidates]
        same = looks == slow or (len(slow) == len(looks) == 1 and looks[0][0] == candidates[0])
        moment.require(same, f"seat {seat} looks at something else than its candidates")
        quick = game.look(state, seat, quick=True)
        moment.require(bool(quick) == bool(slow), f"seat {seat} finds nothing at a quick look")
        legal = game.legal_actions(state, seat)
        for action, guess in quick:
            moment.require(action in legal, f"at a quick look {action} of seat {seat} is illegal")
            moment.require(abs(guess) < float("inf"), f"{action} quickly looks like {guess}")


@sampled_moments
def law_playouts(moment: Moment) -> None:
    """Playing out a world twice with the same chance leads to one position, which has a value."""
    game, state = moment.game, moment.state
    for seat in game.active_seats(state):
        ends = [clone(state), clone(state)]
        for end in ends:
            play_to_horizon(game, state, end, seat, NamedChance(moment.number))
        moment.require(pack(ends[0]) == pack(ends[1]), f"seat {seat}: a playout isn't repeatable")
        moment.unchanged(state, f"playing out for seat {seat}")
        worth = value(game, ends[0], seat)
        moment.require(abs(worth) < float("inf"), f"a position is worth {worth} to seat {seat}")


@sampled_moments
def law_reopened(moment: Moment) -> None:
    """Seats that owe a decision owe it before the sealed answers, too, with the same actions."""
    game, state = moment.game, moment.state
    opened = game.reopened(state)
    moment.unchanged(state, "reopening")
    for seat in game.active_seats(state):
        owes = seat in game.active_seats(opened)
        moment.require(owes, f"seat {seat} owes nothing before the sealed answers")
        same = game.legal_actions(opened, seat) == game.legal_actions(state, seat)
        moment.require(same, f"seat {seat} has other actions before the sealed answers")


@sampled_moments
def law_reading_changes_nothing(moment: Moment) -> None:
    """Reading changes no state, and neither does changing an observation."""
    game, state = moment.game, moment.state
    for seat in moment.seats:
        game.legal_actions(state, seat)
        game.choices(state, seat)
        game.look(state, seat)
        game.look(state, seat, quick=True)
        game.features(state, seat)
        game.evaluate(state, seat)
        for action in game.candidates(state, seat):
            game.leaning(state, seat, action)
    for seat in game.active_seats(state):
        game.default_action(state, seat)
    game.statistics(state)
    for viewer in moment.viewers:
        if game.active_seats(state):
            game.prompt(state, viewer)
        observation = game.observation(state, viewer)
        encoded = canonical_json(observation)
        game.board(observation)
        moment.require(canonical_json(observation) == encoded, "the board changes the observation")
        moment.unchanged(state, f"looking as {viewer}")
        scramble(observation)
        moment.unchanged(state, f"changing what {viewer} observed")


@sampled_moments
def law_events_are_no_windows(moment: Moment) -> None:
    """Changing an event changes no state."""
    step = moment.step
    if step is None:
        return
    state: Any = moment.state
    events = moment.game.apply_action(state, step.seat, step.action, FastChance(moment.number))
    before = pack(state)
    scramble(events)
    moment.require(pack(state) == before, f"the events of {step.action} lead into the state")


def scramble(value: Any) -> None:
    """Change every mutable part of `value`, in place."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            held = getattr(value, name)
            scramble(held)
            if not value.__struct_config__.frozen and isinstance(held, int | str):
                setattr(value, name, type(held)())
    elif isinstance(value, dict):
        for held in value.values():
            scramble(held)
        value.clear()
    elif isinstance(value, list | tuple):
        for held in value:
            scramble(held)
        if isinstance(value, list):
            value.append(None)
    elif isinstance(value, set):
        value.clear()
