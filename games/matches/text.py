"""Sentences of rulesets in the reader's language."""

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from games.plugin import Line, render


def sentence(line: Line, names: Sequence[str] = ()) -> str:
    """The line in the active language, with the seats called by these names."""
    return render(line, names, gettext, ngettext)
