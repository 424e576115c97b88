"""Fills the database with a grown portal's people, matches and long lists (`bench.growth`).

A few dozen matches are played at random, and their rows are copied under other names.
"""

import random
from collections.abc import Iterable
from copy import copy
from datetime import timedelta
from functools import partial
from typing import Any

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from accounts import models as accounts
from accounts.models import User
from games.matches.identifiers import public_id, uuid7
from games.matches.models import Deal, LogText, Match, Seat, Step
from games.matches.play.actions import log_texts, services
from games.plugin import registry
from games.protocol.deal import new_seed
from lobby.daily.selectors import LATELY
from lobby.leaderboards.spans import day_of, week_of
from lobby.models import (
    Challenge,
    Club,
    Membership,
    QuickTicket,
    Run,
    Table,
    TableSeat,
    Try,
)
from tests.support import twins

BURN, ALONE = "please-dont-burn-my-village", "village-assault"
NAMES = ("amber", "birch", "cedar", "dune", "elm", "fern", "grove", "hazel")
MATCHES, PEOPLE, CHUNK, CLUBS = 87_000, 8_000, 2_000, 500
TRIES = 1_500  # at each of the challenges that a percentile counts
PLAYED = 40  # matches that are played; the others are copies
STEPS = range(3, 22)  # lengths of the played matches
RUNNING_ONE_IN = 8  # of the played matches; one in a hundred of all
REGULARS, BY_REGULARS = 100, 0.3  # people who play often, and their share of the matches
PART = 1  # of all other rows, one in this many is made
DEEDS = ("match.review", "user.password", "token.revoke")
DAY, SPREAD = timedelta(days=1), timedelta(days=700)  # matches began over that time


def fill() -> None:
    """Make everything, in an empty, migrated database."""
    dice = random.Random(1)
    people = fill_with_matches(MATCHES, PEOPLE, dice)
    User.objects.create(username="office", is_superuser=True, is_staff=True, password="!")
    with transaction.atomic():
        _lists(people, dice)
        _runs(dice)
        _tries(people, dice)
        _ratings()
        _clubs(people)
    _analyze()


def fill_with_matches(
    matches: int, people: int, dice: random.Random, *, clock: Any = None
) -> list[User]:
    """Make only people and their matches. With a clock, all matches are under way."""
    users = User.objects.bulk_create(
        User(username=f"{NAMES[number % 8]}{number // 8}", password="!") for number in range(people)
    )
    with transaction.atomic():
        for number in range(PLAYED):
            log_texts.keep(_played(users, dice, number, clock))
    played = Match.objects.prefetch_related("seats", "log_text")
    played = [match for match in played if match.running or not clock]
    for begun in range(0, matches, CHUNK):
        with transaction.atomic():
            _copy(played, users, dice, min(CHUNK, matches - begun))
    _analyze()
    return users


def _analyze() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # the database does so by itself in the long run


def _played(people: list[User], dice: random.Random, number: int, clock: Any) -> Match:
    """A match of some game that went on for a while, until all gave it up.

    With a clock, nobody gives it up.
    """
    games = registry.installed()
    game = games[number % len(games)].meta
    seats = 1 if game.max_seats == 1 else 2 + number % (game.max_seats - 1)
    strangers = iter(dice.sample(people, seats))
    match, sitting = twins.begin(game.slug, lambda: next(strangers), number, seats, clock=clock)
    twins.play_on(match, sitting, dice.choice(STEPS), dice)
    for user in sitting if number % RUNNING_ONE_IN and not clock else ():
        if Match.objects.get(pk=match.pk).running:
            services.resign(public_id=match.public_id, user=user)
    return Match.objects.get(pk=match.pk)


