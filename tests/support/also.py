"""Extra parameters of a test, which prove the same as its other ones."""

from typing import Any

import pytest


def also(*values: Any) -> list[Any]:
    """Parameters that run only in `make test-all`, not in `.ci/run`.

    @pytest.mark.parametrize("width", [360, *also(800, 1440)])
    """
    return also_rows(*((value,) for value in values))


def also_rows(*rows: tuple[Any, ...]) -> list[Any]:
    """The same for a test with several argument names."""
    return [pytest.param(*row, marks=pytest.mark.again) for row in rows]
