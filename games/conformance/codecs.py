"""Laws about plain data, which survives being stored and sent."""

import functools
from collections.abc import Callable
from typing import Any

import msgspec

from games.conformance.sample import LawBroken, Moment, Sample, sampled_moments
from games.plugin.codec import canonical_json, pack
from games.plugin.events import Event
from games.plugin.text import Line


@sampled_moments
def law_round_trips(moment: Moment) -> None:
    """States, options, actions, observations and events survive JSON and MessagePack."""
    game, state = moment.game, moment.state
    _returns(moment, state, game.State)
    _returns(moment, moment.table.options, game.Options)
    for seat in moment.seats:
        for action in game.legal_actions(state, seat):
            _returns(moment, action, game.Action)
    for viewer in moment.viewers:
        observation = game.observation(state, viewer)
        _returns(moment, observation, game.Observation)
        _plain(moment, game.board(observation), "board")
    for event in moment.step.events if moment.step else ():
        _returns(moment, event, Event)


@sampled_moments
def law_choices_are_data(moment: Moment) -> None:
    """The previews of choices are plain data for the page."""
    for seat in moment.seats:
        for choice in moment.game.choices(moment.state, seat):
            _plain(moment, choice.preview, "preview")


def law_schemas(sample: Sample) -> None:
    """Options, actions and observations have a JSON Schema, for bots."""
    game = sample.game
    for kind in (game.Options, game.Action, game.Observation):
        try:
            msgspec.json.schema(kind)
        except TypeError as error:
            raise LawBroken(f"{kind} has no JSON Schema: {error}") from error


def _plain(moment: Moment, value: Any, path: str) -> None:
    """Require text, lines, numbers, None, and lists and dictionaries (with text keys) of these."""
    if isinstance(value, dict):
        for key, held in value.items():
            moment.require(isinstance(key, str), f"{path} has the key {key!r}, which isn't text")
            _plain(moment, held, f"{path}[{key!r}]")
    elif isinstance(value, list):
        for place, held in enumerate(value):
            _plain(moment, held, f"{path}[{place}]")
    else:
        plain = value is None or isinstance(value, str | int | float | Line)
        moment.require(plain, f"{path} is a {type(value).__name__}, which isn't plain data")


@functools.cache
def _readers(kind: Any) -> tuple[Callable[[bytes], Any], Callable[[bytes], Any]]:
    """Decoders of JSON and MessagePack; cached, as a union of many actions takes time."""
    return msgspec.json.Decoder(kind).decode, msgspec.msgpack.Decoder(kind).decode


def _returns(moment: Moment, value: Any, kind: Any) -> None:
    from_json, from_pack = _readers(kind)
    for encoded, decode in ((canonical_json(value), from_json), (pack(value), from_pack)):
        try:
            again = decode(encoded)
        except msgspec.ValidationError as error:
            moment.require(False, f"{value} can't be read again: {error}")
        else:
            moment.require(again == value, f"{value} comes back as {again}")
