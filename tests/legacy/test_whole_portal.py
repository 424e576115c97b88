"""A whole portal started on the kept folder, as `make run` is after an update."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from django.conf import settings

from games.plugin import load_record, verify_record
from tests.legacy.folder import kept, unpack
from tests.support.running_portal import RunningPortal
from tests.support.stubborn_player import Database, StubbornPlayer, call
from tests.support.waiting import wait_for

pytestmark = pytest.mark.whole
FOLDER = kept("folder")


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[RunningPortal]:
    """It runs under the key that the folder's sessions were signed with."""
    data = tmp_path / "data"
    data.mkdir()
    unpack(data / "portal.sqlite3")
    with RunningPortal(data, {"SECRET_KEY": settings.SECRET_KEY}) as running:
        yield running


def logged_in(portal: RunningPortal, name: str) -> Any:
    """A browser in which that person has logged in with the old password."""
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    address = f"{portal.base_url}accounts/login/"
    page = browser.open(address).read().decode()
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert found
    form = {"login": name, "password": FOLDER["password"], "csrfmiddlewaretoken": found[1]}
    browser.addheaders = [("Referer", address)]
    answer = browser.open(address, urlencode(form).encode())
    assert answer.status == 200
    assert "/accounts/login/" not in answer.url
    return browser


def follow_ups(portal: RunningPortal) -> int:
    """How many have not been acknowledged."""
    with closing(sqlite3.connect(portal.data_dir / "portal.sqlite3")) as database:
        return int(database.execute("SELECT count(*) FROM matches_followup").fetchone()[0])


def test_an_old_folder_is_played_on_through_kills(portal: RunningPortal) -> None:
    browser = logged_in(portal, "amber")
    match_id = FOLDER["matches"]["burn-ai-owes"]["id"]
    assert browser.open(f"{portal.base_url}matches/{match_id}/").status == 200
    assert not portal.accounts, "no demo accounts beside those that are there"

    version = FOLDER["matches"]["burn-ai-owes"]["version"]
    with closing(Database(portal.data_dir)) as database:
        wait_for(lambda: len(database.steps(match_id)) > version + 1, "the turn that was owed")
        old = database.steps(match_id)[: version + 1]
        player = StubbornPlayer(portal, "amber", FOLDER["tokens"]["amber"], match_id)
        player.play(1)
        portal.kill("worker")
        player.play(2)
        portal.kill("web")
        state = player.play()
        player.close()
        assert state["status"] == "finished"
        made = {client_id for _, client_id, actor in old if actor == "person"}
        steps = [step for step in database.steps(match_id) if step[1] not in made]
        assert [step[1] for step in steps if step[2] == "person"] == list(player.acknowledged)
    record = call(portal.base_url, f"matches/{match_id}/record/")
    verify_record(load_record(json.dumps(record).encode()))

    def started() -> bool:
        table = call(portal.base_url, f"tables/{FOLDER['tables']['overdue']}/")
        return table["match"] is not None

    wait_for(started, "the overdue table to begin")
    wait_for(lambda: not follow_ups(portal), "the old follow-ups to be acknowledged")
