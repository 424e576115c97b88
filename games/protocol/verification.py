"""Whether a record tells the truth.

The hashes show that nothing was altered. Verification also deals from the seed again, replays every
action by the record's version of the rules, compares every state, and checks that the portal could
have allowed each step. It compares decisions and results, not sentences, whose wording may change.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from games.plugin import registry
from games.plugin.codec import digest, plain
from games.plugin.errors import RecordError
from games.plugin.events import Event
from games.plugin.model import Format, Result
from games.protocol import (
    abandonment,
    caretakers,
    chain,
    named_results,
    requests,
    resignation,
    standing,
    standing_orders,
    take_backs,
)
from games.protocol.admin_actions import Deed, End, Replace, TakeBack, Void, deed_of
from games.protocol.dealing import SeededChance, same
from games.protocol.record import Record, RecordedStep, blaming, check_table, replay, rules_of
from games.protocol.signing import check_signature


class Verdict(msgspec.Struct, frozen=True):
    """How far a true record was checked."""

    replayed: bool  # False: the game dropped these rules, so moves and states are unchecked
    key: str | None = None  # the public half of the key that signed it, anyone's
    ended: bool = True  # False: the match goes on, or the record was cut off


def verify_record(record: Record, game: registry.AnyGame | None = None) -> Verdict:
    """Check everything a record claims. Raises `RecordError` with the first step at fault.

    In this order: the commitment fits the seed; the hashes; the table could be opened; for every
    step that the action was legal, chance is what the seed gives, the state is the one named (if
    its hash is of the present layout of states), the portal allows it and standing orders were
    followed; the result; the signature. If the rules have dropped the record's version, the checks
    that need no rules. Raises nothing but `RecordError`, whatever the record holds.
    """
    game = game or _installed(record.game)
    if record.game == game.meta.slug and game.meta.has_dropped(record.rules_version):
        chain.check_without_rules(record)
        replayed, ended = False, chain.reaches_an_end(record)
    else:
        replayed, ended = True, _verify_by(rules_of(game, record), record)
    with blaming(None):
        return Verdict(replayed, check_signature(record), ended)


def _verify_by(game: registry.AnyGame, record: Record) -> bool:
    """Check the record by the rules; returns whether the match is over at its last step."""
    with blaming(None):
        seed = chain.seed_of(record.deal)
    chain.check_chain(record)
    with blaming(None):
        check_table(game, record)
        options = msgspec.convert(record.options, game.Options)
        form = game.format(options, record.seating.count).seated(record.seating.roles)
    dealt = SeededChance(seed)
    conduct = _Conduct(form, [seat.player for seat in record.seats], scored=game.meta.scored)
    orders = standing_orders.Conduct(game, options, form)
    state: Any = None
    over = ended = False
    for step, state, events in replay(game, record):
        with blaming(step.index):
            conduct.check_time(step, over=over)
            orders.check(step)
            chain.check_outcomes(step, dealt)
            if step.state_schema > game.meta.state_schema:
                unknown = f"layout {step.state_schema} of states isn't known here"
                raise RecordError(step.index, unknown)
            if step.state_schema == game.meta.state_schema and digest(state) != step.state_hash:
                raise RecordError(step.index, "the state differs from the one recorded")
            conduct.follow(step, events)
            chain.check_actor(step)
            over = game.result(state) is not None
            ended = over or conduct.is_over
            orders.follow(step, state, over=ended, asleep=conduct.caretakers.absence.away)
    last = len(record.steps) - 1
    with blaming(last):
        orders.check_end(last)
        conduct.requests.check_end(last)
        result = standing.result_of_match(game, form, state, conduct.gone, settled=conduct.settled)
        if conduct.agreed and result is None:
            raise RecordError(last, "there were no points to count")
        result = conduct.decided or result
        chain.check_result(record)
        if not same_ending(None if conduct.voided else result, record.result):
            raise RecordError(last, "the result differs from the one recorded")
    return ended


_OF_SEATS = ("outcome", "rank", "score", "team")  # the fields that aren't words


def same_ending(result: Result | None, recorded: Any) -> bool:
    """Whether the results are equal, apart from words. Raises `msgspec.ValidationError`."""
    if result is None or recorded is None:
        return result is recorded
    msgspec.convert(recorded, Result)
    return same(_without_words(plain(result)), _without_words(recorded))


def _without_words(result: Any) -> Any:
    return result["ending"], [{key: seat[key] for key in _OF_SEATS} for seat in result["seats"]]


_PLAYERS = ("person", caretakers.ACTOR, standing_orders.ACTOR)  # and computers at their own seats


class _Conduct:
    """Checks step by step what the portal forbids, whatever the rules say."""

    def __init__(self, form: Format, players: Sequence[str], *, scored: bool) -> None:
        self.form = form
        self.gone: list[int] = []
        self.voided = False
        self.decided: Result | None = None  # by an administrator
        self.settled = False  # it ended as it stood
        self.agreed = False  # because everybody wanted it to
        self.caretakers = caretakers.Conduct(len(form.teams))
        self.requests = requests.Conduct()
        self._players = list(players)  # by seat, as the record's header names them
        self._computers = [player != "person" for player in players]  # no person plays there
        self._reach = take_backs.Reach()
        self._scored = scored

    @property
    def is_over(self) -> bool:
        """Whether the match is over, whatever the rules say."""
        given_up = resignation.is_over(self.form, self.gone)
        return self.voided or self.settled or given_up or self.decided is not None

    def check_time(self, step: RecordedStep, *, over: bool) -> None:
        """Only a void or a named result may follow a match's end; nothing may follow a void."""
        if self.voided:
            raise RecordError(step.index, "the match was voided before")
        if step.kind == "admin" and isinstance(deed_of(step.action), Void | End):
            return
        if resignation.is_over(self.form, self.gone):
            raise RecordError(step.index, "the match was given up before")
        if over or self.is_over:
            raise RecordError(step.index, "the match was over before")

    def follow(self, step: RecordedStep, events: Sequence[Event]) -> None:
        """Update for a step. Raises `RecordError` if the portal would have refused it."""
        self.requests.check(step)
        if step.seat in self.gone and step.actor == "person":
            raise RecordError(step.index, f"seat {step.seat} had resigned")
        if step.actor == "person" and step.seat is not None and self._computers[self._seat(step)]:
            raise RecordError(step.index, f"no person played seat {step.seat}")
        self._check_player(step)
        nobodys = {seat for seat, computer in enumerate(self._computers) if computer}
        self.caretakers.check(step, nobodys=nobodys | set(self.gone))
        if step.kind == "control":
            self._control(step)
        if step.kind == "admin":
            self._administer(step)
        self._take_back(step, events)
        self.caretakers.follow(step)
        self.requests.follow(step, playing=bool(self._people.playing))

    def _check_player(self, step: RecordedStep) -> None:
        """A seat's player makes its moves. People, caretakers and orders are checked elsewhere."""
        if step.kind == "time-out" and step.actor != caretakers.CLOCK:
            raise RecordError(step.index, "only the clock makes such a step")
        if step.kind != "action" or step.actor in _PLAYERS:
            return
        if step.actor == "person" or step.actor != self._players[self._seat(step)]:
            raise RecordError(step.index, f"{step.actor!r} didn't play seat {step.seat}")

    @property
    def _people(self) -> requests.People:
        theirs = {seat for seat, computer in enumerate(self._computers) if not computer}
        theirs -= set(self.gone)
        away = frozenset(theirs & self.caretakers.absence.away)
        return requests.People(frozenset(theirs - away), away, self.requests.pause)

    def _control(self, step: RecordedStep) -> None:
        if resignation.gives_up(step.action):
            self._give_up(step)
        elif caretakers.change_of(step.kind, step.action) is not None:
            self._seat(step)  # `caretakers` has checked the rest
        elif standing.settles(step.action):
            self._settle(step)
        elif same(step.action, abandonment.ABANDON):
            self._abandon(step)
        elif requests.deed_of(step.action) is not None:
            ending = self.requests.take(step, self._people)
            self.voided = ending == "cancel"
            self.settled = self.agreed = ending == "end"
        else:
            raise RecordError(step.index, "nobody knows what was done here")

    def _give_up(self, step: RecordedStep) -> None:
        """Only a person resigns; the clock may in a match played alone, or by a forfeit."""
        alone = len(self.form.teams) == 1
        missed = resignation.forfeit_of(step.action) is not None
        by_clock = step.actor == caretakers.CLOCK and (alone or missed)
        if step.actor != "person" and not by_clock:
            raise RecordError(step.index, "people resign themselves")
        self.gone.append(self._seat(step))

    def _abandon(self, step: RecordedStep) -> None:
        seat = self._seat(step)
        if step.actor != "person":
            raise RecordError(step.index, "people abandon a match themselves")
        self._computers[seat] = True
        self.voided = abandonment.is_void(self._computers, self.gone)

    def _settle(self, step: RecordedStep) -> None:
        """A match is settled if someone is away and nobody else is left."""
        away = self.caretakers.absence.away
        seats = range(len(self.form.teams))
        present = [s for s in seats if not (self._computers[s] or s in self.gone or s in away)]
        if step.seat is not None or step.actor != "portal" or present or not away:
            raise RecordError(step.index, "the match wasn't left by everybody")
        self.settled = True

    def _administer(self, step: RecordedStep) -> None:
        deed = deed_of(step.action)
        if step.actor != "staff" or not same(deed, step.action):
            raise RecordError(step.index, "nobody knows what was done here")
        if isinstance(deed, Replace):
            seat = self._seat(step)
            if self._computers[seat] or seat in self.gone:
                raise RecordError(step.index, f"no person played seat {seat}")
            self._computers[seat], self._players[seat] = True, f"ai:{deed.level}"
        elif step.seat is not None:
            raise RecordError(step.index, "this was done to the match, not to a seat")
        self._do(step, deed)

    def _do(self, step: RecordedStep, deed: Deed) -> None:
        if isinstance(deed, TakeBack):
            since = self.caretakers.absence.since(deed.to)
            if list(deed.closed) != sorted(since.intersection(deed.closed)):
                raise RecordError(step.index, "not all of these seats were given up since")
            back = self.caretakers.absence.given_back(deed)
            self.gone = [seat for seat in self.gone if seat not in back]
            for seat in back:  # its person may return
                self._computers[seat] = False
        elif isinstance(deed, End):
            try:
                named_results.check(self.form, deed.seats, scored=self._scored)
            except named_results.Unfitting as unfitting:
                reason = f"no match could end so: {unfitting.code}"
                raise RecordError(step.index, reason) from unfitting
            self.decided = named_results.result(self.form, deed)
        self.voided = isinstance(deed, Void)

    def _take_back(self, step: RecordedStep, events: Sequence[Event]) -> None:
        """Without everybody's consent, a take-back leads one step back, up to the barrier."""
        if step.kind == "undo" and step.actor == requests.CONSENT:
            self._reach = take_backs.Reach(step.base or 0)
        elif step.kind == "undo":
            if step.actor != "person" or self._reach.seat != self._seat(step):
                raise RecordError(step.index, "there was nothing that could be taken back")
            if step.base != self._reach.ways[-1].to:
                raise RecordError(step.index, f"a take-back doesn't lead to step {step.base}")
            self._reach = take_backs.after_undo(self._reach)
        elif step.kind == standing_orders.KIND or (
            step.kind == "control" and requests.deed_of(step.action) is not None
        ):
            return  # it can't be taken back and is no barrier
        elif take_backs.may_be_taken_back(step.kind, step.actor, step.outcomes, events):
            self._reach = take_backs.after_action(self._reach, step.index, self._seat(step), None)
        else:
            self._reach = take_backs.after_barrier(step.index)

    def _seat(self, step: RecordedStep) -> int:
        if step.seat is None or not 0 <= step.seat < len(self.form.teams):
            raise RecordError(step.index, f"there is no seat {step.seat}")
        return step.seat


def _installed(slug: str) -> registry.AnyGame:
    try:
        return registry.get(slug)
    except KeyError:
        raise RecordError(None, f"no ruleset {slug!r} is installed") from None
