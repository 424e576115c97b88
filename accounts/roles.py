"""Roles of staff. A role is a Django group; superusers have every role."""

from typing import Any

from django.contrib.auth.models import Group
from django.db.models import Q

from accounts.guests.gate import Members, refuse_guest
from accounts.models import User

MODERATOR = "Moderator"  # reports, chat, sanctions
REVIEWER = "Match reviewer"  # matches that they don't play in


def is_moderator(user: Any) -> bool:
    return _has(user, MODERATOR)


def is_reviewer(user: Any) -> bool:
    return _has(user, REVIEWER)


def reviewers() -> list[int]:
    """Return the ids of everyone who may look into matches. One query."""
    reviewing = Q(is_superuser=True) | Q(is_staff=True, groups__name=REVIEWER)
    people = User.objects.filter(reviewing, is_active=True).distinct().order_by("pk")
    return list(people.values_list("pk", flat=True))


def rights_of(user: Any) -> frozenset[str]:
    """Return the user's id and special rights, for which pages and sockets are made.

    Empty for visitors. One query for staff, none for others.
    """
    if user is None or not user.is_authenticated:
        return frozenset()
    special = {
        "staff": user.is_staff,
        "superuser": user.is_superuser,
        "moderator": is_moderator(user),
        "reviewer": is_reviewer(user),
    }
    return frozenset({str(user.pk), *(name for name, has in special.items() if has)})


def give(*, user: Any, role: str) -> None:
    """Give the user a role, and make them staff. Raises Refusal: 403 `guest_role` for a guest."""
    refuse_guest(user, Members.ROLE)
    group, _new = Group.objects.get_or_create(name=role)
    user.groups.add(group)
    if not user.is_staff:
        user.is_staff = True
        user.save(update_fields=["is_staff"])


def _has(user: Any, role: str) -> bool:
    if not (user.is_authenticated and user.is_active):
        return False
    return user.is_superuser or (user.is_staff and role in user.role_names)
