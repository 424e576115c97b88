"""Names of computer players' levels."""

from django.utils.translation import gettext as _


def level_name(level: str) -> str:
    names = {"easy": _("easy"), "medium": _("medium"), "hard": _("hard"), "expert": _("expert")}
    return names.get(level, level)
