"""Fair of Masks, installed for one test, with its templates and static files."""

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.matches.page import shared_html
from tests.games.matches.conftest import begin, person
from tests.rulesets import fair_of_masks
from tests.rulesets.fair_of_masks.game import FairOfMasks
from tests.rulesets.fixtures import installed

__all__ = ["begin", "person"]

PACKAGE = Path(str(fair_of_masks.__file__)).parent


@pytest.fixture
def fair(settings: Any) -> Iterator[str]:
    """The ruleset's slug, while Django finds what it ships."""
    changed = copy.deepcopy(settings.TEMPLATES)
    changed[0]["DIRS"] = [*changed[0]["DIRS"], PACKAGE / "templates"]
    settings.TEMPLATES = changed
    settings.STATICFILES_DIRS = [*settings.STATICFILES_DIRS, PACKAGE / "static"]
    shared_html.own_template.cache_clear()
    with installed(FairOfMasks()) as slug:
        yield slug
    shared_html.own_template.cache_clear()
