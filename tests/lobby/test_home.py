"""The home desk: whose turn it is, how long for, and everything else that is one's own."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import blocks, presence
from games.matches.models import Match, Seat
from games.matches.play.actions import away, services as controls
from games.plugin.codec import pack
from lobby.home import desk
from lobby.models import Invitation, QuickTicket
from lobby.tables import services
from tests.games.matches.conftest import BURN, look, play
from tests.pages.reading import dense
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db


def read(client: Client, address: str = "/") -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def waiting_ids(html: str) -> list[str]:
    """The matches on the cards of the desk, in their order."""
    return re.findall(r'class="wait mine.*?href="/matches/(\w+)/"', html)


def test_what_waits_longest_comes_first(begin, amber, birch, frozen):
    moved = begin(birch, amber, first=0)
    frozen.shift(3600)
    new = begin(amber, birch, first=0)
    frozen.shift(3600)
    play(moved)  # only now it is amber's turn there
    assert "waiting for less than a minute" in read(logged_in(amber))
    frozen.shift(1800)
    html = read(logged_in(amber))
    assert waiting_ids(html) == [new.public_id, moved.public_id]
    assert "2 matches are waiting for you." in html
    assert "waiting for 1 hour, 30 minutes" in html
    assert "waiting for 30 minutes" in html


def test_what_runs_out_first_comes_first(begin, amber, birch, frozen):
    made = []
    for seconds in (None, 90_000, None, 7200, 3600):
        clock = seconds and {"type": "move", "seconds": seconds}
        made.append(begin(amber, birch, first=0, clock=clock).public_id)
        frozen.shift(60)
    without, day, also_without, two_hours, hour = made
    client = logged_in(amber)
    assert waiting_ids(read(client)) == [hour, two_hours, day, without, also_without]
    assert client.get("/next/").url == f"/matches/{hour}/"
    assert client.get(f"/next/?but={hour}").url == f"/matches/{two_hours}/"


def test_a_page_without_a_socket_can_ask_for_its_figures(
    begin, amber, birch, django_assert_num_queries
):
    match = begin(amber, birch, first=0)
    client = logged_in(amber)
    told = {"type": "badge", "waiting": 1, "elsewhere": 1, "unread": 0, "next_here": True}
    with django_assert_num_queries(3):  # two for the log-in
        assert client.get("/figures/").json() == told
    here = client.get("/figures/", {"at": match.public_id}).json()
    assert here == told | {"elsewhere": 0, "next_here": False}
    assert presence.everybody() == {amber.pk: {presence.SITE}}, "who asks is there"


@pytest.mark.parametrize("address", ["/", "/my-matches/"])
def test_a_match_tells_when_the_time_is_up(begin, amber, birch, frozen, address):
    match = begin(birch, amber, first=0, clock={"type": "move", "seconds": 7200})
    client, end = logged_in(amber), '<time datetime="2026-05-01T14:00:00+00:00"'
    assert f"time until {end}" in read(client, address)
    Match.objects.filter(pk=match.pk).update(paused=Match.Paused.FLAGGED)
    assert end not in read(client, address)
    begin(amber, birch, first=0, clock={"type": "move", "seconds": 3600})
    frozen.shift(900)
    html, mine = read(client, address), '<time datetime="2026-05-01T13:00:00+00:00"'
    if address == "/":
        assert html.count(mine) == 2, "in front, and on its card"
        assert 'stroke-dasharray="75 100"' in html
    else:
        assert f"time until {mine}" in html


def test_an_empty_desk_invites_but_never_above_an_invitation(amber, birch):
    client = logged_in(amber)
    html = read(client)
    assert "Nothing is waiting for you." in html
    assert "Play a quick game against computer players" in html
    assert "Recently finished" not in html
    for count in (1, desk.INVITATIONS + 2):
        while Invitation.objects.count() < count:
            table = services.open_table(host=birch, game=BURN, seats=2)
            Invitation.objects.create(table=table, user=amber, by=birch)
        html = read(client)
        assert "Nothing is waiting for you." not in html
        said = "An invitation is" if count == 1 else f"{count} invitations are"
        assert f"{said} waiting for you." in html


def test_others_turns_are_told_without_opening_their_matches(begin, amber, birch, monkeypatch):
    match = begin(birch, amber, first=0)
    Match.objects.filter(pk=match.pk).update(state=b"nobody reads this")
    html = read(logged_in(amber))
    assert "It’s birch’s turn." in html
    assert waiting_ids(html) == []


DAY = {"type": "move", "seconds": 86_400}


def addresses(html: str) -> list[str]:
    """The matches that the desk leads to, in their order, each once."""
    return list(dict.fromkeys(re.findall(r'href="/matches/(\w+)/', html)))


def test_everything_is_sorted_by_what_is_due(begin, amber, birch, frozen):
    kept = begin(amber, birch, first=0)
    mine = begin(amber, birch, first=0)
    at_rest = begin(amber, birch, first=0)
    theirs = begin(amber, birch, first=1)
    in_two_days = begin(amber, birch, first=1, clock={"type": "move", "seconds": 2 * 86_400})
    in_a_day = begin(amber, birch, first=1, clock=DAY)
    Seat.objects.filter(match=kept, user=amber).update(caretaker=True)
    Match.objects.filter(pk=at_rest.pk).update(paused=Match.Paused.RESTING)
    due = [match.public_id for match in (kept, mine, in_a_day, in_two_days, theirs, at_rest)]
    for address in ("/", "/my-matches/"):
        html = read(logged_in(amber), address)
        assert addresses(html) == due, address
        assert "At rest until someone plays on: nobody has for weeks." in html


def test_a_seat_that_is_looked_after_waits_for_nobody_and_leads_back_to_its_match(
    begin, amber, birch
):
    match, paused = begin(amber, birch, first=0), begin(amber, birch, first=0)
    Seat.objects.filter(match=match, user=amber).update(caretaker=True)
    Match.objects.filter(pk=paused.pk).update(paused=Match.Paused.FLAGGED)
    html = read(logged_in(amber))
    assert (waiting_ids(html), 'data-waiting="0" hidden' in html) == ([], True)
    assert "Paused until an administrator has looked at it." in html
    assert "A computer player looks after your seat." in html
    assert "One match needs your answer." in html
    assert re.search(rf'"/matches/{match.public_id}/#return"\s*>\s*I’m back', html)
    html = read(logged_in(birch))
    assert "I’m back" not in html
    assert html.count("(looked after)") == 1, "the others see who is looked after"


def test_a_question_stands_on_the_desks_of_those_who_have_yet_to_answer(
    begin, amber, birch, cedar, frozen
):
    match = begin(amber, birch, cedar, first=0, clock=DAY)
    controls.CONTROLS["ask"](public_id=match.public_id, user=amber, what="pause")
    asked, until = "amber asks to pause the match.", 'datetime="2026-05-04T12:00:00+00:00"'
    assert asked not in read(logged_in(amber))
    for one in (birch, cedar):
        html = read(logged_in(one))
        assert asked in html
        assert until in html
    match.refresh_from_db()
    step = (match.request or {})["step"]
    controls.CONTROLS["answer"](public_id=match.public_id, user=birch, request=step, yes=True)
    assert asked not in read(logged_in(birch))
    assert asked in read(logged_in(cedar))
    frozen.shift(3 * 86_400)
    assert asked not in read(logged_in(cedar)), "it can't be answered any more"


def test_a_match_that_nobody_touches_asks_whether_one_plays(begin, person, frozen, amber):
    begin(amber, person("birch"))
    asked = "Are you still playing?"
    frozen.shift(14 * 86_400 - 1)
    assert asked not in read(logged_in(amber))
    frozen.shift(1)
    assert asked in read(logged_in(amber))


def test_vacations_are_on_the_desk(begin, amber, birch, cedar, frozen):
    match = begin(amber, birch, cedar, first=0, clock=DAY)
    Seat.objects.filter(match=match, user=cedar).update(owes=True)
    day = timezone.now().date()
    away.go_away(user=amber, first=day, last=day + timedelta(days=2))
    assert "You are away until May 3." in read(logged_in(amber))
    html = read(logged_in(birch))
    assert "You are away until" not in html
    assert "Waiting for amber (away until May 3), cedar." in html
    frozen.shift(3 * 86_400)
    assert "away until" not in read(logged_in(amber)) + read(logged_in(birch))


def test_invitations_tables_and_the_queue_are_on_the_desk(amber, birch, cedar, frozen):
    own = services.open_table(host=amber, game=BURN, seats=3)
    theirs = services.open_table(host=birch, game=BURN, seats=2, private=True)
    blocked = services.open_table(host=cedar, game=BURN, seats=2, private=True)
    declined = services.open_table(host=birch, game=BURN, seats=2, private=True)
    for table in (theirs, blocked, declined):
        Invitation.objects.create(table=table, user=amber, by=table.host)
    logged_in(amber).post(f"/tables/{declined.public_id}/decline/")
    blocks.block(user=amber, other=cedar)
    ticket = QuickTicket.objects.create(
        user=amber, games=[BURN], paces=["none"], created_at=timezone.now(), seen_at=timezone.now()
    )
    frozen.shift(60)
    html = read(logged_in(amber))
    asked = f"tables/{theirs.public_id}"
    for address in (f"tables/{own.public_id}", asked, f"{asked}/decline", f"quick/{ticket.pk}"):
        assert f'"/{address}/"' in html
    assert "birch invites you" in html
    assert blocked.public_id not in html
    assert declined.public_id not in html


def finish(match: Match, **seats: Any) -> None:
    for index, seat in enumerate(match.seats.all()):
        seat.owes = False
        for field, values in seats.items():
            setattr(seat, field, values[index])
        seat.save()
    status = {"status": Match.Status.FINISHED, "finished_at": timezone.now()}
    Match.objects.filter(pk=match.pk).update(**status)


def ended(outcome: str, rank: list[int], score: list[int] | None = None) -> dict[str, Any]:
    return {"outcome": outcome.split(), "rank": rank} | ({"score": score} if score else {})


@pytest.mark.parametrize(
    ("game", "seats", "words", "rank"),
    [
        (BURN, ended("won lost", [1, 2], [59, 57]), "You won, 59 to 57", 1),
        (BURN, ended("lost won", [2, 1], [3, 57]), "You lost, 3 to 57", 2),
        (BURN, ended("drawn drawn", [1, 1], [9, 9]), "A draw, 9 to 9", 1),
        (BURN, ended("won lost", [1, 2]), "You won<", 1),
        (BURN, ended("lost won lost", [2, 1, 3], [5, 6, 4]), "Place 2 of 3, 5 to 6", 2),
        # Who wins or loses together has no place.
        ("castle-panic", ended("lost lost", [1, 1], [1, 5]), "You lost, 1 point<", None),
        ("castle-panic", ended("won won", [1, 1], [1, 5]), "You won, 1 point<", None),
        ("castle-panic", ended("lost lost won", [2, 2, 1], [1, 5, 9]), "You lost, 1 point<", None),
    ],
)
def test_finished_matches_stand_there_with_their_result(
    begin, person, amber, game, seats, words, rank
):
    others = [person(f"other{index}") for index, _ in enumerate(seats["outcome"][1:])]
    overlord = game == "castle-panic" and len(others) > 1
    options = {"mode": "overlord"} if overlord else {}
    match = begin(amber, *others, game=game, options=options)
    finish(match, **seats)
    client, place = logged_in(amber), f"Place </span>{rank}</span>"
    for address in ("/", "/my-matches/"):
        html = dense(client.get(address).content.decode())
        assert words in html
        assert place in html if rank else "Place" not in html
    if rank is None:
        assert "place 1" not in read(client, "/people/amber/")
    Match.objects.filter(pk=match.pk).update(status=Match.Status.VOIDED)
    html = dense(client.get("/").content.decode())
    assert ("Voided: it doesn’t count" in html, words in html) == (True, False)


def test_a_picture_of_the_board_shows_what_its_player_may_see_or_is_left_out(
    begin, amber, birch, monkeypatch
):
    match = begin(amber, birch, first=0)

    def picture() -> str:
        found = re.search(r'<svg class="thumb".*?</svg>\s*<div class="main">', read(client))
        assert found
        return found[0]

    client = logged_in(amber)
    before, state = picture(), look(match).state
    state.players[1].hand = {"crown": 4}
    Match.objects.update(state=pack(state))
    assert picture() == before
    state.stalls[0] = [*state.stalls[0], "crown"]
    Match.objects.update(state=pack(state))
    assert picture() != before
    monkeypatch.setattr("games.matches.page.thumbs.get_template", lambda path: 1 / 0)
    page = read(client)
    assert ('<svg class="thumb"' in page, f"/matches/{match.public_id}/" in page) == (False, True)


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches enough for two pages of the desk are soon made."""
    monkeypatch.setattr(desk, "WAITING", 3)


