"""People who are logged in, and every page of the portal."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connections
from django.test import Client

from accounts import roles, unsubscribing
from accounts.models import User
from accounts.talk import services as talk
from games.matches.learn import material
from games.matches.models import Match
from games.matches.play.actions import services
from games.matches.play.parts import announcements
from games.plugin import registry
from games.plugin.codec import pack
from lobby.clubs import services as clubs
from lobby.leaderboards.services import rank
from lobby.tables import services as tables
from tests.games.matches.conftest import BURN, begin, look, person, user_to_move
from tests.rulesets.fixtures import climb, endless, ordered, picky, race, siege
from tests.support.guests import friends_table, match_of, play_now, visitor, who
from tests.support.log_in import logged_in
from tests.support.matches import started
from tests.support.scenes import lasting

__all__ = ["begin", "climb", "endless", "ordered", "person", "picky", "race", "siege"]

GAMES = [game for game in registry.installed() if material.rules_template(game)]
SOLO = "/leaderboards/village-assault/"
REPORT = "/chat/report/birch/?next=/my-matches/"


@pytest.fixture(autouse=True)
def _close_connections_of_threads(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    mark = request.node.get_closest_marker("django_db")
    if mark and mark.kwargs.get("transaction"):
        connections.close_all()


@pytest.fixture
def rowan(person: Callable[..., User]) -> User:
    """A match reviewer."""
    made = person("rowan")
    roles.give(user=made, role=roles.REVIEWER)
    return made


@pytest.fixture
def staff(rowan: User) -> Client:
    """Their browser."""
    return logged_in(rowan)


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: Any) -> Iterator[Match]:
    """A match of oak and elm that was played to its end, for all who look at it."""
    with lasting(django_db_blocker):
        match = started(*map(User.objects.create_user, ("oak", "elm")))
        play_to_the_end(match)
        yield match


@pytest.fixture
def table(begin: Any, person: Any) -> Any:
    """A match of amber (to move) and birch, and their browsers."""
    amber, birch = person("amber"), person("birch")
    return begin(amber, birch, first=0), logged_in(amber), logged_in(birch)


def play_to_the_end(match: Match) -> None:
    """Everyone draws until the deck is empty and the game is over."""
    shown = look(match)
    while shown.match.running:
        services.submit_action(
            public_id=match.public_id,
            user=user_to_move(shown),
            action={"type": "draw"},
            version=shown.version,
        )
        shown = look(match)


def play_the_last_cards(match: Match) -> None:
    """Two cards are left, and everyone draws: it is over by its rules, if not by its record."""
    state = look(match).state
    state.deck = {"sword": 2}
    Match.objects.filter(pk=match.pk).update(state=pack(state))
    announcements.recent.forget(match.public_id)
    play_to_the_end(match)


def end(match: Match) -> None:
    """The person on seat 0 resigns. Of two people that leaves one, and the match is over."""
    services.resign(public_id=match.public_id, user=match.seats.get(index=0).user)


@pytest.fixture
def every_page(begin: Any, person: Any) -> list[tuple[str, Client]]:
    """The address of every kind of page, with someone who sees it in an interesting state."""
    amber, birch = person("amber"), person("birch")
    running, over = begin(amber, birch, "easy", first=0), begin(amber, birch)
    play_to_the_end(over)
    solo = begin(amber, game="village-assault")
    services.resign(public_id=solo.public_id, user=amber)
    rank(solo.pk)
    table = tables.open_table(host=amber, game=BURN, seats=4, ai={1: "easy"})
    match, end = f"/matches/{running.public_id}/", f"/matches/{over.public_id}/"
    mine, theirs, stranger = logged_in(amber), logged_in(birch), Client()
    staff = person("fern")
    roles.give(user=staff, role=roles.MODERATOR)
    roles.give(user=staff, role=roles.REVIEWER)
    review, reviewer = f"/review/{running.public_id}/", logged_in(staff)
    reviewer.post(f"{review}open/", {"reason": "To look at every page."})
    return [
        *((path, stranger) for path in ("/", "/watch/", "/accounts/login/", "/accounts/signup/")),
        *((path, stranger) for path in ("/accounts/password/reset/", "/accounts/signup/?next=/")),
        *((path, stranger) for path in ("/accounts/password/reset/done/", "/nowhere/", match)),
        ("/accounts/password/reset/key/1-set-password/", stranger),
        *((f"/rules/{game.meta.slug}/", stranger) for game in GAMES),
        (f"/games/{BURN}/guide/", stranger),
        *((f"/games/{BURN}/guide/{step}/", mine) for step in (4, 7, 8)),
        *((path, mine) for path in ("/", "/my-matches/", "/notices/", "/accounts/logout/")),
        *((path, mine) for path in (f"/play/{BURN}/", f"/tables/new/{BURN}/", "/tables/?free=2")),
        *((path, mine) for path in (match, f"{match}?step=0", f"{match}log/", end)),
        *((path, mine) for path in (f"{end}?step=3", f"{end}after/", f"{end}verify/")),
        *((path, mine) for path in (f"{end}?step=7&as=omniscient", f"{end}log/")),
        *((f"/fork/{over.public_id}/?step=3", reader) for reader in (mine, stranger)),
        *((path, mine) for path in (f"/tables/{table.public_id}/", f"{match}?step=99")),
        *((path, mine) for path in (f"/chat/match:{running.public_id}:players/", REPORT)),
        *(
            (f"/settings/{path}", mine)
            for path in ("", "account/", "data/", "hours/", "calendar/", "people/", "notices/")
        ),
        *((f"/accounts/{path}/", mine) for path in ("email", "password/change", "reauthenticate")),
        *(("/people/amber/", reader) for reader in (mine, theirs, stranger)),
        *((f"/people/amber/{page}/", theirs) for page in ("compare", "challenge")),
        ("/accounts/confirm-email/nonsense/", stranger),
        (f"/notices/off/{unsubscribing.token(amber.pk, 'turn')}/", stranger),
        *(("/privacy/", reader) for reader in (mine, stranger)),
        *((path, stranger) for path in (SOLO, f"{SOLO}?span=ever&board=hard")),
        (SOLO, mine),
        *(("/daily/village-assault/", reader) for reader in (mine, stranger)),
        ("/design/", logged_in(staff)),
        *((path, reviewer) for path in ("/review/", "/review/?state=odd", f"{review}?step=0")),
        (f"/review/{over.public_id}/", reviewer),
        *((f"/moderation/{path}", logged_in(staff)) for path in ("", "people/", "people/birch/")),
        (match, theirs),
        (f"/tables/{table.public_id}/", theirs),
        (f"/tables/{table.public_id}/", stranger),
        *club_pages(amber, mine, reviewer),
        *guests_pages(amber),
    ]


def club_pages(owner: User, mine: Client, moderator: Client) -> list[tuple[str, Client]]:
    """Pages of a club with members, tables and something to read, and of one that has nothing."""
    stranger, club = Client(), clubs.found(user=owner, name="fern", description="f")
    clubs.join(club=club, user=User.objects.get(username="birch"))
    tables.open_table(host=owner, game=BURN, seats=3, private=True, club=club.public_id)
    page = f"/clubs/{club.public_id}/"
    talk.say(user=User.objects.get(username="birch"), key=f"club:{club.public_id}", text="a")
    new_table = f"/tables/new/{BURN}/?club={club.public_id}"
    return [
        *(("/clubs/", reader) for reader in (mine, stranger)),
        ("/clubs/?name=x", stranger),
        *((path, mine) for path in ("/clubs/new/", page, f"{page}members/", f"{page}edit/")),
        (f"{page}members/", stranger),
        *((path, moderator) for path in (page, f"{page}report/")),
        (page, stranger),
        (new_table, mine),
    ]


def guests_pages(host: User) -> list[tuple[str, Client]]:
    """What a guest sees of the portal, at the host's private table and elsewhere."""
    table, browser = friends_table(host), visitor()
    room, solo = f"/tables/{table.public_id}/", match_of(play_now(browser, "village-assault"))
    browser.post(f"{room}join/")
    name = who(browser).get_absolute_url()
    paths = ["/", room, f"/chat/table:{table.public_id}/", f"/matches/{solo.public_id}/", name]
    paths += [f"/accounts/{page}/" for page in ("login", "signup", "logout")]
    paths += ["/settings/", "/daily/village-assault/", "/people/amber/"]
    return [(room, visitor()), (f"/play/{BURN}/", visitor()), (name, visitor())] + [
        (path, browser) for path in paths
    ]
