"""Locks that serialize changes concerning one person."""

from collections.abc import Collection

from accounts.models import User


def lock_person(user_id: int) -> None:
    """Lock the person's row until the transaction ends. Readers aren't blocked."""
    lock_people([user_id])


def lock_people(user_ids: Collection[int]) -> None:
    """Lock several people, always in the same order."""
    # The key isn't locked: rows that refer to the person may be written meanwhile.
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=user_ids).order_by("pk")
    list(rows.values_list("pk"))
