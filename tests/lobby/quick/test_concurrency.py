"""Hundreds of people come, go and sit down at once; nobody sits twice, or with whom they shun."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import combinations
from queue import Queue
from typing import Any

import pytest
from django.db import connection

from accounts.models import Block, User
from games.matches.models import Match
from games.matches.play.parts import announcements
from lobby.models import QuickTicket, Table
from lobby.quick import matching, selectors, services, tasks, wishes
from tests.lobby.quick.conftest import BURN
from tests.support.also import also
from toolbox.errors import Refusal

PEOPLE = 60 if connection.vendor == "postgresql" else 30  # 400 before a release
THREADS, MATCHERS = 8, 2  # the pool of one process has twelve connections


@pytest.fixture(params=[PEOPLE, *also(400)])
def crowd(transactional_db: None, request: pytest.FixtureRequest) -> list[User]:
    """People, some of whom don't meet some of the others."""
    draw, count = random.Random(7), request.param
    User.objects.bulk_create(User(username=f"person{n}") for n in range(count))
    people = list(User.objects.order_by("pk"))
    pairs = {tuple(draw.sample(range(count), 2)) for _ in range(count * 3)}
    pairs |= {(n, n + step) for n in range(count - 3) for step in (1, 2)}  # who come together
    Block.objects.bulk_create(
        Block(blocker=people[one], blocked=people[other]) for one, other in sorted(pairs)
    )
    return people


def visit(user: User, race: str) -> str:
    """What one person does, by the luck of their name; which of it succeeded last."""
    draw = random.Random(user.username)
    try:
        ticket = services.enqueue(
            user=user,
            games=draw.sample([BURN, race], draw.choice([1, 1, 2])) if user.pk % 5 else [race],
            paces=draw.sample(["none", "live-10"], draw.choice([1, 2])),
            least=draw.choice([2, 3, 4, 4]),
            most=draw.choice([4, 5, 6]),
        )
        plan = draw.random()
        if plan < 0.3:
            services.leave(ticket=ticket)
            return "left"
        if plan < 0.4:
            services.accept_ai(ticket=ticket)
            return "agreed"
        if plan < 0.42:
            tasks.sweep_quick()
        return "stayed"
    except Refusal as refused:
        return refused.code
    finally:
        connection.close()


@contextmanager
def matchers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Workers in threads, which look at the queue whenever that is queued; errors come out here."""
    queued: Queue[bool] = Queue()
    monkeypatch.setattr(tasks.match_waiting, "delay", lambda: queued.put(True))
    monkeypatch.setattr(announcements, "queue_ai_turn", lambda *_: None)  # their moves take time

    def work() -> None:
        try:
            while queued.get():
                tasks.match_waiting()
        finally:
            connection.close()

    with ThreadPoolExecutor(MATCHERS) as pool:
        working = [pool.submit(work) for _ in range(MATCHERS)]
        try:
            yield
        finally:  # or the pool waits for them for ever
            for _ in working:
                queued.put(False)
    for each in working:
        each.result()


def test_a_crowd_that_comes_goes_and_sits_down_at_once(crowd, race, monkeypatch, settings):
    # What is pushed isn't looked at here; each push from a thread would connect to Redis anew.
    in_memory = {"BACKEND": "channels.layers.InMemoryChannelLayer"}
    settings.CHANNEL_LAYERS = {"default": in_memory}
    with matchers(monkeypatch), ThreadPoolExecutor(THREADS) as pool:
        did = dict(zip(crowd, pool.map(lambda user: visit(user, race), crowd), strict=True))
    tasks.sweep_quick()

    tickets = list(QuickTicket.objects.select_related("user", "table"))
    assert len(tickets) == len(crowd)
    for ticket in tickets:
        self_told = did[ticket.user]
        assert self_told in ("left", "agreed", "stayed", "not_waiting")
        assert (ticket.status == "left") == (self_told == "left")
        assert (ticket.table is not None) == (ticket.status == "seated")
        assert (ticket.ended_at is None) == (ticket.status == "waiting")
        if self_told in ("agreed", "not_waiting"):
            assert ticket.status == "seated"
    _check_tables(tickets)
    _check_the_rest()


def _check_tables(tickets: list[QuickTicket]) -> None:
    """Every table is whole, and holds just those whose tickets say so."""
    blocked = {frozenset(pair) for pair in Block.objects.values_list("blocker_id", "blocked_id")}
    sits_at: dict[int, Any] = {}
    tables = list(Table.objects.select_related("match").prefetch_related("seats", "match__seats"))
    for table in tables:
        seats = list(table.seats.all())
        assert (table.status, table.quick) == ("started", True)
        assert table.match is not None
        assert not any(seat.is_free for seat in seats)
        played = [(seat.user_id, seat.ai_level) for seat in table.match.seats.all()]
        assert played == [(seat.user_id, seat.ai_level) for seat in seats]
        people = [seat.user_id for seat in seats if seat.user_id]
        assert not any(frozenset(pair) in blocked for pair in combinations(people, 2))
        for person in people:
            assert person not in sits_at
            sits_at[person] = table
    assert sits_at == {ticket.user_id: ticket.table for ticket in tickets if ticket.table}
    assert Match.objects.count() == len(tables) > len(tickets) // 20
    for ticket in tickets:
        if ticket.table:
            size = ticket.table.seats.count()
            assert ticket.least <= size <= ticket.most
            assert ticket.game == ticket.table.game
            assert ticket.game in ticket.games
            assert ticket.pace in ticket.paces


def _check_the_rest() -> None:
    """Whoever still waits has nobody to sit with."""
    left = selectors.queue()
    blocked = selectors.blocked_pairs()
    assert not matching.groups(left, blocked=blocked, games=wishes.offers())
