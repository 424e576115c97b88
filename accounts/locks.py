"""Making what concerns one person happen one after another."""

from accounts.models import User


def lock_person(user_id: int) -> None:
    """Let nobody else who asks for this hold the person's row until the transaction ends.

    Other readers aren't kept out. Call it inside a transaction.
    """
    # not the key: rows that refer to the person may be written meanwhile
    list(User.objects.select_for_update(no_key=True).filter(pk=user_id).values_list("pk"))
