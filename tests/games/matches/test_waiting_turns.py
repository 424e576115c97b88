"""Whose computer turn is next: shared by urgency, person and match; lost, doubled, handed on."""

import os
import socket
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games import ai
from games.matches import tasks
from games.matches.models import Match, Step
from games.matches.play.actions import computer_turns, services
from games.matches.play.parts import announcements, clock, thinking_time, waiting_turns
from games.matches.play.parts.waiting_turns import Turn, Urgency
from games.matches.review import actions
from portal.celery import app
from tests.games.matches.conftest import look, play
from toolbox import task_queue

pytestmark = pytest.mark.django_db


FIVE = ("easy",) * 4  # beside a person

Committing = Callable[..., AbstractContextManager[Any]]


class Workers:
    """The queue of a task as a list, in the order of its messages. What is done within `at_work`
    is committed, so that tokens are sent, and takes a millisecond."""

    def __init__(
        self, committing: Committing, time: time_machine.Traveller, task: Any = tasks.play_ai_turn
    ) -> None:
        self.tokens: list[tuple[datetime, tuple[Any, ...]]] = []
        self._committing, self._time, self._task = committing, time, task

    def send(self, args: tuple[Any, ...], countdown: float = 0.0) -> None:
        self.tokens.append((timezone.now() + timedelta(seconds=countdown), tuple(args)))

    @contextmanager
    def at_work(self) -> Iterator[None]:
        with self._committing(execute=True):
            yield
        self._time.shift(0.001)

    def sweep(self, after: timedelta | float = 0) -> None:
        self._time.shift(after)
        with self.at_work():
            tasks.sweep()

    def work(self) -> Match | None:
        """A free worker takes the first token that is due: the match in which it made a step."""
        now = timezone.now()
        token = next((token for token in self.tokens if token[0] <= now), None)
        assert token is not None, "no token is due"
        self.tokens.remove(token)
        return self.run(*token[1])

    def run(self, *args: Any) -> Match | None:
        before = Step.objects.order_by("-pk").values_list("pk", flat=True).first()
        with self.at_work():
            self._task(*args)
        computers = ["ai:easy", "ai:medium", "caretaker"]
        made = Step.objects.filter(pk__gt=before, actor__in=computers)
        return made.get().match if made else None

    def served(self, turns: int) -> list[Match | None]:
        return [self.work() for _ in range(turns)]


class Portal:
    """People and their matches, begun and moved on as if by their pages."""

    def __init__(self, workers: Workers, begin: Callable[..., Match]) -> None:
        self.workers, self._begin = workers, begin

    def begin(self, *players: User | str, **arguments: Any) -> Match:
        """A match in which the first player moves first."""
        with self.workers.at_work():
            return self._begin(*players, **({"first": 0} | arguments))

    def moved(self, *players: User | str, **arguments: Any) -> Match:
        match = self.begin(*players, **arguments)
        self.move(match)
        return match

    def move(self, match: Match) -> None:
        with self.workers.at_work():
            play(match, action={"type": "draw"})

    def left(self, user: User) -> Match:
        """One of five seats whose only person has given up: it is played out."""
        match = self.begin(user, *FIVE)
        with self.workers.at_work():
            services.resign(public_id=match.public_id, user=user)
        return match


def laid_out(match: Match) -> bool:
    return look(match).match.turn_due_at is not None


@pytest.fixture
def workers(
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    frozen: time_machine.Traveller,
    django_capture_on_commit_callbacks: Committing,
) -> Workers:
    """Workers of their own, as with a broker; time stands still unless a test moves it."""
    settings.CELERY_TASK_ALWAYS_EAGER = False
    made = Workers(django_capture_on_commit_callbacks, frozen)
    monkeypatch.setattr(tasks.play_ai_turn, "apply_async", made.send)
    return made


@pytest.fixture
def portal(workers, begin) -> Portal:
    return Portal(workers, begin)


@pytest.fixture
def amber(person) -> User:
    return person("amber")


@pytest.fixture
def birch(person) -> User:
    return person("birch")


def test_tables_of_people_come_first_and_what_nobody_waits_for_last(
    portal, workers, amber, birch, person
):
    left = portal.left(person("cedar"))
    alone = portal.moved(amber, "easy", "easy")
    table = portal.moved(birch, "easy", person("dune"))
    assert workers.served(4) == [table, alone, alone, left]


def test_someone_who_looks_on_is_there(portal, workers, amber, birch, frozen):
    clock = {"type": "move", "seconds": 600}
    away, watched = (
        portal.begin(birch, "easy", clock=clock),
        portal.begin(amber, "easy", clock=clock),
    )
    announcements.note_watching(watched.public_id)
    frozen.shift(601)
    announcements.note_watching(watched.public_id)
    with workers.at_work():
        tasks.run_out()
    assert look(watched).match.turn_urgency == Urgency.ALONE
    assert look(away).match.turn_urgency == Urgency.NOBODY
    assert workers.work() == watched


