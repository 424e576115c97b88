"""Requests between the players of a running match, in play and in records.

One request is open at a time, and its `voters` must answer. It is decided as soon as it is granted
or can't be granted any more, and over when it is withdrawn, when its time is up (`until`), or by
`after`. Asking, answering and withdrawing are steps of kind "control" that leave the position as it
is. A granted request takes effect by the step that decides it; a take-back or a hand-over, which
needs a step of its own, by the next one.

Only the portal can check what isn't in a record (who was connected, which clock the match has); a
record shows how long a seat's person had done nothing.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from games.plugin.codec import says
from games.plugin.errors import RecordError
from games.plugin.model import Tagged
from games.protocol.caretakers import HandOver, change_of
from games.protocol.record import RecordedStep
from games.protocol.steps import Step

What = Literal["undo", "pause", "resume", "slow", "take-over", "cancel", "end"]
Ending = Literal["", "cancel", "end"]  # how everybody agreed to end the match; "": it goes on
Pause = Literal["", "consent", "resting"]

CONSENT = "consent"  # the actor of the take-back that everybody granted
VOTE = "vote"  # the actor of the step by which the others hand a silent seat over
LONGEST = timedelta(days=3)  # that a request may be open
SILENCE = timedelta(minutes=3)  # without a step before a person counts as silent
PAUSE_ENDS = timedelta(days=14)  # before a pause ends by itself
GOES_ON = timedelta(days=3)  # the same after someone has asked to resume
STILL_PLAYING = timedelta(days=14)  # without a person's step before people are asked
REST = timedelta(days=21)  # without a person's step before a match without a clock rests
ENDINGS: tuple[What, ...] = ("cancel", "end")  # silent people have no say in these
DAY = 86_400  # seconds
SLOWER = (DAY, 3 * DAY, 7 * DAY)  # seconds a step that a live match may be slowed down to
_HALTED = ("action", "time-out", "undo", "order")  # steps that a pause forbids


class Ask(Tagged, tag="ask"):
    """The step's seat asks the others."""

    what: What
    lasts: int  # seconds to answer
    about: int | None = None  # the silent seat of a "take-over"
    seconds: int | None = None  # for a step, of a "slow"
    silent: tuple[int, ...] = ()  # seats of absent people, without a say in a "cancel" or "end"
    granted: What | None = None  # if nobody else has a say; None also in older records


class Answer(Tagged, tag="answer", omit_defaults=True):
    """The step's seat answers the request of the step `to`."""

    to: int
    yes: bool
    granted: What | None = None  # if everybody has agreed now; None also in older records


class Withdraw(Tagged, tag="withdraw"):
    """The seat that asked ends the request of the step `to`, or the seat that it is about does."""

    to: int


class Resume(Tagged, tag="resume"):
    """The portal ends a pause at `Wish.ends`."""


class Rest(Tagged, tag="rest"):
    """The portal lets a match rest after `REST` without a person's step."""


class PlayOn(Tagged, tag="play-on"):
    """The step's person confirms that they still play, which wakes a resting match."""


Deed = Ask | Answer | Withdraw | Resume | Rest | PlayOn
TAGS = ("ask", "answer", "withdraw", "resume", "rest", "play-on")


class Request(msgspec.Struct, frozen=True):
    """A request and its answers."""

    what: What
    seat: int
    step: int  # which asked
    newest: int  # the last one that belongs to it
    at: datetime
    until: datetime
    voters: tuple[int, ...]
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    about: int | None = None
    seconds: int | None = None
    silent: tuple[int, ...] = ()
    to: int | None = None  # the step that an "undo" leads back to

    @property
    def unanswered(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.voters if seat not in (*self.yes, *self.no))

    @property
    def granted(self) -> bool | None:
        """Whether it was granted; None while that is open.

        A take-over needs a majority of all other seats, the asking one among them; anything else
        needs every voter.
        """
        if self.what == "take-over":
            needed = (len(self.voters) + 1) // 2 + 1
            if 1 + len(self.yes) >= needed:
                return True
            return False if 1 + len(self.yes) + len(self.unanswered) < needed else None
        if self.no:
            return False
        return None if self.unanswered else True


class People(msgspec.Struct, frozen=True):
    """The seats whose people play, and those with a caretaker."""

    playing: frozenset[int]
    away: frozenset[int] = frozenset()
    pause: Pause = ""


