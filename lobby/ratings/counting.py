"""Counts rated matches, each game's in the order in which they ended.

A match that ended earlier than one already counted, or whose result an administrator changed, takes
back all later changes of its game; they are counted anew. So ratings depend on the matches alone,
and counting them all again gives the same ratings to the last digit.
"""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.matches.models import Match
from games.matches.play.parts import followups
from games.matches.record.prepared import PreparedInsert
from games.plugin import registry
from lobby.models import RatedGame, RatingChange
from lobby.ratings import season_keeping
from lobby.ratings.outcome import Player, outcome_of, pace_of
from lobby.ratings.seasons import season_of
from lobby.ratings.selectors import (
    NEWEST_FIRST,
    TASK,
    newest,
    newest_of_game,
    rated_matches,
    skill_after,
    skill_before,
    uncounted,
    weight_of,
)
from lobby.ratings.skill import Skill
from toolbox.commits import after_commit
from toolbox.task_queue import queue

AT_ONCE = 200  # matches in a transaction
_insert = PreparedInsert(RatingChange)
Key = tuple[str, Player]  # a rating in a game: its pace and its owner


@transaction.atomic
def count(match_id: UUID) -> None:
    """Count a finished match, and the later ones of its game; calling it again changes nothing.

    Matches that can't be counted at once are left to its next call, which is queued and scheduled.
    """
    match = rated_matches().filter(pk=match_id).first()
    if match is None or match.finished_at is None or not registry.is_installed(match.game):
        return
    counted = _locked(match.game)
    if not (_is_after(counted, match) or _is_right(match)):
        _take_back(counted, match.finished_at, match.pk)
    after_commit(queue, "lobby.tasks.renew_ratings", str(match.pk))
    if _go_on(counted, AT_ONCE):
        followups.begin_again(TASK, [match.pk], timezone.now() + followups.PATIENCE)
        after_commit(queue, TASK, str(match.pk))


@transaction.atomic
def go_on(game: str, at_once: int = AT_ONCE) -> bool:
    """Count the next matches of an installed game; return whether there may be more."""
    return _go_on(_locked(game), at_once)


@transaction.atomic
def forget(game: str) -> None:
    """Forget the game's ratings, so that all of its matches are counted anew."""
    RatedGame.objects.filter(pk=_locked(game).pk).update(ended_at=None, last_match=None)
    RatingChange.objects.filter(game=game).delete()
    season_keeping.forget(game)


def _locked(game: str) -> RatedGame:
    RatedGame.objects.get_or_create(game=game)
    return RatedGame.objects.select_for_update().get(game=game)


def _is_after(counted: RatedGame, match: Match) -> bool:
    """Whether the match hasn't been reached yet."""
    if counted.ended_at is None:
        return True
    return (match.finished_at, match.pk) > (counted.ended_at, counted.last_match)


def _is_right(match: Match) -> bool:
    """Whether the match's changes are those that follow from its present result."""
    changes = {Player(one.user_id, one.against): one for one in match.rating_changes.all()}
    finished = match.status == Match.Status.FINISHED
    outcome = outcome_of(match, list(match.seats.all())) if finished else None
    if outcome is None:
        return not changes
    if match.weight is None:  # it ended at the same moment as a match counted before it
        return False
    if {player for side in outcome.sides for player in side} != changes.keys():
        return False
    before = {player: skill_before(change) for player, change in changes.items()}
    now = {player: skill_after(change) for player, change in changes.items()}
    return outcome.rated(before, match.weight) == now


def _take_back(counted: RatedGame, ended_at: datetime, match: UUID) -> None:
    """Take back the changes by that match and by all later ones."""
    changes = RatingChange.objects.filter(game=counted.game)
    changes.filter(Q(ended_at__gt=ended_at) | Q(ended_at=ended_at, match__gte=match)).delete()
    last = changes.order_by(*NEWEST_FIRST).values_list("ended_at", "match").first()
    counted.ended_at, counted.last_match = last or (None, None)
    counted.save()
    season_keeping.take_back(counted, ended_at)


def _go_on(counted: RatedGame, at_once: int) -> bool:
    matches = list(uncounted(counted)[:at_once])
    skills = _Skills(counted.game, matches)
    changes = [change for match in matches for change in _changes(match, skills)]
    _insert.many(changes)
    season_keeping.keep(counted, changes)
    if matches:
        counted.ended_at, counted.last_match = matches[-1].finished_at, matches[-1].pk
        counted.save()
    return len(matches) == at_once


def _changes(match: Match, skills: "_Skills") -> list[RatingChange]:
    """The rating changes by a match; also updates the skills."""
    seats = list(match.seats.all())
    outcome = outcome_of(match, seats)
    if outcome is None or match.finished_at is None:
        return []
    if match.weight is None:
        earlier = Q(finished_at=match.finished_at, pk__lt=match.pk)
        people = [player.user for side in outcome.sides for player in side if player.user]
        match.weight = weight_of(people, match.finished_at, earlier)
        Match.objects.filter(pk=match.pk).update(weight=match.weight)
    pace = pace_of(match.clock)
    before = {player: skills.of(pace, player) for side in outcome.sides for player in side}
    changes = []
    for player, now in outcome.rated(before, match.weight).items():
        last = skills.last(pace, player)
        same_season = last and season_of(last.ended_at) == season_of(match.finished_at)
        change = RatingChange(
            match=match,
            user_id=player.user,
            against=player.against,
            game=match.game,
            pace=pace,
            number=last.number + 1 if last else 1,
            in_season=last.in_season + 1 if last and same_season else 1,
            mu_before=before[player].mu,
            sigma_before=before[player].sigma,
            mu=now.mu,
            sigma=now.sigma,
            ended_at=match.finished_at,
        )
        skills.note(pace, player, change)
        changes.append(change)
    return changes


class _Skills:
    """The newest rating changes, in a game, of the players in these matches."""

    def __init__(self, game: str, matches: Iterable[Match]) -> None:
        self._game = game
        self._known: dict[Key, RatingChange | None] = {}
        people: dict[str, set[int]] = {}
        for match in matches:
            there = people.setdefault(pace_of(match.clock), set())
            there.update(seat.user_id for seat in match.seats.all() if seat.user_id is not None)
        for pace, users in people.items():
            for change in newest(users, game, pace):
                self._known[pace, Player(change.user_id)] = change

    def of(self, pace: str, player: Player) -> Skill:
        last = self.last(pace, player)
        return skill_after(last) if last else player.first

    def note(self, pace: str, player: Player, change: RatingChange) -> None:
        self._known[pace, player] = change

    def last(self, pace: str, player: Player) -> RatingChange | None:
        """The player's newest change; None without a rating yet."""
        key = pace, player
        if key not in self._known and player.against:
            self._known[key] = newest_of_game(player.against, self._game, pace)
        return self._known.get(key)
