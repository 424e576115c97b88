"""Whether a record tells the truth.

The chain of hashes shows that nothing was altered; verification goes further. It deals from the
seed again, replays every action by the version of the rules that it was played by, compares state
by state, and asks of every step whether the portal could have let it happen.

What is compared is what was decided and what came of it, never how it was put: sentences may be
mended at any time.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from games.plugin import registry
from games.plugin.chance import SeededChance, same
from games.plugin.codec import digest, plain
from games.plugin.errors import RecordError
from games.plugin.events import Event
from games.plugin.model import Format, Result
from games.protocol import (
    abandonment,
    caretakers,
    named_results,
    requests,
    resignation,
    standing,
    standing_orders,
    take_backs,
)
from games.protocol.admin_actions import Deed, End, Replace, TakeBack, Void, deed_of
from games.protocol.chain import (
    check_actor,
    check_chain,
    check_outcomes,
    check_result,
    check_without_rules,
    reaches_an_end,
    seed_of,
)
from games.protocol.record import Record, RecordedStep, blaming, check_table, replay, rules_of
from games.protocol.signing import check_signature


class Verdict(msgspec.Struct, frozen=True):
    """What a record that tells the truth was checked for.

    `replayed`: every move, by the rules. False: the version of the rules that it was played by is
    none that its game still plays, so all but the moves and what they led to was checked. `key`:
    whose signature it bears, by the key's public half; None: it bears none. Whether that is a
    portal's key is for whoever knows their keys to say. `ended`: the record reaches the end of its
    match. False: the match goes on, or the record was cut off.
    """

    replayed: bool
    key: str | None = None
    ended: bool = True


def verify_record(record: Record, game: registry.AnyGame | None = None) -> Verdict:
    """Check everything a record claims. Raises `RecordError` with the first step at fault.

    In this order: the commitment fits the seed; the hashes; the table could be opened; then for
    every step that the action was legal, that chance is what the seed gives, that the state is the
    one named (if its hash was taken of the present layout of states), that the portal allows it,
    that standing orders were followed; then the result, last the signature. Where the rules have
    dropped the record's version, what needs no rules is checked. Nothing but `RecordError` is
    raised, whatever the record holds.
    """
    game = game or _installed(record.game)
    if record.game == game.meta.slug and game.meta.has_dropped(record.rules_version):
        check_without_rules(record)
        replayed, ended = False, reaches_an_end(record)
    else:
        replayed, ended = True, _verify_by(rules_of(game, record), record)
    with blaming(None):
        return Verdict(replayed, check_signature(record), ended)


def _verify_by(game: registry.AnyGame, record: Record) -> bool:
    """Check the record by the rules; whether the match is over at its last step."""
    with blaming(None):
        seed = seed_of(record.deal)
    check_chain(record)
    with blaming(None):
        check_table(game, record)
        options = msgspec.convert(record.options, game.Options)
        form = game.format(options, record.seating.count).seated(record.seating.roles)
    dealt = SeededChance(seed)
    players = [seat.player for seat in record.seats]
    conduct = _Conduct(form, players, scored=game.meta.scored)
    orders = standing_orders.Conduct(game, options, form)
    state: Any = None
    over = ended = False
    for step, state, events in replay(game, record):
        with blaming(step.index):
            conduct.check_time(step, over=over)
            orders.check(step)
            check_outcomes(step, dealt)
            if step.state_schema > game.meta.state_schema:
                raise RecordError(
                    step.index, f"layout {step.state_schema} of states isn't known here"
                )
            if step.state_schema == game.meta.state_schema and digest(state) != step.state_hash:
                raise RecordError(step.index, "the state differs from the one recorded")
            conduct.follow(step, events)
            check_actor(step)
            over = game.result(state) is not None
            ended = over or conduct.is_over
            orders.follow(step, state, over=ended, asleep=conduct.caretakers.away)
    with blaming(len(record.steps) - 1):
        orders.check_end(len(record.steps) - 1)
        conduct.requests.check_end(len(record.steps) - 1)
        result = standing.result_of_match(game, form, state, conduct.gone, settled=conduct.settled)
        if conduct.agreed and result is None:
            raise RecordError(len(record.steps) - 1, "there were no points to count")
        result = conduct.decided or result
        check_result(record)
        if not same_ending(None if conduct.voided else result, record.result):
            raise RecordError(len(record.steps) - 1, "the result differs from the one recorded")
    return ended


_OF_SEATS = ("outcome", "rank", "score", "team")  # what counts of a result; the rest is words


def same_ending(result: Result | None, told: Any) -> bool:
    """Whether a record tells of that result (plain values), in whatever words.

    Raises `msgspec.ValidationError` for what is no result at all.
    """
    if result is None or told is None:
        return result is told
    msgspec.convert(told, Result)
    return same(_counted(plain(result)), _counted(told))


def _counted(result: Any) -> Any:
    """A result, as plain values, without its sentences."""
    return result["ending"], [{key: seat[key] for key in _OF_SEATS} for seat in result["seats"]]


_PLAYERS = ("person", caretakers.ACTOR, standing_orders.ACTOR)  # and computers at their own seats


class _Conduct:
    """What the portal forbids, whatever the rules say: looked at step by step."""

    def __init__(self, form: Format, players: Sequence[str], *, scored: bool) -> None:
        self.form = form
        self.gone: list[int] = []
        self.voided = False
        self.decided: Result | None = None  # by an administrator
        self.settled = False  # it ended as it stood
        self.agreed = False  # because everybody wanted it to
        self.caretakers = caretakers.Conduct(len(form.teams))
        self.requests = requests.Conduct()
        self._players = list(players)  # who has each seat, as the record's header names them
        self._computers = [player != "person" for player in players]  # no person plays there
        self._reach = take_backs.Reach()
        self._scored = scored

    @property
    def is_over(self) -> bool:
        """Whether the match is over, whatever the rules say."""
        given_up = resignation.is_over(self.form, self.gone)
        return self.voided or self.settled or given_up or self.decided is not None

    def check_time(self, step: RecordedStep, *, over: bool) -> None:
        """Nothing follows a void; the end of a match nothing but a void, or another result."""
        if self.voided:
            raise RecordError(step.index, "the match was voided before")
        if step.kind == "admin" and isinstance(deed_of(step.action), Void | End):
            return
        if resignation.is_over(self.form, self.gone):
            raise RecordError(step.index, "the match was given up before")
        if over or self.is_over:
            raise RecordError(step.index, "the match was over before")

    def follow(self, step: RecordedStep, events: Sequence[Event]) -> None:
        """Raise `RecordError` for a step that the portal wouldn't have let happen."""
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
        """A move is its seat's player's; only the clock misses deadlines, and it does nothing else.

        That of a person or a caretaker is looked at elsewhere, like answers by standing order.
        """
        if step.kind == "time-out" and step.actor != caretakers.CLOCK:
            raise RecordError(step.index, "only the clock makes such a step")
        if step.kind != "action" or step.actor in _PLAYERS:
            return
        if step.actor == "person" or step.actor != self._players[self._seat(step)]:
            raise RecordError(step.index, f"{step.actor!r} didn't play seat {step.seat}")

    @property
    def _people(self) -> requests.People:
        """Whose people play now."""
        theirs = {seat for seat, computer in enumerate(self._computers) if not computer}
        theirs -= set(self.gone)
        away = frozenset(theirs & self.caretakers.away)
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
        elif self._is_asked(step):
            self._end(self.requests.take(step, self._people))
        else:
            raise RecordError(step.index, "nobody knows what was done here")

    def _end(self, ending: requests.Ending) -> None:
        """Everybody agreed that the match is over, or it goes on."""
        self.voided = ending == "cancel"
        self.settled = self.agreed = ending == "end"

    def _give_up(self, step: RecordedStep) -> None:
        """People resign themselves. The clock does for who plays alone, or says what was missed."""
        alone = len(self.form.teams) == 1
        missed = resignation.forfeit_of(step.action) is not None
        by_clock = step.actor == caretakers.CLOCK and (alone or missed)
        if step.actor != "person" and not by_clock:
            raise RecordError(step.index, "people resign themselves")
        self.gone.append(self._seat(step))

    def _abandon(self, step: RecordedStep) -> None:
        """From here on no person plays the seat; the last one to leave voids the match."""
        seat = self._seat(step)
        if step.actor != "person":
            raise RecordError(step.index, "people abandon a match themselves")
        self._computers[seat] = True
        self.voided = abandonment.is_void(self._computers, self.gone)

    def _settle(self, step: RecordedStep) -> None:
        """A match is settled when somebody is away in it and nobody is there."""
        away = self.caretakers.away
        seats = range(len(self.form.teams))
        there = [s for s in seats if not (self._computers[s] or s in self.gone or s in away)]
        if step.seat is not None or step.actor != "portal" or there or not away:
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
            self._check_closed(step, deed)
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

    def _check_closed(self, step: RecordedStep, deed: TakeBack) -> None:
        """Only seats that were given up since are kept from their people."""
        since = self.caretakers.absence.since(deed.to)
        if list(deed.closed) != sorted(since.intersection(deed.closed)):
            raise RecordError(step.index, "not all of these seats were given up since")

    def _take_back(self, step: RecordedStep, events: Sequence[Event]) -> None:
        """A take-back leads one step back, within the barrier."""
        if step.kind == "undo" and step.actor == requests.CONSENT:
            self._reach = take_backs.Reach(step.base or 0)
        elif step.kind == "undo":
            if step.actor != "person" or self._reach.seat != self._seat(step):
                raise RecordError(step.index, "there was nothing that could be taken back")
            if step.base != self._reach.ways[-1].to:
                raise RecordError(step.index, f"a take-back doesn't lead to step {step.base}")
            self._reach = take_backs.after_undo(self._reach)
        elif step.kind == standing_orders.KIND or self._is_asked(step):
            return  # it changes nothing that could be taken back, and keeps nobody from it
        elif take_backs.may_be_taken_back(step.kind, step.actor, step.outcomes, events):
            self._reach = take_backs.after_action(self._reach, step.index, self._seat(step), None)
        else:
            self._reach = take_backs.after_barrier(step.index)

    def _is_asked(self, step: RecordedStep) -> bool:
        return step.kind == "control" and self.requests.is_asked(step)

    def _seat(self, step: RecordedStep) -> int:
        if step.seat is None or not 0 <= step.seat < len(self.form.teams):
            raise RecordError(step.index, f"there is no seat {step.seat}")
        return step.seat


def _installed(slug: str) -> registry.AnyGame:
    try:
        return registry.get(slug)
    except KeyError:
        raise RecordError(None, f"no ruleset {slug!r} is installed") from None
