"""Following people: one-sided, and known to nobody but the follower."""

from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts import blocks, roles
from accounts.guests.gate import Members, is_guest, refuse_guest
from accounts.locks import lock_people
from accounts.models import Follow, User
from accounts.prepared_queries import PreparedQuery
from toolbox.errors import Conflict, NotFound, Refusal

AT_MOST = 500  # people whom one person follows


def follow(*, user: User, other: User) -> None:
    """Follow someone; no effect if followed already.

    Raises `NotForGuests`; Refusal `yourself`; NotFound for guests, closed accounts and people
    hidden by a block; Conflict `too_many`.
    """
    refuse_guest(user, Members.FOLLOW)
    if user.pk == other.pk:
        raise Refusal(_("You can’t follow yourself."), code="yourself")
    with transaction.atomic():
        lock_people([user.pk, other.pk])  # as a block does
        both = User.objects.filter(pk__in=(user.pk, other.pk), is_active=True, is_guest=False)
        if both.count() < len((user, other)) or other.pk in blocks.hidden_from(user):
            raise NotFound(_("There is nobody with that name."))
        if is_following(user, other):
            return
        if user.follows.count() >= AT_MOST:
            text = _("You can follow at most {n} people.").format(n=AT_MOST)
            raise Conflict(text, code="too_many")
        Follow.objects.create(follower=user, followed=other)


def unfollow(*, user: User, other: User) -> None:
    """Stop following someone; no effect if not followed."""
    user.follows.filter(followed=other).delete()


def is_following(user: Any, other: User) -> bool:
    return bool(user.is_authenticated and user.follows.filter(followed=other).exists())


def followed_ids(user: Any) -> set[int]:
    """Return the keys of everyone whom this person follows. One query, none for guests."""
    if not user.is_authenticated or is_guest(user):
        return set()
    return {key for (key,) in _followed(user.pk)}


def _follows_of(key: int) -> QuerySet[Follow, tuple[int]]:
    return Follow.objects.filter(follower=key).values_list("followed_id")


_followed = PreparedQuery(_follows_of, -1)


def shows_results_to(viewer: Any) -> Q:
    """A condition: people whose results the viewer may see. Moderators and reviewers see all."""
    if roles.is_moderator(viewer) or roles.is_reviewer(viewer):
        return Q()
    shown = Q(results_for=User.Readers.EVERYBODY)
    if viewer.is_authenticated:
        following = Follow.objects.filter(followed=viewer).values("follower")
        shown |= Q(pk=viewer.pk) | Q(results_for=User.Readers.FOLLOWED, pk__in=following)
    return shown


def may_see_results(viewer: Any, person: User) -> bool:
    """Whether the person shows this viewer their results. No query if they show everybody."""
    if person.results_for == User.Readers.EVERYBODY or viewer.pk == person.pk:
        return True
    return User.objects.filter(shows_results_to(viewer), pk=person.pk).exists()
