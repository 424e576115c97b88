"""Setting a person's nights and free weekdays."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.hours import LONGEST_NIGHT, MOST_FREE_DAYS, Night
from accounts.models import Availability, User
from toolbox.request_json import malformed


def set_hours(*, user: User, night: Night | None, free_days: Sequence[int]) -> None:
    """Set both (None and (): none). Current deadlines don't change.

    Raises Refusal: 400 `malformed` with the wrong field.
    """
    if night is not None and not 0 < night.minutes <= LONGEST_NIGHT:
        raise malformed("night", _("A night is at most ten hours long."))
    days = sorted(set(free_days))
    if len(days) > MOST_FREE_DAYS or not set(days) <= set(range(7)):
        raise malformed("free_days", _("Choose two weekdays at most."))
    stored = [night.begins, night.ends] if night else None
    Availability.objects.update_or_create(user=user, defaults={"night": stored, "free_days": days})
