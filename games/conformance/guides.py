"""The law about first-game guides."""

from typing import Any

from games.conformance.sample import Moment, Sample, Table, require
from games.conformance.texts import check_line
from games.plugin.chance import FastChance
from games.plugin.codec import clone, pack
from games.plugin.errors import ChanceMismatch, IllegalAction
from games.plugin.events import project
from games.plugin.guide import Guide, GuideMove
from games.plugin.model import Seating
from games.plugin.registry import AnyGame
from games.plugin.text import render
from games.protocol.dealing import ScriptedChance
from games.protocol.guided import choice_of


def law_guide(sample: Sample) -> None:
    """Every move of a guide is legal and on its own seat; its texts and positions are readable."""
    game = sample.game
    guide = game.guide()
    if guide is None:
        return
    require(bool(guide.steps), "the guide has no step")
    require(0 <= guide.seat < len(guide.names), "nobody sits on the guide's seat")
    for name in map(render, guide.names):
        require(name.lower() != "you", "a seat is called You, which makes “You draws a card”")
    before = pack(guide.state)
    state = clone(guide.state)
    for number, step in enumerate(guide.steps):
        at = _moment(game, guide, number, state)
        check_line(at, step.title)
        check_line(at, step.text)
        at.require(step.move is None or step.move.seat == guide.seat, "asks another seat to move")
        picked = step.move is None or choice_of(game, state, step) is not None
        at.require(picked, f"{step.move} isn't offered")
        for made in step.moves:
            _play(at, game, state, made)
    require(pack(guide.state) == before, "a guide's position changes while it is played")
    _readable(_moment(game, guide, len(guide.steps), state), game, state, guide)


def _moment(game: AnyGame, guide: Guide[Any, Any], number: int, state: Any) -> Moment:
    table = Table("guide", Seating(len(guide.names)))
    return Moment(game, table, "guide", number, pack(state), None)


def _play(at: Moment, game: AnyGame, state: Any, made: GuideMove[Any]) -> None:
    chance = ScriptedChance(made.outcomes)
    try:
        events = game.apply_action(state, made.seat, made.action, chance)
        chance.finish()
    except (IllegalAction, ChanceMismatch) as error:
        at.require(False, f"{made.action} can't be played: {error}")
        raise
    for event in events:
        narration = game.narrate(project(event, made.seat))
        if narration is not None:
            check_line(at, narration.line)


def _readable(at: Moment, game: AnyGame, state: Any, guide: Guide[Any, Any]) -> None:
    if game.active_seats(state):
        check_line(at, game.prompt(state, guide.seat))
    observed = game.observation(state, guide.seat)
    game.board(observed)
    game.determinize(observed, guide.seat, FastChance(0))
