"""The list of things that guests may not do; services ask it."""

from enum import Enum
from typing import Any

from django.utils.translation import gettext as _, gettext_noop

from toolbox.errors import Forbidden


class Members(Enum):
    """Things that need an account; each value is the refusal's marked message id."""

    OPEN_TABLE = gettext_noop("Guests can’t open tables. Make an account to open one.")
    PUBLIC_TABLE = gettext_noop(
        "Guests can sit down only at private tables they have the link to. Make an account "
        "to play at this one."
    )
    RATED = gettext_noop("Guests have no rating. Make an account to play rated matches.")
    REMATCH = gettext_noop(
        "Guests can’t ask others to play again. Wait until someone else asks, or make an "
        "account to ask yourself."
    )
    QUICK = gettext_noop("Guests aren’t matched with people. Make an account to use quick match.")
    INVITE = gettext_noop("Guests can’t invite anyone. Make an account to invite people.")
    FOLLOW = gettext_noop("Guests can’t follow anyone. Make an account to follow people.")
    CHAT = gettext_noop("Guests speak in set phrases. Make an account to write in your own words.")
    DAILY = gettext_noop(
        "The challenge of the day isn’t for guests. Make an account to play it from tomorrow on."
    )
    CLUB = gettext_noop("Guests can’t be in a club. Make an account to join or found one.")
    TOKEN = gettext_noop("Guests have no API keys. Make an account to get one.")
    NAME = gettext_noop("Guests can’t choose their name. Make an account to choose one.")
    ACCOUNT = gettext_noop(
        "Guests have no email address and no password. Make an account to have them."
    )
    ROLE = gettext_noop("Guests can’t have a role. They need an account first.")

    @property
    def code(self) -> str:
        """The refusal's code, such as `guest_open_table`."""
        return f"guest_{self.name.lower()}"

    @property
    def sentence(self) -> str:
        """The sentence in the active language."""
        return _(self.value)


class NotForGuests(Forbidden):
    """403, with a code of its own for each thing that needs an account."""

    def __init__(self, what: Members) -> None:
        super().__init__(what.sentence, code=what.code)


def is_guest(user: Any) -> bool:
    """Whether the person is a guest; False for visitors who aren't logged in."""
    return bool(getattr(user, "is_guest", False))


def refuse_guest(user: Any, what: Members) -> None:
    """Raise `NotForGuests` for a guest. No query."""
    if is_guest(user):
        raise NotForGuests(what)
