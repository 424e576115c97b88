"""Parameters of a test that prove what another one of its parameters has proven already."""

from typing import Any

import pytest


def also(*values: Any) -> list[Any]:
    """These are tried in `make test-all` alone, not in `.ci/run`.

    @pytest.mark.parametrize("width", [360, *also(800, 1440)])
    """
    return also_rows(*((value,) for value in values))


def also_rows(*rows: tuple[Any, ...]) -> list[Any]:
    """The same for a test with several names."""
    return [pytest.param(*row, marks=pytest.mark.again) for row in rows]