class Refused(Exception):
    """Asking or answering isn't possible; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def deed_of(action: Any) -> Deed | None:
    """The deed in an action, if it is one. Raises `msgspec.ValidationError` if malformed."""
    if not isinstance(action, Mapping) or action.get("type") not in TAGS:
        return None
    deed: Deed = msgspec.convert(action, Deed)
    return deed


def request_of(stored: Any) -> Request | None:
    """The value of `Match.request`."""
    request: Request | None = msgspec.convert(stored, Request | None)
    return request


def new_request(
    ask: Ask, seat: int, step: int, at: datetime, people: People, to: int | None = None
) -> Request:
    """The request that a seat opens by a step. `to`: the step an "undo" would lead to, if any.

    Raises `Refused`: "malformed", "paused", "not_paused", "alone", "caretaker", "nothing_to_undo",
    "nobodys_seat".
    """
    others = people.playing - {seat}
    _check_form(ask, seat)
    _check_pause(ask.what, people.pause)
    if ask.what not in ("resume", "take-over") and not others | people.away:
        raise Refused("alone")
    if ask.what == "undo":
        if people.away:
            raise Refused("caretaker")
        if to is None:
            raise Refused("nothing_to_undo")
    if ask.what == "take-over":
        if ask.about not in others:
            raise Refused("nobodys_seat")
        others -= {ask.about}
    if not others >= set(ask.silent):
        raise Refused("malformed")
    return Request(
        what=ask.what,
        seat=seat,
        step=step,
        newest=step,
        at=at,
        until=at + timedelta(seconds=ask.lasts),
        voters=tuple(sorted(others - set(ask.silent))),
        about=ask.about,
        seconds=ask.seconds,
        silent=ask.silent,
        to=to if ask.what == "undo" else None,
    )


def _check_form(ask: Ask, seat: int) -> None:
    right = (
        0 < ask.lasts <= LONGEST.total_seconds()
        and (ask.about is not None) == (ask.what == "take-over")
        and (ask.seconds in SLOWER if ask.what == "slow" else ask.seconds is None)
        and (ask.what in ENDINGS or not ask.silent)
    )
    if not right:
        raise Refused("malformed")


def _check_pause(what: What, pause: Pause) -> None:
    if what == "resume" and pause != "consent":
        raise Refused("not_paused")
    if pause and not (pause == "consent" and what in ("resume", *ENDINGS)):
        raise Refused("paused")


def with_answer(
    request: Request | None, deed: Answer, seat: int, step: int, at: datetime
) -> Request:
    """The request after a seat has answered. Raises `Refused`: "no_request", "not_asked"."""
    open_one = _open_by(request, deed.to, at)
    if seat not in open_one.unanswered:
        raise Refused("not_asked")
    if deed.yes:
        return replace(open_one, newest=step, yes=(*open_one.yes, seat))
    return replace(open_one, newest=step, no=(*open_one.no, seat))


def granted_by(request: Request) -> What | None:
    """The kind of the request if it is granted, else None."""
    return request.what if request.granted else None


def check_withdrawal(request: Request | None, deed: Withdraw, seat: int, at: datetime) -> None:
    """Raise `Refused` unless the seat may end the request: "no_request", "not_yours"."""
    open_one = _open_by(request, deed.to, at)
    if seat not in (open_one.seat, open_one.about):
        raise Refused("not_yours")


def _open_by(request: Request | None, step: int, at: datetime) -> Request:
    open_one = open_at(request, at)
    if open_one is None or open_one.step != step:
        raise Refused("no_request")
    return open_one


def open_at(request: Request | None, at: datetime) -> Request | None:
    """The request, if it can be answered at that moment."""
    return request if request is not None and request.at <= at < request.until else None


def after(request: Request | None, step: Step) -> Request | None:
    """The request if it is still open after a step that isn't part of it.

    Any step ends an "undo"; a step that changes who plays ends every request. A silent person's
    step ends the vote about their seat, or gives them a say.
    """
    if request is None or request.what == "undo" or step.kind in ("admin", "control"):
        return None
    if step.actor != "person":
        return request
    if step.seat == request.about:
        return None
    if step.seat in request.silent and step.seat is not None:
        return replace(
            request,
            silent=tuple(seat for seat in request.silent if seat != step.seat),
            voters=tuple(sorted((*request.voters, step.seat))),
        )
    return request


Past = tuple[int, int | None, str, int | None, str]  # index, base, kind, seat and actor of a step


def way_back(newest_first: Iterable[Past], seat: int) -> int | None:
    """The step before the seat's newest action that wasn't taken back, if there is one."""
    at: int | None = None
    for index, base, kind, whose, actor in newest_first:
        if at is not None and index != at:
            continue  # it was taken back
        if (kind, whose, actor) == ("action", seat, "person"):
            return base
        at = base
    return None


class Wish:
    """When people asked to resume: a «no» prolongs the pause, but only for `GOES_ON`."""

    def __init__(self) -> None:
        self._asked: dict[int, datetime] = {}  # by step

    def follow(self, index: int, at: datetime, deed: Deed | None) -> None:
        """Update for a step of the pause."""
        if isinstance(deed, Ask) and deed.what == "resume":
            self._asked[index] = at
        elif isinstance(deed, Withdraw):
            self._asked.pop(deed.to, None)

    def ends(self, begun: datetime) -> datetime:
        return min([begun + PAUSE_ENDS, *(at + GOES_ON for at in self._asked.values())])


class Conduct:
    """Checks step by step that a record's requests, answers and pauses were possible."""

    def __init__(self) -> None:
        self.pause: Pause = ""
        self._request: Request | None = None
        self._due: Request | None = None  # granted, for the next step to carry out
        self._paused_at = datetime.min.replace(tzinfo=UTC)
        self._wish = Wish()  # of that pause
        self._acted_at = ""  # the time of any person's last step, as in the record
        self._acted: dict[int | None, str] = {}  # the same by seat
        self._past: list[Past] = []
        self._slowed = False

    def check(self, step: RecordedStep) -> None:
        """Raise `RecordError` unless requests and pauses allow this step."""
        if self._due is not None and not _does(step, self._due):
            raise RecordError(step.index, "what everybody agreed to wasn't done")
        if self._due is None and step.actor in (CONSENT, VOTE):
            raise RecordError(step.index, "nobody had agreed to that")
        if self.pause and step.kind in _HALTED:
            raise RecordError(step.index, "the match was paused")

    def take(self, step: RecordedStep, people: People) -> Ending:
        """Update for a step with a deed and return the ending, if any. Raises `RecordError`."""
        deed, at = deed_of(step.action), datetime.fromisoformat(step.at)
        if not says(step.action, deed):
            raise RecordError(step.index, "it is not written as the portal writes it")
        if isinstance(deed, Resume | Rest):
            self._take_from_portal(step, deed, at)
            return ""
        seat = step.seat
        if step.actor != "person" or seat not in people.playing or seat is None:
            raise RecordError(step.index, "people ask and answer themselves")
        self._wish.follow(step.index, at, deed)
        try:
            return self._take(step, deed, seat, at, people)
        except Refused as refusal:
            raise RecordError(step.index, f"it couldn't be done: {refusal.code}") from refusal

    def _take(
        self, step: RecordedStep, deed: Deed | None, seat: int, at: datetime, people: People
    ) -> Ending:
        if isinstance(deed, Ask):
            if open_at(self._request, at) is not None:
                raise Refused("request_open")
            self._check_silence(step, deed, at)
            to = way_back(reversed(self._past), seat)
            return self._decide(deed, new_request(deed, seat, step.index, at, people, to), at)
        if isinstance(deed, Answer):
            return self._decide(deed, with_answer(self._request, deed, seat, step.index, at), at)
        if isinstance(deed, Withdraw):
            check_withdrawal(self._request, deed, seat, at)
            self._request = None
        elif self.pause == "resting":
            self.pause = ""
        elif at - datetime.fromisoformat(self._acted_at) < STILL_PLAYING:
            raise Refused("not_asked")
        return ""

    def _check_silence(self, step: RecordedStep, ask: Ask, at: datetime) -> None:
        for seat in (*ask.silent, *([] if ask.about is None else [ask.about])):
            acted = self._acted.get(seat, self._acted[None])
            if at - datetime.fromisoformat(acted) < SILENCE:
                raise RecordError(step.index, f"seat {seat} wasn't silent")

    def _decide(self, deed: Ask | Answer, request: Request, at: datetime) -> Ending:
        if deed.granted is not None and deed.granted != granted_by(request):
            raise Refused("malformed")
        self._request = None if request.granted is not None else request
        if not request.granted:
            return ""
        if request.what == "slow" and self._slowed:
            raise Refused("slowed")
        self._slowed = self._slowed or request.what == "slow"
        if request.what in ("undo", "take-over"):
            self._due = request
        elif request.what == "pause":
            self.pause, self._paused_at, self._wish = "consent", at, Wish()
        elif request.what == "resume":
            self.pause = ""
        return request.what if request.what in ("cancel", "end") else ""

    def _take_from_portal(self, step: RecordedStep, deed: Resume | Rest, at: datetime) -> None:
        if step.actor != "portal" or step.seat is not None:
            raise RecordError(step.index, "the portal does this, to the match")
        if isinstance(deed, Resume):
            if self.pause != "consent" or at < self._wish.ends(self._paused_at):
                raise RecordError(step.index, "there was no pause that had to end")
            self.pause = ""
        else:
            if self.pause or at - datetime.fromisoformat(self._acted_at) < REST:
                raise RecordError(step.index, "somebody still played")
            self.pause = "resting"
        self._request = None

    def follow(self, step: RecordedStep, *, playing: bool) -> None:
        """Update for any step. `playing`: whether a person still plays after it."""
        if self._due is not None and _does(step, self._due):
            self._due = None
        if step.kind != "control" or deed_of(step.action) is None:
            self._request = after(self._request, step)
        if step.kind == "setup" or step.actor == "person":
            self._acted[step.seat] = self._acted_at = step.at
        if not playing:
            self.pause = ""
        self._past.append((step.index, step.base, step.kind, step.seat, step.actor))

    def check_end(self, last: int) -> None:
        """Raise `RecordError` if the record breaks off before a granted request was carried out."""
        if self._due is not None:
            raise RecordError(last, "what everybody agreed to wasn't done")


def _does(step: RecordedStep, granted: Request) -> bool:
    if granted.what == "undo":
        done = (step.kind, step.actor, step.seat, step.base)
        return done == ("undo", CONSENT, granted.seat, granted.to)
    hands_over = isinstance(change_of(step.kind, step.action), HandOver)
    return hands_over and (step.actor, step.seat) == (VOTE, granted.about)
