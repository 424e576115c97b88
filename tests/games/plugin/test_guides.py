"""A first-game guide goes on by the real rules, with the chance that is written for it."""

import pytest
from msgspec.structs import replace

from games.plugin import ChanceMismatch
from games.plugin.codec import pack
from games.protocol.dealing import ScriptedChance
from games.protocol.guided import choice_of, moment
from tests.rulesets.endless.parts import Roll
from tests.rulesets.guided import Guided

GAME = Guided()


def test_every_step_shows_the_position_after_the_moves_before_it():
    guide = GAME.guide()
    prepared = pack(guide.state)
    points = [moment(GAME, guide, step).state.points for step in range(3)]
    assert points == [[0, 0], [0, 0], [4, 2]]
    assert pack(guide.state) == prepared
    assert moment(GAME, guide, 1).events == ()
    assert [event.type for event in moment(GAME, guide, 2).events][:1] == ["Roll"]


def test_the_readers_move_is_one_of_their_choices():
    guide = GAME.guide()
    assert guide is not None
    choice = choice_of(GAME, guide.state, guide.steps[1])
    assert choice is not None
    assert choice.action == Roll()
    others = replace(guide.steps[1], move=guide.steps[1].replies[0], replies=())
    assert choice_of(GAME, moment(GAME, guide, 1).state, others) is None


def test_scripted_chance_gives_its_values_in_order_and_no_impossible_one():
    chance = ScriptedChance([3, "pear"])
    assert chance.roll(6, "wind") == 3
    assert chance.draw({"apple": 1, "pear": 2}, "bag") == "pear"
    chance.finish()
    with pytest.raises(ChanceMismatch):
        chance.roll(6, "wind")
    with pytest.raises(ChanceMismatch):
        ScriptedChance([7]).roll(6, "wind")
    with pytest.raises(ChanceMismatch):
        ScriptedChance([1]).finish()
