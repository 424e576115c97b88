"""The present code on the data folder of every version since 1.0, as after an update."""

import io
import json
import math
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client, override_settings
from msgspec import structs

from accounts.models import User
from accounts.services import digest_of
from games.matches import tasks
from games.matches.models import FollowUp, Match
from games.matches.play.parts import announcements
from games.matches.record import selectors
from games.matches.record.restore import import_record
from games.plugin import registry
from games.plugin.codec import canonical_json
from games.protocol.record_file import load_record
from games.protocol.verification import verify_record
from lobby.daily import services as daily
from lobby.models import Table
from lobby.tables import services as tables
from portal.backups.services import back_up, restore
from portal.celery import app
from tests.games.matches.conftest import look, play_on, verified
from tests.rulesets.climb import Climb
from tests.rulesets.fixtures import installed
from tests.rulesets.mended import Mended
from tests.support.also import also
from tests.support.running_portal import DATABASE, RunningPortal
from tests.support.stubborn_player import Database, StubbornPlayer, call
from tests.support.waiting import wait_for
from tests.upgrades.make import DATA, RECORDS
from toolbox import memory

VERSIONS = sorted(path.name for path in DATA.iterdir())
RUNNING = [
    (version, name)
    for version in VERSIONS
    for name in json.loads((DATA / version / "scenes.json").read_text())["matches"]
    if not name.endswith(", over")
]


class NewerClimb(Climb):
    """The climb with newer rules; the older ones are still played."""

    meta = structs.replace(Climb.meta, rules_version=2, older_versions=(1,))


@pytest.fixture(autouse=True)
def _newer_rules() -> Iterator[None]:
    with installed(Mended()), installed(NewerClimb()):
        yield


# -- records ---------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]} {path.stem}")
def test_a_record_verifies_and_is_taken_back_and_told_the_same(path):
    record = load_record(path.read_bytes())
    assert verify_record(record).replayed
    told = canonical_json(selectors.record_of(import_record(record)))
    assert told + b"\n" == path.read_bytes()


# No portal has these installed: it would refuse to start.
WITHOUT_OUR_RULESETS = """
    DELETE FROM lobby_try;
    DELETE FROM lobby_challenge WHERE game = 'the-climb';
    UPDATE matches_match SET status = 'voided' WHERE game IN ('the-climb', 'mended-race');
"""


# -- a data folder ---------------------------------------------------------------------------------


@contextmanager
def in_use(file: Path) -> Iterator[None]:
    """This thread's queries go to that SQLite file instead of the tests' own database."""
    connection.close()
    own = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = str(file)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = own


def _dump(version: str) -> str:
    return (DATA / version / "portal.sql").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any) -> dict[str, Path]:
    folder, found = tmp_path_factory.mktemp("upgrades"), {}
    for version in VERSIONS:
        file = found[version] = folder / f"{version}.sqlite3"
        with closing(sqlite3.connect(file)) as database:
            database.executescript(_dump(version))
        real = override_settings(MIGRATION_MODULES={})  # which `--no-migrations` would run none of
        with django_db_blocker.unblock(), in_use(file), real:
            call_command("migrate", skip_checks=True, verbosity=0)
    return found


class Folder:
    """What `scenes.json` names; time stands still soon after the older portal stopped."""

    def __init__(self, version: str) -> None:
        self.kept = json.loads((DATA / version / "scenes.json").read_text())
        self.names = json.loads((DATA / version / "names.json").read_text())
        self.stopped_at = datetime.fromisoformat(self.kept["stopped_at"])

    def match(self, scene: str) -> Match:
        return Match.objects.get(public_id=self.kept["matches"][scene])

    def user(self, name: str) -> User:
        return User.objects.get(username=name)

    def browser(self, name: str) -> Client:
        """The browser of that person, who has logged in before the update."""
        client = Client()
        client.cookies[settings.SESSION_COOKIE_NAME] = self.kept["sessions"][name]
        return client


@pytest.fixture(params=VERSIONS)
def version(request: Any) -> str:
    return str(request.param)


@pytest.fixture
def folder(version, migrated, tmp_path, django_db_blocker, settings):
    """The older folder after a quick restart. Transactions are real."""
    settings.AI_SECONDS = 0.02
    found, file = Folder(version), tmp_path / "portal.sqlite3"
    shutil.copy(migrated[version], file)
    soon = found.stopped_at + timedelta(seconds=5)
    with django_db_blocker.unblock(), in_use(file), time_machine.travel(soon, tick=False):
        yield found
    for public_id in found.kept["matches"].values():  # the next test plays another one of that name
        announcements.recent.forget(public_id)
    memory.forget_words()


@pytest.mark.parametrize(("version", "scene"), RUNNING)
@pytest.mark.parametrize("further", [8, *also(math.inf)])
def test_a_running_match_is_played_on_and_verifies(folder, scene, further):
    """Older steps and new ones are one record, and a match keeps its version of the rules."""
    began = folder.match(scene)
    older = list(began.steps.values_list("hash", flat=True))
    dice = random.Random(scene)
    tasks.sweep()
    play_on(began, len(older) + further, choose=lambda legal: dice.choice(legal))
    match = folder.match(scene)
    verified(match)
    hashes = list(match.steps.values_list("hash", flat=True))
    assert hashes[: len(older)] == older
    assert len(hashes) > len(older)
    assert match.rules_version == began.rules_version == 1


