"""People, and games short enough to be played to the end."""

from typing import Any

import pytest
from django.utils import translation
from django.utils.translation import trans_real

from tests.api.caller import Caller, caller
from tests.rulesets.fixtures import endless, ordered, race, siege

__all__ = ["endless", "ordered", "race", "siege"]


@pytest.fixture
def amber(db: None) -> Caller:
    return caller("amber")


@pytest.fixture
def birch(db: None) -> Caller:
    return caller("birch")


@pytest.fixture
def cedar(db: None) -> Caller:
    return caller("cedar")


@pytest.fixture
def spoken(settings: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """A language in which every catalogued text ends in ", translated"."""
    settings.LANGUAGES = [("en", "English"), ("fr", "French")]

    def gettext(text: str) -> str:
        suffix = ", translated" if translation.get_language() == "fr" else ""
        return trans_real.gettext(text) + suffix

    monkeypatch.setattr(translation._trans, "gettext", gettext, raising=False)
    return "fr"


@pytest.fixture
def unhurried(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No limit on moves, for tests that play whole matches."""
    monkeypatch.setitem(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "actions", None)
