"""The replay studio: any moment of a match as one may see it, and how it came out."""

import json
import re
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from msgspec.structs import replace

from games.conformance import rechained
from games.matches.models import Checkpoint, Match
from games.matches.page import studio
from games.matches.play.actions import computer_turns, services
from games.matches.play.engine import caretakers, steps
from games.matches.record import restore, score_curve, timeline as timelines
from games.plugin import registry
from games.plugin.text import figure
from games.protocol.deal import OpenDeal, commitment
from games.protocol.record import Record
from tests.games.matches.conftest import look, play
from tests.games.matches.test_timeline import lay, roll, take_back
from tests.pages.conftest import end
from tests.pages.reading import dense
from tests.support import golden_records
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db

LINE = re.compile(r'<script type="application/json" id="line">(.*?)</script>')


def address(match: Match, more: str = "") -> str:
    return f"/matches/{match.public_id}/{more}"


def line_on(page: str) -> dict[str, Any]:
    found = LINE.search(page)
    assert found
    return json.loads(found.group(1))


def read(client: Client, match: Match, more: str) -> str:
    answer = client.get(address(match, more))
    assert answer.status_code == 200, answer.content[:300]
    return dense(answer.content.decode())


def boards_of(client: Client, match: Match, query: str) -> list[tuple[int, str]]:
    answer = client.get(address(match, f"boards/?{query}"))
    assert answer.status_code == 200, answer.content
    return [(board["version"], dense(board["content"])) for board in answer.json()["boards"]]


@pytest.fixture
def over(played: Match) -> tuple[Match, Client]:
    """That match, and oak's browser, who sat there."""
    match = look(played).match
    return match, logged_in(match.seats.get(index=0).user)


@pytest.fixture
def orchard(endless: str, begin: Any, person: Any) -> tuple[Match, Client]:
    """A running match in which fruit is laid and steps are taken back; amber is to move."""
    amber = person()
    return begin(amber, person(), game=endless, first=0), logged_in(amber)


# -- the page --------------------------------------------------------------------------------------


def test_what_was_taken_back_is_shown_on_demand_and_nobody_goes_on_from_it(orchard):
    match, mine = orchard
    take_back(match, lay(match))
    roll(match)
    page = read(mine, match, "?step=0")
    assert line_on(page) == {"steps": [0, 3], "turns": [0, 3], "counting": None}
    assert 'href="?step=0&amp;all=1"' in page, "what was taken back can be shown"
    whole = read(mine, match, "?step=0&all=1")
    assert line_on(whole)["steps"] == [0, 1, 2, 3]
    assert line_on(whole)["counting"] == [0, 3]
    for more in ("?step=3", "story/?"):
        assert "takes back" not in read(mine, match, more)
        assert "takes back" in read(mine, match, f"{more}&all=1")
    page = read(mine, match, "?step=1")
    assert 'data-version="1"' in page
    assert line_on(page)["steps"] == [0, 1, 2, 3]
    assert "lays" in page.partition('role="log"')[2]
    assert 'href="?step=0"' in page, "without it one is at the step before"
    assert 'id="fork"' not in read(mine, match, "?step=0"), "while it runs nobody does"
    services.resign(public_id=match.public_id, user=match.seats.get(index=1).user)
    at = {step: read(mine, match, f"?step={step}&all=1") for step in (0, 1, 2, 3)}
    said = {step: re.search(r'id="fork".*?step=(\d+)" *>\s*(.*?)\s*</a>', at[step]) for step in at}
    assert {step: found and found.groups() for step, found in said.items()} == {
        0: ("0", "Continue from here"),
        1: ("0", "Continue from before the take-back"),
        2: ("0", "Continue from before the take-back"),
        3: ("3", "Continue from here"),
    }


def test_links_lead_by_steps_and_by_turns_and_stop_at_the_ends(orchard):
    match, mine = orchard
    lay(match)
    roll(match)
    roll(match)

    def ways(step: int) -> dict[str, str]:
        bar = read(mine, match, f"?step={step}").partition('class="moves"')[2]
        links = re.findall(r"<a[^>]*data-go=[^>]*>", bar)
        found = [re.search(r'data-go="([^"]+)".*?(?:\?step=(\d+)|aria-disabled)', a) for a in links]
        return {one.group(1): one.group(2) or "" for one in found if one}

    assert ways(2) == {
        "first": "0",
        "turn-before": "1",
        "prev": "1",
        "next": "3",
        "turn-after": "3",
        "last": "3",
    }
    assert {name for name, to in ways(0).items() if not to} == {"first", "prev", "turn-before"}
    assert {name for name, to in ways(3).items() if not to} == {"last", "next", "turn-after"}


