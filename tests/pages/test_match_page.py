"""The page of a match without its socket: what it shows to whom, moves by POST, steps, the end."""

import html
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import presence
from games.matches.models import Match
from games.matches.play.parts import attendance
from games.plugin import registry
from games.plugin.codec import digest, plain
from tests.games.matches.conftest import ENDLESS, look, play
from tests.pages.conftest import play_to_the_end
from tests.pages.reading import dense

pytestmark = pytest.mark.django_db


def page_of(client: Client, match: Match, query: str = "") -> str:
    answer = client.get(f"/matches/{match.public_id}/{query}")
    assert answer.status_code == 200
    return dense(answer.content.decode())


def actions_in(page: str) -> list[Any]:
    """The actions that the page's buttons send."""
    return [json.loads(html.unescape(found)) for found in re.findall(r'value="({[^"]*})"', page)]


@pytest.fixture
def table(begin: Any, person: Any, browser_of: Any) -> Any:
    """A match of amber (to move) and birch, and their browsers."""
    amber, birch = person("amber"), person("birch")
    return begin(amber, birch, first=0), browser_of(amber), browser_of(birch)


def act(client: Client, match: Match, action: Any, version: Any, **more: Any) -> Any:
    fields = {"action": action if isinstance(action, str) else json.dumps(action), **more}
    fields |= {} if version is None else {"version": str(version)}
    return client.post(f"/matches/{match.public_id}/act/", fields, follow=True)


def test_the_player_to_move_gets_every_legal_action_as_a_button(table: Any) -> None:
    match, mine, theirs = table
    shown = look(match)
    page = page_of(mine, match)
    legal = plain(shown.game.legal_actions(shown.state, 0))
    assert len(legal) > 10
    assert sorted(map(digest, actions_in(page))) == sorted(map(digest, legal))
    assert "Your turn" in page
    assert not actions_in(page_of(theirs, match))
    assert not actions_in(page_of(Client(), match))


def test_only_the_owner_sees_a_hand(table: Any) -> None:
    match, mine, theirs = table
    page = page_of(mine, match)
    for heading in ("The Dragon’s Favor", "The market", "Your hand", "What you can do", "Log"):
        assert heading in page
    assert "Your hand" in page_of(theirs, match)
    assert "Your hand" not in page_of(Client(), match)


def test_a_move_by_post_leads_back_to_the_match(table: Any) -> None:
    match, mine, theirs = table
    answer = act(mine, match, {"type": "draw"}, 0, client_id="page-0")
    assert answer.redirect_chain == [(f"/matches/{match.public_id}/", 302)]
    assert look(match).version == 1
    assert "amber draws a card." in page_of(theirs, match)


def test_the_same_form_sent_twice_is_one_move(table: Any) -> None:
    match, mine, _ = table
    for _time in range(2):
        answer = act(mine, match, {"type": "draw"}, 0, client_id="page-0")
        assert 'class="note error"' not in answer.content.decode()
    assert look(match).version == 1


NONSENSE: list[tuple[Any, Any]] = [
    ("", 0),
    ("{", 0),
    ("[" * 20_000, 0),
    ("null", 0),
    ({"type": "dance"}, 0),
    *(({"type": "draw"}, version) for version in (None, "²", "-1", "9" * 50, 7)),
    ({"type": "bribe", "treasure": "sword", "count": 14, "wilds": 0}, 0),
]


def test_what_makes_no_sense_is_a_message_and_changes_nothing(table: Any) -> None:
    match, mine, _ = table
    for action, version in NONSENSE:
        answer = act(mine, match, action, version)
        assert answer.status_code == 200
        assert 'class="note error"' in answer.content.decode()
    assert look(match).version == 0


def test_a_stale_form_is_refused_and_shows_the_match_as_it_is(table: Any) -> None:
    match, mine, theirs = table
    act(mine, match, {"type": "draw"}, 0)
    act(theirs, match, {"type": "draw"}, 1)
    page = act(mine, match, {"type": "draw"}, 0).content.decode()
    assert "The match has moved on." in page
    assert 'name="version" value="2"' in page


def test_a_script_gets_the_answer_instead_of_a_page(table: Any) -> None:
    match, mine, _ = table
    scripted = {"accept": "application/json"}
    move = {"action": '{"type": "draw"}', "version": "0", "client_id": "page-0"}
    for _time in range(2):
        answer = mine.post(f"/matches/{match.public_id}/act/", move, headers=scripted)
        assert answer.json() == {"versions": [1], "address": f"/matches/{match.public_id}/"}
    late = {"control": "undo", "version": "0"}
    answer = mine.post(f"/matches/{match.public_id}/control/", late, headers=scripted)
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    assert "moved on" not in page_of(mine, match)


