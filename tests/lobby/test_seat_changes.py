"""Changing seats, being sent away, parts, and whom one doesn't want to meet."""

from functools import partial
from typing import Any

import pytest

from accounts import blocks
from accounts.models import Notice, User
from games.matches.models import Match
from lobby.models import Table
from lobby.tables import services
from tests.lobby.tables import opened, refusal, seated
from tests.support.at_once import all_at_once
from toolbox.errors import Refusal

pytestmark = pytest.mark.django_db


def test_the_host_lets_any_two_change_places_fills_seats_and_a_guest_moves_alone(amber, birch):
    table = opened(amber, ai={2: "easy"})
    services.join(table=table, user=birch)
    services.swap(table=table, user=amber, seat=0, other=1)
    assert seated(table) == ["birch", "amber", "easy"]
    services.swap(table=table, user=amber, seat=2, other=0)
    assert seated(table) == ["easy", "amber", "birch"]
    services.swap(table=table, user=amber, seat=1, other=1)
    assert seated(table) == ["easy", "amber", "birch"]
    table = opened(amber, seats=5, ai={3: "medium"})
    services.add_ai(table=table, user=amber, level="easy", every=True)
    assert seated(table) == ["amber", "easy", "easy", "medium", "easy"]
    refused = refusal(services.add_ai, table=table, user=amber, level="easy", every=True)
    assert refused.code == "table_full"
    table = opened(amber, seats=4, ai={3: "easy"})
    services.join(table=table, user=birch)
    services.swap(table=table, user=birch, seat=1, other=2)
    assert seated(table) == ["amber", "", "birch", "easy"]
    for seat, other, code in (
        (2, 0, "seat_taken"),
        (0, 1, "not_the_host"),
        (1, 2, "not_the_host"),
        (2, 9, "malformed"),
        (-1, 2, "malformed"),
    ):
        refused = refusal(services.swap, table=table, user=birch, seat=seat, other=other)
        assert refused.code == code
    services.swap(table=table, user=birch, seat=2, other=3)
    assert seated(table) == ["amber", "", "easy", "birch"]


def test_the_host_sends_others_away_who_come_back_only_if_invited(amber, birch):
    table = opened(amber)
    services.join(table=table, user=birch)
    services.kick(table=table, user=amber, seat=1)
    assert seated(table) == ["amber", "", ""]
    assert Notice.objects.get(user=birch).params["host"] == "amber"
    assert refusal(services.join, table=table, user=birch).code == "cannot_join"
    services.invite(table=table, user=amber, name="birch")
    services.join(table=table, user=birch)
    assert seated(table) == ["amber", "birch", ""]
    table = opened(amber, ai={2: "easy"})
    services.join(table=table, user=birch)
    assert refusal(services.kick, table=table, user=birch, seat=0).code == "not_the_host"
    for seat, code in ((0, "nobody_there"), (2, "nobody_there"), (5, "malformed")):
        assert refusal(services.kick, table=table, user=amber, seat=seat).code == code


@pytest.mark.parametrize("hosting", [True, False])
def test_nobody_joins_whom_they_do_not_meet_and_nobody_says_why(amber, birch, cedar, hosting):
    table = opened(amber)
    services.join(table=table, user=birch)
    blocks.block(user=amber if hosting else cedar, other=cedar if hosting else birch)
    refused = refusal(services.join, table=table, user=cedar)
    assert (refused.status, refused.code) == (409, "cannot_join")
    assert refused.detail == "You can’t join this table."


def besieged(host: User, siege: str, **wishes: Any) -> Table:
    return opened(host, **({"game": siege, "seats": 4, "options": {"mode": "siege"}} | wishes))


def roles(table: Table) -> list[str]:
    return [seat.role for seat in table.seats.all()]


def test_parts_are_asked_for_and_become_the_seats(amber, birch, siege):
    table = besieged(amber, siege, role="gardener", ai={2: "easy", 3: "easy"})
    services.join(table=table, user=birch)
    services.choose_role(table=table, user=amber, seat=2, role="dragon")
    others = refusal(services.choose_role, table=table, user=birch, seat=2, role="")
    assert others.code == "not_your_seat"
    assert roles(table) == ["gardener", "", "dragon", ""]
    services.start(table=table, user=amber)
    assert [seat.role for seat in Match.objects.get().seats.all()] == ["gardener", "", "dragon", ""]


def test_a_part_goes_once_to_those_it_concerns_and_with_the_person(amber, birch, siege):
    table = besieged(amber, siege, role="dragon")
    services.join(table=table, user=birch)
    choose = services.choose_role
    assert refusal(choose, table=table, user=birch, seat=1, role="dragon").code == "role_taken"
    assert refusal(choose, table=table, user=birch, seat=0, role="").code == "not_your_seat"
    assert refusal(choose, table=table, user=amber, seat=1, role="").code == "not_your_seat"
    assert list(
        refusal(choose, table=table, user=birch, seat=1, role="wizard").extra["fields"]
    ) == ["role"]
    services.choose_role(table=table, user=amber, seat=0, role="")
    services.choose_role(table=table, user=birch, seat=1, role="dragon")
    assert roles(table) == ["", "dragon", "", ""]
    table = besieged(amber, siege, role="dragon")
    services.join(table=table, user=birch)
    services.swap(table=table, user=amber, seat=0, other=1)
    assert roles(table) == ["", "dragon", "", ""]
    services.leave(table=table, user=amber)
    assert roles(table) == ["", "", "", ""]


def test_parts_that_are_not_brought_or_have_no_name_are_refused(amber, siege):
    refused = refusal(opened, host=amber, game=siege, seats=4, role="dragon")
    assert list(refused.extra["fields"]) == ["role"]
    refused = refusal(besieged, host=amber, siege=siege, role="none")
    assert list(refused.extra["fields"]) == ["role"]


@pytest.mark.django_db(transaction=True)
def test_whatever_many_do_at_once_everybody_sits_once_and_it_starts_once(amber):
    people = [User.objects.create_user(f"person{number}") for number in range(6)]
    table = opened(amber, seats=4)

    def storm(user: User) -> list[str]:
        answers = []
        for call, more in (
            (services.join, {}),
            (services.join, {"seat": 2}),
            (services.leave, {}),
            (services.join, {}),
            (services.start, {}),
        ):
            try:
                call(table=table, user=amber if call is services.start else user, **more)
                answers.append("done")
            except Refusal as refused:
                answers.append(refused.code)
        return answers

    told = all_at_once(*[partial(storm, user) for user in people])
    expected = {"done", "already_seated", "seat_taken", "table_full", "not_seated", "seats_free"}
    assert {answer for answers in told for answer in answers} <= {*expected, "started"}
    table.refresh_from_db()
    names = [name for name in seated(table) if name]
    assert len(names) == len(set(names))
    assert table.free == 4 - len(names)
    assert Match.objects.count() == (table.status == Table.Status.STARTED)
    if table.match:
        assert [seat.name for seat in table.match.seats.all()] == names


def test_who_wants_no_part_gets_none(amber, birch):
    """At seats for two, chance alone would make the host the Overlord at every second table."""
    for _deal in range(6):
        table = besieged(amber, "castle-panic", seats=2, options={"mode": "overlord"}, role="none")
        services.join(table=table, user=birch)
        refused = refusal(services.choose_role, table=table, user=birch, seat=1, role="none")
        assert refused.code == "role_taken"
        services.start(table=table, user=amber)
        assert Match.objects.latest("pk").seating["roles"] == [None, "overlord"]
