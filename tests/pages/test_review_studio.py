"""The replay studio for reviewers: from a report or a search, every view, with a reason."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from accounts import reports, roles
from accounts.models import AuditEntry
from accounts.talk import services as talk
from games.matches.models import Match
from tests.games.matches.conftest import look, play_on
from tests.rulesets.fixtures import installed
from tests.rulesets.marked import Marked, cards_in
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db

WHY = "A player reported it."


@pytest.fixture
def cards() -> Iterator[str]:
    """The ruleset of marked cards."""
    with installed(Marked()) as slug:
        yield slug


@pytest.fixture
def match(begin: Any, person: Any) -> Match:
    """A private match of amber and birch that runs."""
    made = begin(person("amber"), person("birch"), first=0, private=True)
    play_on(made, 6)
    return made


def opened(staff: Client, match: Match, **wanted: str) -> Any:
    said = {"reason": WHY} | wanted
    return staff.post(f"/review/{match.public_id}/open/", said, follow=True)


def test_from_a_search_it_takes_a_reason_and_leads_on_to_the_studio(staff, match):
    answer = staff.post(
        f"/review/{match.public_id}/open/", {"reason": "", "studio": "1"}, follow=True
    )
    assert "Why do you want to look into it?" in answer.content.decode()
    address = f"/review/{match.public_id}/studio/"
    assert f'href="{address}"' in staff.get("/review/").content.decode()
    question = staff.get(f"{address}?step=2", follow=True)
    assert question.redirect_chain[-1][0] == f"/review/{match.public_id}/?step=2&studio=1"
    assert 'name="studio" value="1"' in question.content.decode()
    assert not AuditEntry.objects.exists()
    arrived = opened(staff, match, step="2", studio="1")
    assert arrived.redirect_chain[-1][0] == f"{address}?step=2"
    page = arrived.content.decode()
    assert 'id="transport"' in page
    assert f'data-boards="/review/{match.public_id}/boards/"' in page
    assert f'data-story="/review/{match.public_id}/story/"' in page
    assert 'id="after"' not in page
    assert "chat-room" not in page
    assert AuditEntry.objects.get().reason == WHY


def test_every_view_of_a_running_match_is_open(staff, begin, cards):
    match = begin(game=cards, private=True)
    play_on(match, 3)
    opened(staff, match)
    at = f"/review/{match.public_id}"
    omniscient = staff.get(f"{at}/studio/?step=3").content.decode()
    assert "everything revealed" in omniscient
    seen = {view: staff.get(f"{at}/studio/?step=3&as={view}") for view in ("0", "1", "spectator")}
    found = {view: cards_in(answer.content.decode()) for view, answer in seen.items()}
    everything = cards_in(omniscient)
    assert found["0"] != found["1"]
    assert found["0"] | found["1"] <= everything
    assert not found["spectator"] & (found["0"] ^ found["1"])
    asked = f"{at}/boards/?from=3&count=1&as=omniscient"
    [board] = json.loads(staff.get(asked).content)["boards"]
    assert cards_in(board["content"]) == everything
    assert staff.get(asked)["Cache-Control"].count("no-store") == 1
    assert staff.get(f"{at}/story/")["Cache-Control"].count("no-store") == 1


def test_its_parts_give_nothing_without_a_reason_and_lead_nowhere_shut(staff, match):
    for part in ("boards/?from=0&count=1", "story/"):
        answer = staff.get(f"/review/{match.public_id}/{part}")
        assert answer.status_code == 403
        assert "First say why you want to look into this match." in answer.content.decode()
    opened(staff, match)
    at, own = f"/review/{match.public_id}", f'"/matches/{match.public_id}/'
    assert staff.get(own.strip('"')).status_code == 404
    for part in ("/?step=3", "/studio/?step=3", "/boards/?from=3&count=1", "/story/"):
        answer = staff.get(f"{at}{part}")
        assert answer.status_code == 200
        assert own not in answer.content.decode().replace('\\"', '"'), part


def test_from_a_report_to_the_moment_when_it_was_said(begin, person, rowan, staff, frozen):
    amber, birch = person("amber"), person("birch")
    match = begin(amber, birch, first=0, private=True)
    play_on(match, 2)
    frozen.shift(5)
    key = f"match:{match.public_id}:players"
    said = talk.say(user=birch, key=key, text="you cheat")
    frozen.shift(5)
    play_on(match, 4)
    report = reports.report(by=amber, about=birch, reason="rude", message=said)
    roles.give(user=rowan, role=roles.MODERATOR)
    page = staff.get(f"/moderation/reports/{report.pk}/").content.decode()
    address = f"/review/{match.public_id}/studio/?step=2"
    assert f'href="{address}"' in page
    assert 'href="/review/?player=birch"' in page
    assert staff.get(address, follow=True).status_code == 200
    maple = person("maple")
    roles.give(user=maple, role=roles.MODERATOR)
    page = logged_in(maple).get(f"/moderation/reports/{report.pk}/").content.decode()
    assert "/review/" not in page, "who only moderates looks into no match"
    assert look(match).version == 4


def test_a_report_about_nothing_said_leads_to_the_persons_matches(person, rowan, staff):
    roles.give(user=rowan, role=roles.MODERATOR)
    report = reports.report(by=person("amber"), about=person("birch"), reason="he is rude")
    page = staff.get(f"/moderation/reports/{report.pk}/").content.decode()
    assert 'href="/review/?player=birch"' in page
    assert "/studio/" not in page
