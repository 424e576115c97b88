"""Tables that ask for people who stay to the end."""

from collections.abc import Callable

import pytest

from accounts.models import User
from lobby.models import Table
from lobby.tables import invitations, services
from tests.lobby.tables import BURN
from toolbox.errors import Conflict, Refusal

pytestmark = pytest.mark.django_db
Person = Callable[..., User]


@pytest.fixture
def table(amber: User) -> Table:
    """Amber's, which asks for 90%."""
    return services.open_table(host=amber, game=BURN, seats=3, reliable=90)


@pytest.mark.parametrize("share", [None, 90, 100])
def test_who_stays_and_who_is_new_may_sit_down(table, birch, share):
    birch.reliability = share
    assert services.join(table=table, user=birch).seats.filter(user=birch).exists()


def test_who_leaves_too_often_may_not(table, amber, birch):
    birch.reliability = 89
    with pytest.raises(Conflict) as refused:
        services.join(table=table, user=birch)
    assert refused.value.code == "not_reliable"
    invitations.invite(table=table, user=amber, name=birch.username)
    assert services.join(table=table, user=birch).seats.filter(user=birch).exists()


def test_what_the_table_agrees_on_comes_into_the_match(amber, birch):
    day = {"type": "move", "seconds": 86_400}
    table = services.open_table(host=amber, game=BURN, seats=2, clock=day)
    services.join(table=table, user=birch)
    match = services.start(table=table, user=amber).match
    assert match.absence == {"then": "caretaker", "after": 3, "level": None}
    assert services.open_table(host=amber, game=BURN, seats=2).absence is None
    with pytest.raises(Refusal):  # without a clock nobody is missed
        services.open_table(host=amber, game=BURN, seats=2, absence={"then": "forfeit"})


@pytest.mark.parametrize(
    "absence", [{"then": "nothing"}, {"after": 0}, {"level": "genius"}, {"what": 1}]
)
def test_it_must_make_sense(amber, absence):
    clock = {"type": "move", "seconds": 86_400}
    with pytest.raises(Refusal) as refused:
        services.open_table(host=amber, game=BURN, seats=2, clock=clock, absence=absence)
    assert refused.value.code == "malformed"
