"""Blocking: two people don't see each other, except where a game shows them."""

from collections.abc import Collection
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts import pushes
from accounts.locks import lock_people
from accounts.models import Block, Follow, User
from accounts.prepared_queries import PreparedQuery
from toolbox.commits import after_commit
from toolbox.errors import Refusal
from toolbox.task_queue import queue


def block(*, user: User, other: User) -> None:
    """Block someone; no effect if blocked already. Neither follows the other from then on.

    Raises Refusal if both are the same person.
    """
    if user.pk == other.pk:
        raise Refusal(_("You can’t block yourself."), code="yourself")
    with transaction.atomic():
        lock_people([user.pk, other.pk])  # as `accounts.follows` does
        Block.objects.get_or_create(blocker=user, blocked=other)
        pair = (user.pk, other.pk)
        Follow.objects.filter(follower__in=pair, followed__in=pair).delete()
    for follow_up in settings.BLOCK_FOLLOWUPS:
        after_commit(queue, follow_up, user.pk, other.pk)
    refresh(user, other)


def unblock(*, user: User, other: User) -> None:
    """Remove the user's block; the other's stays."""
    Block.objects.filter(blocker=user, blocked=other).delete()
    refresh(user, other)


def refresh(*people: User) -> None:
    """Refresh these people's open pages: conversations, tables and presence."""
    for person in people:
        for group, kind in (
            (pushes.chats_of(person.pk), "chat.changed"),
            (pushes.group_of(person.pk), "person.blocks"),
        ):
            after_commit(pushes.send, group, {"type": kind})


def hidden_from(user: Any) -> set[int]:
    """Return the keys of everyone who blocked this person or whom they blocked."""
    if user is None or not user.is_authenticated:
        return set()
    return {key for pair in _pairs(user.pk) for key in pair} - {user.pk}


def _pairs_of(key: int) -> QuerySet[Block, tuple[int, int]]:
    pairs = Block.objects.filter(Q(blocker=key) | Q(blocked=key))
    return pairs.values_list("blocker_id", "blocked_id")


_pairs = PreparedQuery(_pairs_of, -1)


def any_between(user_ids: Collection[int]) -> bool:
    """Whether any of these people has blocked another of them."""
    return Block.objects.filter(blocker__in=user_ids, blocked__in=user_ids).exists()
