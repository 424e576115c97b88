"""Sentences of rulesets as people read them."""

from datetime import UTC, datetime

import pytest
from django.utils import translation

from games.matches.models import Step
from games.matches.record import logbook
from games.matches.record.text import sentence
from games.plugin import SPECTATOR, Event, SeatName, Viewer, line, registry


def test_a_seat_is_called_as_at_its_own_table_each_time():
    """Sentences are remembered, but not the names of another table."""
    told = line("{player} draws.", player=SeatName(1))
    nested = line("{what} Well done!", what=told)
    bare = line("{player} draws.", player="amber")
    for names in (["amber", "birch"], ["cedar", "dove"], ["amber", "birch"], []):
        second = names[1] if names else "#2"
        assert sentence(told, names) == f"{second} draws."
        assert sentence(nested, names) == f"{second} draws. Well done!"
        assert sentence(bare, names) == "amber draws."


def test_a_sentence_is_remembered_in_each_language():
    told = line("yes,no,maybe")  # which Django itself translates
    said = {}
    for language in ("en", "de", "en"):
        with translation.override(language):
            said[language] = sentence(told)
    assert said == {"en": "yes,no,maybe", "de": "Ja,Nein,Vielleicht"}


def test_a_line_in_the_place_of_one_that_is_gone_is_read():
    """Lines are known by where they lie in memory, which the next one may take over."""
    for number in range(1000):
        told = line("{n} plums fall on whoever sleeps.", n=number)
        for _time in range(3):
            assert sentence(told) == f"{number} plums fall on whoever sleeps."
        del told


@pytest.mark.parametrize(("viewer", "whom"), [(0, "birch"), (1, "you"), (SPECTATOR, "birch")])
def test_whom_something_is_said_to_reads_you(viewer: Viewer, whom: str) -> None:
    offer = Event("offer", {"seat": 0, "partner": 1, "give": "brick", "take": "tar"})
    assert narrated("castle-panic", offer, viewer) == (f"amber offers Brick to {whom} for Tar.", 0)


def test_a_sentence_that_names_its_reader_twice_stays_as_it_is() -> None:
    named = Event("named", {"seat": 0, "winner": 0})
    assert narrated("burnt-to-ashes", named, 0) == ("amber, the regent, crowns amber.", 0)


def narrated(game: str, event: Event, viewer: Viewer) -> tuple[str, int | None]:
    """The event's sentence in the viewer's log, and whom it is about."""
    at = datetime(2026, 1, 1, tzinfo=UTC)
    row = logbook.Row(1, f"{game}-{viewer}", at, 0, Step.Kind.ACTION, "person", {}, [event])
    (entry,) = logbook.entries(registry.get(game), [row], viewer, ["amber", "birch"])
    return entry.text, entry.about
