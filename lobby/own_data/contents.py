"""The contents of a person's file: a list for each model that refers to people, and their matches.

Every reference to a person is in `LISTS`, or in `NOT_LISTED` with a reason; a test checks all
models. Other people appear by name if the person chose or met them. Words that others wrote don't
appear, nor who reported whom.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from axes.models import AccessLog
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F, Model

from accounts import models as accounts
from accounts.models import User
from games.matches import errors
from games.matches.models import Match, Notepad, Seat, SeatVisit
from games.matches.record import gate, kept_file
from games.plugin.codec import canonical_json
from lobby.models import (
    CalendarFeed,
    Invitation,
    Membership,
    QuickTicket,
    RatingChange,
    Run,
    SeasonStanding,
    Table,
    TableSeat,
    Try,
)

ABOUT_ONESELF = (
    "username shown_name email first_name last_name date_joined last_login is_staff is_active "
    "banned_until warned time_zone theme confirm_moves telling_speed sounds blink show_presence "
    "results_for reliability is_guest seen_at"
)


@dataclass(frozen=True)
class Rows:
    """A person's rows of a model, for a file with that name."""

    name: str
    model: type[Model]
    owner: str  # the field that refers to the person
    fields: str  # separated by spaces
    gated: bool = False  # a row belongs to a match, and is left out while that is shut

    def of(self, user: User) -> list[dict[str, Any]]:
        """The person's rows."""
        rows = self.model._default_manager.filter(**{self.owner: user})
        if self.gated:
            rows = rows.filter(gate.opened("match__"))
        return list(rows.order_by("pk").values(*self.fields.split()))


LISTS = (
    Rows("email_addresses", EmailAddress, "user", "email verified primary"),
    Rows("api_keys", accounts.Token, "user", "pk created_at"),
    Rows("blocked", accounts.Block, "blocker", "blocked__username created_at"),
    Rows("followed", accounts.Follow, "follower", "followed__username created_at"),
    Rows("muted", accounts.Mute, "by", "muted__username"),
    Rows("said", accounts.Message, "author", "conversation__key at text hidden"),
    Rows("reports", accounts.Report, "by", "about__username place reason created_at status"),
    Rows(
        "sanctions", accounts.Sanction, "user", "kind reason created_at ends_at lifted_at seen_at"
    ),
    Rows("appeals", accounts.Appeal, "by", "text created_at status answer handled_at"),
    Rows("notices", accounts.Notice, "user", "event text params link created_at read_at"),
    Rows(
        "mails",
        accounts.Delivery,
        "notice__user",
        "channel state attempts queued_at sent_at settled_at said",
    ),
    Rows("tables_opened", Table, "host", "public_id game options clock private status created_at"),
    Rows("seats_at_tables", TableSeat, "user", "table__public_id index role"),
    Rows("invitations", Invitation, "user", "table__public_id by__username declined created_at"),
    Rows("invited", Invitation, "by", "table__public_id user__username created_at"),
    Rows("clubs", Membership, "user", "club__public_id club__name role joined_at"),
    Rows("quick_match", QuickTicket, "user", "games paces least most status created_at ended_at"),
    Rows("runs", Run, "user", "match__public_id game board score ended_at"),
    Rows("ratings", RatingChange, "user", "match__public_id game pace number mu sigma ended_at"),
    Rows("seasons", SeasonStanding, "user", "season game pace matches number doubt rank badge"),
    Rows("tries", Try, "user", "match__public_id challenge__day score ended_at", gated=True),
    Rows("notes", Notepad, "user", "match__public_id text"),
    Rows("hours", accounts.Availability, "user", "night free_days vacations"),
    Rows("notice_choices", accounts.NoticeChoices, "user", "events digest_hour"),
    Rows("calendar_address", CalendarFeed, "user", "created_at"),
    Rows(
        "seats",
        Seat,
        "user",
        "match__public_id match__game match__started_at match__finished_at index name outcome "
        "rank score",
        gated=True,
    ),
)

NOT_LISTED = {
    ("accounts.Appeal", "handled_by"): "staff work; it is in the audit log",
    ("accounts.Block", "blocked"): "whom others block is their own business",
    ("accounts.Follow", "followed"): "whom others follow is their own business",
    ("accounts.Mute", "muted"): "whom others mute is their own business",
    ("accounts.Look", "user"): "the names again, to keep look-alikes apart",
    ("accounts.Name", "user"): "the names again, to keep them apart",
    ("accounts.Notice", "by"): "it is the reader's notice",
    ("accounts.Report", "about"): "it would tell who reported them; its result is a sanction",
    ("accounts.Report", "shares_with"): "it would tell what moderators watch for",
    ("accounts.Report", "handled_by"): "staff work; it is in the audit log",
    ("accounts.Sanction", "by"): "staff work; it is in the audit log",
    ("admin.LogEntry", "user"): "staff work; it is in the audit log",
    ("lobby.Club", "banned"): "whom a club keeps away is its organizers' business",
    ("lobby.Table", "barred"): "whom a host sends away is the host's business; a notice told them",
    ("matches.Match", "acted_by"): "the records of the matches show it",
    ("matches.Served", "person"): "when a computer player last thought for them, to take turns",
    ("matches.Step", "user"): "the records of the matches show it",
    ("lobby.OwnData", "user"): "this file",
}


def about(user: User) -> dict[str, bytes]:
    """The lists, by their names in the archive."""
    log_ins = AccessLog.objects.filter(username__iexact=user.username).order_by("pk")
    visits = SeatVisit.objects.filter(match__seats__user=user, match__seats__index=F("seat"))
    visits = visits.filter(gate.opened("match__")).order_by("began_at", "pk")
    lists: dict[str, Any] = {
        "account": {name: getattr(user, name) for name in ABOUT_ONESELF.split()},
        **{rows.name: rows.of(user) for rows in LISTS},
        "log_ins": list(log_ins.values("attempt_time", "logout_time", "ip_address", "user_agent")),
        "visits": list(visits.values("match__public_id", "seat", "began_at", "ended_at")),
    }
    return {f"{name}.json": _json(content) for name, content in lists.items()}


def match_file(match: Match, user: User) -> Mapping[str, bytes]:
    """A match's record, or the person's own steps while it runs; nothing while it is shut."""
    if gate.is_shut(match):
        return {}
    try:
        kept = canonical_json(kept_file.own_file(match, user))
    except errors.Unreadable:
        kept = _json({"match": match.public_id, "unreadable": True})
    return {f"matches/{match.public_id}.json": kept}


def _json(value: Any) -> bytes:
    return DjangoJSONEncoder(ensure_ascii=False, indent=1).encode(value).encode()
