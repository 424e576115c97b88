"""Fills the database with a grown portal's people, matches, steps and chats (`bench.growth`)."""

import random
from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import Max, Min
from django.utils import timezone

from accounts.models import Conversation, Message, User
from bench import grown_lists
from games.matches.identifiers import public_id, uuid7
from games.matches.models import Deal, LogText, Match, Seat, Step
from games.matches.play import log_texts, services
from games.matches.record.selectors import snapshot
from games.plugin import registry
from games.plugin.codec import plain
from games.plugin.deal import new_seed

MATCHES, PEOPLE = 52_000, 8_000
CHUNK = 2_000  # matches that are written together
PLAYED = 40  # matches that are played; the others are their copies
STEPS = range(3, 22)  # so long are those
RUNNING_ONE_IN = 8  # of those that are played
RUNNING = 0.01  # of all
PRIVATE = 0.1
REGULARS, BY_REGULARS = 100, 0.3  # people who play often, and how many of the seats are theirs
SPREAD = timedelta(days=700)  # over which they began


def fill() -> None:
    """Make everything. Into an empty, migrated database."""
    dice = random.Random(1)
    people = fill_matches(MATCHES, dice)
    with transaction.atomic():
        grown_lists.fill(people, REGULARS, dice)
    analyze()


def fill_matches(count: int, dice: random.Random) -> list[User]:
    """Make the people, as many matches with their steps, and what is said there."""
    people = User.objects.bulk_create(
        User(username=f"{name}{number}", shown_name="", password="!")
        for number in range(PEOPLE // 8)
        for name in ("amber", "birch", "cedar", "dune", "elm", "fern", "grove", "hazel")
    )
    with transaction.atomic():
        played = [_played(people, dice, number) for number in range(PLAYED)]
        for match in played:
            log_texts.keep(match)
    for chunk in range(0, count, CHUNK):
        with transaction.atomic():
            _copy(played, people, dice, range(chunk, chunk + CHUNK))
    return people


def _played(people: list[User], dice: random.Random, number: int) -> Match:
    """A match of some game that went on for a while, and was then given up by all."""
    games = registry.installed()
    game = games[number % len(games)]
    seats = 1 if game.meta.max_seats == 1 else 2 + number % (game.meta.max_seats - 1)
    sitting = dice.sample(people, seats)
    match = services.start_match(
        game=game.meta.slug,
        options={},
        players=[services.Player(user=user) for user in sitting],
        deal=services.open_deal(),
    )
    for _step in range(dice.choice(STEPS)):
        match = Match.objects.select_related("deal").get(pk=match.pk)
        owing = match.seats.filter(owes=True).select_related("user").first()
        if owing is None or not match.running:
            break
        choices = match.ruleset.legal_actions(snapshot(match).state, owing.index)
        services.submit_action(
            public_id=match.public_id,
            user=owing.user,
            action=plain(dice.choice(list(choices)[:-1] or list(choices))),
            version=match.version,
        )
    if number % RUNNING_ONE_IN:
        for user in sitting:
            if Match.objects.get(pk=match.pk).running:
                services.resign(public_id=match.public_id, user=user)
    return Match.objects.get(pk=match.pk)


def _copy(played: list[Match], people: list[User], dice: random.Random, numbers: range) -> None:
    """As many matches more, each with the steps of one that was played, and people of its own."""
    seats_of = {match.pk: list(match.seats.all()) for match in played}
    regulars = people[:REGULARS]
    now = timezone.now()
    deals = Deal.objects.bulk_create(Deal(seed=new_seed()) for _number in numbers)
    matches, seats, origins = [], [], []
    for deal in deals:
        origin = dice.choice(played)
        if origin.running and dice.random() > RUNNING * RUNNING_ONE_IN:
            origin = dice.choice([match for match in played if not match.running])
        began = now - SPREAD * dice.random()
        copy = _another(origin)
        copy.pk, copy.public_id, copy.started_at = uuid7(), public_id(), began
        copy.finished_at = None if origin.running else began + timedelta(hours=1)
        copy.visibility = "private" if dice.random() < PRIVATE else "public"
        copy.wake_at = None
        copy.deal = deal
        who = set()
        for seat in seats_of[origin.pk]:
            sitting = dice.choice(regulars if dice.random() < BY_REGULARS else people)
            while sitting.pk in who:
                sitting = dice.choice(people)
            who.add(sitting.pk)
            one = _another(seat)
            one.pk, one.match, one.user, one.name = None, copy, sitting, sitting.username
            seats.append(one)
        matches.append(copy)
        origins.append((copy, origin))
    Match.objects.bulk_create(matches)
    Seat.objects.bulk_create(seats)
    _copy_logs(origins)
    _copy_steps(origins)
    _chat(matches, people, dice)


def _another(row: Any) -> Any:
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return type(row)(**values)


def _copy_logs(origins: list[tuple[Match, Match]]) -> None:
    """What the logs of the originals say, under the names of their people."""
    said = dict(LogText.objects.values_list("match", "words"))
    LogText.objects.bulk_create(
        LogText(pk=int(copy.finished_at.timestamp() * 1e6), match=copy, words=said[origin.pk])
        for copy, origin in origins
        if copy.finished_at is not None and origin.pk in said
    )


def _copy_steps(origins: list[tuple[Match, Match]]) -> None:
    """The steps of the originals, word for word: nobody will verify these records."""
    columns = [field.column for field in Step._meta.concrete_fields if not field.primary_key]
    names = ", ".join(f'"{column}"' for column in columns)
    taken = names.replace('"match_id"', "%s")
    table = Step._meta.db_table
    command = f"INSERT INTO {table} ({names}) SELECT {taken} FROM {table} WHERE match_id = %s"
    own = Match._meta.pk.get_db_prep_value
    rows = [(own(copy.pk, connection), own(origin.pk, connection)) for copy, origin in origins]
    with connection.cursor() as cursor:
        cursor.executemany(command, rows)


def copy_up_to(count: int) -> None:
    """More matches by the database alone, until there are so many: copies of those that there are.

    With the same people, times, deals, steps and logs, under other ids.
    """
    own = _OWN_IDS[connection.vendor]
    while (known := Match.objects.count()) < count:
        with transaction.atomic(), connection.cursor() as cursor:
            taken = f"SELECT id AS old, {own} FROM {Match._meta.db_table} LIMIT %s"
            cursor.execute(f"CREATE TEMPORARY TABLE copied AS {taken}", [count - known])
            cursor.execute("CREATE INDEX copied_by_old ON copied (old)")
            _copy_table(cursor, Match, "id", {"id": "new", "public_id": "called"})
            _copy_table(cursor, Seat, "match_id", {"match_id": "new"})
            _copy_table(cursor, Step, "match_id", {"match_id": "new"})
            later = f"id + {_span_of_logs()}"  # keys are when matches ended: no two are the same
            _copy_table(cursor, LogText, "match_id", {"match_id": "new", "id": later})
            cursor.execute("DROP TABLE copied")


def _span_of_logs() -> int:
    keys = LogText.objects.aggregate(first=Min("pk"), last=Max("pk"))
    return 1 + (keys["last"] or 0) - (keys["first"] or 0)


_OWN_IDS = {
    "sqlite": "lower(hex(randomblob(16))) AS new, lower(hex(randomblob(6))) AS called",
    "postgresql": "gen_random_uuid() AS new, substr(md5(random()::text), 1, 12) AS called",
}


def _copy_table(cursor: Any, model: Any, by: str, other: dict[str, str]) -> None:
    """The rows that belong to the copied matches; `other`: what some columns hold instead."""
    columns = [field.column for field in model._meta.concrete_fields]
    kept = [one for one in columns if one in other or one != model._meta.pk.column]
    names = ", ".join(f'"{one}"' for one in kept)
    values = ", ".join(other.get(one, f'"{one}"') for one in kept)
    table = model._meta.db_table
    cursor.execute(
        f"INSERT INTO {table} ({names}) "
        f'SELECT {values} FROM {table} JOIN copied ON copied.old = {table}."{by}"'
    )


def _chat(matches: list[Match], people: list[User], dice: random.Random) -> None:
    """A talk at every tenth match, and a notice for somebody about each of these."""
    keys = [f"match:{match.public_id}:players" for match in matches[::10]]
    talks = Conversation.objects.bulk_create(Conversation(key=key) for key in keys)
    now = timezone.now()
    said = [
        Message(conversation=talk, author=dice.choice(people), text="Well played!", at=now)
        for talk in talks
        for _line in range(5)
    ]
    Message.objects.bulk_create(said)


def analyze() -> None:
    """The database learns how much there is of what, as it does by itself in the long run."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
