"""The pages on which people find games and gather at tables."""

import re
from typing import Any

import pytest
from django.test import Client

from games.matches.models import Match
from games.plugin import registry
from lobby.models import Table
from lobby.tables import services
from tests.games.matches.conftest import BURN
from tests.pages.conftest import end
from tests.pages.reading import dense
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db


def text_of(answer: Any) -> str:
    return dense(answer.content.decode())


def test_a_stranger_signs_up_on_the_way_to_a_table_and_comes_back_to_it():
    stranger = Client()
    sent_to = stranger.get(f"/tables/new/{BURN}/")
    assert sent_to.url == f"/accounts/signup/?next=/tables/new/{BURN}/"
    assert "You need an account to open a table." in text_of(stranger.get(sent_to.url))
    form = {"username": "amber", "password1": "a long password", "next": f"/tables/new/{BURN}/"}
    assert stranger.post("/accounts/signup/", form).url == f"/tables/new/{BURN}/"
    begun = stranger.post(f"/play/{BURN}/", {"opponents": "2", "level": "easy"})
    match = Match.objects.get()
    assert begun.url == f"/matches/{match.public_id}/"
    assert [seat.ai_level for seat in match.seats.all()] == ["", "easy", "easy"]


CASTLE = "castle-panic"


def test_a_part_is_chosen_with_the_way_to_play_where_there_are_some(person):
    browser = logged_in(person())
    assert text_of(browser.get(f"/play/{CASTLE}/")).count("data-brings-parts") == 1
    assert 'name="role"' not in text_of(browser.get(f"/play/{BURN}/"))
    for wish in ("overlord", "none"):
        fields = {"option-mode": "overlord", "opponents": "1", "role": wish}
        browser.post(f"/play/{CASTLE}/", fields)
        own = Match.objects.latest("started_at").seats.get(user__isnull=False)
        assert own.role == wish.replace("none", "")
    browser.post(f"/play/{CASTLE}/", {"opponents": "1", "role": "overlord"})
    assert Match.objects.latest("started_at").seating["roles"] == []


def _unfit(page: str) -> str:
    found = re.search(r'data-unfit="([^"]*)"', page)
    assert found
    return found[1]


def test_the_form_for_a_table_hides_what_its_other_choices_rule_out(person):
    browser, address = logged_in(person()), f"/tables/new/{CASTLE}/"
    hidden = r'data-choice="%s"\s*hidden'
    fresh = text_of(browser.get(address))
    assert re.search(hidden % "role", fresh), "nobody is the Overlord in the standard mode"
    assert not re.search(hidden % "option-mans_home", fresh)
    alone = {f"seat-{index}": "unused" for index in range(1, 6)}
    again = text_of(browser.post(address, {**alone, "option-mode": "standard", "fit": "1"}))
    assert re.search(hidden % "option-mode=overlord", again)
    assert re.search(hidden % "option-mans_home", again)
    assert not Table.objects.exists()
    ruled = {"seat-1": "easy", **{f"seat-{index}": "unused" for index in range(2, 6)}}
    lord = text_of(browser.get(f"{address}words/", {**ruled, "option-mode": "overlord"}))
    assert "option-mans_home" in _unfit(lord)
    assert "role" not in _unfit(lord)


def test_people_play_with_those_they_win_with_and_nonsense_starts_no_game(person):
    browser = logged_in(person())
    computers = {"seat-1": "easy", **{f"seat-{index}": "unused" for index in range(2, 6)}}
    for game, words in ((CASTLE, "You play with"), (BURN, "You play against")):
        assert words in text_of(browser.get(f"/tables/new/{game}/words/", computers))
    page = text_of(browser.get(f"/play/{CASTLE}/"))
    assert "Computer players" in page
    assert "Computer players with you" not in page  # not in every mode
    assert "Computer players against you" in text_of(browser.get(f"/play/{BURN}/"))
    assert "Play with AI now" in text_of(browser.get(f"/rules/{CASTLE}/"))
    assert "Play against AI now" in text_of(browser.get(f"/rules/{BURN}/"))
    for name, value in (("opponents", "9"), ("opponents", "x"), ("opponents", "²"), ("level", "?")):
        answer = browser.post(f"/play/{BURN}/", {name: value})
        assert answer.status_code == 200
        assert 'class="note error"' in text_of(answer)
    assert not Match.objects.exists()
    assert browser.post(f"/play/{BURN}/").status_code == 302
    assert Match.objects.get().seats.count() == 3, "nothing but the button is needed"


