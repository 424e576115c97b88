"""Reads profiles. Only the person themself sees their private matches."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import blocks, follows, names
from accounts.models import Mute, User
from accounts.selectors import visible_person
from games.matches.models import Seat
from games.matches.page import stand_in
from games.matches.play.engine import unreadable
from games.matches.record import places, results
from games.plugin import registry
from lobby.daily import services as daily
from lobby.daily.selectors import Percentile, percentile
from lobby.leaderboards.views import Curve, curve
from lobby.models import SeasonStanding, Table
from lobby.ratings import seasons, selectors as ratings
from lobby.ratings.selectors import Standing

RECENT = 4  # finished matches
RUNNING = 3
MET = 6


@dataclass
class GamePanel:
    """Results in one game."""

    slug: str
    title: str
    results: results.GameResults
    means: list[tuple[str, float]]  # of the ruleset's statistics, by label
    ratings: list[Standing]
    percentile: Percentile | None  # in challenges of the day

    @property
    def curves(self) -> list[tuple[Standing, Curve | None]]:
        return [(one, curve(one.numbers, base=None)) for one in self.ratings]


@dataclass(frozen=True)
class Badge:
    """A badge of a season, with the address of its board."""

    standing: SeasonStanding
    game: str
    season: str
    board: str


@dataclass(frozen=True)
class MatchLine:
    """A match in a profile's list. `outcome`, `rank` and `score` are the person's."""

    match: Any
    title: str
    seats: list[Seat]
    outcome: str
    rank: int | None
    score: int | None
    mine: bool  # the reader sits there
    note: str  # says that it is unreadable, or ""


@dataclass(frozen=True)
class Profile:
    """A person as one viewer sees them."""

    person: User
    own: bool
    shown: bool  # whether the viewer may see the results: all fields below
    played: int = 0
    favorite: str = ""
    games: Sequence[GamePanel] = ()
    badges: Sequence[Badge] = ()
    recent: Sequence[MatchLine] = ()
    running: Sequence[MatchLine] = ()
    met: Sequence[User] = ()  # the people met most often, each with `times`


def person_for(username: str, viewer: Any) -> User:
    """The person with that user name. Raises NotFound, even for closed accounts and blocks."""
    return visible_person(username, blocks.hidden_from(viewer))


def guest_for(username: str, viewer: Any) -> User | None:
    """The guest with that name; None for other names. Raises NotFound like `person_for`."""
    return person_for(username, viewer) if names.is_of_guest(username) else None


def profile_for(username: str, viewer: Any) -> Profile:
    """A profile, in a constant number of queries. Raises NotFound like `person_for`."""
    hidden = blocks.hidden_from(viewer)
    person = visible_person(username, hidden)
    own = person.pk == viewer.pk
    if not follows.may_see_results(viewer, person):
        return Profile(person, own, shown=False)
    over = results.history(person, private=own)
    ended = [row.seat for row in over[: results.COUNTED]]
    seats = results.running_seats(person, private=own).values_list("pk", flat=True)
    playing = list(seats[: results.COUNTED])
    games = panels_of(person, over)
    keys = results.first_keys((ended, RECENT), (playing, RUNNING), without=hidden)
    lines = match_lines(keys, viewer)
    return Profile(
        person=person,
        own=own,
        shown=True,
        played=sum(one.results.played for one in games),
        favorite=games[0].title if games else "",
        games=games,
        badges=[_badge(one) for one in seasons.badges_of(person)],
        recent=[line for line in lines if not line.match.running],
        running=[line for line in lines if line.match.running],
        met=_met_most(person, viewer, hidden, over),
    )


def panels_of(person: User, over: Iterable[results.Ended]) -> list[GamePanel]:
    """The person's results in these matches by game, the most played one first."""
    rated = ratings.of_person(person)
    return [_panel(person, one, rated.get(one.game, [])) for one in results.results_of(over)]


def _met_most(
    person: User, viewer: Any, hidden: set[int], over: Iterable[results.Ended]
) -> list[User]:
    """The people with whom the person played most in the newest of these matches. One query.

    Viewers don't see people who hide their results from them.
    """
    own = person.pk == viewer.pk
    matches = [row.match for row in over if row.counts][: results.COUNTED]
    met = User.objects.filter(is_active=True, is_guest=False, match_seats__match__in=matches)
    met = met.exclude(pk__in={person.pk, *hidden}).annotate(times=Count("match_seats"))
    shown = met if own else met.filter(follows.shows_results_to(viewer))
    return list(shown.only("username", "shown_name").order_by("-times", "username")[:MET])


def tables_to_invite_to(host: User) -> list[tuple[str, str]]:
    """The public ids and titles of the host's open tables with a free seat."""
    tables = Table.objects.filter(host=host, status=Table.Status.OPEN, free__gt=0)
    titles = {game.meta.slug: game.meta.title for game in registry.installed()}
    newest = tables.order_by("-created_at")[:RUNNING]
    return [(table.public_id, _(titles.get(table.game, table.game))) for table in newest]


def is_muted(person: User, *, by: User) -> bool:
    """Whether `by` has muted the person."""
    return Mute.objects.filter(by=by, muted=person).exists()


def _panel(person: User, of_game: results.GameResults, rated: list[Standing]) -> GamePanel:
    game = registry.get(of_game.game)
    meta = game.meta
    if not places.in_places(game.format(game.Options(), meta.max_seats)):
        of_game.places, of_game.placed = {}, 0  # people win or lose together
    of_game.lost -= of_game.placed
    means = [(_(meta.statistics[name]), mean) for name, mean in of_game.statistics.items()]
    share = percentile(person, game) if daily.has_daily(game) else None
    return GamePanel(of_game.game, _(meta.title), of_game, means, rated, share)


def _badge(standing: SeasonStanding) -> Badge:
    season = seasons.Season(standing.season)
    board = reverse("lobby:season", args=[standing.game])
    query = f"?pace={standing.pace}&season={season.key}"
    return Badge(standing, _(registry.title_of(standing.game)), season.name, board + query)


def match_lines(keys: Collection[int], viewer: Any) -> list[MatchLine]:
    """The matches of the seats with these keys, in order. Two queries at most."""
    found = results.with_matches(keys)
    seats = [found[key] for key in keys if key in found]
    unread = unreadable.keys_among(seat.match for seat in seats)
    return [_line(seat, viewer, unread=seat.match_id in unread) for seat in seats]


def _line(seat: Seat, viewer: Any, *, unread: bool) -> MatchLine:
    seats = list(seat.match.seats.all())
    return MatchLine(
        match=seat.match,
        title=seat.match.game_title,
        seats=seats,
        outcome=_outcome(seat),
        rank=seat.rank,
        score=seat.score,
        mine=any(one.user_id == viewer.pk for one in seats if one.user_id is not None),
        note=stand_in.sentence() if unread else "",
    )


def _outcome(seat: Seat) -> str:
    if seat.forfeited and seat.outcome == "lost":
        return _("lost, out of time")
    words = {"won": _("won"), "lost": _("lost"), "drawn": _("drawn")}
    return places.place_of(seat.match, seat) or words.get(seat.outcome, "")
