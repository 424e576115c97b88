"""For each event at a match: who is told what, and which older notices are settled by it."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest

from accounts import deliveries, roles
from accounts.models import Notice, User
from games.matches import tasks
from games.matches.models import Match
from games.matches.play.actions import requests, services
from games.matches.play.engine import flags
from games.matches.play.parts.absence import Absence
from games.matches.review import actions
from games.plugin.codec import plain
from games.protocol.requests import STILL_PLAYING
from lobby.tables import services as tables
from lobby.tasks import start_when_due
from tests.games.matches.conftest import look, play, user_at
from tests.games.matches.test_requests import answer, ask, nudge, withdraw
from tests.games.matches.test_turn_notices import confirmed
from tests.lobby.tables import opened
from tests.support.log_in import logged_in
from tests.support.scenes import undone

pytestmark = [pytest.mark.django_db, pytest.mark.alike, pytest.mark.usefixtures("by_hand")]

AMBER, BIRCH, CEDAR = range(3)
DAY = {"type": "move", "seconds": 24 * 3600}
WHY = "The rules failed."

Doing = Callable[["Scene"], Any]


class Scene(NamedTuple):
    """amber (to move), birch and cedar, whose match has begun by itself, and rowan, a reviewer."""

    match: Match
    rowan: User
    time: Any


class Case(NamedTuple):
    """What happens after what, and what comes of it: lines such as «amber: turn»."""

    event: Doing
    after: tuple[Doing, ...] = ()
    told: str = ""
    settled: str = ""
    clock: Any = None
    absence: Any = None


def turn_told(scene: Scene):
    tasks.tell_turns()


def asked(what: str, by: int = BIRCH, **said) -> Doing:
    return lambda scene: ask(scene.match, by, what, **said)


def says(seat: int, yes: bool = True) -> Doing:
    return lambda scene: answer(scene.match, seat, yes)


def later(**time: int) -> Doing:
    return lambda scene: scene.time.shift(timedelta(**time))


def moves(scene: Scene):
    play(scene.match)


def opens(scene: Scene):
    logged_in(user_at(scene.match, AMBER)).get(f"/matches/{scene.match.public_id}/")


def by_clock(scene: Scene):
    scene.time.shift(timedelta(days=1))
    services.time_out(pk=scene.match.pk)


def everyone_is_away(scene: Scene):
    while not look(scene.match).match.paused:
        by_clock(scene)


def does(name: str, seat: int) -> Doing:
    return lambda scene: services.CONTROLS[name](
        public_id=scene.match.public_id, user=user_at(scene.match, seat)
    )


def administers(deed, **said) -> Doing:
    return lambda scene: deed(public_id=scene.match.public_id, by=scene.rowan, reason=WHY, **said)


def rules_fail(scene: Scene):
    flags.flag({scene.match.pk: ValueError()})


def lasts(time: timedelta) -> Doing:
    def wait(scene):
        scene.time.shift(time)
        tasks.sweep()

    return wait


def all_of(text: str, *names: str) -> str:
    return "\n".join(f"{name}: {text}" for name in names or ("amber", "birch", "cedar"))


RESULT = [
    {"outcome": outcome, "rank": rank, "score": 1}
    for outcome, rank in (("won", 1), ("lost", 2), ("lost", 2))
]
ONCE = plain(Absence(after=1))
FORFEIT = plain(Absence(then="forfeit", after=1))
VOTE = (later(days=1), turn_told, asked("take-over", about=AMBER))
BEGUN = all_of("begun")
PAUSE_ASKED = all_of("ask", "amber", "cedar")

CASES = {
    # -- play
    "one moves": Case(moves, (turn_told,), settled="amber: begun\namber: turn"),
    "one opens the match": Case(opens, (turn_told,), settled="amber: begun"),
    "one opens a match that is over": Case(
        opens, (administers(actions.end, result=RESULT),), settled="amber: finished"
    ),
    "one who was nudged moves": Case(
        moves,
        (turn_told, later(days=1), lambda scene: nudge(scene.match, BIRCH, AMBER)),
        settled="amber: begun\namber: turn\namber: nudge",
    ),
    "one moves who was asked whether they still play": Case(
        moves, (lasts(STILL_PLAYING),), settled=all_of("still")
    ),
    "one says that they still play": Case(
        does("play-on", BIRCH), (lasts(STILL_PLAYING),), settled=all_of("still")
    ),
    # -- those who stay away
    "the clock moves": Case(by_clock, (turn_told,), settled="amber: turn", clock=DAY),
    "the clock hands a seat over": Case(
        by_clock, (turn_told,), "amber: caretaker, at once", "amber: turn", DAY, ONCE
    ),
    "the clock forfeits a seat": Case(
        by_clock,
        (turn_told, asked("pause", CEDAR)),
        "amber: forfeit, at once\ncedar: decided, at once",
        "amber: turn\n" + all_of("ask", "amber", "birch"),
        DAY,
        FORFEIT,
    ),
    "the others hand a seat over": Case(
        says(CEDAR),
        VOTE,
        "amber: caretaker, at once\nbirch: decided, at once",
        "amber: turn\n" + PAUSE_ASKED,
    ),
    "one returns": Case(
        does("return", AMBER), (by_clock,), settled="amber: caretaker", clock=DAY, absence=ONCE
    ),
    "one resigns who was away": Case(
        does("resign", AMBER), (by_clock,), settled="amber: caretaker", clock=DAY, absence=ONCE
    ),
    "nobody comes back": Case(
        lasts(timedelta(days=90)),
        (everyone_is_away,),
        all_of("finished, in the digest"),
        all_of("caretaker") + "\n" + BEGUN,
        DAY,
        ONCE,
    ),
    # -- questions
    "one who asked withdraws": Case(
        lambda scene: withdraw(scene.match, BIRCH), (asked("pause"),), settled=PAUSE_ASKED
    ),
    "one who was voted about is here": Case(
        lambda scene: withdraw(scene.match, AMBER), VOTE, "birch: decided, at once", PAUSE_ASKED
    ),
    "one of several agrees": Case(says(AMBER), (asked("pause"),), settled="amber: ask"),
    "one disagrees": Case(
        says(AMBER, yes=False), (asked("pause"),), "birch: decided, at once", PAUSE_ASKED
    ),
    "the last one agrees": Case(
        says(CEDAR), (asked("pause"), says(AMBER)), "birch: decided, at once", "cedar: ask"
    ),
    "its time is up": Case(
        lasts(requests.OVER_DAYS), (asked("pause"),), "birch: decided, at once", PAUSE_ASKED
    ),
    "one resigns": Case(
        does("resign", AMBER),
        (turn_told, asked("pause")),
        "birch: decided, at once",
        "amber: begun\namber: turn\n" + PAUSE_ASKED,
    ),
    "one who asked resigns": Case(does("resign", BIRCH), (asked("pause"),), settled=PAUSE_ASKED),
    "a step follows that ends it": Case(
        moves,
        (moves, asked("undo", AMBER)),
        "amber: decided, at once",
        all_of("ask", "birch", "cedar"),
    ),
    "all agree to cancel": Case(
        says(CEDAR),
        (turn_told, asked("cancel"), says(AMBER)),
        all_of("voided, in the digest", "amber", "birch"),
        "amber: turn\ncedar: ask\n" + BEGUN,
    ),
    # -- administrators
    "the rules fail": Case(rules_fail, (turn_told,), all_of("flagged, in the digest")),
    "a match is resumed": Case(
        administers(actions.unlock),
        (rules_fail,),
        all_of("repair, in the digest"),
        all_of("flagged"),
    ),
    "a match is taken back": Case(
        administers(actions.take_back, to=0),
        (moves, asked("pause")),
        all_of("repair, in the digest") + "\nbirch: decided, at once",
        PAUSE_ASKED,
    ),
    "a seat is replaced": Case(
        administers(actions.replace_by_ai, seat=AMBER, level="easy"),
        (turn_told, asked("pause")),
        "amber: repair, in the digest\nbirch: decided, at once",
        "amber: turn\n" + PAUSE_ASKED,
    ),
    "a match is voided": Case(
        administers(actions.void),
        (turn_told, asked("pause"), rules_fail),
        all_of("voided, in the digest"),
        "amber: turn\n" + PAUSE_ASKED + "\n" + BEGUN + "\n" + all_of("flagged"),
    ),
    "a match is voided after seats were lost, whose people may still read why": Case(
        administers(actions.void),
        (by_clock, administers(actions.replace_by_ai, seat=BIRCH, level="easy")),
        all_of("voided, in the digest"),
        BEGUN,
        DAY,
        FORFEIT,
    ),
    "a result is decided": Case(
        administers(actions.end, result=RESULT),
        (turn_told,),
        all_of("finished, in the digest"),
        "amber: turn\n" + BEGUN,
    ),
    "another result is decided": Case(
        administers(actions.end, result=RESULT),
        (administers(actions.end, result=RESULT),),
        all_of("finished, in the digest"),
        all_of("finished"),
    ),
}


START = datetime(2026, 3, 2, 12, tzinfo=UTC)
Terms = tuple[Any, Any]  # the clock and what happens to who stays away
TERMS = {
    "no clock": (None, None),
    "a clock": (DAY, None),
    "a caretaker": (DAY, ONCE),
    "a forfeit": (DAY, FORFEIT),
}


@pytest.fixture
def scene(terms: Terms, person, time_machine, committed, monkeypatch) -> Scene:
    monkeypatch.setattr(deliveries, "queue", lambda *_: True)  # no mail need be sent
    time_machine.move_to(START, tick=False)
    amber, birch, cedar = (confirmed(person(name)) for name in ("amber", "birch", "cedar"))
    rowan = person("rowan")
    roles.give(user=rowan, role=roles.REVIEWER)
    clock, absence = terms
    table = opened(amber, first=0, clock=clock, absence=absence)
    with committed():
        for guest in (birch, cedar):
            tables.join(table=table, user=guest)
    time_machine.shift(10)
    with committed():
        start_when_due(table.pk)
    return Scene(Match.objects.get(), rowan, time_machine)


def lines(found: Iterable[Notice], *, with_mail: bool = False) -> list[str]:
    """Whose notice of what each is, and when a mail of it leaves."""
    mails = {"mail": "at once", "digest": "in the digest"}
    said = []
    for notice in found:
        place, _id, what, *_more = notice.key.split(":")
        kind = what if place == "match" else notice.event
        by_mail = [mails[one.channel] for one in notice.deliveries.all()] if with_mail else []
        said.append(", ".join([f"{notice.user.username}: {kind}", *by_mail]))
    return sorted(said)


def what_came(case: Case, scene: Scene, committed: Any) -> tuple[list[str], list[str]]:
    """The notices that the event makes, and those that it settles."""
    scene.time.move_to(START + timedelta(seconds=10), tick=False)
    for doing in case.after:
        with committed():
            doing(scene)
    theirs = Notice.objects.exclude(user=scene.rowan)
    before = set(theirs.values_list("pk", flat=True))
    unread = set(theirs.filter(read_at=None).values_list("pk", flat=True))
    with committed():  # what is past is noted after commit
        case.event(scene)
    told = theirs.exclude(pk__in=before)
    settled = theirs.filter(pk__in=unread).exclude(read_at=None)
    return lines(told, with_mail=True), lines(settled)


@pytest.mark.parametrize("terms", TERMS.values(), ids=TERMS)
def test_who_is_told_what_and_what_is_settled(terms, scene, committed):
    wrong = {}
    for name, case in CASES.items():
        if (case.clock, case.absence) == terms:
            with undone():
                came = what_came(case, scene, committed)
            if came != (sorted(case.told.splitlines()), sorted(case.settled.splitlines())):
                wrong[name] = came
    assert not wrong
