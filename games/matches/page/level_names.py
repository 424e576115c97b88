"""Names of computer players' levels, and what to expect of them."""

from collections.abc import Iterable

from django.utils.translation import gettext as _


def level_name(level: str) -> str:
    names = {"easy": _("easy"), "medium": _("medium"), "hard": _("hard"), "expert": _("expert")}
    return names.get(level, level)


def level_help(levels: Iterable[str]) -> str:
    """A sentence for each of these levels, and one about manners."""
    texts = {
        "easy": _("Easy makes slips, as people do in their first game."),
        "medium": _("Medium plays soundly."),
        "hard": _("Hard thinks ahead."),
        "expert": _("Expert also weighs how others will answer, and takes its time."),
    }
    manners = _(
        "Each computer player is bold, careful, generous or grudging. Its name says which: a "
        "matter of style more than of strength."
    )
    return " ".join([*(texts[level] for level in levels if level in texts), manners])