def _copy(played: list[Match], people: list[User], dice: random.Random, count: int) -> None:
    """Make `count` more matches, each with the rows of a played match, and its own people."""
    made: dict[type[Any], list[Any]] = {Match: [], Seat: [], LogText: [], Table: []}
    origins = dice.choices(played, [1 if match.running else 14 for match in played], k=count)
    deals = Deal.objects.bulk_create(Deal(seed=new_seed()) for _match in origins)
    for origin, deal in zip(origins, deals, strict=True):
        own = {"pk": uuid7(), "public_id": public_id(), "deal": deal}
        own["wake_at"] = origin.wake_at if origin.clock else None
        match = _another(origin, started_at=timezone.now() - SPREAD * dice.random(), **own)
        made[Match].append(match)
        if not match.running:
            match.finished_at = match.started_at + timedelta(hours=1)
            key = int(match.finished_at.timestamp() * 1e6)
            made[LogText].append(_another(origin.log_text, pk=key, match=match))
        seats = origin.seats.all()
        group = people[:REGULARS] if dice.random() < BY_REGULARS else people
        sitting = dice.sample(group, len(seats))
        for seat, user in zip(seats, sitting, strict=True):
            made[Seat].append(_another(seat, pk=None, match=match, user=user, name=user.username))
        if len(made[Match]) % 3 == 0:
            began = {"match": match, "deal": deal, "game": match.game, "status": "started"}
            made[Table].append(Table(host=sitting[0], size=2, touched_at=match.started_at, **began))
    for model, rows in made.items():
        model.objects.bulk_create(rows, batch_size=500)
    _copy_steps(zip(made[Match], origins, strict=True))


def _copy_steps(pairs: Iterable[tuple[Match, Match]]) -> None:
    """Give matches the steps of their origins, inside the database: most rows are steps."""
    fields = Step._meta.concrete_fields
    columns = ", ".join(f'"{one.column}"' for one in fields if one.name not in ("id", "match"))
    sql = f"INSERT INTO matches_step (match_id, {columns}) SELECT %s, {columns}"
    stored = partial(Match._meta.pk.get_db_prep_value, connection=connection)
    with connection.cursor() as cursor:
        cursor.executemany(
            f"{sql} FROM matches_step WHERE match_id = %s",
            [(stored(copied.pk), stored(origin.pk)) for copied, origin in pairs],
        )


def _another(row: Any, **changed: Any) -> Any:
    made = copy(row)
    for name, value in changed.items():
        setattr(made, name, value)
    return made


