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

# As whom which addresses are opened: a visitor, somebody with hundreds of matches, staff.
# `{name}`: how many names begin; `{late_…}`: a page far down in that list.
ADDRESSES = {
    "visitor": """
        / /tables/?page=5 /people/{regular}/ /leaderboards/village-assault/ /readyz
        /leaderboards/village-assault/?span=ever&board=normal&page={late_runs}
        /matches/{running}/ /matches/{newest}/ /matches/{newest}/boards/?from=0&count=9
        /matches/{newest}/?step=1 /matches/{newest}/log/ /matches/{newest}/after/
        /fork/{newest}/?step=1 /api/schema/ /api/matches/ /api/matches/?page={late_public}
        /api/matches/?status=active /api/matches/?status=voided /api/matches/?game={burn}
        /api/matches/?game={burn}&status=finished /api/matches/?game=chess
        /api/matches/{newest}/ /api/matches/{newest}/log/ /api/matches/{newest}/record/
        /api/tables/ /api/tables/?page={late_tables} /api/tables/?seats=5 /api/games/
        /api/leaderboards/village-assault/?span=ever&board=normal
        /api/leaderboards/village-assault/?span=ever&board=normal&page={late_runs}
        /api/daily/village-assault/{day}/places/?page={late_tries}
    """,
    "player": """
        / /my-matches/ /my-matches/?over=5 /tables/ /tables/{table}/ /tables/new/{burn}/ /quick/
        /people/{regular}/ /leaderboards/village-assault/?span=ever&board=normal
        /daily/village-assault/{day}/?page={late_tries} /daily/village-assault/
        /matches/{own}/ /matches/{own}/log/ /chat/{talk}/ /notices/ /notices/?page=10
        /settings/people/ /settings/account/ /api/matches/ /api/matches/?page={late_public}
        /api/matches/?mine=1 /api/matches/?mine=1&waiting=1 /api/tables/
        /api/tables/?status=open&free=1 /api/tables/?status=closed&game={burn} /api/tables/?mine=1
    """,
    "staff": """
        /review/ /review/?page={late_matches} /review/?player={name} /review/?player=birch
        /review/?player=nobody /review/?game={burn}&state=finished /review/?state=flagged
        /review/?until={ago}&state=finished /review/?text=dragon /review/?text=the+dragon+comes
        /review/?text=resigns /review/?text=resigns&player={name} /review/?text=xylophone
        /review/{newest}/ /moderation/ /moderation/?status=upheld&page=30 /moderation/people/
        /moderation/people/?name={name} /moderation/people/{name}/ /moderation/audit/
        /moderation/audit/?page=300 /moderation/audit/?actor={name}
        /moderation/audit/?action=token /moderation/audit/?subject=user:7
        /admin/ /admin/matches/match/ /admin/matches/match/?p=older.{middle}
        /admin/matches/match/?q={name} /admin/matches/match/?status__exact=voided
        /admin/matches/match/?paused__exact=flagged /admin/matches/match/?game={burn}
        /admin/matches/step/ /admin/matches/step/?p=older.4000
        /admin/matches/step/?kind__exact=undo /admin/matches/step/?q=nobody
        /admin/lobby/table/ /admin/lobby/table/?q={name} /admin/lobby/table/?status__exact=closed
        /admin/accounts/user/ /admin/accounts/user/?p=older.500 /admin/accounts/user/?q={name}
        /admin/accounts/user/?is_staff__exact=1 /admin/accounts/token/
        /admin/accounts/token/?q={name} /admin/auth/group/ /admin/accounts/auditentry/
        /admin/accounts/auditentry/?action=match.review /admin/accounts/auditentry/?q={name}
        /admin/axes/accesslog/ /admin/axes/accesslog/?q={name} /admin/axes/accessfailurelog/
        /admin/axes/accessattempt/
    """,
}


def addresses() -> Iterator[tuple[str, Client, str]]:
    """What is opened: said in words, as whom, where."""
    regular = User.objects.filter(is_superuser=False).earliest("pk")
    office, new = User.objects.get_or_create(
        username="office", defaults={"is_superuser": True, "is_staff": True, "password": "!"}
    )
    for role in roles.ROLES if new else ():
        roles.give(user=office, role=role)
    clients = {"visitor": Client(), "player": Client(), "staff": Client()}
    clients["player"].force_login(regular)
    clients["staff"].force_login(office)
    names = _names(regular)
    for who, client in clients.items():
        for address in ADDRESSES[who].split():
            yield f"{who}: {address}", client, address.format(**names)


def _names(regular: User) -> dict[str, Any]:
    """What stands in addresses."""
    public = Match.objects.filter(visibility="public").defer("state")
    newest = public.filter(status="finished").latest("started_at")
    own = Match.objects.filter(seats__user=regular, status="finished").latest("started_at")
    by_age = Match.objects.order_by("started_at").values_list("pk", flat=True)
    ago = timezone.now() - timedelta(days=200)
    return {
        "burn": "please-dont-burn-my-village",
        "name": "birch7",
        "regular": regular.username,
        "running": public.filter(status="active").latest("started_at").public_id,
        "newest": newest.public_id,
        "own": own.public_id,
        "talk": Conversation.objects.filter(key__startswith="match:").earliest("pk").key,
        "table": Table.objects.filter(status="open").latest("pk").public_id,
        "day": Challenge.objects.exclude(tries=None).latest("day").day,
        "ago": ago.strftime("%Y-%m-%dT%H:%M"),
        "middle": by_age[by_age.count() // 2],
        "late_runs": _late(Run.objects.filter(best_ever=True), 50),
        "late_tries": _late(Try.objects.all(), 50),
        "late_public": _late(public, 50),
        "late_tables": _late(Table.objects.filter(listed=True), 50),
        "late_matches": _late(Match.objects.all(), 25),
    }


def _late(found: QuerySet[Any], size: int) -> int:
    return 1 + found.count() // size // 2
