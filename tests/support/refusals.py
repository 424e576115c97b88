"""Refusals of a ruleset: with a declared code and a complete message, and without a change."""

from typing import Any

import pytest

from games.plugin import AnyGame, FastChance, IllegalAction, render
from games.plugin.codec import pack
from games.plugin.text import Line


def refusal(game: AnyGame, state: Any, action: Any, seat: int = 0) -> str:
    """The code with which the ruleset refuses the action."""
    before = pack(state)
    with pytest.raises(IllegalAction) as refused:
        game.apply_action(state, seat, action, FastChance(1))
    assert pack(state) == before
    assert action not in game.legal_actions(state, seat)
    code = refused.value.code
    assert render(Line(game.refusals[code], refused.value.params))
    return code
