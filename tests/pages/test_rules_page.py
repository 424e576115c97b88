"""Rules pages: who leads to them, and what stands there without one."""

from django.test import Client

from tests.games.matches.conftest import BURN
from tests.support.log_in import logged_in

ADDRESS = f"/rules/{BURN}/"


def test_a_ruleset_without_rules_says_so_and_is_not_linked(endless, db):
    missing = Client().get(f"/rules/{endless}/")
    assert missing.status_code == 404
    assert "has no rules page yet" in missing.content.decode()
    assert f"/rules/{endless}/" not in Client().get("/").content.decode()
    assert Client().get("/rules/no-such-game/").status_code == 404


def test_home_table_and_match_lead_to_the_rules(begin, person):
    from lobby.tables import services

    amber = person()
    match = begin(amber, "easy", first=0)
    table = services.open_table(host=amber, game=BURN, seats=3)
    for path in ("/", f"/tables/{table.public_id}/", f"/matches/{match.public_id}/"):
        assert f'href="{ADDRESS}"' in logged_in(amber).get(path).content.decode(), path


def test_help_links_to_an_anchor_and_is_silent_without_rules(endless):
    from django.template import Context, Template

    asking = Template('{% help "bribe" %}')
    shown = asking.render(Context({"parts": "burn_my_village"}))
    assert f'href="{ADDRESS}#bribe"' in shown
    assert "The rules on this: Bribe" in shown
    assert not asking.render(Context({"parts": "endless"})).strip()


def test_the_address_of_a_game_leads_to_its_rules(person):
    """Who shortens the address of its guide is not lost."""
    answer = logged_in(person()).get(f"/games/{BURN}/")
    assert (answer.status_code, answer["Location"]) == (302, ADDRESS)
