"""Every match that ran before the update runs on after it, wherever it stood."""

import random
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from games.matches import tasks
from games.matches.models import Match
from games.matches.play import services
from games.matches.record import selectors
from games.matches.review import actions
from games.plugin import verify_record
from games.plugin.codec import digest, plain
from lobby.models import QuickTicket, Table
from lobby.tables import services as tables
from tests.legacy.folder import Folder, kept
from tests.support.also import also

SCENES = kept("folder")["matches"]
RUNNING = sorted(
    name for name, match in SCENES.items() if match["status"] == "active" and not match["paused"]
)
IN_TIME = [name for name in RUNNING if name != "burn-nearly-out"]
ONE_OF_A_KIND = ["burn-ai-owes", "burn-replaced", "castle-caretaker", "castle-person-owes"]
OVER = sorted(name for name, match in SCENES.items() if match["status"] != "active")
GAINED = {"rules_version"}  # fields of states that are newer than the folder
TO_THE_END = ["castle-order"]  # the others in make test-all


@pytest.fixture(autouse=True)
def _computers_think_briefly(settings: Any) -> None:
    settings.AI_SECONDS = 0.02


def submit(folder: Folder, scene: str, action: Any) -> services.Accepted:
    match, user = folder.match(scene), folder.asked(scene)
    return services.submit_action(
        public_id=match.public_id, user=user, action=action, version=match.version
    )


def move(folder: Folder, scene: str, dice: random.Random) -> None:
    """Whoever is asked moves: a person at random, a computer by a task."""
    user = folder.asked(scene)
    if user is None:
        match = folder.match(scene)
        tasks.play_ai_turn(str(match.pk), match.version)
        assert folder.match(scene).version > match.version
    else:
        legal = folder.legal(scene, user)
        quiet = [action for action in legal if action["type"] != "offer"]
        submit(folder, scene, dice.choice(quiet or legal))


def kinds(match: Match, after: int) -> list[tuple[str, int | None, str]]:
    return [(step.kind, step.seat, step.actor) for step in match.steps.filter(index__gt=after)]


@pytest.mark.parametrize("scene", [*ONE_OF_A_KIND, *also(*sorted({*IN_TIME} - {*ONE_OF_A_KIND}))])
def test_whoever_is_asked_can_move(folder: Folder, scene: str) -> None:
    before = folder.match(scene)
    if folder.asked(scene) is None:
        for seconds in (0, 6):  # the turn was lost with the broker: the sweeper finds it
            folder.pass_time(days=3, seconds=seconds)
            folder.sweep()
        assert kinds(folder.match(scene), before.version)[0][2] in (
            "ai:easy",
            "ai:medium",
            "caretaker",
        )
    user = folder.asked(scene)
    assert user is not None
    asked_at = folder.match(scene).version
    shown = folder.look(scene)
    action = random.Random(scene).choice(folder.legal(scene, user))
    address = reverse("matches:match", args=[before.public_id])
    assert folder.browser(user.username).get(address).status_code == 200
    submit(folder, scene, action)
    assert kinds(folder.match(scene), asked_at)[0] == ("action", shown.seat_of(user), "person")


@pytest.mark.parametrize(
    "scene",
    [pytest.param(name, marks=[] if name in TO_THE_END else pytest.mark.again) for name in RUNNING],
)
def test_a_match_played_on_to_its_end_verifies(folder: Folder, scene: str) -> None:
    """The old steps and the new ones are one record, whose old part is as it was."""
    folder.sweep()
    began = folder.match(scene)
    old = [(step.index, step.hash) for step in began.steps.all()]
    dice = random.Random(scene)
    while folder.match(scene).running:
        move(folder, scene, dice)
    record = selectors.record_of(folder.match(scene))
    verify_record(record)
    assert [(step.index, step.hash) for step in record.steps[: len(old)]] == old
    assert len(record.steps) > len(old)


@pytest.mark.parametrize("scene", OVER)
def test_a_match_that_was_over_verifies(folder: Folder, scene: str) -> None:
    record = selectors.record_of(folder.match(scene))
    verify_record(record)
    assert len(record.steps) == SCENES[scene]["version"] + 1


# -- what a seat can do besides moving -------------------------------------------------------------


@pytest.mark.parametrize("scene", ["burn-can-undo", "castle-can-undo"])
@pytest.mark.parametrize("away", [timedelta(seconds=5), timedelta(days=2)])
def test_what_could_be_taken_back_still_can(folder: Folder, scene: str, away: timedelta) -> None:
    folder.pass_time(seconds=away.total_seconds())
    folder.sweep()
    shown = folder.look(scene)
    user = next(seat.user for seat in shown.seats if shown.can_undo(seat.index))
    made = services.undo(public_id=shown.match.public_id, user=user, version=shown.version)
    step = folder.match(scene).steps.get(index=made.version)
    assert (step.kind, step.user) == ("undo", user)
    earlier = folder.match(scene).steps.get(index=step.base)
    assert digest(in_the_layout_of_old(folder.look(scene).state)) == earlier.state_hash


def in_the_layout_of_old(state: Any) -> dict[str, Any]:
    """The position without what its layout has gained since the folder was made."""
    return {name: value for name, value in plain(state).items() if name not in GAINED}


def test_a_standing_order_left_before_answers_now(folder: Folder) -> None:
    scene = "castle-order"
    shown, user = folder.look(scene), folder.asked(scene)
    assert user is not None
    ordered = next(seat for seat in shown.seats if seat.order)
    assert shown.order_of(ordered.index) == {"type": "decline-all"}
    offer = next(
        action
        for action in folder.legal(scene, user)
        if action["type"] == "offer" and action["partner"] == ordered.index
    )
    submit(folder, scene, offer)
    assert kinds(folder.match(scene), shown.version) == [
        ("action", shown.seat_of(user), "person"),
        ("action", ordered.index, "order"),
    ]


