"""Where a search finds several candidates worth as much, the manner decides."""

from typing import Any

import pytest

from games.ai import halving, medium
from games.burn_my_village.actions import DRAW
from tests.games.ai.test_medium import choose
from tests.games.burn_my_village.tables import bribe, table


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_the_manner_decides_between_equals(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def equal(_game: Any, _world: Any, _seat: int, kept: Any, *_more: Any) -> list[float]:
        return [0.1 if one.action == DRAW else 0.5 for one in kept]

    def judged(_game: Any, _seen: Any, _seat: int, arms: Any, *_more: Any) -> Any:
        for arm, worth in zip(arms, equal(None, None, 0, arms), strict=True):
            arm.worths = [worth] * 8
        return arms[::-1]

    monkeypatch.setattr(medium, "_try", equal)
    monkeypatch.setattr(halving, "judge", judged)
    state = table("axe axe axe", "crown", deck="axe sword crown potion " * 4)
    assert choose(state, level=level, manner="bold") == bribe("axe", 3)
    assert choose(state, level=level, manner="careful") == bribe("axe", 1)
