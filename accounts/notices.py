"""Telling people things: kept until read, and pushed to whoever is here.

Any layer may call `tell` with plain values; nothing here knows what a match or a table is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import pushes
from accounts.models import Notice, User

Event = Notice.Event


def tell(
    *,
    user_id: int,
    key: str,
    text: str,
    link: str = "",
    params: dict[str, Any] | None = None,
    event: Event = Event.PORTAL,
) -> None:
    """Tell someone something once. `text` is a marked message id, `params` what it mentions.

    A param that needs translating too, such as a game's title, is given as `message(its id)`.
    `event` is what it is about.

    `key` names the occasion: a second notice of it is none. After commit the person's open pages
    hear of it.
    """
    _notice, new = Notice.objects.get_or_create(
        user_id=user_id,
        key=key,
        defaults={
            "event": event,
            "text": text,
            "params": params or {},
            "link": link,
            "created_at": timezone.now(),
        },
    )
    if new:
        push = {"type": "person.notice"}
        transaction.on_commit(lambda: pushes.push(user_id, push), robust=True)


@dataclass(frozen=True)
class Telling:
    """What `tell` takes, for one person."""

    user_id: int
    key: str
    text: str
    link: str = ""
    params: dict[str, Any] = field(default_factory=dict)
    event: Event = Event.PORTAL


def tell_all(told: Sequence[Telling]) -> None:
    """`tell` many at once, with one query. Whoever has the notice already keeps it as it is."""
    now = timezone.now()
    rows = [
        Notice(
            user_id=one.user_id,
            key=one.key,
            event=one.event,
            text=one.text,
            params=one.params,
            link=one.link,
            created_at=now,
        )
        for one in told
    ]
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
    for one in told:
        push = partial(pushes.push, one.user_id, {"type": "person.notice"})
        transaction.on_commit(push, robust=True)


def unread(user: User, *, at_most: int = 20) -> Sequence[Notice]:
    """The newest unread notices of a person."""
    return list(user.notices.filter(read_at=None)[:at_most])


def mark_read(*, user: User, key: str | None = None) -> None:
    """The person has read the notice of that key, or all."""
    found = user.notices.filter(read_at=None)
    if key is not None:
        found = found.filter(key=key)
    found.update(read_at=timezone.now())


def message(text: str) -> dict[str, str]:
    """A param of a notice that is a marked message id itself."""
    return {"message": text}


def sentence(notice: Notice) -> str:
    """The notice in the reader's language."""
    params = {
        name: _(value["message"]) if isinstance(value, dict) else value
        for name, value in notice.params.items()
    }
    text: str = _(notice.text).format(**params)
    return text