def test_a_game_of_several_modes_is_played_at_once_in_any_that_fits(person):
    fields = {"opponents": "0", "option-mode": "overlord"}
    answer = logged_in(person()).post(f"/play/{CASTLE}/", fields)
    assert "An Overlord needs someone to play against." in text_of(answer)
    assert not Match.objects.exists()
    browser = logged_in(person())
    refused = text_of(browser.post(f"/play/{CASTLE}/", {"option-mode": "chess"}))
    assert "chess is not one of the available choices" in refused
    assert not Match.objects.exists()
    assert browser.post(f"/play/{CASTLE}/", {"option-mode": ""}).status_code == 302
    assert Match.objects.get().options["mode"] == "standard"
    for fields, levels, mode in (
        ({"opponents": "0"}, [""], "standard"),
        ({"option-mode": "co-op"}, ["", "easy", "easy"], "co-op"),
        ({"opponents": "1", "option-mode": "overlord"}, ["", "easy"], "overlord"),
    ):
        assert browser.post(f"/play/{CASTLE}/", fields).status_code == 302
        match = Match.objects.latest("started_at")
        assert [seat.ai_level for seat in match.seats.all()] == levels
        assert match.options["mode"] == mode


def test_a_table_is_opened_as_the_form_says_with_gaps_closed(person):
    chairs = {"seat-1": "open", "seat-2": "easy", "seat-3": "unused", "seat-4": "easy"}
    answer = logged_in(person()).post(f"/tables/new/{BURN}/", {**chairs, "private": "on"})
    table = Table.objects.get()
    assert answer.url == f"/tables/{table.public_id}/"
    assert [seat.ai_level for seat in table.seats.all()] == ["", "", "easy", "easy"]
    assert table.private


def test_a_pace_is_chosen_and_told_at_the_table(person):
    mine = logged_in(person())
    offered = text_of(mine.get(f"/tables/new/{BURN}/"))
    form = {f"seat-{index}": "open" if index == 1 else "unused" for index in range(1, 5)}
    live, told = {"type": "live", "bank": 180, "increment": 5}, "3 min for the match, plus 5 s"
    for pace, clock, words in (
        ("", None, "no clock"),
        ("live-3", live, f"{told} for every step"),
        ("move-1", {"type": "move", "seconds": 60}, "60 s for every step"),
    ):
        assert words in offered
        answer = mine.post(f"/tables/new/{BURN}/", {**form, "pace": pace}, follow=True)
        assert Table.objects.latest("pk").clock == clock
        assert words in text_of(answer)


def test_what_cannot_be_is_said_and_opens_no_table(person, picky, siege):
    form = {"seat-1": "open", "pace": "warp"}
    assert logged_in(person()).post(f"/tables/new/{BURN}/", form).status_code == 200
    assert not Table.objects.exists()
    chairs = {f"seat-{index}": "unused" for index in range(2, 9)} | {"seat-1": "open"}
    form = {**chairs, "option-sides": "5"}
    answer = logged_in(person()).post(f"/tables/new/{picky}/", form)
    assert "Five sides need 4 seats." in text_of(answer)
    assert not Table.objects.exists()
    form = {"seat-1": "open", "seat-2": "open", "seat-3": "unused", "role": "dragon"}
    answer = logged_in(person()).post(f"/tables/new/{siege}/", form)
    assert "Nobody plays that role at this table." in text_of(answer)
    assert not Table.objects.exists()


