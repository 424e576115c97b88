"""The form by which an administrator names everyone's result."""

from collections.abc import Sequence
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.matches.models import Match, Seat
from games.matches.record import selectors, states
from games.matches.record.selectors import Snapshot
from games.plugin import Result
from games.plugin.codec import canonical_json
from games.plugin.text import figure
from games.protocol import standing
from games.protocol.admin_actions import MOST_POINTS

OUTCOMES = [
    ("won", gettext_lazy("won")),
    ("lost", gettext_lazy("lost")),
    ("drawn", gettext_lazy("a draw")),
    ("scored", gettext_lazy("points alone")),
]


class ResultForm(forms.Form):
    """For each seat how it ended: outcome, place, points."""

    def __init__(self, seats: Sequence[Seat], *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._count = len(seats)
        for seat in seats:
            self.fields[f"outcome-{seat.index}"] = forms.ChoiceField(
                label=_("Outcome"), choices=OUTCOMES
            )
            self.fields[f"rank-{seat.index}"] = forms.IntegerField(
                label=_("Place"), min_value=1, max_value=len(seats)
            )
            self.fields[f"score-{seat.index}"] = forms.IntegerField(
                label=_("Points"),
                required=False,
                min_value=-MOST_POINTS,
                max_value=MOST_POINTS,
            )

    def rows(self) -> list[list[Any]]:
        """The three fields of each seat."""
        names = ("outcome", "rank", "score")
        return [[self[f"{name}-{seat}"] for name in names] for seat in range(self._count)]

    def result(self) -> list[dict[str, Any]]:
        """What a valid form says, as `actions.end` takes it."""
        said = self.cleaned_data
        names = ("outcome", "rank", "score")
        return [{name: said[f"{name}-{seat}"] for name in names} for seat in range(self._count)]


def as_it_stands(match: Match) -> dict[str, Any]:
    """What the form says at first: the result that there is, or would be if it ended now."""
    with states.reading(match):
        shown = selectors.snapshot(match)
        told = _told(shown.result or _if_it_ended(shown)) or _all_alike(shown)
    names = ("outcome", "rank", "score")
    return {
        f"{name}-{seat}": value
        for seat, own in enumerate(told)
        for name, value in zip(names, own, strict=True)
    }


Own = tuple[str, int, int | None]


def _told(result: Result | None) -> list[Own]:
    return [] if result is None else [(own.outcome, own.rank, own.score) for own in result.seats]


def _if_it_ended(shown: Snapshot) -> Result | None:
    form = states.format_of(shown.match)
    return standing.result_of_match(shown.game, form, shown.state, shown.gone, settled=True)


def _all_alike(shown: Snapshot) -> list[Own]:
    """Where nobody can say who leads: what a match that the game has won looks like."""
    alone = len(shown.seats) == 1 and shown.game.meta.scored
    scores = shown.game.scores(shown.state) or [None] * len(shown.seats)
    return [("scored" if alone else "lost", 1, score) for score in scores]


def in_words(outcome: str, rank: int | None, score: int | None) -> str:
    """A seat's result in a few words; "" for none."""
    if not outcome:
        return ""
    said = [str(dict(OUTCOMES)[outcome]), _("place {rank}").format(rank=rank)]
    if score is not None:
        said.append(_points(score))
    return " · ".join(said)


def _points(score: int) -> str:
    return ngettext("{n} point", "{n} points", abs(score)).format(n=figure(score))


def written(result: list[dict[str, Any]]) -> str:
    """The result as the page that asks whether to go on sends it back."""
    return canonical_json(result).decode()


def read_result(text: str | None) -> Any:
    """What `written` wrote, or anything else that somebody sent; None where it is no JSON."""
    try:
        return msgspec.json.decode((text or "").encode())
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None
