"""Fills the database with a grown portal's people, matches and long lists (`bench.growth`).

A few dozen matches are played at random, and their rows copied under other names.
"""

import hashlib
import random
from datetime import timedelta
from typing import Any

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import (
    AuditEntry,
    Block,
    Conversation,
    Message,
    Name,
    Notice,
    Report,
    Sanction,
    Token,
    User,
)
from games.matches.identifiers import public_id, uuid7
from games.matches.models import Deal, LogText, Match, Seat, Step
from games.matches.play import log_texts, services
from games.matches.record.selectors import snapshot
from games.plugin import registry
from games.plugin.codec import plain
from games.plugin.deal import new_seed
from lobby.leaderboards.spans import day_of, week_of
from lobby.models import Challenge, QuickTicket, Run, Table, TableSeat, Try

BURN, ALONE = "please-dont-burn-my-village", "village-assault"
MATCHES, PEOPLE, CHUNK = 52_000, 8_000, 2_000
PLAYED = 40  # matches that are played; the others are their copies
STEPS = range(3, 22)  # so long are those
RUNNING_ONE_IN, RUNNING = 8, 0.01  # of those that are played; of all
REGULARS, BY_REGULARS = 100, 0.3  # people who play often, and how many of the seats are theirs
PART = 1  # of all other rows one in so many is made
DEEDS = ("match.review", "user.password", "token.revoke")
DAY, SPREAD = timedelta(days=1), timedelta(days=700)  # over which matches began


def fill() -> None:
    """Make everything. Into an empty, migrated database."""
    dice = random.Random(1)
    names = ("amber", "birch", "cedar", "dune", "elm", "fern", "grove", "hazel")
    people = User.objects.bulk_create(
        User(username=f"{names[number % 8]}{number // 8}", password="!") for number in range(PEOPLE)
    )
    with transaction.atomic():
        played = [_played(people, dice, number) for number in range(PLAYED)]
        for match in played:
            log_texts.keep(match)
    for _chunk in range(0, MATCHES, CHUNK):
        with transaction.atomic():
            _copy(played, people, dice)
    with transaction.atomic():
        _lists(people, dice)
        _runs(dice)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as the database does by itself in the long run


def _played(people: list[User], dice: random.Random, number: int) -> Match:
    """A match of some game that went on for a while, and was then given up by all."""
    games = registry.installed()
    game = games[number % len(games)]
    seats = 1 if game.meta.max_seats == 1 else 2 + number % (game.meta.max_seats - 1)
    sitting = dice.sample(people, seats)
    players, deal = [services.Player(user=user) for user in sitting], services.open_deal()
    match = services.start_match(game=game.meta.slug, options={}, players=players, deal=deal)
    for _step in range(dice.choice(STEPS)):
        match = Match.objects.select_related("deal").get(pk=match.pk)
        owing = match.seats.filter(owes=True).select_related("user").first()
        if owing is None or not match.running:
            break
        choices = list(match.ruleset.legal_actions(snapshot(match).state, owing.index))
        services.submit_action(
            public_id=match.public_id,
            user=owing.user,
            action=plain(dice.choice(choices[:-1] or choices)),
            version=match.version,
        )
    if number % RUNNING_ONE_IN:
        for user in sitting:
            if Match.objects.get(pk=match.pk).running:
                services.resign(public_id=match.public_id, user=user)
    return Match.objects.get(pk=match.pk)


def _copy(played: list[Match], people: list[User], dice: random.Random) -> None:
    """As many matches more, each with the steps of one that was played, and people of its own."""
    seats_of = {match.pk: list(match.seats.all()) for match in played}
    seats, origins = [], []
    for deal in Deal.objects.bulk_create(Deal(seed=new_seed()) for _match in range(CHUNK)):
        origin = dice.choice(played)
        if origin.running and dice.random() > RUNNING * RUNNING_ONE_IN:
            origin = dice.choice([match for match in played if not match.running])
        began = timezone.now() - SPREAD * dice.random()
        copy = _another(
            origin,
            pk=uuid7(),
            public_id=public_id(),
            started_at=began,
            finished_at=None if origin.running else began + timedelta(hours=1),
            visibility="private" if dice.random() < 0.1 else "public",
            wake_at=None,
            deal=deal,
        )
        origins.append((copy, origin))
        sitting = dict.fromkeys(
            dice.choice(people[:REGULARS] if dice.random() < BY_REGULARS else people)
            for _seat in range(4 * len(seats_of[origin.pk]))
        )
        for seat, user in zip(seats_of[origin.pk], sitting, strict=False):
            seats.append(_another(seat, pk=None, match=copy, user=user, name=user.username))
    matches = Match.objects.bulk_create(copy for copy, _origin in origins)
    Seat.objects.bulk_create(seats)
    said = dict(LogText.objects.values_list("match", "words"))
    LogText.objects.bulk_create(
        LogText(pk=int(copy.finished_at.timestamp() * 1e6), match=copy, words=said[origin.pk])
        for copy, origin in origins
        if copy.finished_at is not None and origin.pk in said
    )
    _copy_steps(origins)
    keys = [f"match:{match.public_id}:players" for match in matches[::10]]
    talks = Conversation.objects.bulk_create(Conversation(key=key) for key in keys)
    now = timezone.now()
    Message.objects.bulk_create(
        Message(conversation=talk, author=dice.choice(people), text="Well played!", at=now)
        for talk in talks
        for _line in range(5)
    )


def _another(row: Any, **other: Any) -> Any:
    copy = type(row)(
        **{one.attname: getattr(row, one.attname) for one in row._meta.concrete_fields}
    )
    for name, value in other.items():
        setattr(copy, name, value)
    return copy


