"""What players ask of each other at a running match: what is asked, by whom, and what came of it.

One question is open at a time. Who has a say in it must answer (`Request.voters`); it is decided as
soon as it is granted or can't be any more, and is over when it is withdrawn, when its time is up
(`Request.until`), or by what `after` says. Asking, answering and withdrawing are steps of kind
"control" that leave the position as it stands. What a granted request does is part of the step that
decides it, or, where it needs a step of its own (a take-back, a seat that is handed over), the very
next one.

The portal goes by this, and so does the verification of records. What a record doesn't tell (who
was connected, what clock the match has) is for the portal alone to look at; a record shows that a
seat's person had done nothing for a while.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from games.plugin.codec import says
from games.plugin.errors import RecordError
from games.protocol.caretakers import HandOver, change_of
from games.protocol.record import RecordedStep
from games.protocol.steps import Step

What = Literal["undo", "pause", "resume", "slow", "take-over", "cancel", "end"]
# How a match is over by what everybody agreed to; "": it isn't.
Ending = Literal["", "cancel", "end"]
Pause = Literal["", "consent", "resting"]

CONSENT = "consent"  # the actor of the take-back that everybody granted
VOTE = "vote"  # the actor of the step by which the others hand a silent seat over
LONGEST = timedelta(days=3)  # for which a question may be open
SILENCE = timedelta(minutes=3)  # without a step, before anybody counts as silent
PAUSE_ENDS = timedelta(days=14)  # after which a pause is over by itself
GOES_ON = timedelta(days=3)  # the same after someone has asked to go on
STILL_PLAYING = timedelta(days=14)  # without a person's step, before people are asked
REST = timedelta(days=21)  # without a person's step, before a match without a clock rests
ENDINGS: tuple[What, ...] = ("cancel", "end")  # which need nobody but those who are here
DAY = 86_400  # seconds
SLOWER = (DAY, 3 * DAY, 7 * DAY)  # seconds for a step that a live match may be slowed down to
_HALTED = ("action", "time-out", "undo", "order")  # what nobody does while a match is paused


class Ask(msgspec.Struct, frozen=True, tag="ask", forbid_unknown_fields=True):
    """The step's seat asks the others, who have `lasts` seconds to answer.

    `about` is the silent seat of a "take-over", `seconds` the time for a step of a "slow". `silent`
    are the seats that aren't asked whether to "cancel" or "end" it: their people aren't here.
    `granted`: what happens by this step, since nobody else has a say in it; None (and in records
    from before it was said): nothing yet.
    """

    what: What
    lasts: int
    about: int | None = None
    seconds: int | None = None
    silent: tuple[int, ...] = ()
    granted: What | None = None


class Answer(
    msgspec.Struct, frozen=True, tag="answer", forbid_unknown_fields=True, omit_defaults=True
):
    """The step's seat answers what was asked by the step `to`.

    `granted`: what everybody has agreed to with this answer; None as in `Ask`.
    """

    to: int
    yes: bool
    granted: What | None = None


class Withdraw(msgspec.Struct, frozen=True, tag="withdraw", forbid_unknown_fields=True):
    """What was asked by the step `to` is over: who asked no longer does, or who was silent is here.

    The latter says so of a vote about their own seat.
    """

    to: int


class Resume(msgspec.Struct, frozen=True, tag="resume", forbid_unknown_fields=True):
    """The portal ends a pause whose time is up (`Wish.ends`)."""


class Rest(msgspec.Struct, frozen=True, tag="rest", forbid_unknown_fields=True):
    """The portal lets a match rest in which no person has done anything for `REST`."""


class PlayOn(msgspec.Struct, frozen=True, tag="play-on", forbid_unknown_fields=True):
    """The step's person still plays, and wakes the match if it rests."""


Deed = Ask | Answer | Withdraw | Resume | Rest | PlayOn
TAGS = ("ask", "answer", "withdraw", "resume", "rest", "play-on")


class Request(msgspec.Struct, frozen=True):
    """A question that was asked, and how it stands.

    `step` is the one that asked it, `newest` the last one that belongs to it. `to` is the step that
    an "undo" leads back to.
    """

    what: What
    seat: int
    step: int
    newest: int
    at: datetime
    until: datetime
    voters: tuple[int, ...]
    yes: tuple[int, ...] = ()
    no: tuple[int, ...] = ()
    about: int | None = None
    seconds: int | None = None
    silent: tuple[int, ...] = ()
    to: int | None = None

    @property
    def unanswered(self) -> tuple[int, ...]:
        """The seats that have yet to answer."""
        return tuple(seat for seat in self.voters if seat not in (*self.yes, *self.no))

    @property
    def granted(self) -> bool | None:
        """How it was decided; None while that is open.

        A silent seat is taken by the majority of all the others, who asked among them; anything
        else needs everyone who is asked.
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
    """How the seats of people stand: whose person plays, and for whom a caretaker stands in."""

    playing: frozenset[int]
    away: frozenset[int] = frozenset()
    pause: Pause = ""


class Refused(Exception):
    """It can't be asked, or answered; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def deed_of(action: Any) -> Deed | None:
    """What a control step does by its action; None if that is none of these.

    Raises `msgspec.ValidationError` for one that is written wrongly.
    """
    if not isinstance(action, Mapping) or action.get("type") not in TAGS:
        return None
    deed: Deed = msgspec.convert(action, Deed)
    return deed


