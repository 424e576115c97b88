"""One of everything that can be asked for, and one of everyone who may ask."""

from dataclasses import dataclass
from datetime import UTC, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts import appeals, blocks, notices, reports, roles, sanctions, unsubscribing
from accounts.guests import addresses
from accounts.models import GuestAddress, User
from accounts.services import issue_token
from accounts.talk import services as talk
from games.matches.play.actions import services
from games.plugin import registry
from lobby.clubs import services as clubs
from lobby.daily import services as daily
from lobby.quick import services as quick
from lobby.tables import services as tables
from tests.support.log_in import logged_in
from tests.support.matches import BURN, started

# seat: sits on seat 0 of every match and hosts every table. spectator: watches the matches.
# blocked: the seat has blocked them. banned: until tomorrow. The staff sits nowhere, nor does the
# guest, who has no account and so no key: their programs would be logged in by their browser.
# (partner, who has the other seats, is asked about in calls alone.)
EVERYBODY = (
    *("anonymous", "member", "seat", "spectator", "blocked", "banned"),
    *("moderator", "reviewer", "superuser", "guest"),
)


@dataclass
class Scene:
    """Who there is, and what the names in an address stand for."""

    people: dict[str, User]
    names: dict[str, Any]
    keys: dict[str, str]
    sessions: dict[str, str]

    def client(self, who: str) -> Client:
        """A browser with that person logged in (the banned one from before the ban)."""
        client = Client()
        if who in self.sessions:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[who]
        return client

    def headers(self, who: str) -> dict[str, str]:
        return {"Authorization": f"Token {self.keys[who]}"} if who in self.keys else {}


def make() -> Scene:
    people = {who: User.objects.create_user(who) for who in EVERYBODY if who != "anonymous"}
    digest = addresses.digest_of("127.0.0.1")
    here = GuestAddress.objects.create(digest=digest, used_at=timezone.now())
    User.objects.filter(username="guest").update(
        is_guest=True, seen_at=timezone.now(), guest_address=here
    )
    User.objects.update(date_joined=timezone.now() - timedelta(days=2))
    for user in people.values():
        user.refresh_from_db()
    partner = User.objects.create_user("partner")
    callers = people | {"partner": partner}
    keys = {who: issue_token(user=user) for who, user in callers.items() if not user.is_guest}
    names = _played(people, partner) | _gathered(people, partner)
    names |= _said(people, names["public"])
    names |= _met(people, partner)
    names["sanction"] = _ranked(people)
    names["appeal"] = appeals.appeal(by=people["banned"], text="It wasn't me.").pk
    return Scene(people, names, keys, {who: _logged_in(user) for who, user in people.items()})


def _logged_in(user: User) -> str:
    client = logged_in(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def _played(people: dict[str, User], partner: User) -> dict[str, Any]:
    seat = people["seat"]
    begin = partial(started, seat, partner, first=0)
    public, private, over, hidden = begin(), begin(private=True), begin(), begin(private=True)
    rated, unlisted = begin(rated=True), begin(rated=True, private=True)
    for match in (over, hidden, rated, unlisted):
        services.resign(public_id=match.public_id, user=partner, version=match.version)
    return {
        "public": public.public_id,
        "private": private.public_id,
        "over": over.public_id,
        "hidden": hidden.public_id,
        "rated": rated.public_id,
        "unlisted": unlisted.public_id,
        "game": BURN,
        "solo": "village-assault",
        "shut": _tried(seat),
        "today": timezone.now().astimezone(UTC).date().isoformat(),
    }


def _tried(user: User) -> str:
    """A try at today's challenge that is over but not open yet."""
    begun = daily.begin(user=user, game=registry.get("village-assault"))
    services.resign(public_id=begun.match.public_id, user=user)
    return begun.match.public_id


def _gathered(people: dict[str, User], partner: User) -> dict[str, Any]:
    seat = people["seat"]
    table = tables.open_table(host=seat, game=BURN, seats=4, ai={3: "easy"})
    tables.join(table=table, user=partner, seat=1)
    closed = tables.open_table(host=seat, game=BURN, seats=3, private=True)
    staked = tables.open_table(host=seat, game=BURN, seats=2, rated=True, private=True)
    return {"table": table.public_id, "closed": closed.public_id, "staked": staked.public_id}


def _met(people: dict[str, User], partner: User) -> dict[str, Any]:
    """The seat's club, for people with an invitation, in which the others of the matches are."""
    club = clubs.found(user=people["seat"], name="Round Table")
    for user in (partner, people["spectator"], people["blocked"]):
        clubs.join(club=club, user=user)
    words = {"name": club.name, "description": "", "open": False}
    clubs.edit(club=club, user=people["seat"], **words)
    inner = tables.open_table(
        host=people["seat"], game=BURN, seats=3, private=True, club=club.public_id
    )
    return {
        "club": club.public_id,
        "inner": inner.public_id,
        "secret": clubs.new_link(club=club, user=people["seat"]),
    }


def _said(people: dict[str, User], public: str) -> dict[str, Any]:
    talk.say(user=people["seat"], key=f"match:{public}:players", text="well met")
    said = talk.say(user=people["spectator"], key=f"match:{public}:watchers", text="go")
    report = reports.report(
        by=people["member"], about=people["spectator"], reason="rude", message=said
    )
    notices.tell(user_id=people["seat"].pk, key="test", text="Hello.", link="/")
    notice = people["seat"].notices.get(key="test")
    ticket = quick.enqueue(user=people["seat"], games=[BURN], paces=["none"])
    return {
        "ticket": ticket.pk,
        "report": report.pk,
        "notice": notice.pk,
        "unsubscribe": unsubscribing.token(people["seat"].pk, "turn"),
        "apikey": people["seat"].tokens.get().pk,
        "message": said.pk,
    }


def _ranked(people: dict[str, User]) -> int:
    roles.give(user=people["moderator"], role=roles.MODERATOR)
    roles.give(user=people["reviewer"], role=roles.REVIEWER)
    boss = people["superuser"]
    boss.is_staff = boss.is_superuser = True
    boss.save()
    blocks.block(user=people["seat"], other=people["blocked"])
    ban = sanctions.impose(
        user=people["banned"],
        by=boss,
        kind="ban",
        reason="spam",
        ends_at=timezone.now() + timedelta(days=1),
    )
    return int(ban.pk)