def test_the_slider_says_where_one_is_and_the_end_has_no_result_over_it(over):
    match, mine = over
    said = r'aria-valuetext="(oak|elm) draws a card.* Now: round 1, turn 2"'
    assert re.search(said, read(mine, match, "?step=1"))
    page = read(mine, match, f"?step={match.version}")
    assert "data-over" not in page
    assert 'id="result-h"' not in page
    assert "data-beat" in page, "the ending is staged when one comes to it"
    assert "data-beat" not in read(mine, match, f"?step={match.version - 1}")
    assert f'data-after="{address(match)}after/"' in page


# -- boards ----------------------------------------------------------------------------------------


def test_boards_come_for_the_stops_of_the_line(orchard):
    match, mine = orchard
    take_back(match, lay(match))
    for _step in range(4):
        roll(match)
    assert [version for version, _ in boards_of(mine, match, "from=0&count=4")] == [0, 3, 4, 5]
    assert [version for version, _ in boards_of(mine, match, "from=1&count=4")] == [1, 2, 3, 4]
    assert [version for version, _ in boards_of(mine, match, "from=6&count=4")] == [6]


def test_a_board_is_what_the_page_shows_and_what_is_no_range_is_refused(over):
    match, mine = over
    for query in ("", "&as=1", "&as=spectator", "&as=omniscient"):
        for version, content in boards_of(mine, match, f"from=3&count=3{query}"):
            assert content in read(mine, match, f"?step={version}{query}")
    beyond = f"from={match.version + 1}&count=1"
    for query in ("", "from=0", "from=0&count=0", "from=0&count=99", "count=2", beyond):
        assert mine.get(address(match, f"boards/?{query}")).status_code in (400, 404)


def whole_match(slug: str) -> Record:
    """A golden record of the ruleset's present version, as a portal would have written it."""
    record = golden_records.records_of(registry.get(slug))[-1]
    number, seed = str(UUID(int=1)), bytes.fromhex(record.deal.seed or "")
    deal = OpenDeal(number, commitment(number, seed), seed.hex())
    steps = [replace(step, at="2026-01-01T00:00:00.000000Z") for step in record.steps]
    return rechained(replace(record, deal=deal, steps=steps))