def test_who_has_waited_alone_for_long_waits_like_people_at_a_table(
    portal, workers, amber, birch, person, frozen
):
    alone, left = portal.moved(amber, "easy", "easy"), portal.left(person("cedar"))
    frozen.shift(clock.AI_PATIENCE)
    table = portal.moved(birch, "easy", person("dune"))
    workers.sweep()
    assert look(alone).match.turn_urgency == Urgency.TABLE
    assert look(left).match.turn_urgency == Urgency.NOBODY
    assert workers.served(2) == [alone, table]


def test_people_are_served_in_turn_however_many_matches_they_have(portal, workers, amber, birch):
    many = [portal.moved(amber, *FIVE) for _ in range(6)]
    few = portal.moved(birch, *FIVE)
    served = workers.served(6)
    assert [match == few for match in served] == [False, True] * 3
    assert set(served[::2]) <= set(many)


def test_a_persons_matches_are_served_in_turn(portal, workers, amber):
    matches = [portal.moved(amber, *FIVE) for _ in range(3)]
    assert workers.served(7) == [*matches, *matches, matches[0]]


def test_a_match_that_cannot_be_read_keeps_no_other_from_its_turn(portal, workers, amber, person):
    gone, broken = portal.moved(amber, "easy"), portal.begin(person("dune"), amber, "easy")
    portal.move(broken)
    portal.move(broken)
    waits = portal.moved(person("birch"), "easy")
    Match.objects.filter(pk=gone.pk).update(game="gone-away")
    Match.objects.filter(pk=broken.pk).update(absence={"then": "?"})
    broken.seats.filter(index=2).update(ai_level="", caretaker=True)
    workers.tokens.clear()
    workers.sweep(clock.AI_PATIENCE)
    assert waits in workers.served(3)


def test_a_match_that_was_served_long_ago_comes_before_one_that_has_waited_longer(
    portal, workers, amber
):
    quiet, busy = portal.moved(amber, "easy"), portal.moved(amber, *FIVE)
    assert workers.served(2) == [quiet, busy]
    portal.move(quiet)
    assert workers.work() == quiet


def test_a_turn_is_that_of_the_person_who_acted_last(portal, workers, amber, birch, frozen):
    match = portal.begin(amber, birch, "easy")
    assert look(match).match.acted_by == amber
    portal.move(match)
    frozen.shift(5)
    now = timezone.now()
    portal.move(match)
    acted = look(match).match
    assert (acted.acted_by, acted.acted_at) == (birch, now)
    workers.work()
    assert look(match).match.acted_by == birch


def test_computers_among_themselves_think_for_their_host_and_administrators_act_for_nobody(
    portal, amber, birch
):
    match = portal.begin("easy", "easy", host=amber)
    assert look(match).match.acted_by == amber
    assert look(match).match.turn_urgency == Urgency.NOBODY
    match = portal.begin(amber, *FIVE)
    birch.is_superuser = True
    deed = {"seat": 0, "level": "easy", "reason": "Gone for good."}
    with portal.workers.at_work():
        actions.replace_by_ai(public_id=match.public_id, by=birch, **deed)
    assert look(match).match.acted_by == amber


def test_two_workers_never_think_about_the_same_turn(portal, workers, amber, birch, monkeypatch):
    first, second = portal.moved(amber, "easy"), portal.moved(birch, "easy")
    real, seen = ai.choose, []

    def choose(*arguments, **named):  # while the first one thinks
        monkeypatch.setattr(ai, "choose", real)
        seen.extend(waiting_turns.take_next() for _ in range(2))
        return real(*arguments, **named)

    monkeypatch.setattr(ai, "choose", choose)
    assert workers.work() == first
    assert seen == [Turn(second.pk, 1, Urgency.ALONE), None]


def test_who_is_beaten_to_a_turn_takes_the_next(portal, amber, birch, monkeypatch):
    first, second = portal.moved(amber, "easy"), portal.moved(birch, "easy")
    real = waiting_turns._lease

    def beaten(turn, now):
        monkeypatch.setattr(waiting_turns, "_lease", real)
        assert turn.match_id == first.pk
        assert real(turn, now)  # by someone else
        return real(turn, now)

    assert waiting_turns.take(first.pk, 0) is None, "that version is gone"
    monkeypatch.setattr(waiting_turns, "_lease", beaten)
    turn = waiting_turns.take_next()
    assert turn is not None
    assert turn.match_id == second.pk