def _many(model: Any, count: int, **fields: Any) -> list[Any]:
    """Make `count` rows. A field is a value, or a function of the row's number."""

    def row(number: int) -> Any:
        told = fields.items()
        return model(**{name: one(number) if callable(one) else one for name, one in told})

    return list(model.objects.bulk_create(map(row, range(count // PART)), batch_size=2_000))


def _lists(people: list[User], dice: random.Random) -> None:
    """Tables, talk, notices, sanctions, logs."""
    now = timezone.now()
    until = now + 30 * DAY

    def anyone(_number: int) -> User:
        return dice.choice(people)

    def name(number: int) -> str:
        return people[number % PEOPLE].username

    accounts.Name.objects.bulk_create(accounts.Name(key=one.username, user=one) for one in people)
    deals = _many(Deal, 400, seed=lambda _n: new_seed())
    opened = {"game": BURN, "size": 3, "free": 2, "touched_at": now}
    _many(Table, 400, host=anyone, deal=lambda n: deals[n], **opened)
    TableSeat.objects.bulk_create(
        TableSeat(table=table, index=index, user_id=None if index else table.host_id)
        for table in Table.objects.all()
        for index in range(table.size)
    )
    over = Match.objects.filter(status="finished").order_by("pk")  # everybody may see these
    keys = [f"match:{one}:players" for one in over.values_list("public_id", flat=True)]
    talks = accounts.Conversation.objects.bulk_create(
        accounts.Conversation(key=key) for key in keys[::10]
    )
    message = {"author": anyone, "text": "Well played!", "at": now}
    _many(accounts.Message, 26_000, conversation=lambda n: talks[n % len(talks)], **message)
    left = {"status": "left", "created_at": now - DAY, "ended_at": lambda n: now - DAY / (n + 1)}
    _many(QuickTicket, 5_000, user=anyone, games=[BURN], paces=["days"], **left)
    won = {"text": "You won {game}!", "params": {"game": "it"}, "created_at": now}
    user = {"user": lambda n: people[n % REGULARS], "key": lambda n: f"grown:{n}"}
    _many(accounts.Notice, 30_000, **user, **won)
    upheld = {"reason": "Rude.", "status": lambda n: "upheld" if n % 20 else "open"}
    reports = _many(accounts.Report, 2_000, about=anyone, by=anyone, **upheld)
    kinds = {"kind": lambda n: "warning" if n % 10 else "ban", "created_at": now, "ends_at": until}
    _many(accounts.Sanction, 1_000, user=lambda n: reports[n].about, **kinds)
    banned = accounts.Sanction.objects.filter(kind="ban").values("user")
    User.objects.filter(pk__in=banned).update(banned_until=until)
    _many(accounts.Token, 800, user=anyone, digest=str)
    _many(accounts.Block, 1_000, blocker=lambda n: people[n], blocked=lambda n: people[n + 1])
    _many(accounts.Block, 30 * PART, blocker=people[0], blocked=lambda n: people[-n - 1])
    _many(accounts.Follow, 500, follower=people[0], followed=lambda n: people[n + 2])
    deed = {"action": lambda n: DEEDS[n % 3], "subject": lambda n: f"user:{n}", "at": now}
    chain = {"previous": str, "hash": lambda n: str(n + 1)}
    _many(accounts.AuditEntry, 20_000, actor=name, **deed, **chain)
    browser = {"username": name, "ip_address": "192.0.2.7", "user_agent": str}
    _many(AccessLog, 20_000, **browser)
    _many(AccessFailureLog, 5_000, **browser)
    _many(AccessAttempt, 500, **browser, get_data="", post_data="", failures_since_start=5)


def _clubs(people: list[User]) -> None:
    """Clubs of a hundred people; the first has the regulars and all waiting tables."""
    known = {"name": lambda n: f"Round {n}", "look": str, "link_digest": str}
    clubs = _many(Club, CLUBS, **known)
    inside = {"club": lambda n: clubs[n // 100], "user": lambda n: people[n % PEOPLE]}
    _many(Membership, CLUBS * 100, role=lambda n: 2 if n % 100 else 0, **inside)
    Table.objects.update(club=clubs[0])
    talk = accounts.Conversation.objects.create(key=f"club:{clubs[0].public_id}")
    message = {"author": lambda n: people[n % 100], "text": "Well played!", "at": timezone.now()}
    _many(accounts.Message, 1_000, conversation=talk, **message)


def _runs(dice: random.Random) -> None:
    """Make every run count, with its own points."""
    Run.objects.all().delete()  # the runs of played matches
    alone = Seat.objects.filter(match__game=ALONE, match__status="finished")
    runs = []
    for match, user, at in alone.values_list("match", "user", "match__finished_at"):
        run = Run(match_id=match, user_id=user, game=ALONE, board="normal", ended_at=at)
        run.score, run.day, run.week = dice.randrange(200), day_of(at), week_of(day_of(at))
        runs.append(run)
    runs.sort(key=lambda run: run.score)
    for mark, span in (("best_of_day", "day"), ("best_of_week", "week"), ("best_ever", "game")):
        for run in {(run.user_id, getattr(run, span)): run for run in runs}.values():
            setattr(run, mark, True)
    Run.objects.bulk_create(runs, batch_size=2_000)


def _tries(people: list[User], dice: random.Random) -> None:
    """The last challenges, each with `TRIES` tries, whose matches may be of any game."""
    last = day_of(timezone.now() - 3 * DAY)
    deals = _many(Deal, LATELY * PART, seed=lambda _n: new_seed())
    days = {"day": lambda n: last - n * DAY, "deal": lambda n: deals[n]}
    challenges = _many(Challenge, LATELY * PART, game=ALONE, rules_version=1, **days)
    over = Match.objects.filter(status="finished").values_list("pk", flat=True)
    over = list(over[: LATELY * TRIES])
    tried = {"user": lambda n: people[n % TRIES], "match_id": lambda n: over[n]}
    points = {"score": lambda _n: dice.randrange(200), "ended_at": timezone.now() - DAY}
    each = {"challenge": lambda n: challenges[n // TRIES]}
    _many(Try, len(over) * PART, **each, **tried, **points)


def _ratings() -> None:
    """Make all finished matches of several people rated, and played to their end."""
    over = Match.objects.filter(status="finished").exclude(game=ALONE)
    Seat.objects.filter(match__in=over).update(resigned=None)
    over.update(rated=True, weight=1.0)
    call_command("rate", "--rebuild", verbosity=0)