def test_options_become_fields_of_the_form_and_every_level_sits_down(person, race):
    client = logged_in(person())
    assert 'name="option-sides"' in text_of(client.get(f"/tables/new/{race}/"))
    chairs = {f"seat-{index}": "unused" for index in range(2, 9)} | {"seat-1": "open"}
    client.post(f"/tables/new/{race}/", {**chairs, "option-sides": "4"})
    assert Table.objects.get().options["sides"] == 4
    play, table = (text_of(client.get(f"/{path}/{BURN}/")) for path in ("play", "tables/new"))
    for level in registry.get(BURN).meta.levels:
        assert f'name="level" value="{level}"' in play
        assert f'<option value="{level}"' in table
        client.post(f"/play/{BURN}/", {"opponents": "1", "level": level})
        assert Match.objects.latest("started_at").seats.get(index=1).ai_level == level


@pytest.fixture
def table(person: Any) -> Table:
    return services.open_table(host=person("amber"), game=BURN, seats=3)


def test_people_sit_down_the_host_adds_computers_and_starts(table, person):
    host, guest = logged_in(table.host), logged_in(person("birch"))
    at = f"/tables/{table.public_id}"
    assert guest.post(f"{at}/join/", {"seat": "2"}).url == f"{at}/"
    assert host.post(f"{at}/add-ai/", {"seat": "1", "level": "easy"}).url == f"{at}/"
    started = host.post(f"{at}/start/")
    match = Match.objects.get()
    assert started.url == f"/matches/{match.public_id}/"
    assert guest.get(f"{at}/").url == started.url


def sign_up(stranger: Client, name: str, to: str) -> Any:
    address, _question, asked = to.partition("?next=")
    form = {"username": name, "password1": "a long password", "next": asked}
    return stranger.post(address, form, follow=True)


def seated_at(table: Table) -> list[str]:
    return [seat.user.username if seat.user else "" for seat in table.seats.all()]


def test_after_sign_up_and_sit_down_one_sits(table):
    stranger, page = Client(), f"/tables/{table.public_id}/"
    asked = stranger.post(f"{page}join/", {"seat": "2"}).url
    assert asked == f"/accounts/signup/?next={page}"
    assert seated_at(table) == ["amber", "", ""]
    sign_up(stranger, "birch", asked)
    assert seated_at(table) == ["amber", "", "birch"]
    stranger.post(f"{page}leave/")
    stranger.get(page)
    assert seated_at(table) == ["amber", "", ""], "what was wanted is done once"


def test_who_signs_up_too_late_for_the_seat_gets_another_or_is_told(table, person):
    page = f"/tables/{table.public_id}/"
    early, late = Client(), Client()
    asked = [stranger.post(f"{page}join/", {"seat": "1"}).url for stranger in (early, late)]
    services.join(table=table, user=person("birch"), seat=1)
    sign_up(early, "cedar", asked[0])
    assert seated_at(table) == ["amber", "birch", "cedar"]
    assert "Every seat is taken." in text_of(sign_up(late, "dove", asked[1]))


def test_an_old_wish_or_one_for_another_table_seats_nobody(table, person, frozen):
    stranger, page = Client(), f"/tables/{table.public_id}/"
    asked = stranger.post(f"{page}join/").url
    other = services.open_table(host=table.host, game=BURN, seats=2)
    sign_up(stranger, "birch", f"/accounts/signup/?next=/tables/{other.public_id}/")
    assert seated_at(other) == ["amber", ""]
    frozen.shift(3601)
    assert stranger.get(asked.partition("next=")[2]).status_code == 200
    assert seated_at(table) == ["amber", "", ""]


