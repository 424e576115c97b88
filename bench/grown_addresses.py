"""Every list and page of a grown portal that is opened to be measured (`bench.growth`)."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone

from accounts import roles
from accounts.models import Conversation, User
from games.matches.models import Match
from lobby.models import Challenge, Run, Table, Try

BURN, ASSAULT = "please-dont-burn-my-village", "village-assault"
NAME = "birch7"  # how many names begin
SOME_TIME_AGO = timedelta(days=200)

Address = tuple[str, Client, str]


def all() -> Iterator[Address]:
    """What is opened, as whom: a visitor, somebody with hundreds of matches, an administrator."""
    regular = User.objects.filter(is_superuser=False).earliest("pk")
    office = User.objects.filter(username="office").first()
    if office is None:
        office = User.objects.create_superuser("office", password="!")
        for role in (roles.REVIEWER, roles.MODERATOR):
            roles.give(user=office, role=role)
    visitor, player, reviewer = Client(), Client(), Client()
    player.force_login(regular)
    reviewer.force_login(office)
    yield from _pages(visitor, player, regular)
    yield from _calls(visitor, player)
    yield from _reviews(reviewer)
    yield from _administration(reviewer)


def _late(found: QuerySet[Any], size: int) -> int:
    """The number of a page far down in that list."""
    return 1 + found.count() // size // 2


def _newest() -> Match:
    found = Match.objects.filter(status="finished", visibility="public")
    return found.defer("state").latest("started_at")


def _pages(visitor: Client, player: Client, regular: User) -> Iterator[Address]:
    newest, running = _newest(), Match.objects.filter(status="active", visibility="public")
    own = Match.objects.filter(seats__user=regular, status="finished").latest("started_at")
    table = Table.objects.filter(status="open").latest("pk")
    talk = Conversation.objects.filter(key__startswith=f"match:{own.public_id}").first()
    day = Challenge.objects.exclude(tries=None).latest("day").day
    yield "home, a visitor", visitor, "/"
    yield "home, a player", player, "/"
    yield "my matches", player, "/my-matches/"
    yield "my matches, those over, page 5", player, "/my-matches/?over=5"
    yield "tables", player, "/tables/"
    yield "tables, page 5", visitor, "/tables/?page=5"
    yield "a table", player, f"/tables/{table.public_id}/"
    yield "a new table", player, f"/tables/new/{BURN}/"
    yield "quick match", player, "/quick/"
    yield "a profile", visitor, f"/people/{regular.username}/"
    yield "one's own profile", player, f"/people/{regular.username}/"
    yield "a leaderboard", visitor, f"/leaderboards/{ASSAULT}/"
    yield "a leaderboard of all time", player, f"/leaderboards/{ASSAULT}/?span=ever&board=normal"
    page = _late(Run.objects.filter(best_ever=True), 50)
    late = f"/leaderboards/{ASSAULT}/?span=ever&board=normal&page={page}"
    yield "a leaderboard of all time, a late page", visitor, late
    page = _late(Try.objects.all(), 50)
    yield "a challenge that thousands tried", player, f"/daily/{ASSAULT}/{day}/?page={page}"
    yield "today's challenge", player, f"/daily/{ASSAULT}/"
    yield "a running match", visitor, f"/matches/{running.latest('started_at').public_id}/"
    yield "a finished match", visitor, f"/matches/{newest.public_id}/"
    yield "a finished match, boards", visitor, f"/matches/{newest.public_id}/boards/?from=0&count=9"
    yield "a finished match, a moment", visitor, f"/matches/{newest.public_id}/?step=1"
    yield "a finished match, its log", visitor, f"/matches/{newest.public_id}/log/"
    yield "a finished match, its end", visitor, f"/matches/{newest.public_id}/after/"
    yield "going on from it", visitor, f"/fork/{newest.public_id}/?step=1"
    yield "one's own match", player, f"/matches/{own.public_id}/"
    yield "its log", player, f"/matches/{own.public_id}/log/"
    if talk is not None:
        yield "a conversation", player, f"/chat/{talk.key}/"
    yield "notices", player, "/notices/"
    yield "notices, page 10", player, "/notices/?page=10"
    yield "settings: people", player, "/settings/people/"
    yield "settings: account", player, "/settings/account/"
    yield "is it ready?", visitor, "/readyz"


def _calls(visitor: Client, player: Client) -> Iterator[Address]:
    newest = _newest()
    day = Challenge.objects.exclude(tries=None).latest("day").day
    yield "API: the document", visitor, "/api/schema/"
    yield "API: matches", visitor, "/api/matches/"
    yield "API: matches, to a player", player, "/api/matches/"
    page = _late(Match.objects.filter(visibility="public"), 50)
    yield "API: matches, a late page", visitor, f"/api/matches/?page={page}"
    yield "API: matches, a late page, to a player", player, f"/api/matches/?page={page}"
    yield "API: running matches", visitor, "/api/matches/?status=active"
    yield "API: voided matches", visitor, "/api/matches/?status=voided"
    yield "API: matches of a game", visitor, f"/api/matches/?game={BURN}"
    yield "API: finished matches of a game", visitor, f"/api/matches/?game={BURN}&status=finished"
    yield "API: matches of no game", visitor, "/api/matches/?game=chess"
    yield "API: one's own matches", player, "/api/matches/?mine=1"
    yield "API: one's own that wait", player, "/api/matches/?mine=1&waiting=1"
    yield "API: a match", visitor, f"/api/matches/{newest.public_id}/"
    yield "API: its log", visitor, f"/api/matches/{newest.public_id}/log/"
    yield "API: its record", visitor, f"/api/matches/{newest.public_id}/record/"
    yield "API: tables", visitor, "/api/tables/"
    yield "API: tables, to a player", player, "/api/tables/"
    page = _late(Table.objects.filter(listed=True), 50)
    yield "API: tables, a late page", visitor, f"/api/tables/?page={page}"
    yield "API: open tables", player, "/api/tables/?status=open&free=1"
    yield "API: closed tables of a game", player, f"/api/tables/?status=closed&game={BURN}"
    yield "API: tables for five", visitor, "/api/tables/?seats=5"
    yield "API: one's own tables", player, "/api/tables/?mine=1"
    yield "API: a leaderboard", visitor, f"/api/leaderboards/{ASSAULT}/?span=ever&board=normal"
    page = _late(Run.objects.filter(best_ever=True), 50)
    late = f"/api/leaderboards/{ASSAULT}/?span=ever&board=normal&page={page}"
    yield "API: a leaderboard, a late page", visitor, late
    page = _late(Try.objects.all(), 50)
    yield "API: a challenge's places", visitor, f"/api/daily/{ASSAULT}/{day}/places/?page={page}"
    yield "API: games", visitor, "/api/games/"


def _reviews(reviewer: Client) -> Iterator[Address]:
    ago = (timezone.now() - SOME_TIME_AGO).strftime("%Y-%m-%dT%H:%M")
    yield "review", reviewer, "/review/"
    page = _late(Match.objects.all(), 25)
    yield "review, a late page", reviewer, f"/review/?page={page}"
    yield "review: by player", reviewer, f"/review/?player={NAME}"
    yield "review: by a beginning of many names", reviewer, "/review/?player=birch"
    yield "review: by nobody's name", reviewer, "/review/?player=nobody"
    yield "review: by game and state", reviewer, f"/review/?game={BURN}&state=finished"
    yield "review: those that wait for us", reviewer, "/review/?state=flagged"
    yield "review: until then", reviewer, f"/review/?until={ago}&state=finished"
    yield "review: by what the log says", reviewer, "/review/?text=dragon"
    yield "review: by a phrase", reviewer, "/review/?text=the+dragon+comes"
    yield "review: by what most logs say", reviewer, "/review/?text=resigns"
    yield "review: by text and player", reviewer, f"/review/?text=resigns&player={NAME}"
    yield "review: what no log says", reviewer, "/review/?text=xylophone"
    yield "a match under review", reviewer, f"/review/{_newest().public_id}/"
    yield "moderation: reports", reviewer, "/moderation/"
    yield "moderation: reports, settled", reviewer, "/moderation/?status=upheld&page=30"
    yield "moderation: people", reviewer, "/moderation/people/"
    yield "moderation: people by name", reviewer, f"/moderation/people/?name={NAME}"
    yield "moderation: someone", reviewer, f"/moderation/people/{NAME}/"
    yield "moderation: audit log", reviewer, "/moderation/audit/"
    yield "moderation: audit log, page 300", reviewer, "/moderation/audit/?page=300"
    yield "moderation: audit log by person", reviewer, f"/moderation/audit/?actor={NAME}"
    yield "moderation: audit log by deed", reviewer, "/moderation/audit/?action=token"
    yield "moderation: audit log by subject", reviewer, "/moderation/audit/?subject=user:7"


def _administration(reviewer: Client) -> Iterator[Address]:
    keys = Match.objects.order_by("started_at").values_list("pk", flat=True)
    middle = keys[keys.count() // 2]
    for said, where in (
        ("", ""),
        ("matches", "matches/match/"),
        ("matches, a late page", f"matches/match/?p=older.{middle}"),
        ("matches by name", f"matches/match/?q={NAME}"),
        ("voided matches", "matches/match/?status__exact=voided"),
        ("flagged matches", "matches/match/?paused__exact=flagged"),
        ("matches of a game", f"matches/match/?game={BURN}"),
        ("steps", "matches/step/"),
        ("steps, a late page", "matches/step/?p=older.4000"),
        ("steps taken back", "matches/step/?kind__exact=undo"),
        ("steps of nobody", "matches/step/?q=nobody"),
        ("tables", "lobby/table/"),
        ("tables by name", f"lobby/table/?q={NAME}"),
        ("closed tables", "lobby/table/?status__exact=closed"),
        ("people", "accounts/user/"),
        ("people, a late page", "accounts/user/?p=older.500"),
        ("people by name", f"accounts/user/?q={NAME}"),
        ("staff", "accounts/user/?is_staff__exact=1"),
        ("tokens", "accounts/token/"),
        ("tokens by name", f"accounts/token/?q={NAME}"),
        ("roles", "auth/group/"),
        ("audit log", "accounts/auditentry/"),
        ("audit log by deed", "accounts/auditentry/?action=match.review"),
        ("audit log by person", f"accounts/auditentry/?q={NAME}"),
        ("log-ins", "axes/accesslog/"),
        ("log-ins by name", f"axes/accesslog/?q={NAME}"),
        ("failed log-ins", "axes/accessfailurelog/"),
        ("failures that count", "axes/accessattempt/"),
    ):
        yield f"administration: {said or 'beginning'}", reviewer, f"/admin/{where}"
