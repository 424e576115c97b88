"""What machines ask for: cards of links, robots.txt, sitemap, security.txt, manifest, worker."""

import re
import struct
from datetime import timedelta
from typing import Any

import pytest
import resvg_py
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.matches.models import Match
from games.matches.page import cards, urls as match_urls
from lobby.clubs import services as clubs
from lobby.models import Club
from lobby.site_files import views
from tests.games.matches.conftest import play
from tests.lobby.tables import opened
from tests.pages.conftest import GAMES
from tests.pages.test_headers import below_a_path
from tests.support.log_in import logged_in

__all__ = ["below_a_path"]

pytestmark = pytest.mark.django_db

META = re.compile(r'<meta (?:name="[\w:]+" )?property="og:([\w:]+)" content="([^"]*)">')
ELSEWHERE = {"HTTP_HOST": "testserver:81"}
PAPER = 490  # where it begins on a card, of 630
# On a card: the room of a game's tile, and the tile's own size.
ROOM = r'id="tile" x="\d+" width="(\d+)" height="(\d+)">\s*<svg viewBox="0 0 (\d+) (\d+)"'


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


def text(path: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(path, **ELSEWHERE)
    assert answer.status_code == 200, path
    return answer.content.decode()


@pytest.fixture
def match(begin: Any, person: Any) -> Match:
    """A match of amber and birch that everybody may see."""
    return begin(person("amber"), person("birch"), first=0)


@pytest.fixture
def drawn(monkeypatch: Any) -> list[str]:
    """The SVGs that cards are made of."""
    made: list[str] = []
    cards._scene.cache_clear()
    real = resvg_py.svg_to_bytes

    def draw(svg: str, **how: Any) -> Any:
        made.append(svg)
        return real(svg, **how)

    monkeypatch.setattr(resvg_py, "svg_to_bytes", draw)
    return made


@pytest.fixture
def club(person: Any) -> Club:
    return clubs.found(user=person("cedar"), name="Fern", description="Ferns and games.")


def hide(match: Match, how: str) -> None:
    hidden = {
        "private": {"visibility": Match.Visibility.PRIVATE},
        "shut": {"embargo_until": timezone.now() + timedelta(hours=1)},
    }
    Match.objects.filter(pk=match.pk).update(**hidden[how])


def test_every_game_and_the_site_have_a_card(drawn):
    for path in ["/card.png", *(f"/games/{game.meta.slug}/card.png" for game in GAMES)]:
        answer = Client().get(path)
        assert answer.headers["Content-Type"] == "image/png"
        assert size_of(answer.content) == (800, 420), path
    assert drawn
    for svg in drawn:
        assert "var(" not in svg
        assert 'href="/' not in svg, "nothing lies outside of the drawing"


def test_a_games_tile_is_whole_on_its_card(drawn):
    cards.of_game(GAMES[0])
    ((width, height, *tile),) = re.findall(ROOM, drawn[0])
    assert int(height) <= PAPER
    assert int(width) / int(height) == pytest.approx(int(tile[0]) / int(tile[1]), rel=0.01)


@pytest.mark.parametrize("game", [game.meta.slug for game in GAMES])
def test_a_match_has_a_card_of_its_board_for_each_version(begin, person, drawn, game):
    seats = ("easy",) if game == "castle-panic" else ("easy", "easy")
    alone = game == "village-assault"
    match = begin(person("amber"), *(() if alone else seats), game=game)
    path = f"/matches/{match.public_id}/card.png"
    answer = Client().get(path)
    assert size_of(answer.content) == (800, 420)
    assert "no-store" in answer.headers["Cache-Control"], "it goes on"
    [svg] = drawn
    assert ">amber<" in re.sub(r">\s+|\s+<", lambda found: found[0].strip(), svg)
    assert 'class="thumb"' in svg
    assert "var(" not in svg
    Client().get(path)
    assert len(drawn) == 1, "it is made once"


def test_the_next_version_has_another_card(match, drawn):
    path = f"/matches/{match.public_id}/"
    before = dict(META.findall(text(path)))
    assert before["image"] == f"http://localhost:8000{path}card.png?version=0"
    Client().get(f"{path}card.png")
    play(match)
    after = dict(META.findall(text(path)))
    assert after["image"] == f"http://localhost:8000{path}card.png?version=1"
    Client().get(f"{path}card.png")
    assert len(drawn) == 2


def test_the_head_says_what_a_link_shows(match):
    path = f"/matches/{match.public_id}/"
    head = dict(META.findall(text(path)))
    assert head["url"] == f"http://localhost:8000{path}"
    assert "amber" in head["title"]
    assert "amber" in head["description"]
    for other in ("/", "/rules/castle-panic/", "/games/castle-panic/guide/"):
        told = dict(META.findall(text(other)))
        assert told["url"] == f"http://localhost:8000{other}"
        assert told["description"]
        picture = told["image"].removeprefix("http://localhost:8000")
        assert Client().get(picture).status_code == 200


def test_a_link_to_a_moment_shows_the_game_and_what_happened_then(match):
    path = f"/matches/{match.public_id}/"
    play(match)
    page = text(f"{path}?step=0&as=spectator")
    head = dict(META.findall(page))
    assert head["url"] == f"http://localhost:8000{path}?step=0"
    assert f'<link rel="canonical" href="http://localhost:8000{path}">' in page
    assert head["image"] == f"http://localhost:8000/games/{match.game}/card.png"
    assert head["image:alt"] == f"A scene from {match.game_title}"
    assert head["description"] != dict(META.findall(text(path)))["description"]


def test_every_public_page_says_what_a_link_shows(match, club):
    solo = "village-assault"
    pages = {
        "/tables/": "/card.png",
        "/watch/": "/card.png",
        "/clubs/": "/card.png",
        "/privacy/": "/card.png",
        "/people/amber/": "/card.png",
        f"/leaderboards/{solo}/": "/card.png",
        f"/clubs/{club.public_id}/": "/card.png",
        f"/daily/{solo}/": f"/games/{solo}/card.png",
        f"/seasons/{match.game}/": f"/games/{match.game}/card.png",
    }
    for path, picture in pages.items():
        head = dict(META.findall(text(path)))
        assert head["url"] == f"http://localhost:8000{path}"
        assert head["image"] == f"http://localhost:8000{picture}"
        assert all(head[name] for name in ("title", "description", "image:alt")), path
    head = dict(META.findall(text(f"/clubs/{club.public_id}/")))
    assert (head["title"], head["description"]) == ("Fern", "Ferns and games.")
    missing = Client().get("/nowhere/")
    assert missing.status_code == 404
    assert not META.findall(missing.content.decode())


def test_the_invitation_to_a_club_shows_what_its_page_shows_everybody(club):
    with_link = Client()
    secret = clubs.new_link(club=club, user=club.memberships.get().user)
    answer = with_link.get(f"/clubs/invitation/{secret}/", follow=True)
    head = META.findall(answer.content.decode())
    assert head == META.findall(text(f"/clubs/{club.public_id}/"))


def test_search_engines_leave_out_profiles_and_tables_for_those_with_the_link(person):
    amber = person("amber")
    open_one, hidden = (opened(amber, private=private) for private in (False, True))
    none = '<meta name="robots" content="noindex">'
    for path, listed in {
        "/people/amber/": False,
        f"/tables/{hidden.public_id}/": False,
        f"/tables/{open_one.public_id}/": True,
        "/tables/": True,
    }.items():
        assert (none not in text(path)) == listed, path


@pytest.mark.parametrize("how", ["private", "shut"])
def test_a_match_that_not_everybody_may_see_shows_its_game_alone(match, drawn, how):
    hide(match, how)
    mine, path = logged_in(match.seats.get(index=0).user), f"/matches/{match.public_id}/"
    head = dict(META.findall(text(path, mine)))
    assert head["image"] == f"http://localhost:8000/games/{match.game}/card.png"
    assert not re.search("amber|birch", " ".join(head.values()))
    assert not {"description", "image:alt"} & set(head)
    for client in (mine, Client()):
        assert client.get(f"{path}card.png").status_code == 404
    assert not drawn


def test_a_damaged_match_has_the_card_of_its_game(match, drawn):
    Match.objects.filter(pk=match.pk).update(state=b"nonsense")
    answer = Client().get(f"/matches/{match.public_id}/card.png")
    assert answer.content == cards.of_game(match.presentation)


def test_the_sitemap_has_public_pages_and_no_hidden_match(begin, person):
    amber = person("amber")
    club = clubs.found(user=amber, name="Fern", description="")
    ended = {"status": Match.Status.FINISHED, "finished_at": timezone.now()}
    matches = [begin(amber, "easy") for _ in range(4)]
    for match in matches[:3]:
        Match.objects.filter(pk=match.pk).update(**ended)
    hide(matches[1], "private")
    hide(matches[2], "shut")
    found = re.findall("<loc>(.*?)</loc>", text("/sitemap.xml"))
    assert all(address.startswith("http://localhost:8000/") for address in found)
    paths = {address.removeprefix("http://localhost:8000") for address in found}
    assert {"/", "/rules/castle-panic/", f"/clubs/{club.public_id}/"} <= paths
    assert {path for path in paths if path.startswith("/matches/")} == {
        f"/matches/{matches[0].public_id}/"
    }
    assert all(Client().get(path).status_code == 200 for path in paths)


def test_robots_are_kept_from_what_is_for_one_reader():
    told = text("/robots.txt")
    assert told.startswith("User-agent: *\nDisallow: ")
    assert "Sitemap: http://localhost:8000/sitemap.xml" in told.splitlines()
    refused = [re.escape(path).replace(r"\*", ".*") for path in re.findall("Disallow: (.+)", told)]
    assert "Allow: " not in told  # else the longest would decide

    def may_read(path: str) -> bool:
        return not any(re.match(each, path) for each in refused)

    shared = {"match", "card", "verify"}
    for address in match_urls.urlpatterns:
        path = reverse(f"matches:{address.name}", args=["m1", 0][: 1 + (address.name == "who")])
        assert may_read(path) == may_read(f"{path}?step=4") == (address.name in shared), path
    for path in ("/", "/tables/", "/tables/t1/", "/clubs/c1/", "/rules/castle-panic/", "/watch/"):
        assert may_read(path), path
    assert may_read("/people/amber/"), "it says itself that it isn't to be listed"
    for path in ("/api/matches/", "/review/m1/", "/settings/", "/people/amber/compare/"):
        assert not may_read(path), path
    assert not may_read("/clubs/invitation/secret/")


def test_security_txt_is_there_if_a_contact_is(settings, time_machine):
    assert Client().get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "mailto:keeper@portal.example"
    time_machine.move_to("2026-05-01T12:00:00Z", tick=False)
    assert text("/.well-known/security.txt").splitlines() == [
        "Contact: mailto:keeper@portal.example",
        "Expires: 2026-10-28T00:00:00Z",
        "Preferred-Languages: en",
        "Canonical: http://localhost:8000/.well-known/security.txt",
    ]


def test_the_manifest_names_icons_of_their_size(settings):
    answer = Client().get("/manifest.webmanifest")
    app = answer.json()
    assert (app["name"], app["start_url"], app["scope"]) == (settings.SITE_NAME, "/", "/")
    for icon in app["icons"][:-1]:
        with open(finders.find(icon["src"].removeprefix("/static/")), "rb") as file:
            width, height = size_of(file.read())
        assert icon["sizes"] == f"{width}x{height}"
    assert {icon.get("purpose") for icon in app["icons"]} == {None, "maskable"}
    for shortcut in app["shortcuts"]:
        assert Client().get(shortcut["url"]).status_code in (200, 302)
    for path in ("/favicon.ico", "/apple-touch-icon.png"):
        assert finders.find(Client().get(path)["Location"].removeprefix("/static/"))


def test_the_worker_knows_its_version_and_is_asked_for_anew_each_time(monkeypatch):
    monkeypatch.setattr(views.staticfiles_storage, "manifest_hash", "abc", raising=False)
    views._worker.cache_clear()
    answer = Client().get("/worker.js")
    views._worker.cache_clear()
    assert answer.headers["Content-Type"] == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert 'const VERSION = "abc";' in answer.content.decode()


def test_the_page_for_offline_is_the_same_for_everybody(person):
    assert text("/offline/", logged_in(person("amber"))) == text("/offline/")


def test_below_a_path_all_of_it_lies_there(below_a_path, settings):
    settings.SECURITY_CONTACT = "mailto:keeper@portal.example"
    views._worker.cache_clear()
    assert 'const ROOT = "/club";' in text("/worker.js")
    views._worker.cache_clear()
    assert "Disallow: /club/api/" in text("/robots.txt")
    assert "http://localhost:8000/club/sitemap.xml" in text("/robots.txt")
    assert "<loc>http://localhost:8000/club/</loc>" in text("/sitemap.xml")
    assert "http://localhost:8000/club/.well-known/" in text("/.well-known/security.txt")
    assert '"start_url": "/club/"' in text("/manifest.webmanifest")
    assert '"src": "/club/static/' in text("/manifest.webmanifest")
    assert 'content="http://localhost:8000/club/card.png"' in text("/")


def test_only_rules_and_ones_own_matches_are_to_be_kept(match, person):
    amber = match.seats.get(index=0).user
    path = f"/matches/{match.public_id}/"
    kept = {
        (reader, page): answer.headers.get("Kept-For")
        for reader, client in (("amber", logged_in(amber)), ("cedar", logged_in(person("cedar"))))
        for page in (path, f"{path}?step=0", f"{path}?as=spectator", "/", "/settings/")
        if (answer := client.get(page))
    }
    assert {key for key, reader in kept.items() if reader} == {("amber", path)}
    assert kept["amber", path] == str(amber.pk)
    assert Client().get("/rules/castle-panic/").headers["Kept-For"] == "0"
    assert f'data-reader="{amber.pk}"' in text("/", logged_in(amber))
