"""Tables: who sits where, who may do what, and how a table becomes a match."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts import notices
from accounts.models import Notice, User
from games.matches.models import Match
from games.matches.page import clock_words
from games.matches.play.parts.clock_kinds import clock_of, is_long
from games.plugin import registry
from games.plugin.codec import plain
from lobby.models import Table
from lobby.tables import invitations, paces, selectors, services
from lobby.tables.forms import TableForm
from tests.lobby.tables import BURN, opened, refusal, seated
from toolbox.errors import Conflict, Refusal

pytestmark = pytest.mark.django_db


def test_the_host_sits_on_the_first_seat_and_leaving_frees_it_or_closes_the_table(amber, birch):
    table = opened(amber, ai={2: "easy"})
    assert seated(table) == ["amber", "", "easy"]
    assert (table.status, table.match, table.host) == ("open", None, amber)
    assert len(table.deal.commitment) == 64
    table = opened(amber)
    services.join(table=table, user=birch)
    left = services.leave(table=table, user=birch)
    assert (seated(table), left.host, left.status) == (["amber", "", ""], amber, "open")
    assert refusal(services.leave, table=table, user=birch).code == "not_seated"
    for table in (opened(amber, ai={1: "easy"}), opened(amber, sit=False)):
        assert services.leave(table=table, user=amber).status == "closed"
        assert refusal(services.join, table=table, user=birch).code == "closed"
        assert refusal(services.leave, table=table, user=amber).code in ("closed", "not_seated")
        assert refusal(services.add_ai, table=table, user=amber, level="easy").code == "closed"
        assert refusal(services.start, table=table, user=amber).code == "closed"


@pytest.mark.parametrize(
    ("wishes", "seats"),
    [
        ({"seat": 1}, ["", "amber", ""]),
        ({"seat": None}, ["amber", "", ""]),
        ({"seat": None, "ai": {0: "easy"}}, ["easy", "amber", ""]),
        ({"sit": False}, ["", "", ""]),
        ({"sit": False, "ai": {0: "easy", 1: "easy", 2: "easy"}}, ["easy", "easy", "easy"]),
    ],
)
def test_or_where_they_wish(amber, wishes, seats):
    assert seated(opened(amber, **wishes)) == seats


@pytest.mark.parametrize(
    ("wishes", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"seats": 6}, "seats"),
        ({"seat": 3}, "seat"),
        ({"ai": {0: "easy"}}, "ai"),
        ({"ai": {3: "easy"}}, "ai.3"),
        ({"ai": {1: "wizard"}}, "ai.1"),
        ({"seat": None, "ai": {0: "easy", 1: "easy", 2: "easy"}}, "ai"),
        ({"clock": {"minutes": 5}}, "clock.type"),
        ({"clock": 300}, "clock"),
        ({"clock": {"type": "live"}}, "clock.bank"),
        ({"clock": {"type": "live", "bank": 9}}, "clock.bank"),
        ({"clock": {"type": "live", "bank": 300, "increment": -1}}, "clock.increment"),
        ({"clock": {"type": "live", "bank": 300, "seconds": 5}}, "clock.seconds"),
        ({"clock": {"type": "move", "seconds": 9}}, "clock.seconds"),
        ({"options": {"dragons": 2}}, "options.dragons"),
    ],
)
def test_a_table_that_can_not_be_names_the_field(amber, wishes, field):
    refused = refusal(opened, host=amber, **wishes)
    assert (refused.status, refused.code) == (400, "malformed")
    assert list(refused.extra["fields"]) == [field]


def test_options_are_written_out_in_full_and_a_wrong_one_names_itself(amber, race, picky):
    assert opened(amber, game=race).options == {"sides": 6}
    assert opened(amber, game=race, options={"sides": 4}).options == {"sides": 4}
    for sides in (1, 7, "4", None, [], 10**30):
        refused = refusal(opened, host=amber, game=race, options={"sides": sides})
        assert list(refused.extra["fields"]) == ["options.sides"]
    refused = refusal(opened, host=amber, game=picky, options={"sides": 5})
    assert refused.extra["fields"] == {"options.sides": ["Five sides need 4 seats."]}
    assert opened(amber, game=picky, options={"sides": 5}, seats=4).options == {"sides": 5}


def test_joining_takes_the_first_free_seat_or_the_wanted_one_and_nobody_sits_twice(
    amber, birch, cedar
):
    table = opened(amber, seats=4, ai={1: "easy"})
    services.join(table=table, user=birch)
    for seat, code in ((0, "seat_taken"), (1, "seat_taken"), (4, "malformed"), (-1, "malformed")):
        assert refusal(services.join, table=table, user=cedar, seat=seat).code == code
    for user in (amber, birch):
        assert refusal(services.join, table=table, user=user).code == "already_seated"
        assert refusal(services.join, table=table, user=user, seat=3).code == "already_seated"
    services.join(table=table, user=cedar, seat=3)
    assert seated(table) == ["amber", "easy", "birch", "cedar"]


def test_the_new_host_is_told_each_time_and_only_while_it_is_true(amber, birch, cedar):
    def told() -> list[tuple[str, str]]:
        found = Notice.objects.select_related("user").filter(read_at=None)
        return [(notice.user.username, notices.sentence(notice)) for notice in found]

    table = opened(amber)
    for guest in (birch, cedar):
        services.join(table=table, user=guest)
    services.leave(table=table, user=amber)
    title = "Please Don’t Burn My Village"
    said = "{} has left a table of {}. You are its host now."
    assert told() == [("birch", said.format("amber", title))]
    assert Notice.objects.get().link == f"/tables/{table.public_id}/"
    services.leave(table=table, user=birch)
    assert told() == [("cedar", said.format("birch", title))]
    services.join(table=table, user=birch)
    services.leave(table=table, user=cedar)
    assert told() == [("birch", said.format("cedar", title))]
    services.leave(table=table, user=birch)
    assert told() == []


def test_computer_players_come_and_go_as_the_host_decides_alone(amber, birch):
    table = opened(amber)
    services.add_ai(table=table, user=amber, level="easy")
    services.add_ai(table=table, user=amber, level="easy", seat=2)
    services.remove_ai(table=table, user=amber, seat=1)
    assert seated(table) == ["amber", "", "easy"]
    services.join(table=table, user=birch)
    assert refusal(services.remove_ai, table=table, user=amber, seat=1).code == "no_ai"
    assert refusal(services.remove_ai, table=table, user=amber, seat=7).code == "malformed"
    assert refusal(services.add_ai, table=table, user=amber, level="wizard").code == "malformed"
    table = opened(amber, ai={2: "easy"})
    services.join(table=table, user=birch)
    for call, more in (
        (services.add_ai, {"level": "easy"}),
        (services.remove_ai, {"seat": 2}),
        (services.start, {}),
    ):
        refused = refusal(call, table=table, user=birch, **more)
        assert (refused.status, refused.code) == (403, "not_the_host")


def test_starting_begins_the_match_that_was_agreed(amber, birch, race):
    agreed: dict[str, Any] = {"options": {"sides": 3}, "private": True}
    agreed |= {"clock": {"type": "live", "bank": 300}}
    table = opened(amber, game=race, ai={2: "easy"}, **agreed)
    services.join(table=table, user=birch)
    started = services.start(table=table, user=amber)
    match = Match.objects.get()
    assert (started.status, started.match) == ("started", match)
    assert (match.game, match.options, match.visibility) == (race, {"sides": 3}, "private")
    assert match.deal == table.deal
    assert match.clock == table.clock == {"type": "live", "bank": 300, "increment": 0}
    clocks = [(seat.bank.total_seconds(), bool(seat.deadline)) for seat in match.seats.all()]
    assert sorted(clocks) == [(300, False), (300, False), (300, True)]
    people = [(seat.user, seat.ai_level) for seat in match.seats.select_related("user")]
    assert people == [(amber, ""), (birch, ""), (None, "easy")]


def test_only_a_full_table_starts_and_then_stays_as_it_is(amber, birch):
    table = opened(amber, seats=2)
    assert refusal(services.start, table=table, user=amber).code == "seats_free"
    services.add_ai(table=table, user=amber, level="easy")
    assert refusal(services.join, table=table, user=birch).code == "table_full"
    assert refusal(services.add_ai, table=table, user=amber, level="easy").code == "table_full"
    first = services.start(table=table, user=amber).match
    assert services.start(table=table, user=amber).match == first
    assert Match.objects.count() == 1
    assert refusal(services.join, table=table, user=birch).code == "started"
    assert refusal(services.leave, table=table, user=amber).code == "started"
    assert refusal(services.remove_ai, table=table, user=amber, seat=1).code == "started"


def test_lists_filter_and_show_private_tables_to_host_and_seats_alone(amber, birch, cedar, race):
    public, private = opened(amber), opened(amber, private=True, sit=False)
    services.join(table=private, user=birch)

    def listed(user: Any, **filters: Any) -> list[Table]:
        return list(selectors.tables_for(user, **filters))

    assert listed(amber) == listed(birch) == [private, public]
    assert listed(cedar) == listed(None) == [public]
    assert listed(birch, mine=True) == [private]
    assert listed(cedar, mine=True) == listed(None, mine=True) == []
    services.invite(table=private, user=amber, name="cedar")
    assert listed(cedar) == [private, public]
    race_table, burn = opened(amber, game=race), opened(amber)
    services.leave(table=burn, user=amber)
    assert list(selectors.tables_for(None, game=race)) == [race_table]
    assert list(selectors.tables_for(None, status="closed")) == [burn]


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