def test_a_table_says_what_it_refuses_hides_the_hosts_buttons_and_closes_behind_the_last(
    table, person
):
    client = logged_in(table.host)
    for call, fields in (
        ("start", {}),
        ("add-ai", {"seat": "0", "level": "easy"}),
        ("add-ai", {"seat": "1", "level": "divine"}),
        ("add-ai", {"seat": "77", "level": "easy"}),
        ("remove-ai", {}),
        ("remove-ai", {"seat": "1"}),
        ("join", {"seat": "1"}),
    ):
        answer = client.post(f"/tables/{table.public_id}/{call}/", fields, follow=True)
        assert answer.status_code == 200
        assert 'class="note error"' in text_of(answer)
    assert table.seats.filter(ai_level="", user=None).count() == 2
    shown = text_of(logged_in(person("eve")).get(f"/tables/{table.public_id}/"))
    assert "/join/" in shown
    assert "/add-ai/" not in shown
    assert "/start/" not in shown
    answer = logged_in(table.host).post(f"/tables/{table.public_id}/leave/", follow=True)
    assert answer.redirect_chain[-1][0] == "/"
    assert "The table is closed." in text_of(answer)


def test_a_half_filled_form_is_said_in_words_and_nonsense_reads_as_not_touched(siege):
    chairs = {"seat-1": "open", "seat-2": "easy", "seat-3": "easy"}
    asked = {**chairs, "option-mode": "siege", "option-night": "on", "role": "dragon"}
    said = text_of(Client().get(f"/tables/new/{siege}/words/", {**asked, "pace": "day"}))
    for sentence in (
        "The Orchard Siege for 4 players.",
        "1 seat is free for people, and 2 × AI, easy join in.",
        "Your role: Dragon.",
        "Mode: siege, At night.",
        "Time to think: 1 day for every step.",
        "Anyone may join and watch.",
    ):
        assert sentence in said
    for wrong in ({}, {"option-mode": "war"}, {"pace": "warp"}, {"seat-1": "²"}, {"role": "\0"}):
        said = text_of(Client().get(f"/tables/new/{siege}/words/", wrong))
        assert "2 seats are free for people." in said
        assert "All options at their defaults." in said


def test_parts_are_chosen_in_the_form_and_at_the_table(person, siege):
    host = logged_in(person("amber"))
    form = {"seat-1": "open", "seat-2": "easy", "seat-3": "unused", "option-mode": "siege"}
    address = host.post(f"/tables/new/{siege}/", {**form, "role": "dragon"}).url
    assert '<option value="dragon" selected>' in text_of(host.get(address))
    host.post(f"{address}role/", {"seat": "2", "role": "gardener"})
    assert [seat.role for seat in Table.objects.get().seats.all()] == ["dragon", "", "gardener"]


def fields_of(page: str) -> dict[str, bool]:
    """The forms of a table's page that one fills in: whether they show without a script."""
    marks = {"invite": 'id="invite-name"', "seating": 'id="swap-one"', "part": 'id="role-'}
    before = {name: page.split(mark)[0] for name, mark in marks.items() if mark in page}
    openings = {name: re.split(r"<(?:form|details)", text) for name, text in before.items()}
    # The one of the seating is inside of an element that is folded.
    return {
        name: not any(
            "data-needs-script" in tag.split(">")[0]
            for tag in tags[-2 if name == "seating" else -1 :]
        )
        for name, tags in openings.items()
    }


@pytest.mark.parametrize("host", [True, False])
def test_without_script_one_fills_in_on_a_page_that_does_not_reload(person, siege, host):
    amber, birch = person("amber"), person("birch")
    table = services.open_table(host=amber, game=siege, seats=3, options={"mode": "siege"})
    services.join(table=table, user=birch)
    browser, address = logged_in(amber if host else birch), f"/tables/{table.public_id}/"
    reloading = text_of(browser.get(address))
    assert '<noscript><meta http-equiv="refresh"' in reloading
    names = {"invite", "seating", "part"} if host else {"part"}
    assert fields_of(reloading) == dict.fromkeys(names, False)
    link = re.search(r'<noscript><p><a[^>]* href="([^"#]*)#([^"]*)"', reloading)
    assert link is not None
    still = text_of(browser.get(f"{address}{link[1]}"))
    assert f'id="{link[2]}"' in still
    assert 'http-equiv="refresh"' not in still
    assert fields_of(still) == dict.fromkeys(names, True)
    assert f'<a href="{address}">See who is here now</a>' in still


