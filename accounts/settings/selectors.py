"""What the settings show of oneself. Email addresses are for their owner's page alone."""

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.db.models import QuerySet

from accounts.models import Block, Mute, Token, User

SHOWN = 50  # of each list


@dataclass(frozen=True)
class Keys:
    """The newest API keys and how many there are in all."""

    newest: list[Token]
    count: int


def keys_of(user: User) -> Keys:
    found = Token.objects.filter(user=user)
    return Keys(list(found.order_by("-pk")[:SHOWN]), found.count())


@dataclass(frozen=True)
class Address:
    """The confirmed email address, and one that waits to be; either may be missing."""

    confirmed: str
    waiting: str


def address_of(user: User) -> Address:
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    rows = dict(addresses.values_list("verified", "email"))
    return Address(rows.get(True, ""), rows.get(False, ""))


def blocked_by(user: User) -> QuerySet[Block]:
    """Whom the user has blocked, newest first."""
    return Block.objects.filter(blocker=user).select_related("blocked").order_by("-pk")


def muted_by(user: User) -> QuerySet[Mute]:
    """Whom the user doesn't want to read, newest first."""
    return Mute.objects.filter(by=user).select_related("muted").order_by("-pk")
