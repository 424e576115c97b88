"""Laws about plain data: everything survives being stored and sent."""

from typing import Any

import msgspec

from games.plugin.codec import canonical_json, pack, plain
from games.plugin.events import Event
from games.plugin.testing.sample import Moment, Sample, require, sampled_moments


@sampled_moments
def law_round_trips(moment: Moment) -> None:
    """States, actions, observations and events come back from JSON and MessagePack as they were."""
    game, state = moment.game, moment.state
    _returns(moment, state, game.State)
    _returns(moment, moment.table.options, game.Options)
    for seat in moment.seats:
        for action in game.legal_actions(state, seat):
            _returns(moment, action, game.Action)
    for viewer in moment.viewers:
        observation = game.observation(state, viewer)
        _returns(moment, observation, game.Observation)
        board = game.board(observation)
        moment.require(plain(board) == board, "the board isn't plain data")
        _returns(moment, board, dict)
    for event in moment.step.events if moment.step else ():
        _returns(moment, event, Event)


@sampled_moments
def law_choices_are_data(moment: Moment) -> None:
    """Previews and motions are plain data for the page."""
    for seat in moment.seats:
        for choice in moment.game.choices(moment.state, seat):
            if choice.preview is not None:
                _returns(moment, choice.preview, dict)


def law_schemas(sample: Sample) -> None:
    """Options, actions and observations can be described to bots as JSON Schema."""
    game = sample.game
    for kind in (game.Options, game.Action, game.Observation):
        require(bool(msgspec.json.schema(kind)), f"{kind} has no JSON Schema")


def _returns(moment: Moment, value: Any, kind: Any) -> None:
    for encoded, decode in (
        (canonical_json(value), msgspec.json.decode),
        (pack(value), msgspec.msgpack.decode),
    ):
        try:
            again = decode(encoded, type=kind)
        except msgspec.ValidationError as error:
            moment.require(False, f"{value} can't be read again: {error}")
        else:
            moment.require(again == value, f"{value} comes back as {again}")