def _copy_steps(origins: list[tuple[Match, Match]]) -> None:
    """The steps of the originals, word for word: nobody will verify these records."""
    columns = [field.column for field in Step._meta.concrete_fields if not field.primary_key]
    names = ", ".join(f'"{column}"' for column in columns)
    taken, table = names.replace('"match_id"', "%s"), Step._meta.db_table
    command = f"INSERT INTO {table} ({names}) SELECT {taken} FROM {table} WHERE match_id = %s"
    own = Match._meta.pk.get_db_prep_value
    rows = [(own(copy.pk, connection), own(origin.pk, connection)) for copy, origin in origins]
    with connection.cursor() as cursor:
        cursor.executemany(command, rows)


def _many(model: Any, count: int, **fields: Any) -> list[Any]:
    """So many rows. A field is a value, or a function of the row's number."""

    def row(number: int) -> Any:
        told = fields.items()
        return model(**{name: one(number) if callable(one) else one for name, one in told})

    return list(model.objects.bulk_create(map(row, range(count // PART)), batch_size=2_000))


def _digest(number: int) -> str:
    return hashlib.sha256(str(number).encode()).hexdigest()


def _lists(people: list[User], dice: random.Random) -> None:
    """Tables, notices, sanctions, logs."""
    now = timezone.now()
    until = now + 30 * DAY

    def anyone(_number: int) -> User:
        return dice.choice(people)

    def name(number: int) -> str:
        return people[number % PEOPLE].username

    Name.objects.bulk_create(Name(key=one.username, user=one) for one in people)
    names = ("match_id", "deal_id", "game", "host_id", "touched_at")
    asked = ("pk", "deal", "game", "seats__user", "started_at")
    begun = Match.objects.filter(seats__index=0).values_list(*asked)[::3]
    tables = [
        Table(**dict(zip(names, row, strict=True)), size=2, status="started") for row in begun
    ]
    Table.objects.bulk_create(tables, batch_size=2_000)
    deals = _many(Deal, 400, seed=lambda _n: new_seed())
    opened = {"game": BURN, "size": 3, "free": 2, "touched_at": now}
    tables += _many(Table, 400, host=anyone, deal=lambda n: deals[n], **opened)
    TableSeat.objects.bulk_create(
        TableSeat(table=table, index=index, user_id=None if index else table.host_id)
        for table in tables
        for index in range(table.size)
    )
    left = {"status": "left", "created_at": now - DAY, "ended_at": lambda n: now - DAY / (n + 1)}
    _many(QuickTicket, 5_000, user=anyone, games=[BURN], paces=["days"], **left)
    won = {"text": "You won {game}!", "params": {"game": "it"}, "created_at": now}
    user = {"user": lambda n: people[n % REGULARS], "key": lambda n: f"grown:{n}"}
    _many(Notice, 30_000, **user, **won)
    upheld = {"reason": "Rude.", "status": lambda n: "upheld" if n % 20 else "open"}
    reports = _many(Report, 2_000, about=anyone, by=anyone, **upheld)
    kinds = {"kind": lambda n: "warning" if n % 10 else "ban", "created_at": now, "ends_at": until}
    _many(Sanction, 1_000, user=lambda n: reports[n].about, **kinds)
    banned = [one.about.pk for one in reports[: len(reports) // 2 : 10]]
    User.objects.filter(pk__in=banned).update(banned_until=until)
    _many(Token, 800, user=anyone, digest=_digest)
    _many(Block, 1_000, blocker=lambda n: people[n], blocked=lambda n: people[n + 1])
    _many(Block, 30 * PART, blocker=people[0], blocked=lambda n: people[-n - 1])
    deed = {"action": lambda n: DEEDS[n % 3], "subject": lambda n: f"user:{n}", "at": now}
    chain = {"previous": _digest, "hash": lambda n: _digest(n + 1)}
    _many(AuditEntry, 20_000, actor=name, **deed, **chain)
    browser = {"username": name, "ip_address": "192.0.2.7", "user_agent": str}
    _many(AccessLog, 20_000, **browser)
    _many(AccessFailureLog, 5_000, **browser)
    failed = {"get_data": "", "post_data": "", "failures_since_start": lambda n: n % 12}
    _many(AccessAttempt, 500, **browser, **failed)


def _runs(dice: random.Random) -> None:
    """Every run counts, with points of its own; one challenge has been tried by thousands."""
    Run.objects.all().delete()  # of those that were played
    seats = Seat.objects.filter(match__game=ALONE, match__status="finished").exclude(user=None)
    runs = []
    found: Any = seats.values_list("match", "user", "match__finished_at")
    for match, user, at in found:
        run = Run(match_id=match, user_id=user, game=ALONE, board="normal", ended_at=at)
        run.score, run.day, run.week = dice.randrange(200), day_of(at), week_of(day_of(at))
        runs.append(run)
    runs.sort(key=lambda run: run.score)
    for mark, span in (("best_of_day", "day"), ("best_of_week", "week"), ("best_ever", "game")):
        for run in {(run.user_id, getattr(run, span)): run for run in runs}.values():
            setattr(run, mark, True)
    Run.objects.bulk_create(runs, batch_size=2_000)
    day, deal = day_of(timezone.now() - 3 * DAY), Deal.objects.create(seed=new_seed())
    challenge = Challenge.objects.create(game=ALONE, day=day, rules_version=1, deal=deal)
    names = ("user_id", "match_id", "score", "ended_at")
    Try.objects.bulk_create(
        Try(challenge=challenge, **{name: getattr(run, name) for name in names})
        for run in list({run.user_id: run for run in runs}.values())[:3_000]
    )
