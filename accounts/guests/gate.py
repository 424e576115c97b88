"""What guests may not do: the one place that says so, asked by the services that do it."""

from enum import Enum
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from toolbox.errors import Forbidden


class Members(Enum):
    """What only people with an account do: the refusal's code, and its sentence with the way out.

    The sentences are marked message ids.
    """

    OPEN_TABLE = (
        "guest_open_table",
        gettext_noop("Guests can’t open tables. Make an account to open one."),
    )
    PUBLIC_TABLE = (
        "guest_public_table",
        gettext_noop(
            "Guests can sit down only at private tables they have the link to. Make an account "
            "to play at this one."
        ),
    )
    REMATCH = (
        "guest_rematch",
        gettext_noop(
            "Guests can’t ask others to play again. Wait until someone else asks, or make an "
            "account to ask yourself."
        ),
    )
    QUICK = (
        "guest_quick",
        gettext_noop("Guests aren’t matched with people. Make an account to use quick match."),
    )
    INVITE = (
        "guest_invite",
        gettext_noop("Guests can’t invite anyone. Make an account to invite people."),
    )
    CHAT = (
        "guest_chat",
        gettext_noop("Guests speak in set phrases. Make an account to write in your own words."),
    )
    DAILY = (
        "guest_daily",
        gettext_noop(
            "The challenge of the day isn’t for guests. Make an account to play it from tomorrow "
            "on."
        ),
    )
    TOKEN = ("guest_token", gettext_noop("Guests have no API keys. Make an account to get one."))
    NAME = (
        "guest_name",
        gettext_noop("Guests can’t choose their name. Make an account to choose one."),
    )
    ACCOUNT = (
        "guest_account",
        gettext_noop("Guests have no email address and no password. Make an account to have them."),
    )
    ROLE = ("guest_role", gettext_noop("Guests can’t have a role. They need an account first."))

    @property
    def code(self) -> str:
        return self.value[0]

    @property
    def sentence(self) -> str:
        """In the active language."""
        return _(self.value[1])


class NotForGuests(Forbidden):
    """403, with a code of its own for each thing that needs an account."""

    def __init__(self, what: Members) -> None:
        super().__init__(what.sentence, code=what.code)


def is_guest(user: Any) -> bool:
    """Whether that is a guest; not so for somebody who isn't logged in at all."""
    return bool(getattr(user, "is_guest", False))


def refuse_guest(user: Any, what: Members) -> None:
    """Raise `NotForGuests` for a guest. Asks the database nothing."""
    if is_guest(user):
        raise NotForGuests(what)
