"""`python -m tests.upgrades.make 1.0`: write the data folder that this version leaves.

It goes to `tests/upgrades/data/<version>/`, and from then on the tests here start every later code
on it. To be run once for each release, on its code, before anything that is stored is changed
after it; what is written is never edited or written again. Where a test fails, the code has
forgotten something that people's folders hold: mend the code.

| file | what it holds |
|---|---|
| `portal.sql` | the whole database of an SQLite portal, as text |
| `records/` | the record of a match of each ruleset, as `/api/matches/<id>/record/` gives it |
| `scenes.json` | what is in the database: matches, a table, sessions, keys, when it stopped |
| `names.json` | by which names processes call each other: tasks with their queues, beat's entries |

Nothing that is queued has been done: a computer's turn is owed, and the ends of matches are still
to be told. Two rulesets of the tests are installed, as they were before their rules changed.
"""

import argparse
import json
import os
import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.support.log_in import logged_in

DATA = Path(__file__).parent / "data"
RECORDS = sorted(DATA.glob("*/records/*.json"))  # of every version
PASSWORD = "the-password-of-everyone-here"
BEGAN = datetime(2026, 11, 28, 12, tzinfo=UTC)
MOVES = 3  # of the matches that go on
IDLE = ("offer", "rest", "retreat", "stop", "withdraw")  # moves that lead nowhere, or end a run
CLOCKS = {
    "please-dont-burn-my-village": {"type": "move", "seconds": 86_400}
}  # the others have none


def main() -> None:
    """Play, and write down what is left."""
    parser = argparse.ArgumentParser()
    parser.add_argument("version")
    folder = DATA / parser.parse_args().version
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    (folder / "records").mkdir(parents=True)
    with _older_portal() as pass_time:
        _write(folder, _scenes(folder, pass_time))


@contextmanager
def _older_portal() -> Iterator[Any]:
    """An empty database, rulesets before their rules changed, no workers, time in our hands."""
    import time_machine
    from django.core.management import call_command

    from tests.rulesets.climb import Climb
    from tests.rulesets.fixtures import installed
    from tests.rulesets.mended import OnlyOld

    with (
        patch("toolbox.task_queue.send"),  # all that is queued is lost
        time_machine.travel(BEGAN - timedelta(days=30), tick=False) as time,
        installed(OnlyOld()),
        installed(Climb()),
    ):
        call_command("migrate", verbosity=0)
        yield time


def _scenes(folder: Path, time: Any) -> dict[str, Any]:
    """People, matches, tables and tries; what to find them by."""
    from django.conf import settings

    from accounts.models import User
    from accounts.services import issue_token
    from games.plugin import registry
    from lobby.daily import services as daily
    from lobby.tables import services as tables

    names = ("amber", "birch", "cedar")
    people = [User.objects.create_user(name, password=PASSWORD) for name in names]
    amber, birch, cedar = people
    time.move_to(BEGAN)
    sessions, scenes = {}, {}
    for user in people:
        browser = logged_in(user)
        sessions[user.username] = browser.cookies[settings.SESSION_COOKIE_NAME].value
    for game in registry.installed():
        slug = game.meta.slug
        scenes[slug] = _begun(game, people, MOVES, time)
        over = _begun(game, people, None, time)
        (folder / "records" / f"{slug}.json").write_bytes(_record_of(over))
        scenes[f"{slug}, over"] = over
    daily.prepare(BEGAN.date())
    tried = daily.begin(user=amber, game=registry.get("the-climb")).match
    _move(tried, random.Random(1))
    scenes["tried"] = tried.public_id
    table = tables.open_table(host=birch, game="castle-panic", seats=3, ai={2: "easy"})
    tables.invite(table=table, user=birch, name="amber")
    scenes["owed"] = _with_computer(cedar)
    return {
        "stopped_at": datetime.now(UTC).isoformat(),
        "password": PASSWORD,
        "matches": scenes,
        "table": table.public_id,
        "sessions": sessions,
        "keys": {amber.username: issue_token(user=amber)},
    }


def _begun(game: Any, people: list[Any], moves: int | None, time: Any) -> str:
    from games.matches.play.actions import services
    from tests.support.matches import started

    count = min(max(game.meta.min_seats, 2), game.meta.max_seats)
    said = {"deal": services.open_deal(), "clock": CLOCKS.get(game.meta.slug)}
    match = started(*people[:count], game=game.meta.slug, **said)
    dice = random.Random(game.meta.slug)
    while match.running and (moves is None or match.version < moves):
        time.shift(3)
        _move(match, dice)
        match.refresh_from_db()
    return str(match.public_id)


def _move(match: Any, dice: random.Random) -> None:
    from games.matches.play.actions import services
    from games.matches.record import selectors
    from games.plugin.codec import plain

    shown = selectors.snapshot(match)
    seat = next(seat for seat in shown.seats if seat.owes)
    legal = [plain(action) for action in shown.game.legal_actions(shown.state, seat.index)]
    quiet = [action for action in legal if action["type"] not in IDLE]
    services.submit_action(
        public_id=match.public_id,
        user=seat.user,
        action=dice.choice(quiet or legal),
        version=shown.version,
    )


def _with_computer(user: Any) -> str:
    from games.matches.play.actions import services
    from tests.support.matches import started

    return str(started(user, "easy", deal=services.open_deal(), first=1).public_id)


def _record_of(public_id: str) -> bytes:
    from games.matches.models import Match
    from games.matches.record import selectors
    from games.plugin.codec import canonical_json

    match = Match.objects.select_related("deal").get(public_id=public_id)
    return canonical_json(selectors.record_of(match)) + b"\n"


def _write(folder: Path, scenes: dict[str, Any]) -> None:
    from django.conf import settings
    from django.db import connection

    from portal.celery import app

    app.loader.import_default_modules()
    ours = ("accounts.", "games.", "lobby.", "portal.")
    tasks = {
        name: app.amqp.router.route({}, name)["queue"].name
        for name in sorted(app.tasks)
        if name.startswith(ours)
    }
    beat = sorted({entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()})
    connection.close()
    with sqlite3.connect(settings.DATABASES["default"]["NAME"]) as database:
        told = list(database.iterdump())
    indexes = re.findall(r'^CREATE VIRTUAL TABLE "(\w+)"', "\n".join(told), re.MULTILINE)
    own = tuple(
        f"{begin}{name}_" for name in indexes for begin in ("CREATE TABLE '", 'INSERT INTO "')
    )
    kept = [statement for statement in told if not statement.startswith(own)]
    (folder / "portal.sql").write_text("\n".join([*kept, ""]), encoding="utf-8")
    _write_json(folder / "scenes.json", scenes)
    _write_json(folder / "names.json", {"tasks": tasks, "beat": beat})


def _write_json(path: Path, told: Any) -> None:
    path.write_text(json.dumps(told, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
