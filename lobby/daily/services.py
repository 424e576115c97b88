"""Prepares challenges, begins tries and scores them."""

import logging
from collections import defaultdict
from datetime import date, datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from accounts import notices
from accounts.guests.gate import Members, refuse_guest
from accounts.locks import lock_person
from accounts.models import User
from accounts.selectors import welcome
from games.matches.errors import ByHand
from games.matches.models import Match
from games.matches.play.actions import services as matches
from games.matches.play.parts import pause_notices
from games.plugin import AnyGame, UnknownRules, registry
from games.plugin.codec import plain
from lobby.leaderboards.services import tie_breaker
from lobby.leaderboards.spans import day_of
from lobby.models import Challenge, Try
from lobby.tables import match_quotas
from toolbox.errors import Conflict, Forbidden, NotFound, Refusal

log = logging.getLogger(__name__)

AHEAD = 2  # days for which challenges are prepared before they begin
AT_ONCE = 100  # tries scored by one task
FRESH = timedelta(days=2)  # the greatest age of a challenge whose places are told
PATIENCE = timedelta(hours=1)  # how long places wait for missing points
PLACE = gettext_noop(
    "{daily} of {day} is open: you are in place {place} of {count}. Your points: {points}."
)


def games() -> list[AnyGame]:
    """The installed games that have a challenge of the day."""
    return [game for game in registry.installed() if has_daily(game)]


def has_daily(game: AnyGame) -> bool:
    return bool(game.meta.leaderboard and game.meta.leaderboard.daily)


def prepare(today: date) -> None:
    """Make the missing challenges of today and the next days."""
    days = [today + timedelta(ahead) for ahead in range(AHEAD + 1)]
    ready = set(Challenge.objects.filter(day__in=days).values_list("game", "day"))
    for game in games():
        for day in days:
            if (game.meta.slug, day) not in ready:
                challenge_of(game, day)


def challenge_of(game: AnyGame, day: date) -> Challenge:
    """The challenge of that day, made now if it is missing."""
    rows = Challenge.objects.select_related("deal").filter(game=game.meta.slug, day=day)
    known = rows.first()
    if known is not None:
        return known
    try:
        with transaction.atomic():
            return Challenge.objects.create(
                game=game.meta.slug,
                day=day,
                rules_version=game.meta.rules_version,
                options=plain(game.Options()),
                deal=matches.open_deal(),
            )
    except IntegrityError:  # another process has just made it
        return rows.get()


def begin(*, user: User, game: AnyGame) -> Try:
    """The person's try at today's challenge, begun now unless it was begun before.

    It is played by the version of the rules that the challenge was prepared for. Raises `NotFound`
    for a game without challenges, `ByHand` for a program, Forbidden `guest_daily` for a guest and
    `too_new` for an account made on that day, Conflict `ended` and `rules_gone`, and what
    `match_quotas.check` raises.
    """
    if not has_daily(game):
        raise NotFound(_("This game has no challenge of the day."))
    if user.by_token:
        raise ByHand
    refuse_guest(user, Members.DAILY)
    challenge = challenge_of(game, day_of(timezone.now()))
    if is_too_new(user, challenge):
        text = _("You signed up today: the first challenge you can play is tomorrow’s.")
        raise Forbidden(text, code="too_new")
    with transaction.atomic():
        lock_person(user.pk)
        begun = Try.objects.select_related("match").filter(challenge=challenge, user=user).first()
        return begun or _begun(user, challenge)


def is_too_new(user: User, challenge: Challenge) -> bool:
    """Whether the account was made on the challenge's day, or later."""
    return user.date_joined >= challenge.begins_at


def _begun(user: User, challenge: Challenge) -> Try:
    if timezone.now() >= challenge.ends_at:
        raise Conflict(_("This challenge has just ended."), code="ended")
    try:
        registry.get(challenge.game, challenge.rules_version)
    except UnknownRules:
        text = _("The rules of this challenge aren’t here anymore.")
        raise Conflict(text, code="rules_gone") from None
    match_quotas.check(user)
    match = matches.start_match(
        game=challenge.game,
        options=challenge.options,
        players=[matches.Player(user=user)],
        deal=challenge.deal,
        embargo_until=challenge.opens_at,
        rules_version=challenge.rules_version,
    )
    return Try.objects.create(challenge=challenge, user=user, match=match)


@transaction.atomic
def note_end(match_id: UUID) -> None:
    """Store the score of a try that has ended, or None if it was voided. Idempotent."""
    own = Try.objects.select_for_update(of=("self",)).filter(match=match_id).first()
    if own is None:
        return
    match = Match.objects.defer("state").get(pk=match_id)
    seat = match.seats.get()
    counts = match.status == Match.Status.FINISHED and not match.unranked
    own.score = seat.score if counts else None
    own.ties = tie_breaker(match, seat)
    own.ended_at = match.finished_at
    own.save(update_fields=["score", "ties", "ended_at"])


def score_overdue() -> None:
    """Score tries still running at the opening as they stand; report flagged ones to reviewers."""
    late = Match.objects.filter(
        status=Match.Status.ACTIVE, embargo_until__lte=timezone.now(), try_of__isnull=False
    )
    _tell_of_stopped(late.filter(paused=Match.Paused.FLAGGED))
    rows = late.order_by("paused", "embargo_until", "pk")  # tries that failed before come last
    for match_id in rows.values_list("pk", flat=True)[:AT_ONCE]:
        try:
            matches.score_as_it_stands(match_id=match_id)
        except Refusal:  # its rules fail, and it is flagged for an administrator
            log.warning("the try %s can't be scored", match_id, exc_info=True)


def _tell_of_stopped(stopped: QuerySet[Match]) -> None:
    by_challenge: dict[int, list[Match]] = defaultdict(list)
    for match in stopped.defer("state").select_related("try_of").order_by("pk"):
        by_challenge[match.try_of.challenge_id].append(match)
    for tries in by_challenge.values():
        pause_notices.tell_opened(tries)


def tell_places(now: datetime) -> None:
    """Tell everyone who played an opened challenge their place, once.

    Waits up to `PATIENCE` for the points of tries that have just ended.
    """
    day = day_of(now - Challenge.OPENS_AFTER)
    fresh = Challenge.objects.filter(told_at=None, day__lt=day, day__gte=day - FRESH)
    for challenge in fresh.order_by("day", "pk"):
        to_come = challenge.tries.filter(ended_at=None).exclude(match__paused=Match.Paused.FLAGGED)
        if now >= challenge.opens_at + PATIENCE or not to_come.exists():
            _tell_places(challenge, now)


def _tell_places(challenge: Challenge, now: datetime) -> None:
    day = challenge.day.isoformat()
    link = reverse("lobby:daily-on", args=[challenge.game, day])
    ranked = registry.get(challenge.game).meta.leaderboard
    rows = challenge.tries.filter(welcome("user__"), score__isnull=False)
    tries = list(rows.values_list("user", "score"))
    daily = notices.message(ranked.daily if ranked else "")
    params = {"daily": daily, "day": day, "count": len(tries)}
    key, over = f"daily:{day}", notices.Event.OVER
    tellings = [
        notices.Telling(user, key, PLACE, link, params | {"place": place, "points": score}, over)
        for place, (user, score) in enumerate(tries, start=1)
    ]
    with transaction.atomic():
        if Challenge.objects.filter(pk=challenge.pk, told_at=None).update(told_at=now):
            notices.tell_all(tellings)