class Killed(BaseException):
    """What ends a worker in the middle of a thought."""


@pytest.mark.django_db(transaction=True)
def test_any_number_of_workers_at_once_take_every_turn_once(begin, amber, birch, monkeypatch):
    monkeypatch.setattr(tasks.play_ai_turn, "apply_async", lambda *_, **__: None)
    matches = [begin(one, "easy", first=1, number=n) for n, one in enumerate([amber, birch] * 6)]
    assert all(laid_out(match) for match in matches)
    together = Barrier(6)

    def work(_number):
        try:
            together.wait()
            return list(iter(waiting_turns.take_next, None))
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        taken = [turn.match_id for turns in threads.map(work, range(6)) for turn in turns]
    assert sorted(taken) == sorted(match.pk for match in matches)


@pytest.fixture
def dead() -> int:
    """The id of a process that has ended."""
    with subprocess.Popen(["true"]) as process:
        process.wait()
    return process.pid


def die_thinking(workers, monkeypatch, process):
    """A worker takes a token and dies thinking: the token, which Celery brings back."""

    def killed(*_, **__):
        raise Killed

    token = workers.tokens[0][1]
    with monkeypatch.context() as dying:
        dying.setattr(waiting_turns, "_this_process", lambda: process)
        dying.setattr(ai, "choose", killed)
        with pytest.raises(Killed):
            workers.work()
    return token


def test_a_dead_workers_turn_is_handed_on_at_once(portal, workers, amber, monkeypatch, dead):
    match, process = portal.moved(amber, "easy"), f"{socket.gethostname()}/{dead}"
    token = die_thinking(workers, monkeypatch, process)
    assert workers.run(*token) == match
    portal.move(match)
    die_thinking(workers, monkeypatch, process)
    workers.tokens.clear()  # the token died, too
    workers.sweep()
    assert workers.work() == match


@pytest.mark.parametrize("machine", ["", "another-"])
def test_who_lives_or_may_live_keeps_a_turn_while_the_lease_lasts(
    portal, workers, amber, monkeypatch, dead, machine
):
    match = portal.moved(amber, "easy")
    process = dead if machine else os.getpid()
    token = die_thinking(workers, monkeypatch, f"{machine}{socket.gethostname()}/{process}")
    workers.sweep(clock.AI_PATIENCE)
    assert (workers.tokens, workers.run(*token)) == ([], None)
    workers.sweep(clock.AI_LEASE - clock.AI_PATIENCE + timedelta(seconds=0.1))
    assert workers.work() == match, "it looks as soon as the lease has run out"


def test_lost_tokens_are_replaced_by_the_sweeper(portal, workers, amber, birch, begin):
    matches = [portal.moved(amber, "easy"), portal.moved(birch, "easy")]
    workers.tokens.clear()  # the broker was flushed
    unsaid = begin(amber, "easy", first=1)  # a process was killed before it told of this one
    assert not laid_out(unsaid)
    workers.sweep(clock.AI_PATIENCE)
    assert set(workers.served(3)) == {*matches, unsaid}


def test_the_sweeper_sends_no_more_tokens_than_are_missing(portal, workers, amber, monkeypatch):
    for _ in range(5):
        portal.moved(amber, "easy")
    del workers.tokens[:2]
    monkeypatch.setattr(announcements, "waiting_in", lambda _queue: len(workers.tokens))
    for _ in range(3):
        workers.sweep(clock.AI_PATIENCE)
        assert len(workers.tokens) == 5


def test_a_token_of_a_match_that_has_gone_on_serves_another_and_doubled_ones_do_nothing(
    portal, workers, amber, birch
):
    gone, waits = portal.moved(amber, "easy"), portal.moved(birch, "easy")
    token = workers.tokens[0][1]
    assert token == (str(gone.pk), 1)
    assert workers.work() == gone
    assert [workers.run(*token) for _ in range(3)] == [waits, None, None]


def test_an_order_lays_nothing_out_twice(portal, workers, amber, ordered):
    match = portal.begin("easy", amber, game=ordered)
    left = {"public_id": match.public_id, "user": amber, "order": {"type": "rolls"}}
    with workers.at_work():
        services.set_order(**left, version=0)
    assert laid_out(match)
    assert len(workers.tokens) == 1
    assert workers.work() == match


def test_a_token_that_comes_too_early_is_sent_again(portal, workers, amber, settings, frozen):
    """The clocks of the machines that send and take it differ."""
    settings.AI_PACE_SECONDS = 0.6
    match = portal.begin(amber, "easy")
    announcements.note_watching(match.public_id)
    portal.move(match)
    ((_due, token),) = workers.tokens
    workers.tokens.clear()
    frozen.shift(0.4)
    assert workers.run(*token) is None
    frozen.shift(0.2)
    assert workers.work() == match
    assert workers.tokens == []


