"""Tables that ask for people who stay to the end of their matches."""

from django.utils.translation import gettext as _

from accounts.models import User
from lobby.models import Table
from toolbox.errors import Conflict


def admits(table: Table, user: User) -> bool:
    """Whether the person stays often enough; new people do, and whoever hosts or was invited."""
    share = user.reliability
    if share is None or share >= table.reliable or table.host_id == user.pk:
        return True
    return table.invitations.filter(user=user).exists()


def check(table: Table, user: User) -> None:
    """Raises Conflict `not_reliable`."""
    if not admits(table, user):
        text = _("This table is for people who finish at least {n}% of their matches.")
        raise Conflict(text.format(n=table.reliable), code="not_reliable")
