"""Standing in the queue, being seated, offered computer players, dropped; and how long it takes."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts import blocks
from accounts.models import Notice, User
from games.matches.models import Match
from games.matches.play.parts import attendance
from lobby.models import QuickTicket, Table
from lobby.quick import estimates, selectors, services, tasks
from tests.lobby.quick.conftest import BURN
from tests.lobby.tables import seated
from toolbox import limits
from toolbox.errors import Refusal

pytestmark = pytest.mark.django_db
NOBODY = "Nobody has looked for this lately, so it may take a while."


def look() -> None:
    tasks.match_waiting()


def now(ticket: QuickTicket) -> str:
    ticket.refresh_from_db()
    return ticket.status


def refused(call: Any, **arguments: Any) -> Refusal:
    before = list(QuickTicket.objects.values())
    with pytest.raises(Refusal) as caught:
        call(**arguments)
    assert list(QuickTicket.objects.values()) == before
    return caught.value


def test_two_people_get_a_table_whose_match_has_begun(stand):
    amber, birch = stand("amber"), stand("birch", paces=["none", "live-10"])
    look()
    assert now(amber) == now(birch) == "seated"
    table = Table.objects.get()
    assert amber.table == birch.table == table
    assert (table.quick, table.status, table.private) == (True, "started", False)
    assert seated(table) == ["amber", "birch"]
    match = Match.objects.get()
    assert table.match == match
    assert match.clock == {"type": "live", "bank": 600, "increment": 10}
    assert (amber.game, amber.pace) == (BURN, "live-10")
    for change in (services.leave, services.accept_ai, services.wait_on):
        assert refused(change, ticket=amber).code == "not_waiting"


def test_one_look_is_queued_for_many_who_come_together(
    stand, django_capture_on_commit_callbacks, monkeypatch
):
    queued: list[str] = []
    monkeypatch.setattr(
        tasks.match_waiting, "apply_async", lambda *_arguments, **_said: queued.append("look")
    )
    with django_capture_on_commit_callbacks(execute=True):
        for name in ("amber", "birch", "cedar"):
            stand(name)
    assert queued == ["look"]
    look()
    with django_capture_on_commit_callbacks(execute=True):
        stand("dune")
    assert queued == ["look", "look"]


def test_a_broker_that_is_away_costs_nobody_their_place(
    stand, django_capture_on_commit_callbacks, monkeypatch
):
    def away() -> None:
        raise OSError

    monkeypatch.setattr(tasks.match_waiting, "delay", away)
    with django_capture_on_commit_callbacks(execute=True):
        amber, birch = stand("amber"), stand("birch")
    tasks.sweep_quick()
    assert now(amber) == now(birch) == "seated"


def test_everybody_is_told_the_way_to_the_match_and_their_open_pages_hear_of_it(
    stand, django_capture_on_commit_callbacks, monkeypatch
):
    pushed: list[int] = []
    monkeypatch.setattr("accounts.pushes.push", lambda user_id, message: pushed.append(user_id))
    people = {stand("amber").user_id, stand("birch").user_id}
    with django_capture_on_commit_callbacks(execute=True):
        look()
    link = f"/matches/{Match.objects.get().public_id}/"
    assert sorted(Notice.objects.filter(link=link).values_list("user", flat=True)) == sorted(people)
    assert set(pushed) == people


def test_who_left_is_not_seated_and_may_come_again(stand):
    amber = stand("amber")
    assert refused(stand, name="amber").code == "already_waiting"
    services.leave(ticket=amber)
    assert refused(services.leave, ticket=amber).code == "not_waiting"
    birch = stand("birch")
    look()
    assert (now(amber), now(birch)) == ("left", "waiting")
    stand("amber")
    look()
    assert now(birch) == "seated"


@pytest.mark.parametrize(
    ("wishes", "field"),
    [
        ({"games": []}, "games"),
        ({"games": ["no-such-game"]}, "games"),
        ({"paces": []}, "paces"),
        ({"paces": ["live-10", "warp"]}, "paces"),
        ({"least": 1}, "most"),
        ({"most": 7}, "most"),
        ({"least": 4, "most": 3}, "most"),
        ({"least": 6}, "most"),  # the village burns for two to five
        ({"ai_after": 4}, "ai_after"),
    ],
)
def test_a_wish_that_can_not_be_names_the_field(stand, wishes, field):
    complaint = refused(stand, name="amber", **wishes)
    assert (complaint.status, list(complaint.extra["fields"])) == (400, [field])


def test_everything_that_is_wrong_is_named_at_once(stand):
    complaint = refused(stand, name="amber", games=[], paces=[], most=7)
    assert complaint.extra["fields"].keys() == {"games", "paces", "most"}


def test_coming_and_going_has_a_limit(stand, monkeypatch):
    monkeypatch.setattr(limits, "monotonic", lambda: 0.0)  # a slow machine comes and goes slowly
    for _time in range(30):
        services.leave(ticket=stand("amber"))
    throttled = refused(stand, name="amber")
    assert (throttled.status, throttled.code) == (429, "throttled")
    stand("birch")


def test_blocked_people_are_not_seated_together(stand, person):
    amber, birch, cedar = (person(name) for name in ("amber", "birch", "cedar"))
    blocks.block(user=birch, other=amber)
    first, second = stand("amber"), stand("birch")
    look()
    assert now(first) == now(second) == "waiting"
    third = stand("cedar")
    look()
    assert (now(first), now(second), now(third)) == ("seated", "waiting", "seated")
    assert selectors.others_fitting(second) == 0
    assert {seat.user for seat in Table.objects.get().seats.all()} == {amber, cedar}
    assert birch.table_seats.count() == 0


def test_a_block_between_looking_and_seating_counts(stand, person, monkeypatch):
    amber, birch = stand("amber"), stand("birch")
    monkeypatch.setattr(selectors, "blocked_pairs", list)  # what was read is out of date
    blocks.block(user=person("amber"), other=person("birch"))
    look()
    assert now(amber) == now(birch) == "waiting"
    assert not Table.objects.exists()


def test_who_leaves_between_looking_and_seating_makes_room_for_the_next(stand, monkeypatch):
    amber, birch, cedar = stand("amber", most=2), stand("birch"), stand("cedar")
    read = selectors.queue
    looks = []

    def leaves_meanwhile() -> Any:
        found = read()
        looks.append(found)
        if len(looks) == 1:
            services.leave(ticket=birch)
        return found

    monkeypatch.setattr(selectors, "queue", leaves_meanwhile)
    look()
    assert (now(amber), now(birch), now(cedar)) == ("seated", "left", "seated")
    assert seated(amber.table) == ["amber", "cedar"]


def test_a_table_that_can_not_be_made_leaves_nothing_and_the_others_their_tables(
    stand, race, monkeypatch
):
    from lobby.tables import services as tables

    stand("amber", games=[race]), stand("birch", games=[race])
    cedar, _dune = stand("cedar"), stand("dune")
    join = tables.join

    def unwilling(**said: Any) -> Table:
        if said["user"].username == "birch":
            raise Refusal("no")
        return join(**said)

    monkeypatch.setattr(tables, "join", unwilling)
    look()
    assert Table.objects.count() == 1
    assert now(cedar) == "seated"
    assert QuickTicket.objects.filter(status="waiting", table=None).count() == 2


@pytest.mark.parametrize("change", [{"is_active": False}, {"banned_until": "later"}])
def test_closed_and_banned_accounts_are_not_seated(stand, person, change):
    if "banned_until" in change:
        change = {"banned_until": timezone.now() + timedelta(days=1)}
    amber, birch = stand("amber"), stand("birch")
    User.objects.filter(username="birch").update(**change)
    look()
    assert now(amber) == now(birch) == "waiting"


# -- computer players ------------------------------------------------------------------------------


def test_computer_players_come_when_somebody_agrees(stand, frozen):
    amber, birch = stand("amber", least=3, ai_after=1), stand("birch", least=4)
    services.wait_on(ticket=amber)
    amber.refresh_from_db()
    assert (amber.offer_ai_at, amber.wants_ai) == (timezone.now() + services.ASK_AGAIN, False)
    services.accept_ai(ticket=amber)
    look()
    assert (now(amber), now(birch)) == ("seated", "waiting")
    assert seated(amber.table) == ["amber", "medium", "medium"]


# -- who closes the page ---------------------------------------------------------------------------


def test_who_closed_the_page_rests_and_may_come_back(stand, frozen):
    amber = stand("amber")
    frozen.shift(91)
    birch = stand("birch")
    look()
    assert now(amber) == now(birch) == "waiting"
    services.note_seen(ticket=amber)
    look()
    assert now(amber) == now(birch) == "seated"


def test_after_a_while_without_a_page_the_ticket_ends(stand, frozen):
    amber = stand("amber")
    cedar = stand("cedar", paces=["none"])
    frozen.shift(599)
    birch = stand("birch")
    tasks.sweep_quick()
    assert now(amber) == "waiting"
    frozen.shift(2)
    tasks.sweep_quick()
    assert (now(amber), now(birch), now(cedar)) == ("left", "waiting", "waiting")
    assert not Notice.objects.exists()
    frozen.shift(14 * 86_400)
    tasks.sweep_quick()
    assert now(cedar) == "left"
    assert Notice.objects.get().user == cedar.user
    frozen.shift(61 * 86_400)
    tasks.sweep_quick()
    assert not QuickTicket.objects.exists()


def test_where_one_may_be_away_one_is_seated_all_the_same(stand, frozen):
    amber = stand("amber", paces=["live-10", "day"])
    frozen.shift(3 * 86_400)
    tasks.sweep_quick()
    hasty = stand("birch")
    look()
    assert now(amber) == now(hasty) == "waiting"
    stand("cedar", paces=["day"])
    look()
    assert (now(amber), amber.pace) == ("seated", "day")
    begun = attendance.beginning(amber.table.match.public_id)
    assert Notice.objects.filter(user=amber.user, key=begun).exists()


# -- the estimate ----------------------------------------------------------------------------------


def ended(person: Any, waited: float, status: str = "seated", **more: Any) -> QuickTicket:
    """Someone who has just stopped waiting, after so many seconds."""
    end = timezone.now()
    made = {
        "user": person("amber"),
        "games": [BURN],
        "paces": ["live-10"],
        "status": status,
        "created_at": end - timedelta(seconds=waited),
        "seen_at": end,
        "ended_at": end,
        "game": BURN if status == "seated" else "",
        "pace": "live-10" if status == "seated" else "",
    }
    return QuickTicket.objects.create(**(made | more))


def said(games: tuple[str, ...] = (BURN,), paces: tuple[str, ...] = ("live-10",)) -> str:
    cache.clear()
    return estimates.words(estimates.estimate(games, paces))


def test_the_estimate_is_what_half_of_the_last_people_waited(person, frozen):
    assert said() == NOBODY
    ended(person, 100)
    assert said(paces=("none",)) == said(games=("other",)) == NOBODY
    frozen.shift(86_401)
    assert said() == NOBODY, "lately"
    ended(person, 125)
    assert said() == "The last person who looked for this waited about 2 minutes."
    for waited in (20, 30, 7200, 90_000):
        ended(person, waited)
    assert said() == "Usually about 2 minutes, judging by the last 5 people who looked for this."
    ended(person, 1), ended(person, 1)
    assert "Usually less than a minute" in said()
    frozen.shift(1)
    for _time in range(20):  # only the newest count
        ended(person, 4000)
    assert "about 67 minutes, judging by the last 20 people who looked for this." in said()


def test_who_gave_up_waiting_counts_against_it(person):
    ended(person, 60)
    for _time in range(2):
        ended(person, 300, "left")
    assert "most people left" in said()
    ended(person, 60), ended(person, 60)
    assert "about 1 minute" in said()
    for _time in range(3):
        ended(person, 200, wants_ai=True)
    assert "most people left" in said()


def test_who_changed_their_mind_or_found_another_game_says_nothing(person):
    ended(person, 60)
    for _time in range(3):
        ended(person, 59, "left")
        ended(person, 900, "left", seen_at=timezone.now() - timedelta(seconds=880))
        ended(person, 500, games=[BURN, "other"], game="other")
    assert said() == "The last person who looked for this waited about 1 minute."


def test_the_best_of_several_wishes_counts(person):
    ended(person, 1200)
    ended(person, 3 * 86_400, paces=["day"], pace="day")
    assert "about 3 days" in said(paces=("day",))
    assert "about 20 minutes" in said(paces=("day", "live-10"))
    assert "about 20 minutes" in said(paces=("none", "live-10"))
