"""The cost of pages and calls on a portal that has grown.

It has 87,000 matches, 50,000 of them rated, and a million steps. Each address is opened in this
process; the figure is the median processor time of a response, with templates and database
(PostgreSQL's own time, too, if DATABASE_URL names a server on this machine). An empty database is
filled. `--data FOLDER` keeps SQLite's folder for the next run.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Conversation, User
from bench import grown_portal
from games.matches.models import Match
from lobby.models import Challenge, Club, Run, SeasonStanding, Table
from portal.garbage import collect_seldom

LIMIT = 60  # ms of the processor, for each address
OPENED, WARMING_UP = 7, 2  # times in all, and times to warm up

# The addresses to open as each person: a visitor, somebody with hundreds of matches, staff.
# `{late_…}`: a page far down in that list.
ADDRESSES = {
    "visitor": """
        / /watch/ /watch/?page={late_watched} /watch/?game={burn}&page=5 /tables/?page=5
        /people/{regular}/ /leaderboards/village-assault/ /readyz /seasons/{burn}/
        /people/{regular}/compare/?with={other} /sitemap.xml
        /leaderboards/village-assault/?span=ever&board=normal&page={late_runs} /matches/{running}/
        /matches/{newest}/ /matches/{newest}/boards/?from=0&count=9 /matches/{newest}/?step=1
        /matches/{newest}/log/ /matches/{newest}/after/ /fork/{newest}/?step=1 /api/schema/
        /api/matches/ /api/matches/?page={late_public} /api/matches/?status=active
        /api/matches/?status=voided /api/matches/?game={burn}
        /api/matches/?game={burn}&status=finished /api/matches/?game=chess /api/matches/{newest}/
        /api/matches/{newest}/log/ /api/matches/{newest}/record/ /api/tables/
        /api/tables/?page={late_tables} /api/tables/?seats=5 /api/games/
        /clubs/ /clubs/?page={late_clubs} /clubs/?name=round /clubs/{club}/ /clubs/{club}/members/
        /api/clubs/ /api/clubs/?page={late_clubs} /api/tables/?club={club}
        /api/leaderboards/village-assault/?span=ever&board=normal
        /api/leaderboards/village-assault/?span=ever&board=normal&page={late_runs}
        /api/daily/village-assault/{day}/places/?page={late_tries} /api/seasons/{burn}/
        /tables/ /tables/{table}/ /tables/new/{burn}/words/ /play/{burn}/ /daily/village-assault/
        /ratings/{rated}/ /api/people/{regular}/ratings/ /api/matches/{rated}/ratings/
        /watch/boards/?{watched} /seasons/{burn}/?pace=days&page={late_places}
        /clubs/{club}/?game={burn}&pace=days&page=2 /clubs/{club}/?game={burn}&pace=live
        /rules/{burn}/ /games/{burn}/guide/ /games/{burn}/guide/3/ /games/{burn}/card.png
        /privacy/ /offline/ /manifest.webmanifest /worker.js /robots.txt /card.png
        /matches/{newest}/verify/ /matches/{newest}/story/ /matches/{newest}/card.png
        /matches/{newest}/news/ /matches/{newest}/why/ /api/matches/{newest}/forks/
        /api/matches/{newest}/steps/1/ /api/games/{burn}/ /api/keys/ /api/tables/{table}/
        /api/clubs/{club}/ /api/clubs/{club}/members/ /api/daily/village-assault/
        /api/daily/village-assault/{day}/ /accounts/login/ /accounts/signup/
        /accounts/password/reset/
    """,
    "player": """
        / /my-matches/ /my-matches/?over=5 /watch/ /tables/ /tables/{table}/ /tables/new/{burn}/
        /quick/ /clubs/ /clubs/{club}/ /people/{regular}/ /people/{other}/compare/
        /people/{other}/challenge/ /leaderboards/village-assault/?span=ever&board=normal
        /seasons/{burn}/
        /daily/village-assault/{day}/?page={late_tries} /daily/village-assault/ /matches/{own}/
        /matches/{own}/log/ /chat/{talk}/ /notices/ /notices/?page=10 /settings/people/
        /settings/account/ /settings/notices/ /people/{regular}/compare/?with={other}
        /leaderboards/village-assault/?span=ever&board=normal&page={late_runs}
        /clubs/{club}/members/ /api/matches/ /api/matches/?page={late_public} /api/matches/?mine=1
        /api/matches/?mine=1&waiting=1 /api/tables/ /api/tables/?status=open&free=1
        /api/tables/?status=closed&game={burn} /api/tables/?mine=1
        /figures/ /play/{burn}/ /quick/estimate/ /quick/wanted/ /tables/new/{burn}/words/
        /clubs/new/ /clubs/{club}/edit/ /clubs/{club}/report/ /fork/{own}/?step=1
        /rematch/{own}/asked/ /ratings/{rated}/ /watch/boards/?{watched}
        /seasons/{burn}/?pace=days&page={late_places} /clubs/{club}/?game={burn}&pace=days&page=2
        /matches/{own}/news/ /matches/{own}/verify/ /matches/{own}/story/ /matches/{own}/after/
        /chat/report/{other}/ /settings/ /settings/hours/ /settings/data/ /settings/calendar/
        /settings/account/close/ /accounts/email/ /api/follows/ /api/hours/ /api/tables/{table}/
        /api/clubs/{club}/members/
    """,
    "staff": """
        /review/ /review/?page={late_matches} /review/?player=birch7 /review/?player=birch
        /review/?player=nobody /review/?game={burn}&state=finished /review/?state=flagged
        /review/?until={ago}&state=finished /review/?text=dragon /review/?text=the+dragon+comes
        /review/?text=resigns /review/?text=resigns&player=birch7 /review/?text=xylophone
        /review/{newest}/ /moderation/ /moderation/?status=upheld&page=30 /moderation/people/
        /moderation/people/?name=birch7 /moderation/people/birch7/ /moderation/audit/
        /moderation/audit/?page=300 /moderation/audit/?actor=birch7 /moderation/audit/?action=token
        /moderation/audit/?subject=user:7 /admin/ /admin/matches/match/
        /admin/matches/match/?p=older.{middle} /admin/matches/match/?q=birch7
        /admin/matches/match/?status__exact=voided /admin/matches/match/?paused__exact=flagged
        /admin/matches/match/?game={burn} /admin/matches/step/ /admin/matches/step/?p=older.4000
        /admin/matches/step/?kind__exact=undo /admin/matches/step/?q=nobody /admin/lobby/table/
        /admin/lobby/table/?q=birch7 /admin/lobby/table/?status__exact=closed /admin/accounts/user/
        /admin/accounts/user/?p=older.500 /admin/accounts/user/?q=birch7
        /admin/accounts/user/?is_staff__exact=1 /admin/accounts/token/
        /admin/accounts/token/?q=birch7 /admin/accounts/auditentry/
        /admin/accounts/auditentry/?action=match.review /admin/accounts/auditentry/?q=birch7
        /admin/axes/accesslog/ /admin/axes/accesslog/?q=birch7 /admin/axes/accessfailurelog/
        /admin/axes/accessattempt/
    """,
}


def main() -> None:
    call_command("migrate", verbosity=0)
    if not Match.objects.exists():
        grown_portal.fill()
    collect_seldom()  # like `portal.asgi`
    used = processor()
    slow = [is_slow(*address, used) for address in list(addresses())]
    print(f"{sum(slow)} of {len(slow)} addresses take over {LIMIT} ms")


def processor() -> Callable[[], float]:
    """A function that returns the processor seconds of this process and its PostgreSQL backend."""
    if connection.vendor != "postgresql":
        return time.process_time
    with connection.cursor() as cursor:
        cursor.execute("SET max_parallel_workers_per_gather = 0")  # all in one process
        cursor.execute("SELECT pg_backend_pid()")
        clock = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")
    return lambda: time.process_time() + int(clock.read_text().split()[0]) / 1e9


def is_slow(said: str, client: Client, address: str, used: Callable[[], float]) -> bool:
    """Open an address; print its median and longest processor time, and its number of queries."""
    times = []
    for _time in range(OPENED):
        begun = used()
        answer = client.get(address)
        times.append((used() - begun) * 1_000)
        assert answer.status_code == 200, (address, answer.status_code, answer.content[:300])
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    median, longest = statistics.median(times[WARMING_UP:]), max(times[WARMING_UP:])
    mark = "  <-- over" if median > LIMIT else ""
    print(f"{said:72} {median:7.1f} ms (at most {longest:.1f}), {len(queries)} queries{mark}")
    return median > LIMIT


def addresses() -> Iterator[tuple[str, Client, str]]:
    """The addresses to open, each with a description and a client."""
    regular, _blocked, other = User.objects.filter(is_superuser=False).order_by("pk")[:3]
    clients = {"visitor": Client(), "player": Client(), "staff": Client()}
    clients["player"].force_login(regular)
    clients["staff"].force_login(User.objects.get(is_superuser=True))
    matches, tables = Match.objects.defer("state").order_by("started_at"), Table.objects.all()
    finished = matches.filter(status="finished")
    watched = matches.filter(status="active", visibility="public").values_list(
        "public_id", flat=True
    )
    places = SeasonStanding.objects.filter(game=grown_portal.BURN, pace="days", qualified=True)
    challenge = Challenge.objects.exclude(tries=None).latest("day")
    names = {
        "burn": grown_portal.BURN,
        "regular": regular.username,
        "other": other.username,
        "running": matches.filter(status="active").latest("started_at").public_id,
        "newest": finished.latest("started_at").public_id,
        "own": finished.filter(seats__user=regular).latest("started_at").public_id,
        "rated": finished.filter(seats__user=regular, rated=True).latest("started_at").public_id,
        "watched": "&".join(f"match={one}" for one in watched[:9]),
        "talk": Conversation.objects.filter(key__startswith="match:").earliest("pk").key,
        "club": Club.objects.earliest("pk").public_id,
        "table": tables.filter(status="open").latest("pk").public_id,
        "day": challenge.day,
        "ago": (timezone.now() - timedelta(days=200)).strftime("%Y-%m-%dT%H:%M"),
        "middle": matches[matches.count() // 2].pk,
        "late_runs": _late(Run.objects.filter(best_ever=True), 50),
        "late_tries": _late(challenge.tries.all(), 50),
        "late_places": _late(places, 50),
        "late_public": _late(matches, 50),
        "late_clubs": _late(Club.objects.all(), 50),
        "late_tables": _late(tables.filter(listed=True), 50),
        "late_watched": _late(matches.filter(status="active", visibility="public"), 9),
        "late_matches": _late(matches, 25),
    }
    for who, client in clients.items():
        for address in ADDRESSES[who].split():
            yield f"{who}: {address}", client, address.format(**names)


def _late(found: QuerySet[Any], size: int) -> int:
    return 1 + found.count() // size // 2
