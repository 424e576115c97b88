"""Notices: stored until read, pushed to open pages, and sent by the channels that people chose.

Any layer may call `tell` with plain values; nothing here knows about matches or tables. See
docs/notices.md.
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
from accounts.notice_text import (
    message as message,
    moment as moment,
    people as people,
    sentence as sentence,
)
from toolbox import links
from toolbox.commits import after_commit

Event = Notice.Event


@dataclass(frozen=True)
class Telling:
    """The arguments of `tell`, for one person."""

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
    """Tell a person something once. `text` is a marked message id, `params` its parameters.

    A param that also needs translation, such as a game's title, is `message(its id)`, a time
    `moment(it)`, several people `people(their names)`. The param of a single person's name must be
    one of `notice_text.NAMES`, which are renamed when an account closes. `event` is the kind, `by`
    the person who caused it.

    `key` names the occasion: if there is already a notice of it, this does nothing and returns
    False. Deliveries are queued in the same transaction, none if `here_alone`. After the commit
    the person's open pages get a push.
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


def tell_all(tellings: Sequence[Telling]) -> None:
    """`tell` many people in four queries. An existing notice stays as it is."""
    readers = notice_choices.readers({one.user_id for one in tellings})
    now = timezone.now()
    with transaction.atomic():
        rows = [_row(one, readers.get(one.user_id), now) for one in tellings]
        Notice.objects.bulk_create(rows, ignore_conflicts=True)
        sent = {(one.user_id, one.key) for one in tellings if not one.here_alone}
        fresh = Notice.objects.filter(
            user__in=readers, key__in={one.key for one in tellings}, created_at=now
        )
        new = {(row.user_id, row.key): row for row in fresh}
        deliveries.put([row for which, row in new.items() if which in sent], readers)
        for one in tellings:
            if (one.user_id, one.key) in new:
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
    """Return the newest unread notices of a person."""
    return list(user.notices.filter(read_at=None)[:at_most])


def settle(
    *, users: Collection[int], occasions: Collection[str], but: Collection[str] = ()
) -> None:
    """Mark these people's notices of those occasions as read and drop their deliveries.

    Includes keys that continue after a colon, except the occasions `but`. Runs after the commit
    and updates open pages.
    """
    after_commit(_settle, users, occasions, but)


def _settle(users: Collection[int], occasions: Collection[str], but: Collection[str]) -> None:
    unread = Notice.objects.filter(_about(occasions), user__in=users, read_at=None)
    past = dict(unread.exclude(_about(but)).values_list("pk", "user"))
    put_away(past)
    pushes.desks(set(past.values()))


def _about(occasions: Collection[str]) -> Q:
    longer = (Q(key__startswith=f"{occasion}:") for occasion in occasions)
    return reduce(or_, longer, Q(key__in=occasions))


def put_away(past: Collection[int]) -> None:
    """Mark these notices as read and drop their unsent deliveries."""
    if past:
        Notice.objects.filter(pk__in=past).update(read_at=timezone.now())
        deliveries.drop(past)


def mark_read(*, user: User, key: str | None = None) -> None:
    """Mark the person's notice of that key, or all their notices, as read."""
    unread = user.notices.filter(read_at=None)
    if key is not None:
        unread = unread.filter(key=key)
    unread.update(read_at=timezone.now())
