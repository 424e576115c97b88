"""Making what concerns one person happen one after another."""

from collections.abc import Collection

from accounts.models import User


def lock_person(user_id: int) -> None:
    """Let nobody else who asks for this hold the person's row until the transaction ends.

    Other readers aren't kept out. Call it inside a transaction.
    """
    lock_people([user_id])


def lock_people(user_ids: Collection[int]) -> None:
    """The same for several people, always in the same order."""
    # not the key: rows that refer to the person may be written meanwhile
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=user_ids).order_by("pk")
    list(rows.values_list("pk"))
