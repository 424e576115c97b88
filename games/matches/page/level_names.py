"""What computer players' levels are called."""

from django.utils.translation import gettext as _


def level_name(level: str) -> str:
    """A computer player's level in the reader's language."""
    names = {
        "easy": _("easy"),
        "medium": _("medium"),
        "hard": _("hard"),
        "expert": _("expert"),
    }
    return names.get(level, level)