def budgets(workers: Workers, monkeypatch: pytest.MonkeyPatch, turns: int = 1) -> list[float]:
    """The seconds that the next searches get."""
    given = []
    real = ai.choose

    def choose(*arguments, seconds, **named):
        given.append(seconds)
        return real(*arguments, seconds=seconds, **named)

    with monkeypatch.context() as watching:
        watching.setattr(ai, "choose", choose)
        workers.served(turns)
    return given


SHARE = thinking_time.SEARCH_SHARE


def test_slow_players_have_a_queue_of_their_own_with_more_time(
    portal, workers, amber, birch, monkeypatch, settings
):
    settings.AI_SLOW = ("medium",)
    slow = Workers(workers._committing, workers._time, tasks.play_slow_turn)
    monkeypatch.setattr(tasks.play_slow_turn, "apply_async", slow.send)
    long, short = portal.moved(amber, "medium"), portal.moved(birch, "easy")
    slow.tokens.clear()  # the broker was flushed
    assert workers.served(1) == [short]
    workers.sweep(clock.AI_PATIENCE)
    assert (len(workers.tokens), len(slow.tokens)) == (0, 1)
    assert budgets(slow, monkeypatch) == [pytest.approx(SHARE * settings.AI_SLOW_SECONDS)]
    assert look(long).seats[0].owes
    settings.AI_SLOW = ()  # as for a seat that has changed hands
    portal.move(long)
    settings.AI_SLOW = ("medium",)
    workers.tokens.clear()
    workers.sweep(clock.AI_PATIENCE)
    assert (len(workers.tokens), len(slow.tokens)) == (0, 1)


@pytest.mark.parametrize(("waiting", "seconds"), [(0, 2), (2, 1 / 2), (10, 0.1)])
def test_thinking_time_shrinks_with_what_waits(
    portal, workers, amber, monkeypatch, waiting, seconds
):
    """So that the last of those that wait is begun after a second."""
    for _ in range(1 + waiting):
        portal.moved(amber, "easy")
    assert budgets(workers, monkeypatch) == [pytest.approx(SHARE * seconds)]


def test_what_is_less_urgent_counts_for_no_more_than_a_busy_machine(
    portal, workers, amber, birch, person, monkeypatch, settings
):
    """And where nobody is they think least."""
    for _ in range(5):
        portal.left(amber)
    portal.moved(amber, "easy")
    portal.moved(birch, "easy", person("cedar"))
    least = pytest.approx(SHARE * settings.AI_SECONDS_LEAST)
    assert budgets(workers, monkeypatch, 3) == [SHARE, SHARE, least]


def test_taking_a_turn_asks_the_same_however_many_wait(portal, amber, django_assert_num_queries):
    """A token that finds nothing writes nothing."""
    with django_assert_num_queries(2):  # the leases, and who is next
        assert computer_turns.take_next() is False
    for waiting in (1, 8):
        for _ in range(waiting):
            portal.moved(amber, "easy")
        # the fairest, a savepoint, the lease, the person, the savepoint's release
        with django_assert_num_queries(5):
            assert waiting_turns.take_next()


def test_what_is_next_is_found_by_an_index(portal, amber):
    portal.moved(amber, "easy")
    with CaptureQueriesContext(connection) as asked:
        waiting_turns.take_next()
    found = next(query["sql"] for query in asked if "ORDER BY" in query["sql"])
    explain = "EXPLAIN QUERY PLAN"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            explain = "EXPLAIN"
            cursor.execute("SET LOCAL enable_seqscan = off")  # it reads small tables whole
        cursor.execute(f"{explain} {found}")
        plan = str(cursor.fetchall())
    assert "match_turn_waiting" in plan
    assert "SCAN matches_served" not in plan


def test_messages_in_the_queue_are_counted(settings):
    settings.CELERY_TASK_ALWAYS_EAGER = False
    name = "counted-by-a-test"
    assert task_queue.waiting_in(name) == 0
    for _ in range(3):
        app.send_task("games.matches.tasks.play_ai_turn", ("", 0), queue=name)
    try:
        assert task_queue.waiting_in(name) == 3
    finally:
        with app.connection_or_acquire() as broker:
            broker.default_channel.queue_delete(name)
    assert task_queue.waiting_in(name) == 0


def test_a_lease_lasts_longer_than_its_task_may_take():
    leases = {tasks.play_ai_turn: clock.AI_LEASE, tasks.play_slow_turn: clock.SLOW_LEASE}
    assert all(lease > timedelta(seconds=task.time_limit) for task, lease in leases.items())
