"""What tests of tables share."""

from typing import Any

import pytest

from accounts.models import User
from lobby.models import Table
from lobby.tables import services
from toolbox.errors import Refusal

BURN = "please-dont-burn-my-village"


def seated(table: Table) -> list[str]:
    """Who sits on each seat, as the database has it: names, AI levels, "" for nobody."""
    return [
        seat.user.username if seat.user else seat.ai_level
        for seat in table.seats.select_related("user")
    ]


def opened(host: User, **wishes: Any) -> Table:
    """A table, by default for three at the first ruleset with the host on the first seat."""
    return services.open_table(**({"host": host, "game": BURN, "seats": 3} | wishes))


def refusal(call: Any, **arguments: Any) -> Refusal:
    """The refusal of a call that must change nothing."""
    before = list(Table.objects.values()), [seated(table) for table in Table.objects.all()]
    with pytest.raises(Refusal) as caught:
        call(**arguments)
    after = list(Table.objects.values()), [seated(table) for table in Table.objects.all()]
    assert before == after
    return caught.value