@pytest.mark.parametrize("slug", [game.meta.slug for game in registry.installed()])
def test_a_match_of_every_ruleset_can_be_gone_through(slug):
    """At its beginning, in the middle and at its end, by a view each, and how it came out."""
    match, reader = restore.import_record(whole_match(slug)), Client()
    steps = line_on(read(reader, match, "?step=0"))["steps"]
    looked_at = {"0": steps[len(steps) // 2], "spectator": 0, "omniscient": steps[-1]}
    for as_, step in looked_at.items():
        page = read(reader, match, f"?step={step}&as={as_}")
        [(version, board)] = boards_of(reader, match, f"from={step}&count=1&as={as_}")
        assert version == step
        assert board in page
    assert f'data-step="{steps[-1]}"' in read(reader, match, "story/")
    after = read(reader, match, "after/")
    shown = look(match)
    assert ("<polyline" in after) == (shown.game.scores(shown.state) is not None)
    assert all(seat.name in after for seat in match.seats.all())


def test_any_moment_costs_a_bounded_number_of_queries(
    orchard, django_assert_max_num_queries, monkeypatch
):
    monkeypatch.setattr(Checkpoint, "EVERY", 16)
    match, _ = orchard
    for _step in range(2 * Checkpoint.EVERY + 20):
        roll(match)
    stranger = Client()
    # The match, its seats and its line, the checkpoint and the steps from there, the log; the rest
    # of the page is the talk: rooms, what was said, who may say something.
    with django_assert_max_num_queries(12):
        read(stranger, match, f"?step={2 * Checkpoint.EVERY - 1}")
    timelines._known.clear()
    with django_assert_max_num_queries(7):
        boards_of(stranger, match, f"from={Checkpoint.EVERY - 3}&count={studio.MOST}")


# -- who may see what, and who may keep it ---------------------------------------------------------


def test_the_points_are_for_when_it_is_over(begin, person):
    amber = person()
    match = begin(amber, person())
    play(match)
    mine = logged_in(amber)
    assert mine.get(address(match, "after/")).status_code == 403
    page = read(mine, match, "?step=1")
    assert "after/" not in page
    assert 'id="small-curve"' not in page
    end(match)
    assert "<polyline" in read(mine, match, "after/")
    assert 'id="small-curve"' in read(mine, match, "?step=1")


def test_nobody_keeps_anything_of_a_match_that_runs(begin, person):
    match = begin(person(), person())
    play(match)
    for more in ("boards/?from=0&count=1", "story/"):
        answer = Client().get(address(match, more))
        assert "no-store" in answer.headers["Cache-Control"], more
        assert "ETag" not in answer.headers


def test_of_a_match_that_is_over_a_browser_asks_whether_it_still_holds(over):
    match, mine = over
    assert "no-store" in mine.get(address(match, "after/")).headers["Cache-Control"]
    for more in ("boards/?from=0&count=2", "story/"):
        answer = mine.get(address(match, more))
        said = answer.headers["Cache-Control"]
        assert "private" in said
        assert "no-cache" in said
        assert "no-store" not in said
        again = {"If-None-Match": answer.headers["ETag"]}
        assert mine.get(address(match, more), headers=again).status_code == 304, more
    tags = [
        mine.get(address(match, f"boards/?from=0&count=2{as_}")).headers["ETag"]
        for as_ in ("", "&as=1", "&as=spectator")
    ]
    assert len(set(tags)) == 3


def test_a_private_match_is_shut_to_others_even_if_they_know_an_etag(begin, person):
    amber = person()
    match = begin(amber, person())
    Match.objects.filter(pk=match.pk).update(visibility=Match.Visibility.PRIVATE)
    end(match)
    for more in ("boards/?from=0&count=2", "story/"):
        known = {"If-None-Match": logged_in(amber).get(address(match, more)).headers["ETag"]}
        assert Client().get(address(match, more), headers=known).status_code == 404


# -- how it came out -------------------------------------------------------------------------------


def test_the_curve_leads_to_each_step_is_told_in_words_and_the_points_add_up(over):
    match, mine = over
    page = read(mine, match, "after/")
    leads = [int(step) for step in re.findall(r'<a href="[^"]*\?step=(\d+)" tabindex="-1"', page)]
    assert leads == timelines.timeline(match).steps
    for seat in match.seats.all():
        assert re.search(rf'<polyline class="c{seat.index} d{seat.index}" points="0,', page)
        assert re.search(rf'd{seat.index}".*?<b class="num">{figure(seat.score)}</b>', page)
    for seat in match.seats.all():
        told = rf"\b{seat.name}: (\S+, ){{4}}{figure(seat.score)}\."
        assert re.search(told, page), seat.name
    assert "How the points add up" in read(mine, match, "after/")
    assert "How the points add up" not in read(mine, match, f"?step={match.version}")
    rows = re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', read(mine, match, "after/"), re.S)
    told = {label: re.findall(r'<td class="num">(.*?)</td>', cells) for label, cells in rows}
    kept = [seat.statistics for seat in match.seats.order_by("index")]
    for label, name in (("Cards bribed", "cards_bribed"), ("Coins bribed", "wilds_bribed")):
        counted = [str(figures[name]) for figures in kept]
        assert told.get(label) == (counted if set(counted) != {"0"} else None)


def test_a_match_that_ended_by_a_resignation_has_a_curve_and_no_sheets(begin, person):
    amber = person()
    match = begin(amber, person())
    play(match)
    services.resign(public_id=match.public_id, user=amber)
    page = read(logged_in(amber), match, "after/")
    assert "<polyline" in page
    assert "How the points add up" not in page
    assert "In numbers" not in page


def test_the_curve_is_fetched_found_once_and_then_remembered(over, monkeypatch):
    match, mine = over
    first = read(mine, match, "after/")
    monkeypatch.setattr(score_curve, "_replayed", lambda _match: pytest.fail("played again"))
    assert read(mine, match, "after/").partition("<polyline")[2] == first.partition("<polyline")[2]
    page = read(mine, match, "")
    _before, result, rest = page.partition('<div class="outcome">')
    assert result, "the match is over"
    after = address(match, "after/")
    assert f'hx-get="{after}"' in rest
    assert f'href="{after}#curve"' in rest, "without a script"
    assert "<polyline" not in page


def test_it_shows_whom_a_computer_player_stood_in_for_and_when(endless, begin, person, monkeypatch):
    monkeypatch.setattr("games.matches.play.parts.announcements.queue_ai_turn", lambda *_: None)
    amber, birch = person("amber"), person("birch")
    match = begin(amber, birch, game=endless, first=0)
    with steps.one_step(pk=match.pk) as (locked, seats):
        caretakers.take_over(locked, seats, seats[0], "vote")
    computer_turns.take(match.pk, 1)
    back = look(match).version + 1
    services.come_back(public_id=match.public_id, user=amber)
    client = logged_in(birch)
    assert "A computer player moves for amber." in read(client, match, "?step=2")
    for step in range(back + 1):
        assert ("AI stands in" in read(client, match, f"?step={step}")) == (0 < step < back)
    shown = boards_of(client, match, f"from=0&count={back + 1}")
    told = {step: "AI stands in" in content for step, content in shown}
    assert told[1]
    assert all(stands_in == (0 < step < back) for step, stands_in in told.items())
