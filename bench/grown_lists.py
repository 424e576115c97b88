"""What else a grown portal has long lists of: runs, tables, notices, logs (`bench.growth`)."""

import hashlib
import random
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.utils import timezone

from accounts.models import AuditEntry, Block, Name, Notice, Report, Sanction, Token, User
from games.matches.models import Deal, Match, Seat
from games.plugin.deal import new_seed
from lobby.leaderboards.spans import day_of, week_of
from lobby.models import Challenge, QuickTicket, Run, Table, TableSeat, Try

ALONE = "village-assault"
TABLE_ONE_IN = 3  # matches began at a table that is kept
OPEN_TABLES, TICKETS = 400, 5_000
LOG_INS, FAILURES, AUDITED, REPORTS, SANCTIONS, TOKENS, BLOCKS = (
    *(20_000, 5_000, 20_000, 2_000, 1_000, 800, 1_000),
)
TRIES = 3_000
BLOCKED = 30  # by one regular
NOTICES = 300  # of a regular
DAY = timedelta(days=1)


def fill(people: Sequence[User], regulars: int, dice: random.Random) -> None:
    """All of it, for matches that are there already."""
    Name.objects.bulk_create(Name(key=one.username.casefold(), user=one) for one in people)
    _tables(people, dice)
    _runs(dice)
    _about_people(people, regulars, dice)
    _logs(people, dice)


def _tables(people: Sequence[User], dice: random.Random) -> None:
    now = timezone.now()
    matches = Match.objects.filter(seats__index=0).values_list(
        "pk", "deal", "game", "seats__user", "visibility", "started_at"
    )
    begun = [
        Table(
            host_id=host,
            game=game,
            private=seen == "private",
            status=Table.Status.STARTED,
            size=2,
            touched_at=at,
            deal_id=deal,
            match_id=match,
        )
        for match, deal, game, host, seen, at in matches[::TABLE_ONE_IN]
    ]
    deals = Deal.objects.bulk_create(Deal(seed=new_seed()) for _table in range(OPEN_TABLES))
    opened = [
        Table(
            host=dice.choice(people),
            game="please-dont-burn-my-village",
            size=3,
            free=2,
            touched_at=now,
            deal=deal,
        )
        for deal in deals
    ]
    tables = Table.objects.bulk_create([*begun, *opened], batch_size=2_000)
    TableSeat.objects.bulk_create(
        (
            TableSeat(table=table, index=index, user_id=table.host_id if index == 0 else None)
            for table in tables
            for index in range(table.size)
        ),
        batch_size=5_000,
    )
    QuickTicket.objects.bulk_create(
        QuickTicket(
            user=dice.choice(people),
            games=["please-dont-burn-my-village"],
            paces=["days"],
            status=QuickTicket.Status.LEFT,
            created_at=now - DAY,
            ended_at=now - DAY * dice.random(),
        )
        for _ticket in range(TICKETS)
    )


def _runs(dice: random.Random) -> None:
    """Every run counts, with points of its own; one challenge has been tried by thousands."""
    Run.objects.all().delete()  # of those that were played
    seats = Seat.objects.filter(match__game=ALONE, match__status=Match.Status.FINISHED)
    found = seats.exclude(user=None).values_list("match", "user", "match__finished_at")
    runs = [_run(match, user, ended, dice) for match, user, ended in found]
    for mark, span in (("best_of_day", "day"), ("best_of_week", "week"), ("best_ever", "")):
        best: dict[Any, Run] = {}
        for run in runs:
            key = run.user_id, getattr(run, span) if span else None
            if key not in best or run.score > best[key].score:
                best[key] = run
        for run in best.values():
            setattr(run, mark, True)
    Run.objects.bulk_create(runs, batch_size=2_000)
    challenge = Challenge.objects.create(
        game=ALONE,
        day=day_of(timezone.now() - 3 * DAY),
        rules_version=1,
        deal=Deal.objects.create(seed=new_seed()),
    )
    tried = {run.user_id: run for run in runs[: 2 * TRIES]}
    Try.objects.bulk_create(
        Try(
            challenge=challenge,
            user_id=run.user_id,
            match_id=run.match_id,
            score=run.score,
            ended_at=run.ended_at,
        )
        for run in list(tried.values())[:TRIES]
    )


def _run(match: Any, user: int, ended: datetime, dice: random.Random) -> Run:
    return Run(
        match_id=match,
        user_id=user,
        game=ALONE,
        board="normal",
        score=dice.randrange(200),
        ended_at=ended,
        day=day_of(ended),
        week=week_of(day_of(ended)),
    )


def _about_people(people: Sequence[User], regulars: int, dice: random.Random) -> None:
    now = timezone.now()
    Notice.objects.bulk_create(
        Notice(
            user=user,
            key=f"grown:{number}",
            text="You won {game}!",
            params={"game": "it"},
            created_at=now,
        )
        for user in people[:regulars]
        for number in range(NOTICES)
    )
    reports = Report.objects.bulk_create(
        Report(
            about=dice.choice(people),
            by=dice.choice(people),
            reason="Rude.",
            status=Report.Status.UPHELD if number % 20 else Report.Status.OPEN,
        )
        for number in range(REPORTS)
    )
    until = now + 30 * DAY
    punished = [report.about for report in reports[:SANCTIONS]]
    Sanction.objects.bulk_create(
        Sanction(user=user, kind="ban" if n % 10 == 0 else "warning", created_at=now, ends_at=until)
        for n, user in enumerate(punished)
    )
    User.objects.filter(pk__in=[user.pk for user in punished[::10]]).update(banned_until=until)
    Token.objects.bulk_create(
        Token(user=dice.choice(people), digest=_digest("token", number)) for number in range(TOKENS)
    )
    pairs = {tuple(dice.sample(range(len(people)), 2)) for _block in range(BLOCKS)}
    pairs |= {(0, other) for other in range(len(people) - BLOCKED, len(people))}
    Block.objects.bulk_create(Block(blocker=people[one], blocked=people[two]) for one, two in pairs)


def _logs(people: Sequence[User], dice: random.Random) -> None:
    AuditEntry.objects.bulk_create(
        (
            AuditEntry(
                at=timezone.now(),
                actor_id=user.pk,
                actor=user.username,
                action=dice.choice(("match.review", "user.password", "token.revoke")),
                subject=f"user:{number}",
                previous=_digest("audit", number),
                hash=_digest("audit", number + 1),
            )
            for number, user in enumerate(_any(people, AUDITED, dice))
        ),
        batch_size=2_000,
    )
    for model, count in ((AccessLog, LOG_INS), (AccessFailureLog, FAILURES)):
        model.objects.bulk_create(
            (
                model(username=user.username, ip_address="192.0.2.7", user_agent="a browser")
                for user in _any(people, count, dice)
            ),
            batch_size=2_000,
        )
    AccessAttempt.objects.bulk_create(
        AccessAttempt(
            username=user.username,
            ip_address="192.0.2.7",
            user_agent=str(number),
            get_data="",
            post_data="",
            failures_since_start=number % 12,
        )
        for number, user in enumerate(_any(people, 500, dice))
    )


def _any(people: Sequence[User], count: int, dice: random.Random) -> Iterable[User]:
    return (dice.choice(people) for _one in range(count))


def _digest(kind: str, number: int) -> str:
    return hashlib.sha256(f"{kind} {number}".encode()).hexdigest()
