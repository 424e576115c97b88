"""Laws about choices."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from games.conformance.sample import Moment, every_moment, sampled_moments
from games.plugin.chance import FastChance
from games.plugin.model import Choice
from games.plugin.text import render


@every_moment
def law_lists(moment: Moment) -> None:
    """Lists of legal actions repeat nothing and keep within the declared bound."""
    most, state = moment.game.meta.max_choices, moment.state
    for seat in moment.seats:
        actions = moment.game.legal_actions(state, seat)
        moment.require(len(actions) <= most, f"seat {seat} has {len(actions)} actions, not {most}")
        fresh = all(action not in actions[:place] for place, action in enumerate(actions))
        moment.require(fresh, f"the actions of seat {seat} repeat themselves")
        again = moment.game.legal_actions(state, seat)
        moment.require(again == actions, f"the actions of seat {seat} change their order")


@sampled_moments
def law_choices(moment: Moment) -> None:
    """Every legal action is a choice, in the same order, with picks and a label of its own."""
    for seat in moment.seats:
        actions = moment.game.legal_actions(moment.state, seat)
        choices = moment.game.choices(moment.state, seat)
        chosen = [choice.action for choice in choices]
        moment.require(chosen == actions, f"the choices of seat {seat} aren't its legal actions")
        _require_distinct(moment, choices)


@sampled_moments
def law_joined(moment: Moment) -> None:
    """Joined actions can be made one after the other, and differ from other choices."""
    game = moment.game
    for seat in moment.seats:
        for choice in game.joined(moment.state, seat):
            state = moment.state
            game.apply_action(state, seat, choice.action, FastChance(moment.number))
            follows = choice.then in game.legal_actions(state, seat)
            moment.require(follows, f"{choice.then} can't follow {choice.action}")
        _require_distinct(moment, game.offered(moment.state, seat))


def _require_distinct(moment: Moment, choices: Sequence[Choice[Any]]) -> None:
    labels = Counter(render(choice.label) for choice in choices)
    moment.require(all(labels), "a choice has no label")
    moment.require(not _repeated(labels), f"two choices are called {_repeated(labels)}")
    picks = Counter(picked for choice in choices for picked in _picks(choice))
    moment.require(not _repeated(picks), f"two choices are picked as {_repeated(picks)}")
    moment.require(all(picks), "a choice has nothing to pick")


@sampled_moments
def law_bare_choices(moment: Moment) -> None:
    """Programs get the same choices as people, without previews."""
    for seat in moment.seats:
        bare = [replace(c, preview=None) for c in moment.game.bare_choices(moment.state, seat)]
        full = [replace(c, preview=None) for c in moment.game.choices(moment.state, seat)]
        moment.require(bare == full, f"seat {seat} is offered other choices without previews")


@sampled_moments
def law_touches(moment: Moment) -> None:
    """Nothing can be added to a move made at once; `missing` has words for incomplete picks."""
    for seat in moment.seats:
        choices = moment.game.offered(moment.state, seat)
        several = {pick for choice in choices if len(choice.picks) > 1 for pick in choice.picks}
        for choice in choices:
            whole = not any(Counter(choice.picks) < Counter(other.picks) for other in choices)
            moment.require(whole or not choice.at_once, f"{choice.picks} can be added to")
        unworded = {pick.partition(":")[0] for pick in several} - moment.game.missing.keys()
        moment.require(not unworded, f"`missing` has no words for {sorted(unworded)}")


@sampled_moments
def law_why_not(moment: Moment) -> None:
    """`why_not` takes any picks, and has no reason against those of a choice."""
    game, state = moment.game, moment.state
    dice = random.Random(moment.number)
    for seat in moment.seats:
        choices = game.offered(state, seat)
        targets = ["", "nonsense:7"]
        for choice in choices:
            targets += choice.picks
            reason = game.why_not(state, seat, choice.picks)
            moment.require(reason is None, f"{choice.picks} can be picked but {reason}")
        for length in (0, 1, 1, 2, 3):
            tried = dice.choices(targets, k=length)
            reason = game.why_not(state, seat, tried)
            moment.require(reason is None or bool(render(reason)), f"no words against {tried}")


def _picks(choice: Choice[Any]) -> list[tuple[str, ...]]:
    """The ways to pick the choice: with and without its `along`."""
    ways = [choice.picks, *([(*choice.picks, choice.along)] if choice.along else [])]
    return [tuple(picks) if choice.ordered else tuple(sorted(picks)) for picks in ways]


def _repeated(counted: Counter[Any]) -> Sequence[Any]:
    return [value for value, count in counted.items() if count > 1]