def test_asking_again_from_the_match_leads_to_the_table(begin, person):
    amber, birch = person("amber"), person("birch")
    match = begin(amber, birch)
    refused = logged_in(amber).post(f"/rematch/{match.public_id}/", follow=True)
    assert "The match isn’t over yet." in text_of(refused)
    end(match)
    assert 'form="rematch"' in text_of(logged_in(amber).get(f"/matches/{match.public_id}/"))
    asked = logged_in(amber).post(f"/rematch/{match.public_id}/")
    table = Table.objects.get(rematch_of=match)
    assert asked.url == f"/tables/{table.public_id}/"
    invited = logged_in(birch)
    assert "would like you to play" in text_of(invited.get(asked.url))
    invited.post(f"{asked.url}decline/")
    assert "birch: declined" in text_of(logged_in(amber).get(asked.url))
    assert Client().post("/rematch/nowhere/").url.startswith("/accounts/login/")
    assert invited.post("/rematch/nowhere/").status_code == 404


def test_home_shows_each_game_and_its_large_button_starts_the_shortest(race):
    page = text_of(Client().get("/"))
    for folder in ("burn_my_village", "castle_panic"):
        assert f"{folder}/tile.svg#scene" in page
    assert page.count('class="blank"') == 1
    assert (
        f'<div class="blank" aria-hidden="true">{registry.get(race).meta.title[:1]}</div>' in page
    )
    shortest = min(registry.installed(), key=lambda game: game.meta.minutes).meta
    hero = text_of(Client().get("/")).partition('class="hero"')[2].partition("</form>")[0]
    assert f'action="/play/{shortest.slug}/"' in hero
    assert f"Play {shortest.title} now" in hero


def test_settings_and_quick_match_are_in_the_navigation(person):
    def header(client: Client, page: str = "/tables/") -> str:
        text = " ".join(text_of(client.get(page)).split())
        return text.partition("<header")[2].partition("</header>")[0]

    known, stranger = header(logged_in(person())), header(Client())
    assert '<a href="/quick/">Quick match</a>' in known
    assert '<a href="/quick/">Quick match</a>' in stranger
    assert 'href="/settings/"' in known
    assert 'href="/settings/"' not in stranger
    here = header(logged_in(person("birch")), "/settings/")
    assert re.search(r'href="/settings/"\s+aria-current="page"', here)


def test_the_form_says_after_how_many_deadlines_and_who_stands_in(person):
    form = {f"seat-{index}": "open" if index == 1 else "unused" for index in range(1, 5)}
    form |= {"pace": "day", "absence": "forfeit"}
    browser, address = logged_in(person()), f"/tables/new/{BURN}/"
    for chosen, after in (("", 3), ("1", 1), ("5", 5)):
        words = "deadline missed" if after == 1 else "deadlines missed in a row"
        told = f"; {after} {words}: the seat is lost."
        assert told in text_of(browser.get(f"{address}words/", form | {"after": chosen}))
        browser.post(address, form | {"after": chosen})
        agreed = {"then": "forfeit", "after": after, "level": None}
        assert Table.objects.latest("pk").absence == agreed
    form = {f"seat-{index}": "open" if index == 1 else "unused" for index in range(1, 5)}
    browser = logged_in(person())
    for level in ("", "easy"):
        address = browser.post(f"/tables/new/{BURN}/", {**form, "pace": "day", "level": level}).url
        words = f"a computer player ({level or 'medium'}) stands in until they are back"
        assert words in Client().get(address).content.decode()