def request_of(stored: Any) -> Request | None:
    """What `Match.request` holds."""
    request: Request | None = msgspec.convert(stored, Request | None)
    return request


# -- asking and answering --------------------------------------------------------------------------


def asked(
    ask: Ask, seat: int, step: int, at: datetime, people: People, to: int | None = None
) -> Request:
    """The request that a seat opens by a step. `to`: where an "undo" would lead; None: nowhere.

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


def answered(request: Request | None, deed: Answer, seat: int, step: int, at: datetime) -> Request:
    """The request after a seat has answered. Raises `Refused`: "no_request", "not_asked"."""
    open_one = open_at(request, at)
    if open_one is None or open_one.step != deed.to:
        raise Refused("no_request")
    if seat not in open_one.unanswered:
        raise Refused("not_asked")
    if deed.yes:
        return replace(open_one, newest=step, yes=(*open_one.yes, seat))
    return replace(open_one, newest=step, no=(*open_one.no, seat))


def granted_by(request: Request) -> What | None:
    """What everybody has agreed to, if that is so."""
    return request.what if request.granted else None


def check_withdrawal(request: Request | None, deed: Withdraw, seat: int, at: datetime) -> None:
    """Raise `Refused` unless the seat may end that: "no_request", "not_yours"."""
    open_one = open_at(request, at)
    if open_one is None or open_one.step != deed.to:
        raise Refused("no_request")
    if seat not in (open_one.seat, open_one.about):
        raise Refused("not_yours")


def open_at(request: Request | None, at: datetime) -> Request | None:
    """The request, if it may still be answered at that moment."""
    return request if request is not None and request.at <= at < request.until else None


def after(request: Request | None, step: Step) -> Request | None:
    """What is left of an open request after a step that isn't one of its own.

    Any step ends an "undo", and any that changes who plays ends whatever is asked. A silent
    person's step ends the vote about their seat; one who wasn't asked has a say from then on.
    """
    if request is None or request.what == "undo":
        return None
    if step.kind in ("admin", "control"):
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
    """The step before the seat's newest action among those that count; None if it has none."""
    at: int | None = None
    for index, base, kind, whose, actor in newest_first:
        if at is not None and index != at:
            continue  # it was taken back
        if (kind, whose, actor) == ("action", seat, "person"):
            return base
        at = base
    return None


class Wish:
    """Since when somebody at a paused match has wanted to go on.

    One «no» keeps it paused for a while, for play starts everybody's clock; but nobody can hold the
    others for long.
    """

    def __init__(self) -> None:
        self._asked: dict[int, datetime] = {}  # by the step

    def follow(self, index: int, at: datetime, deed: Deed | None) -> None:
        """Take in a step of the pause."""
        if isinstance(deed, Ask) and deed.what == "resume":
            self._asked[index] = at
        elif isinstance(deed, Withdraw):
            self._asked.pop(deed.to, None)

    def ends(self, begun: datetime) -> datetime:
        """When the pause is over by itself."""
        asked = (at + GOES_ON for at in self._asked.values())
        return min(begun + PAUSE_ENDS, min(asked, default=begun + PAUSE_ENDS))


# -- records ---------------------------------------------------------------------------------------


class Conduct:
    """Whether what a record says was asked, answered and done could have been, step by step."""

    def __init__(self) -> None:
        self.pause: Pause = ""
        self._request: Request | None = None
        self._due: Request | None = None  # granted, and to be done by the next step
        self._paused_at = datetime.min.replace(tzinfo=UTC)
        self._wish = Wish()  # of that pause
        self._acted_at = ""  # when any person did anything, last; written as in the record
        self._acted: dict[int | None, str] = {}  # the same for a seat's own
        self._past: list[Past] = []
        self._slowed = False

    def check(self, step: RecordedStep) -> None:
        """Raise `RecordError` unless this step may follow, as far as requests and pauses go."""
        if self._due is not None and not _does(step, self._due):
            raise RecordError(step.index, "what everybody agreed to wasn't done")
        if self._due is None and step.actor in (CONSENT, VOTE):
            raise RecordError(step.index, "nobody had agreed to that")
        if self.pause and step.kind in _HALTED:
            raise RecordError(step.index, "the match was paused")

    def is_asked(self, step: RecordedStep) -> bool:
        """Whether the control step is one of these."""
        return deed_of(step.action) is not None

    def take(self, step: RecordedStep, people: People) -> Ending:
        """Take in one of these control steps; how it ends the match, if it does.

        Raises `RecordError` for one that the portal wouldn't have let happen.
        """
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
            return self._decide(deed, asked(deed, seat, step.index, at, people, to), at)
        if isinstance(deed, Answer):
            return self._decide(deed, answered(self._request, deed, seat, step.index, at), at)
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
        """Take any step in. `playing`: whether a person still plays after it."""
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
        """Raise `RecordError` if the record breaks off where something had to be done."""
        if self._due is not None:
            raise RecordError(last, "what everybody agreed to wasn't done")


def _does(step: RecordedStep, granted: Request) -> bool:
    """Whether the step is what the granted request leads to."""
    if granted.what == "undo":
        told = (step.kind, step.actor, step.seat, step.base)
        return told == ("undo", CONSENT, granted.seat, granted.to)
    hands_over = isinstance(change_of(step.kind, step.action), HandOver)
    return hands_over and (step.actor, step.seat) == (VOTE, granted.about)
