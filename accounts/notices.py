"""Telling people things: kept until read, pushed to whoever is here, and sent to who wants it.

Any layer may call `tell` with plain values; nothing here knows what a match or a table is.
docs/notices.md has the whole of it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import deliveries, notice_choices, pushes
from accounts.models import Notice, User
from accounts.notice_text import message, moment, people, sentence
from toolbox import links
from toolbox.commits import after_commit

__all__ = [
    "Event",
    "Telling",
    "mark_read",
    "message",
    "moment",
    "people",
    "put_away",
    "sentence",
    "settle",
    "tell",
    "tell_all",
    "unread",
]

Event = Notice.Event


@dataclass(frozen=True)
class Telling:
    """What `tell` takes, for one person."""

    user_id: int
    key: str
    text: str
    link: str = ""
    params: dict[str, Any] = field(default_factory=dict)
    event: Event = Event.PORTAL
    by: int | None = None
    here_alone: bool = False


def tell(
    *,
    user_id: int,
    key: str,
    text: str,
    link: str = "",
    params: dict[str, Any] | None = None,
    event: Event = Event.PORTAL,
    by: int | None = None,
    here_alone: bool = False,
) -> bool:
    """Tell someone something once. `text` is a marked message id, `params` what it mentions.

    A param that needs translating too, such as a game's title, is given as `message(its id)`, a
    time as `moment(it)`, several people as `people(their names)`; one person's name is one of
    `notice_text.NAMES`, by which it is found when their account closes. `event` is what it is
    about, `by` the person whose doing it was.

    `key` names the occasion: a second notice of it is none, and False is returned. What leaves the
    portal, as the person chose it, is noted in the same transaction; nothing does if it is
    `here_alone`. After commit the person's open pages hear of it.
    """
    one = Telling(user_id, key, text, link, params or {}, event, by, here_alone)
    reader = notice_choices.readers([user_id]).get(user_id)
    columns = _columns(one, reader, timezone.now())
    with transaction.atomic():
        notice, new = Notice.objects.get_or_create(user_id=user_id, key=key, defaults=columns)
        if new and reader is not None and not here_alone:
            deliveries.put([notice], {user_id: reader})
        if new:
            _push(user_id)
    return new


def tell_all(told: Sequence[Telling]) -> None:
    """`tell` many at once, in four queries. Whoever has the notice already keeps it as it is."""
    readers = notice_choices.readers({one.user_id for one in told})
    now = timezone.now()
    with transaction.atomic():
        rows = [_row(one, readers.get(one.user_id), now) for one in told]
        Notice.objects.bulk_create(rows, ignore_conflicts=True)
        sent = {(one.user_id, one.key) for one in told if not one.here_alone}
        fresh = Notice.objects.filter(
            user__in={pk for pk, _key in sent}, key__in={key for _pk, key in sent}, created_at=now
        )
        deliveries.put([row for row in fresh if (row.user_id, row.key) in sent], readers)
        for one in told:
            _push(one.user_id)


def _row(one: Telling, reader: notice_choices.Reader | None, now: datetime) -> Notice:
    return Notice(user_id=one.user_id, key=one.key, **_columns(one, reader, now))


def _columns(one: Telling, reader: notice_choices.Reader | None, now: datetime) -> dict[str, Any]:
    quiet = reader is not None and not reader.choice(one.event).page
    return {
        "event": one.event,
        "text": one.text,
        "params": one.params,
        "link": one.link and links.own_path(one.link),
        "by_id": one.by,
        "quiet": quiet,
        "created_at": now,
    }


def _push(user_id: int) -> None:
    after_commit(pushes.push, user_id, {"type": "person.notice"})


def unread(user: User, *, at_most: int = 20) -> Sequence[Notice]:
    """The newest unread notices of a person."""
    return list(user.notices.filter(read_at=None)[:at_most])


def settle(
    *, users: Collection[int], occasions: Collection[str], but: Collection[str] = ()
) -> None:
    """Mark these people's notices of those occasions as read, and send nothing more of them.

    Longer keys that go on after a colon are included, the occasions `but` excluded. Runs after the
    commit; open pages count again.
    """
    after_commit(_settle, users, occasions, but)


def _settle(users: Collection[int], occasions: Collection[str], but: Collection[str]) -> None:
    unread = Notice.objects.filter(_told_of(occasions), user__in=users, read_at=None)
    past = dict(unread.exclude(_told_of(but)).values_list("pk", "user"))
    put_away(past)
    for user_id in set(past.values()):
        pushes.send(pushes.desk_of(user_id), {"type": "person.desk"})


def _told_of(occasions: Collection[str]) -> Q:
    longer = (Q(key__startswith=f"{occasion}:") for occasion in occasions)
    return reduce(or_, longer, Q(key__in=occasions))


def put_away(past: Collection[int]) -> None:
    """Mark these notices as read and drop their deliveries that haven't left."""
    if past:
        Notice.objects.filter(pk__in=past).update(read_at=timezone.now())
        deliveries.drop(past)


def mark_read(*, user: User, key: str | None = None) -> None:
    """The person has read the notice of that key, or all."""
    found = user.notices.filter(read_at=None)
    if key is not None:
        found = found.filter(key=key)
    found.update(read_at=timezone.now())
