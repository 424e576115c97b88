"""Whoever was there before the update finds everything again."""

import io
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.urls import Resolver404, resolve

from accounts import notices
from tests.legacy.folder import Folder, kept

PAGES = kept("pages")


@pytest.mark.parametrize(
    "pages", [PAGES[::19], pytest.param(PAGES, marks=pytest.mark.again)], ids=["some", "all"]
)
def test_every_page_answers_as_it_did(folder: Folder, pages: list[Any]) -> None:
    """By the sessions from before: nobody has to log in again, and a reviewer's reason holds."""
    browsers = {name: folder.browser(name) for name in ("", *folder.kept["sessions"])}
    answers = [[name, path, browsers[name].get(path).status_code] for name, path, _ in pages]
    assert answers == pages


def test_the_checks_before_an_update_find_no_fault(folder: Folder) -> None:
    said, progress = io.StringIO(), io.StringIO()
    call_command("check_matches", "--all", "--jobs=1", stdout=said, stderr=progress)
    count = len(folder.kept["matches"])
    assert said.getvalue() == f"{count} matches replay as recorded.\n"
    call_command("check_audit", stdout=said)
    assert "all as they were written" in said.getvalue()


def test_notices_lead_somewhere_and_can_be_read(folder: Folder) -> None:
    told = 0
    for user in get_user_model().objects.filter(banned_until=None):
        browser = folder.browser(user.username)
        for notice in notices.unread(user):
            assert notices.sentence(notice)
            if notice.link:
                assert browser.get(notice.link).status_code == 200, notice.key
            told += 1
    assert told > 10


def test_an_api_key_still_opens_the_api(folder: Folder) -> None:
    for name, key in folder.kept["tokens"].items():
        headers = {"Authorization": f"Token {key}"}
        answer = Client(headers=headers).get("/api/matches/?mine=1&waiting=1")
        assert answer.status_code == 200
        mine = folder.user(name).match_seats.filter(owes=True, match__status="active")
        assert answer.json()["count"] == mine.filter(match__paused="", caretaker=False).count()


def test_a_reviewers_reason_holds_for_its_hour(folder: Folder) -> None:
    (public_id,) = kept("names")["session"]["reviews"]
    page = f"/review/{public_id}/?step=3&as=omniscient"
    granted = folder.browser("fern").get(page).content
    folder.pass_time(hours=2)
    assert folder.browser("fern").get(page).content != granted


def test_every_address_leads_where_it_led() -> None:
    """Bookmarks, links in notices and e-mails, and the paths that programs call."""
    for address in kept("addresses"):
        try:
            found = resolve(address["path"])
        except Resolver404:
            found = None
        assert found is not None, address
        led = {
            "path": address["path"],
            "route": found.route,
            "name": found.view_name if address["name"] else "",  # some have got one since
            "kwargs": dict(found.kwargs),
        }
        assert led == address
