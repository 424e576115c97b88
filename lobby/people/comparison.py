"""Compares two people: their results side by side, and their matches with each other."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from accounts import blocks, follows
from accounts.models import User
from accounts.selectors import visible_person
from games.matches.record import results
from lobby.people import selectors
from lobby.people.selectors import GamePanel, MatchLine
from toolbox.errors import NotFound
from toolbox.templatetags.wording import figure


@dataclass(frozen=True)
class GameRows:
    """A game that either of them has played: figures of both by label, "" for none."""

    slug: str
    title: str
    rows: list[tuple[str, str, str]]


@dataclass(frozen=True)
class Comparison:
    """Two people as one viewer sees them.

    `ahead` and `behind` count the newest matches in which `one` had a better or worse rank than
    `other`; `level` those with the same rank. `recent` has the outcomes of `one`.
    """

    one: User
    other: User
    hides: User | None  # the person who hides their results; then all else is empty
    games: list[GameRows]
    ahead: int = 0
    behind: int = 0
    level: int = 0
    recent: tuple[MatchLine, ...] = ()

    @property
    def met(self) -> int:
        return self.ahead + self.behind + self.level


def compare(one: str, other: str, viewer: Any) -> Comparison:
    """Compare the people with these user names. Raises NotFound, like a profile, even for guests.

    Only public matches count, but people see all matches of their own with each other.
    """
    hidden = blocks.hidden_from(viewer)
    people = [visible_person(name, hidden) for name in (one, other)]
    if any(person.is_guest for person in people) or people[0] == people[1]:
        raise NotFound(_("There is nobody to compare with."))
    hides = next((one for one in people if not follows.may_see_results(viewer, one)), None)
    if hides is not None:
        return Comparison(people[0], people[1], hides, [])
    mine, others = (
        results.history(person, private=viewer in people, places=False) for person in people
    )
    theirs = {row.match: row.rank for row in others}
    both = [row for row in mine if row.counts and row.match in theirs][: results.COUNTED]
    leads = [(theirs[row.match] or 0) - (row.rank or 0) for row in both]
    met = results.first_keys(([row.seat for row in both], selectors.RECENT), without=hidden)
    panels = (
        selectors.panels_of(person, [row for row in over if row.public])
        for person, over in zip(people, (mine, others), strict=True)
    )
    return Comparison(
        one=people[0],
        other=people[1],
        hides=None,
        games=_games(*panels),
        ahead=sum(lead > 0 for lead in leads),
        behind=sum(lead < 0 for lead in leads),
        level=leads.count(0),
        recent=tuple(selectors.match_lines(met, viewer)),
    )


def _games(one: list[GamePanel], other: list[GamePanel]) -> list[GameRows]:
    titles = {panel.slug: panel.title for panel in (*one, *other)}
    left, right = ({panel.slug: _figures(panel) for panel in some} for some in (one, other))
    return [
        GameRows(slug, title, _rows(left.get(slug, {}), right.get(slug, {})))
        for slug, title in titles.items()
    ]


def _rows(left: dict[str, str], right: dict[str, str]) -> list[tuple[str, str, str]]:
    return [(label, left.get(label, ""), right.get(label, "")) for label in {**left, **right}]


def _figures(panel: GamePanel) -> dict[str, str]:
    found = panel.results
    figures = {_("matches"): str(found.played)}
    if found.decided:
        figures[_("won")] = str(found.won)
    for standing in panel.ratings:
        figures[_("rating, {pace}").format(pace=standing.pace)] = standing.skill.words
    if panel.percentile is not None:
        figures[_("others outscored with the same deals")] = f"{panel.percentile.percent}%"
    if found.mean is not None:
        figures[_("points on average")] = figure(found.mean)
        figures[_("best score")] = figure(found.best)
    return figures | {label: figure(mean) for label, mean in panel.means}