def test_a_page_without_a_socket_asks_whether_anything_is_new(
    table: Any, person: Any, django_assert_num_queries: Any
) -> None:
    match, mine, theirs = table
    news = f"/matches/{match.public_id}/news/"
    for version, (client, mover) in enumerate([(theirs, mine), (Client(), theirs)]):
        first = client.get(news)
        assert (first.json()["type"], first.json()["version"]) == ("page", version)
        assert ("Your hand" in first.json()["content"]) == (client is theirs)
        assert f'data-tag="{first.headers["ETag"][3:-1]}"' in first.json()["content"]
        log_in = 2 if client is theirs else 0  # the session and its person
        with django_assert_num_queries(log_in + 1):
            again = client.get(news, headers={"if-none-match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        act(mover, match, {"type": "draw"}, version)
        second = client.get(news, headers={"if-none-match": first.headers["ETag"]})
        assert second.json()["version"] == version + 1
    eve = person("eve")
    for others in ({"for": str(eve.pk)}, {"for": "nonsense"}):
        assert theirs.get(news, others).status_code == 403
    asker = match.seats.get(index=1).user_id
    assert theirs.get(news, {"for": str(asker)}).status_code == 200
    assert presence.at(attendance.place(match.public_id)) == {asker: 1}, "who asks is there"


def test_a_pause_or_another_deadline_is_news_without_a_step(table: Any) -> None:
    match, mine, _ = table
    news = f"/matches/{match.public_id}/news/"
    for change in ({"paused": Match.Paused.CONSENT}, {"wake_at": timezone.now()}):
        known = {"if-none-match": mine.get(news).headers["ETag"]}
        assert mine.get(news, headers=known).status_code == 304
        Match.objects.filter(pk=match.pk).update(**change)
        assert mine.get(news, headers=known).status_code == 200


def test_huge_forms_and_other_peoples_turns_are_refused(table: Any, person: Any) -> None:
    match, mine, theirs = table
    assert act(mine, match, "x" * 200_000, 0).status_code == 413
    assert "It is not your turn." in act(theirs, match, {"type": "draw"}, 0).content.decode()
    guest = Client()
    guest.force_login(person("eve"))
    assert "You don’t have a seat" in act(guest, match, {"type": "draw"}, 0).content.decode()
    assert act(Client(), match, {"type": "draw"}, 0).redirect_chain[0][0].startswith("/accounts/")
    assert look(match).version == 0


def test_opening_costs_the_same_at_any_step(table: Any, django_assert_max_num_queries: Any) -> None:
    match, mine, _ = table
    for _round in range(3):
        # session, user, match, seats, log; at first, whether one was told that it has begun; badge;
        # chat: seats, mutes, blocks, silence, who is here, lines, people to be muted or blocked
        with django_assert_max_num_queries(15):
            page_of(mine, match)
        for _step in range(20):
            play(match)


def test_steps_show_the_past_and_offer_no_moves(table: Any) -> None:
    match, mine, _ = table
    for _step in range(4):
        play(match)
    page = page_of(mine, match, "?step=2")
    assert "round 2, " in page
    assert re.search(r'rel="prev" +href="\?step=1"', page)
    assert re.search(r'rel="next" +href="\?step=3"', page)
    assert not actions_in(page)
    assert "hx-ws" not in page


def test_steps_and_views_that_do_not_exist_are_refused(table: Any) -> None:
    match, mine, _ = table
    wrong = [(f"?step={step}", 404) for step in ("99", "-1", "x", "²", "")]
    for query, status in (*wrong, ("?step=0&as=9", 400)):
        assert mine.get(f"/matches/{match.public_id}/{query}").status_code == status


def test_the_end_shows_ranks_the_record_and_every_seats_view(table: Any) -> None:
    match, mine, _ = table
    play_to_the_end(match)
    page = page_of(mine, match)
    assert 'id="result-h"' in page
    assert f"/api/matches/{match.public_id}/record/" in page
    assert "hx-ws" not in page
    for as_ in ("0", "1"):
        assert "Your hand" in page_of(Client(), match, f"?step=3&as={as_}")
    assert "In the deck" in page_of(Client(), match, "?step=3&as=omniscient")
    assert mine.get(f"/api/matches/{match.public_id}/record/").status_code == 200


def test_the_whole_log_reads_from_the_viewers_seat(table: Any) -> None:
    match, mine, theirs = table
    play(match)
    own = mine.get(f"/matches/{match.public_id}/log/").content.decode()
    assert "amber draws a card: " in own
    assert (
        "amber draws a card: "
        not in theirs.get(f"/matches/{match.public_id}/log/").content.decode()
    )


def test_a_ruleset_without_a_board_is_shown_and_playable(
    endless: str, begin: Any, person: Any, browser_of: Any
) -> None:
    amber = person()
    match = begin(amber, game=ENDLESS)
    client = browser_of(amber)
    page = page_of(client, match)
    assert '<div class="plain-board"><dl>' in page
    before = look(match).version
    act(client, match, actions_in(page)[0], before)
    assert look(match).version == before + 1


def test_a_flagged_match_offers_nothing_and_says_why(table: Any) -> None:
    match, mine, _ = table
    Match.objects.filter(pk=match.pk).update(paused=Match.Paused.FLAGGED)
    page = page_of(mine, match)
    assert "waiting for an administrator" in page
    assert not actions_in(page)


def test_every_installed_ruleset_can_be_looked_at(begin: Any, person: Any) -> None:
    for game in registry.installed():
        people = [person() for _ in range(game.meta.min_seats)]
        page_of(Client(), begin(*people, game=game.meta.slug))
