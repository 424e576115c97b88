"""Counts rated matches, each game's in the order in which they ended.

A match that ended earlier than one already counted, or whose result an administrator changed, takes
all later changes of its game back; they are counted anew. So ratings depend on the matches alone,
and counting them all again gives the same to the last digit.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import combinations
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.matches.models import Match, Seat
from games.matches.play.parts import followups
from games.plugin import registry
from lobby.models import RatedGame, RatingChange
from lobby.ratings.outcome import Player, outcome_of, pace_of
from lobby.ratings.selectors import (
    NEWEST_FIRST,
    newest,
    newest_of_game,
    skill_after,
    skill_before,
)
from lobby.ratings.skill import Skill
from toolbox.commits import after_commit
from toolbox.task_queue import queue

AT_ONCE = 200  # matches in a transaction
MEETINGS = 3  # of the same two people in a game on a day that count in full

TASK = "lobby.ratings.tasks.rate_match"
Key = tuple[str, Player]  # a rating of a game: its pace, and whose it is


@transaction.atomic
def count(match_id: UUID) -> None:
    """Count a match that is over, and the later ones of its game; again changes nothing.

    What can't be counted at once is counted by its next call, which is queued and scheduled.
    """
    match = _rated().filter(pk=match_id).first()
    if match is None or match.finished_at is None or not registry.is_installed(match.game):
        return
    counted = _locked(match.game)
    if not (_is_after(counted, match) or _is_right(match)):
        _take_back(counted, match.finished_at, match.pk)
    if _go_on(counted, AT_ONCE):
        followups.begin_again(TASK, [match.pk], timezone.now() + followups.PATIENCE)
        after_commit(queue, TASK, str(match.pk))


@transaction.atomic
def go_on(game: str, at_once: int = AT_ONCE) -> bool:
    """Count the next matches of an installed game; returns whether there may be more."""
    return _go_on(_locked(game), at_once)


@transaction.atomic
def forget(game: str) -> None:
    """Forget the game's ratings, so that all of its matches are counted anew."""
    RatedGame.objects.filter(pk=_locked(game).pk).update(ended_at=None, last_match=None)
    RatingChange.objects.filter(game=game).delete()


def _rated() -> QuerySet[Match]:
    heavy = ("state", "undo", "chance_counters", "result")
    return Match.objects.filter(rated=True).defer(*heavy)


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
    if match.weight is None:  # it ended at the same moment as one that was counted before it
        return False
    if {player for side in outcome.sides for player in side} != changes.keys():
        return False
    before = {player: skill_before(change) for player, change in changes.items()}
    now = {player: skill_after(change) for player, change in changes.items()}
    return outcome.rated(before, match.weight) == now


def _take_back(counted: RatedGame, ended_at: datetime, match: UUID) -> None:
    """Take the changes by that match and all later ones back."""
    changes = RatingChange.objects.filter(game=counted.game)
    changes.filter(Q(ended_at__gt=ended_at) | Q(ended_at=ended_at, match__gte=match)).delete()
    last = changes.order_by(*NEWEST_FIRST).values_list("ended_at", "match").first()
    counted.ended_at, counted.last_match = last or (None, None)
    counted.save()


def _go_on(counted: RatedGame, at_once: int) -> bool:
    over = _rated().filter(game=counted.game, status=Match.Status.FINISHED)
    if counted.ended_at is not None:
        later = Q(finished_at__gt=counted.ended_at)
        over = over.filter(later | Q(finished_at=counted.ended_at, pk__gt=counted.last_match))
    matches = list(over.order_by("finished_at", "pk").prefetch_related("seats")[:at_once])
    skills = _Skills(counted.game, matches)
    changes = [change for match in matches for change in _changes(match, skills)]
    RatingChange.objects.bulk_create(changes)
    if matches:
        counted.ended_at, counted.last_match = matches[-1].finished_at, matches[-1].pk
        counted.save()
    return len(matches) == at_once


def _changes(match: Match, skills: "_Skills") -> list[RatingChange]:
    """The changes by a match, and with it the skills."""
    seats = list(match.seats.all())
    outcome = outcome_of(match, seats)
    if outcome is None or match.finished_at is None:
        return []
    if match.weight is None:
        match.weight = weight_of(match, seats)
        Match.objects.filter(pk=match.pk).update(weight=match.weight)
    pace = pace_of(match.clock)
    before = {player: skills.of(pace, player) for side in outcome.sides for player in side}
    changes = []
    for player, now in outcome.rated(before, match.weight).items():
        number = skills.note(pace, player, now)
        changes.append(
            RatingChange(
                match=match,
                user_id=player.user,
                against=player.against,
                game=match.game,
                pace=pace,
                number=number,
                mu_before=before[player].mu,
                sigma_before=before[player].sigma,
                mu=now.mu,
                sigma=now.sigma,
                ended_at=match.finished_at,
            )
        )
    return changes


class _Skills:
    """The newest skills in a game of those in these matches, and how many changes made each."""

    def __init__(self, game: str, matches: Iterable[Match]) -> None:
        self._game = game
        self._known: dict[Key, tuple[Skill, int]] = {}
        people: dict[str, set[int]] = {}
        for match in matches:
            there = people.setdefault(pace_of(match.clock), set())
            there.update(seat.user_id for seat in match.seats.all() if seat.user_id is not None)
        for pace, users in people.items():
            for change in newest(users, game, pace):
                self._known[pace, Player(change.user_id)] = skill_after(change), change.number

    def of(self, pace: str, player: Player) -> Skill:
        return self._read(pace, player)[0]

    def note(self, pace: str, player: Player, skill: Skill) -> int:
        """Note a change; returns its number."""
        number = self._read(pace, player)[1] + 1
        self._known[pace, player] = skill, number
        return number

    def _read(self, pace: str, player: Player) -> tuple[Skill, int]:
        known = self._known.get((pace, player))
        if known is None:
            change = newest_of_game(player.against, self._game, pace) if player.against else None
            known = (skill_after(change), change.number) if change else (player.first, 0)
            self._known[pace, player] = known
        return known


def weight_of(match: Match, seats: Iterable[Seat]) -> float:
    """How much a match counts: half as much for each time that two of its people met too often.

    That is after `MEETINGS` rated matches of this game that ended on the same day (UTC).
    """
    assert match.finished_at is not None
    people = {seat.user_id for seat in seats}
    day = match.finished_at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    earlier = Match.objects.filter(
        Q(finished_at__lt=match.finished_at) | Q(finished_at=match.finished_at, pk__lt=match.pk),
        rated=True,
        game=match.game,
        status=Match.Status.FINISHED,
        finished_at__gte=day,
    )
    there: dict[UUID, list[int]] = {}
    rows = Seat.objects.filter(match__in=earlier, user__in=people).order_by("user")
    for key, user in rows.values_list("match", "user"):
        there.setdefault(key, []).append(user)
    met = Counter(pair for users in there.values() for pair in combinations(users, 2))
    return 0.5 ** max(0, max(met.values(), default=0) - MEETINGS + 1)