def test_a_new_order_and_a_resignation_are_taken(folder: Folder) -> None:
    match = folder.match("castle-order")
    for name, order in (("birch", {"type": "accept-unless"}), ("cedar", None)):
        services.set_order(public_id=match.public_id, user=folder.user(name), order=order)
    services.resign(public_id=match.public_id, user=folder.user("amber"))
    assert [seat.order is None for seat in folder.look("castle-order").seats] == [True, False, True]
    services.resign(public_id=folder.match("burn-days").public_id, user=folder.user("birch"))
    assert folder.match("burn-days").running


# -- clocks ----------------------------------------------------------------------------------------


def test_time_that_runs_out_after_a_quick_restart_has_run_out(folder: Folder) -> None:
    scene = "burn-nearly-out"
    folder.sweep()
    assert kinds(folder.match(scene), SCENES[scene]["version"])[0][::2] == ("time-out", "clock")


def test_time_that_runs_out_while_the_portal_is_away_is_given_back(folder: Folder) -> None:
    scene = "burn-nearly-out"
    folder.pass_time(days=400)
    folder.sweep()
    assert folder.match(scene).version == SCENES[scene]["version"]
    for seconds in (4, 8):
        folder.pass_time(days=400, seconds=seconds)
        folder.sweep()
    assert kinds(folder.match(scene), SCENES[scene]["version"])[0][::2] == ("time-out", "clock")


def test_clocks_go_on_from_where_they_stood(folder: Folder) -> None:
    clocks = ["burn-live-clock", "burn-days", "castle-overlord", "castle-taken-back"]
    before = {scene: folder.look(scene).seats for scene in clocks}
    folder.pass_time(days=30)
    folder.sweep()
    for scene in clocks:
        seats = folder.look(scene).seats
        assert any(seat.deadline for seat in seats), scene
        for old, new in zip(before[scene], seats, strict=True):
            assert new.bank == old.bank
            if old.deadline is None:
                assert new.deadline is None
            else:
                given = new.deadline - old.deadline
                assert abs(given - timedelta(days=30)) < timedelta(seconds=10)


# -- administrators --------------------------------------------------------------------------------


def test_a_flagged_match_is_unlocked_and_goes_on(folder: Folder) -> None:
    scene = "burn-flagged"
    reviewer = folder.user("fern")
    actions.unlock(
        public_id=folder.match(scene).public_id, by=reviewer, reason="The rules are mended."
    )
    move(folder, scene, random.Random(1))
    assert [kind for kind, _, _ in kinds(folder.match(scene), SCENES[scene]["version"])] == [
        "admin",
        "action",
    ]


@pytest.mark.parametrize(
    "scene", ["burn-flagged", "castle-suspended", "castle-long", "burn-finished"]
)
def test_any_match_can_be_voided_and_its_record_verifies(folder: Folder, scene: str) -> None:
    reviewer = folder.user("fern")
    actions.void(public_id=folder.match(scene).public_id, by=reviewer, reason="Over now.")
    verify_record(selectors.record_of(folder.match(scene)))
    assert folder.match(scene).status == "voided"


def test_a_seat_can_be_given_to_a_computer(folder: Folder) -> None:
    match = folder.match("burn-person-owes")
    reviewer = folder.user("fern")
    actions.replace_by_ai(
        public_id=match.public_id, seat=0, level="easy", by=reviewer, reason="They asked for it."
    )
    told = kinds(folder.match("burn-person-owes"), match.version)
    assert told[:2] == [("admin", 0, "staff"), ("action", 0, "ai:easy")]


# -- tables ----------------------------------------------------------------------------------------


def test_the_sweeper_starts_the_table_whose_countdown_has_ended(folder: Folder) -> None:
    folder.sweep()
    found = {name: Table.objects.get(public_id=pk) for name, pk in folder.kept["tables"].items()}
    assert {name: table.status for name, table in found.items()} == {
        "rematch": "open",
        "open": "open",
        "held": "open",
        "private": "open",
        "overdue": "started",
    }
    assert found["overdue"].match is not None


def test_an_open_table_fills_up_and_begins(folder: Folder) -> None:
    """The invited person comes, the wish to change seats is granted, and the host begins."""
    table = Table.objects.get(public_id=folder.kept["tables"]["open"])
    dune, elder, cedar = (folder.user(name) for name in ("dune", "elder", "cedar"))
    assert table.invitations.get().user == cedar
    asking = table.seats.get(user=elder).index
    tables.answer_swap(table=table, user=dune, seat=asking, yes=True)
    assert table.seats.get(user=elder).index == 0
    tables.join(table=table, user=cedar)
    assert not table.invitations.exists()
    begun = tables.start(table=table, user=dune)
    assert begun.match is not None
    assert begun.match.running


def test_people_who_waited_for_a_quick_match_are_seated(folder: Folder) -> None:
    folder.sweep()
    tickets = QuickTicket.objects.filter(pk__in=folder.kept["tickets"].values())
    assert {ticket.status for ticket in tickets} == {"seated"}
    assert len({ticket.table_id for ticket in tickets}) == 1


def test_a_rematch_is_joined(folder: Folder) -> None:
    match = folder.match("burn-finished")
    table = tables.rematch(public_id=match.public_id, user=folder.user("birch"))
    assert table.public_id == folder.kept["tables"]["rematch"]
    assert table.starts_at is not None  # everyone sits