def test_a_challenge_is_played_by_the_rules_it_was_prepared_for(folder):
    climb = registry.get("the-climb")
    assert climb.meta.rules_version == 2
    begun = daily.begin(user=folder.user("birch"), game=climb)
    assert begun.match.rules_version == folder.match("tried").rules_version == 1
    play_on(begun.match)
    assert Match.objects.get(pk=begun.match.pk).status == "finished"


def test_people_are_still_logged_in_and_programs_keep_their_keys(folder):
    for name, public_id in folder.kept["matches"].items():
        shown = folder.browser("amber").get(f"/matches/{public_id}/")
        assert shown.status_code == 200, name
        assert look(folder.match(name)).state is not None
    headers = {"Authorization": f"Token {folder.kept['keys']['amber']}"}
    assert Client(headers=headers).get("/api/matches/?mine=1").json()["count"] > 0
    login = {"login": "amber", "password": folder.kept["password"]}
    assert Client().post("/accounts/login/", login).url == "/"


def test_an_open_table_begins_and_what_the_older_portal_had_still_to_do_is_done(folder):
    table = Table.objects.get(public_id=folder.kept["table"])
    tables.join(table=table, user=folder.user("amber"))
    begun = tables.start(table=table, user=folder.user("birch"))
    assert begun.match is not None
    assert begun.match.running
    assert FollowUp.objects.exists()
    with time_machine.travel(folder.stopped_at + timedelta(minutes=2), tick=False):
        tasks.sweep()
    assert not FollowUp.objects.exists()
    assert folder.match("owed").version > 0, "a computer's turn"


def test_the_checks_before_an_update_find_no_fault(folder):
    said = io.StringIO()
    call_command("check_matches", "--all", "--jobs=1", stdout=said)
    assert said.getvalue() == f"{Match.objects.count()} matches replay as recorded.\n"


def test_a_backup_of_it_is_restored_in_an_empty_place_and_migrated(
    version, tmp_path, settings, django_db_blocker
):
    settings.DATA_DIR, settings.MIGRATION_MODULES = tmp_path, {}
    older, backup, kept = tmp_path / "older.sqlite3", tmp_path / "kept.backup", Folder(version)
    with closing(sqlite3.connect(older)) as database:
        database.executescript(_dump(version))
    with django_db_blocker.unblock(), in_use(older):
        back_up(backup)
    with django_db_blocker.unblock(), in_use(tmp_path / DATABASE):
        restore(backup)
        call_command("check_matches", "--all", "--jobs=1")
        assert kept.browser("amber").get("/settings/").status_code == 200
        match = kept.match("castle-panic")
        play_on(match, match.version + 4)
        verified(kept.match("castle-panic"))


def test_what_is_queued_under_older_names_goes_where_it_went(version):
    names = Folder(version).names
    app.loader.import_default_modules()
    for name, queue in names["tasks"].items():
        assert name in app.tasks
        assert app.amqp.router.route({}, name)["queue"].name == queue, name
    assert set(names["beat"]) <= {one["task"] for one in settings.CELERY_BEAT_SCHEDULE.values()}


@pytest.mark.whole
def test_a_whole_portal_starts_on_it_and_plays_on(version, tmp_path):
    kept = Folder(version).kept
    owed = f"matches/{kept['matches']['owed']}/"
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        database.executescript(_dump(version))
        database.executescript(WITHOUT_OUR_RULESETS)
        stopped_at = kept["stopped_at"].replace("T", " ").removesuffix("+00:00")
        database.execute("INSERT INTO matches_heartbeat (at, away) VALUES (?, '[]')", (stopped_at,))
        # Everybody gets a key that is their name.
        for user, name in database.execute("SELECT id, username FROM accounts_user").fetchall():
            token = (digest_of(name), stopped_at, user)
            database.execute(
                "INSERT INTO accounts_token (digest, created_at, user_id) VALUES (?, ?, ?)", token
            )
        database.commit()
    with RunningPortal(tmp_path) as portal, closing(Database(tmp_path)) as database:
        mine = call(portal.base_url, "matches/?mine=1", token=kept["keys"]["amber"])
        assert mine["count"] > 0
        wait_for(lambda: call(portal.base_url, owed)["version"] > 0, "the turn that was owed")
        games = [game for game in kept["matches"] if f"{game}, over" in kept["matches"]]
        games = [game for game in games if game not in ("mended-race", "the-climb")]
        assert len(games) == 4
        for game in games:
            players = [
                StubbornPlayer(portal, name, name, kept["matches"][game])
                for name in ("amber", "birch", "cedar")
            ]
            before = len(database.steps(players[0].match_id))
            for _move in range(4):
                states = [(player, player.state()) for player in players]
                asked = [(player, state) for player, state in states if state["actions"]]
                if not asked:  # a run that went wrong
                    assert {state["status"] for _player, state in states} == {"finished"}
                    break
                player, state = asked[0]
                player.insist(player.choose(state))
            assert any(player.acknowledged for player in players)
            for player in players:
                player.close()
            steps = database.steps(players[0].match_id)
            assert [index for index, _, _ in steps] == list(range(len(steps)))
            made = {client_id for _, client_id, _ in steps[before:]}
            assert made >= {client for player in players for client in player.acknowledged}
