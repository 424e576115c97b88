"""The open request of a match and the requests that may be made, as its page shows them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from games.matches.models import Match
from games.matches.page.choice_lists import Button
from games.matches.play.actions.requests import nudged_lately
from games.matches.play.engine.request_times import pause_ends_of, still_asked
from games.matches.play.parts import attendance, open_request
from games.matches.record import ranking, request_lines
from games.matches.record.selectors import Snapshot
from games.matches.record.states import format_of
from games.matches.record.text import sentence
from games.plugin import Viewer
from games.protocol import standing, take_backs
from games.protocol.requests import DAY, SLOWER, People, Request


@dataclass(frozen=True)
class Voice:
    """A seat's answer to a request."""

    name: str
    says: str  # "yes", "no" or "" for no answer yet
    own: bool  # it is the reader's seat


@dataclass(frozen=True)
class Question:
    """An open request and its answers."""

    step: int
    text: str
    until: datetime
    voices: list[Voice]
    explained: bool  # explain take-backs
    to_answer: bool  # the reader must answer
    own: bool  # the reader asked
    about_you: bool  # the vote is about the reader


@dataclass(frozen=True)
class AtThisTable:
    """The open request, the requests the reader may make, and pauses."""

    question: Question | None
    buttons: list[Button]
    still: bool  # people are asked whether they still play
    resting: bool
    pause_ends: datetime | None  # when an agreed pause ends by itself
    plays: bool  # the reader is a player


def requests_of(shown: Snapshot, viewer: Viewer) -> AtThisTable | None:
    """The requests and pauses that this viewer sees at this position, if any."""
    match = shown.match
    if not shown.is_newest or not match.running:
        return None
    people = open_request.people_of(match, shown.seats)
    request = open_request.open_one(match)
    plays = isinstance(viewer, int) and viewer in people.playing
    buttons: list[Button] = []
    if request is None and isinstance(viewer, int) and plays:
        buttons = list(_buttons(shown, viewer, people))
    resting = match.paused == Match.Paused.RESTING
    still = still_asked(match, timezone.now())
    question = _question(shown, request, viewer) if request else None
    paused_until = pause_ends_of(match)
    if not (question or buttons or still or resting or paused_until):
        return None
    return AtThisTable(question, buttons, still, resting, paused_until, plays)


def _question(shown: Snapshot, request: Request, viewer: Viewer) -> Question:
    answers = dict.fromkeys(request.yes, "yes") | dict.fromkeys(request.no, "no")
    return Question(
        step=request.step,
        text=sentence(request_lines.asked_by(request.seat, request), shown.names),
        until=request.until,
        voices=[
            Voice(shown.names[seat], answers.get(seat, ""), own=viewer == seat)
            for seat in request.voters
        ],
        explained=request.what == "undo",
        to_answer=viewer in request.unanswered,
        own=viewer == request.seat,
        about_you=viewer == request.about and request.about is not None,
    )


def _buttons(shown: Snapshot, viewer: int, people: People) -> Iterator[Button]:
    match = shown.match
    if match.paused == Match.Paused.CONSENT:
        yield Button("ask:resume", _("Resume the match"))
    elif match.paused:
        return
    others = people.playing - {viewer}
    if match.embargo_until is not None or not others | people.away:
        return
    if not match.paused:
        if others and not people.away and _can_go_back(match, viewer):
            yield Button("ask:undo", _("Take back what I did last"))
        if others:
            yield Button("ask:pause", _("Pause the match"))
        if others and attendance.is_live(match):
            yield from (Button(f"ask:slow:{time}", _slower(time)) for time in SLOWER)
    if not match.rated:
        yield Button("ask:cancel", _("Cancel the match"))
        if standing.can_be_counted(shown.game, format_of(match), shown.state):
            yield Button("ask:end", _("End the match as it stands"))
    now = timezone.now()
    for seat in shown.seats:
        other = not match.paused and seat.index in others
        if other and attendance.is_silent(match, seat, now):
            if not nudged_lately(seat, now):
                text = _("Nudge {name}, who is overdue")
                yield Button(f"nudge:{seat.index}", text.format(name=seat.name))
            text = _("Let a computer player take the seat of {name}")
            yield Button(f"ask:take-over:{seat.index}", text.format(name=seat.name))


def _can_go_back(match: Match, viewer: int) -> bool:
    """Whether the viewer has a step to take back. No query if they need no consent."""
    if match.rated or ranking.why_no_take_backs(match) is not None:
        return False
    alone = take_backs.reach_of(match.undo).seat == viewer
    return alone or (match.version > 0 and open_request.way_back(match, viewer) is not None)


def _slower(seconds: int) -> str:
    days = seconds // DAY
    text = ngettext(
        "Continue over days: {n} day a step", "Continue over days: {n} days a step", days
    )
    return text.format(n=days)