@pytest.mark.usefixtures("small_pages")
def test_the_cost_does_not_grow_with_the_number_of_matches(
    begin, person, django_assert_max_num_queries, amber, birch
):
    client = logged_in(amber)
    costs: dict[str, list[int]] = {"/": [], "/my-matches/": [], "/notices/": []}
    for many in (1, desk.WAITING + 3):
        for _match in range(many):
            begin(amber, birch, "easy", first=0)
            begin(birch, amber, "easy", first=0)
            kept, asking = begin(birch, amber, first=0), begin(birch, amber, first=0)
            Seat.objects.filter(match=kept, user=amber).update(caretaker=True)
            controls.CONTROLS["ask"](public_id=asking.public_id, user=birch, what="pause")
            at_rest = begin(birch, amber, first=0)
            Match.objects.filter(pk=at_rest.pk).update(paused=Match.Paused.RESTING)
            finish(begin(amber, birch), outcome=["won", "lost"], rank=[1, 2], score=[2, 1])
        services.open_table(host=person(f"host{many}"), game=BURN, seats=2)
        for address, cost in costs.items():
            with django_assert_max_num_queries(23) as asked:
                html = read(client, address)
            cost.append(len(asked))
    html = read(client)
    assert len(waiting_ids(html)) == html.count('class="thumb"') == desk.WAITING
    assert all(cost[0] == cost[1] for cost in costs.values()), costs


