"""Fills a portal with running matches over days, and tables that wait (`bench.days`)."""

import random
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from accounts.models import Name, User
from games.matches.identifiers import public_id, uuid7
from games.matches.models import Deal, Match
from games.matches.play import services
from games.matches.record.selectors import snapshot
from games.plugin.codec import plain
from games.plugin.deal import new_seed
from lobby.models import Table, TableSeat

GAME = "please-dont-burn-my-village"
DAY = timedelta(days=1)
CLOCK = {"type": "move", "seconds": 86_400, "per": "turn", "reserve": 86_400}
EACH = 40  # running matches of a person
FEWEST = 50  # people
MOVES = 6  # that were made in each match
CHUNK = 1_000  # matches that are written together


def people_for(matches: int) -> list[User]:
    """As many people as will have `EACH` of that many matches for two."""
    count = max(FEWEST, matches * 2 // EACH)
    people = User.objects.bulk_create(
        User(username=f"bench{number}", password="!") for number in range(count)
    )
    Name.objects.bulk_create(Name(key=one.username, user=one) for one in people)
    return people


def fill(people: Sequence[User], numbers: range) -> None:
    """Play one match for a while, and copy its rows under other names, to other people's seats."""
    dice = random.Random(numbers.start)
    played = _played()
    for first in range(numbers.start, numbers.stop, CHUNK):
        with transaction.atomic():
            _copy(played, people, range(first, min(first + CHUNK, numbers.stop)), dice)
    services.resign(public_id=played.public_id, user=played.seats.get(index=0).user)


def open_tables(people: Sequence[User], count: int) -> None:
    """So many tables wait, each with a seat that is free."""
    now = timezone.now()
    deals = Deal.objects.bulk_create(Deal(seed=new_seed()) for _table in range(count))
    tables = Table.objects.bulk_create(
        Table(
            host=people[number % len(people)],
            game=GAME,
            size=2 + number % 4,
            free=1 + number % 4,
            clock=CLOCK if number % 2 else None,
            touched_at=now,
            deal=deal,
        )
        for number, deal in enumerate(deals)
    )
    TableSeat.objects.bulk_create(
        TableSeat(table=table, index=index, user_id=None if index else table.host_id)
        for table in tables
        for index in range(table.size)
    )


def analyze() -> None:
    """The database learns how much there is of what: SQLite at each start, PostgreSQL by itself."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _played() -> Match:
    """A match of two others in which a few moves were made."""
    sitting = [User.objects.create(username=f"first{public_id()}") for _seat in range(2)]
    match = services.start_match(
        game=GAME,
        options={},
        players=[services.Player(user=user) for user in sitting],
        deal=services.open_deal(),
        clock=CLOCK,
    )
    for _move in range(MOVES):
        match = Match.objects.select_related("deal").get(pk=match.pk)
        owing = match.seats.filter(owes=True).select_related("user")[0]
        actions = match.ruleset.legal_actions(snapshot(match).state, owing.index)
        services.submit_action(
            public_id=match.public_id,
            user=owing.user,
            action=plain(actions[0]),
            version=match.version,
        )
    return Match.objects.get(pk=match.pk)


def _copy(played: Match, people: Sequence[User], numbers: range, dice: random.Random) -> None:
    seats, steps = list(played.seats.all()), list(played.steps.all())
    now, most = timezone.now(), len(people)
    deals = Deal.objects.bulk_create(Deal(seed=new_seed()) for _number in numbers)
    matches, seated, stepped = [], [], []
    for number, deal in zip(numbers, deals, strict=True):
        # Nothing is due within the hour; of most people's time half is left.
        deadline = now + timedelta(hours=dice.uniform(13, 24))
        key = uuid7()
        matches.append(
            {"id": key, "public_id": public_id(), "deal_id": deal.pk, "wake_at": deadline}
        )
        sitting = number % most, (number + 1 + number // most % (most - 1)) % most
        for seat, index in zip(seats, sitting, strict=True):
            user = people[index]
            seated.append(
                {
                    "match_id": key,
                    "user_id": user.pk,
                    "name": user.username,
                    "deadline": deadline if seat.owes else None,
                    "tell_at": deadline - DAY / 2 if seat.owes else None,
                    "notified_version": seat.decision_version if seat.owes else None,
                }
            )
        stepped.append({"match_id": key})
    _copies(played, matches)
    for seat in seats:
        _copies(seat, seated[seat.index :: len(seats)])
    for step in steps:
        _copies(step, stepped)


def _copies(row: Any, changed: Sequence[dict[str, Any]]) -> None:
    """Copies of a row with other values in some columns; the database has the rest already."""
    fields = {field.attname: field for field in row._meta.concrete_fields}
    own = row._meta.pk
    names = [name for name, field in fields.items() if field is not own or name in changed[0]]
    columns = ", ".join(f'"{fields[name].column}"' for name in names)
    taken = ", ".join("%s" if name in changed[0] else f'"{fields[name].column}"' for name in names)
    table = row._meta.db_table
    command = f"INSERT INTO {table} ({columns}) SELECT {taken} FROM {table} WHERE {own.column} = %s"

    def stored(name: str, value: Any) -> Any:
        return fields[name].get_db_prep_save(value, connection)

    key = stored(own.attname, row.pk)
    ordered = [name for name in names if name in changed[0]]
    rows = [[*(stored(name, values[name]) for name in ordered), key] for values in changed]
    with connection.cursor() as cursor:
        cursor.executemany(command, rows)
