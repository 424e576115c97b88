"""Laws about what people choose from."""

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
    """Every legal action is a choice, in the same order, told apart by its picks and its label."""
    for seat in moment.seats:
        actions = moment.game.legal_actions(moment.state, seat)
        choices = moment.game.choices(moment.state, seat)
        chosen = [choice.action for choice in choices]
        moment.require(chosen == actions, f"the choices of seat {seat} aren't its legal actions")
        _require_told_apart(moment, choices)


@sampled_moments
def law_joined(moment: Moment) -> None:
    """Joined actions can be made one after the other, and told apart from other choices."""
    game = moment.game
    for seat in moment.seats:
        for choice in game.joined(moment.state, seat):
            state = moment.state
            game.apply_action(state, seat, choice.action, FastChance(moment.number))
            follows = choice.then in game.legal_actions(state, seat)
            moment.require(follows, f"{choice.then} can't follow {choice.action}")
        _require_told_apart(moment, game.offered(moment.state, seat))


def _require_told_apart(moment: Moment, choices: Sequence[Choice[Any]]) -> None:
    labels = Counter(render(choice.label) for choice in choices)
    moment.require(all(labels), "a choice has no label")
    moment.require(not _repeated(labels), f"two choices are called {_repeated(labels)}")
    picks = Counter(picked for choice in choices for picked in _picks(choice))
    moment.require(not _repeated(picks), f"two choices are picked as {_repeated(picks)}")
    moment.require(all(picks), "a choice has nothing to pick")


@sampled_moments
def law_bare_choices(moment: Moment) -> None:
    """What programs are offered is what people are offered, but for previews."""
    for seat in moment.seats:
        bare = [_bare(choice) for choice in moment.game.bare_choices(moment.state, seat)]
        same = bare == [_bare(choice) for choice in moment.game.choices(moment.state, seat)]
        moment.require(same, f"seat {seat} is offered other choices without previews")


def _bare(choice: Choice[Any]) -> Choice[Any]:
    return replace(choice, preview=None)


@sampled_moments
def law_touches(moment: Moment) -> None:
    """Nothing can be added to a move made at once; what several touches lack can be said."""
    for seat in moment.seats:
        choices = moment.game.offered(moment.state, seat)
        several = {pick for choice in choices if len(choice.picks) > 1 for pick in choice.picks}
        for choice in choices:
            whole = not any(Counter(choice.picks) < Counter(other.picks) for other in choices)
            moment.require(whole or not choice.at_once, f"{choice.picks} can be added to")
        untold = {pick.partition(":")[0] for pick in several} - moment.game.missing.keys()
        moment.require(not untold, f"`missing` has no words for {sorted(untold)}")


@sampled_moments
def law_why_not(moment: Moment) -> None:
    """Any picks may be asked about; those that make a choice have no reason against them."""
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
    """The ways to pick it: with and without what goes along."""
    ways = [choice.picks, *([(*choice.picks, choice.along)] if choice.along else [])]
    return [tuple(picks) if choice.ordered else tuple(sorted(picks)) for picks in ways]


def _repeated(counted: Counter[Any]) -> Sequence[Any]:
    return [value for value, count in counted.items() if count > 1]
