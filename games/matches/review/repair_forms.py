"""The form by which an administrator names everyone's result."""

from collections.abc import Sequence
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from games.matches.models import Match, Seat
from games.matches.record import selectors, states
from games.plugin.text import figure
from games.protocol import standing
from games.protocol.admin_actions import MOST_POINTS

OUTCOMES = [
    ("won", gettext_lazy("won")),
    ("lost", gettext_lazy("lost")),
    ("drawn", gettext_lazy("a draw")),
    ("scored", gettext_lazy("points alone")),
]


NAMES = ("outcome", "rank", "score")  # of a seat's fields


class ResultForm(forms.Form):
    def __init__(self, seats: Sequence[Seat], *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._count = len(seats)
        for seat in range(len(seats)):
            outcome = forms.ChoiceField(label=_("Outcome"), choices=OUTCOMES)
            rank = forms.IntegerField(label=_("Place"), min_value=1, max_value=len(seats))
            score = forms.IntegerField(
                label=_("Points"), required=False, min_value=-MOST_POINTS, max_value=MOST_POINTS
            )
            for name, field in zip(NAMES, (outcome, rank, score), strict=True):
                self.fields[f"{name}-{seat}"] = field

    def rows(self) -> list[list[Any]]:
        return [[self[f"{name}-{seat}"] for name in NAMES] for seat in range(self._count)]

    def result(self) -> list[dict[str, Any]]:
        """The result in a valid form, as `actions.end` takes it."""
        data = self.cleaned_data
        return [{name: data[f"{name}-{seat}"] for name in NAMES} for seat in range(self._count)]


def as_it_stands(match: Match) -> dict[str, Any]:
    """The initial values of the form: the present result, or that of ending the match now."""
    with states.reading(match):
        shown = selectors.snapshot(match)
        result = shown.result or standing.result_of_match(
            shown.game, states.format_of(match), shown.state, shown.gone, settled=True
        )
        if result is None:  # nobody leads: name a result like that of a match that the game has won
            alone = len(shown.seats) == 1 and shown.game.meta.scored
            scores = shown.game.scores(shown.state) or [None] * len(shown.seats)
            rows = [("scored" if alone else "lost", 1, score) for score in scores]
        else:
            rows = [(own.outcome, own.rank, own.score) for own in result.seats]
    return {
        f"{name}-{seat}": value
        for seat, own in enumerate(rows)
        for name, value in zip(NAMES, own, strict=True)
    }


def in_words(outcome: str, rank: int | None, score: int | None) -> str:
    """A seat's result in a few words; "" for none."""
    if not outcome:
        return ""
    parts = [str(dict(OUTCOMES)[outcome]), _("place {rank}").format(rank=rank)]
    if score is not None:
        parts.append(ngettext("{n} point", "{n} points", abs(score)).format(n=figure(score)))
    return " · ".join(parts)


def read_result(text: str | None) -> Any:
    """The JSON that the confirming page sends back, unchecked; None if it isn't JSON."""
    try:
        return msgspec.json.decode((text or "").encode())
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None
