"""The conversations of a match (a module of the setting CHAT_ROOMS, see `accounts.talk.rooms`).

While the match runs, `match:<public id>:players` is for the seats alone, as allies share secrets
there, and `match:<public id>:watchers` for everyone else who may see the match, as spectators must
not advise seats. Afterwards both are open to all who may see the match.
"""

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.talk.rooms import Room
from games.matches.models import Match, Seat, Step
from games.matches.play.engine import unreadable
from games.matches.play.parts import attendance
from games.matches.record import match_names, selectors
from games.matches.record.conversations import PLAYERS, WATCHERS, key
from games.matches.record.text import sentence
from games.plugin import SPECTATOR, Line
from games.plugin.codec import plain
from games.plugin.model import PHRASES
from games.plugin.text import revived
from toolbox.errors import NotFound

log = logging.getLogger(__name__)


def room(name: str, user: Any) -> Room:
    """One of the two conversations. Raises `NotFound` unless the user may read it."""
    public_id, _colon, part = name.partition(":")
    match = selectors.match_for(public_id, user)
    for one in rooms(match, list(match.seats.all()), user):
        if one.key == key(match, part):
            return one
    raise NotFound(_("There is no such conversation."))


def rooms(match: Match, seats: Sequence[Seat], user: Any) -> list[Room]:
    """The conversations of a visible match that this user may read."""
    seated = user.is_authenticated and any(seat.user_id == user.pk for seat in seats)
    if match.running:
        return [_room(match, seats, PLAYERS if seated else WATCHERS, user, may_write=True)]
    return [
        _room(match, seats, PLAYERS, user, may_write=seated),
        _room(match, seats, WATCHERS, user, may_write=True),
    ]


def _room(match: Match, seats: Sequence[Seat], part: str, user: Any, *, may_write: bool) -> Room:
    people = {seat.user_id: seat for seat in seats if seat.user_id is not None}
    rules = match.known_rules
    unheard = part == PLAYERS and len(people) < 2  # nobody to say phrases to
    return Room(
        key=key(match, part),
        title=_("Players’ chat") if part == PLAYERS else _("Spectators’ chat"),
        link=reverse("matches:match", args=[match.public_id]),
        may_write=may_write and user.is_authenticated,
        why_not=_("Only the players can write here.") if not may_write else _("Log in to write."),
        phrases=() if unheard else rules.meta.phrases if rules else PHRASES,
        seats={pk: seat.index for pk, seat in people.items()},
        names={pk: seat.name for pk, seat in people.items()},
        hears=frozenset(people) if part == PLAYERS else frozenset(),
        called=partial(match_names.names_for_all, match, seats),
        place=attendance.place(match.public_id),
        topic=partial(_topic, match, part),
        in_words=partial(_in_words, [seat.name for seat in seats]),
    )


def _topic(match: Match, part: str) -> Any:
    """The players' present topic (`Game.topic`) as plain data, for their conversation."""
    if part != PLAYERS or not match.running:
        return None
    shown = unreadable.snapshot(match)
    if shown.state is None:
        return None
    try:
        line = shown.game.topic(shown.game.observation(shown.state, SPECTATOR))
    except Exception:  # a ruleset's fault must not stop the chat
        log.exception("match %s: its rules give no topic for the chat", match.public_id)
        return None
    return plain(line) if line else None


def _in_words(names: Sequence[str], topic: Any) -> str:
    try:
        return sentence(revived(msgspec.convert(topic, Line)), names)
    except (msgspec.ValidationError, KeyError):  # stored in an older form
        return ""


def looked_into(name: str, at: datetime) -> str:
    """The address of the reviewers' studio at the last step before `at`; "" without one."""
    public_id = name.partition(":")[0]
    steps = Step.objects.filter(match__public_id=public_id, at__lte=at).order_by("-index")
    step = steps.values_list("index", flat=True).first()
    return "" if step is None else f"{reverse('review:studio', args=[public_id])}?step={step}"


def withheld(names: Iterable[str], user: Any) -> set[str]:
    """Of these conversations, those of the watchers of running matches that this user plays in."""
    wanted = {name for name in names if name.endswith(f":{WATCHERS}")}
    played = Match.objects.filter(
        public_id__in={name.partition(":")[0] for name in wanted},
        status=Match.Status.ACTIVE,
        seats__user=user,
    )
    ids = set(played.values_list("public_id", flat=True))
    return {name for name in wanted if name.partition(":")[0] in ids}
