"""The paces that pages offer, in words, and what a table makes of them."""

import pytest

from games.matches.page import clock_words
from games.matches.play.parts.clock_kinds import clock_of, is_long
from games.plugin import registry
from games.plugin.codec import plain
from lobby.models import Table
from lobby.tables import paces
from lobby.tables.forms import TableForm
from tests.games.matches.conftest import BURN


@pytest.mark.parametrize("name", paces.PACES)
def test_every_pace_is_a_clock_and_tells_whether_it_takes_days(name):
    stored = paces.PACES[name]
    clock = clock_of(stored)
    assert plain(clock) == stored
    assert is_long(clock) == (paces.kind_of(stored) == Table.Pace.DAYS)


def test_each_reads_differently():
    said = {clock_words.words(clock) for clock in paces.PACES.values()}
    assert len(said) == len(paces.PACES)
    turn = clock_words.words(paces.PACES["turn-day"])
    assert turn == "1 day for every turn, up to 2 days in reserve"


@pytest.mark.parametrize(
    ("pace", "vacation"), [("turn-day", False), ("day", False), ("move-1", None), ("none", None)]
)
def test_a_table_over_days_can_leave_vacations_out(pace, vacation):
    form = TableForm(registry.get(BURN), {"pace": pace, "stay": "on", "seat-1": "open"})
    clock = form.as_table()["clock"] or {}
    assert clock.get("vacation") is vacation
    assert ("no vacations" in " ".join(form.in_words())) is (vacation is False)