@pytest.mark.usefixtures("small_pages")
def test_pages_of_the_desk_hold_every_match_once(begin, amber, birch, frozen):
    made = []
    for _match in range(desk.WAITING + 2):
        made.append(begin(amber, birch, first=0).public_id)
        frozen.shift(60)
    client = logged_in(amber)
    first, second = read(client), read(client, "/?page=2")
    assert waiting_ids(first) + waiting_ids(second) == made
    for odd in ("0", "99", "x", "²", "-1"):
        assert waiting_ids(read(client, f"/?page={odd}"))


# -- the next one ----------------------------------------------------------------------------------


def test_next_leads_to_the_match_that_has_waited_longest(begin, amber, birch, frozen):
    client = logged_in(amber)
    assert client.get("/next/").url == "/"
    assert "No match is waiting for you right now." in read(client)
    matches = []
    for _match in range(2):
        matches.append(begin(amber, birch, first=0))
        frozen.shift(timedelta(minutes=1))
    first, second = (f"/matches/{match.public_id}/" for match in matches)
    assert client.get("/next/").url == first
    assert client.get(f"/next/?but={matches[0].public_id}").url == second
    play(matches[1])
    assert client.get(f"/next/?but={matches[0].public_id}").url == first, "better than nothing"
    assert Client().get("/next/").url == "/accounts/login/?next=/next/"


def test_a_match_offers_the_next_one_only_after_my_move(begin, amber, birch):
    client = logged_in(amber)
    here, there = begin(amber, birch, first=0), begin(amber, birch, first=0)
    page = f"/matches/{here.public_id}/"
    offer = f'href="/next/?but={here.public_id}"'
    html = read(client, page)
    assert 'id="next-here" hidden' in html
    assert "(2) " in html.partition("</title>")[0]
    play(look(here).match)
    html = read(client, page)
    assert 'id="next-here">' in html
    assert offer in html
    assert "(1) " in html.partition("</title>")[0]
    play(look(there).match)
    html = read(client, page)
    assert 'id="next-here" hidden' in html
    assert "(" not in html.partition("</title>")[0].partition("<title>")[2]
    assert 'id="next-here"' not in read(Client(), page)
