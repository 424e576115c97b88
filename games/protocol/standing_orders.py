"""Standing orders: what a player has said beforehand, and when the portal acts on it.

The person of a seat that takes orders (`Game.takes_orders`) may leave one at any time, sealed like
a hand until the match is over. Leaving one, and taking it back (None), is a step of kind "order"
that changes nothing else; the newest one of a seat counts. After every step of play the portal asks
of the seats that owe a decision, lowest first, what their order says (`Game.answer`), and does that
at once, as an action whose actor is "order". It asks again after each such answer, `MOST_ANSWERS`
times in a row at most: then people are asked. Orders of seats that a computer player has taken over
say nothing; one that it only looks after (`caretakers`) sleeps, and counts again, for the decision
that stands, too, once its person returns.

The portal goes by this, and so does the verification of records: an answer that was left out, or
that the order didn't give, shows.
"""

import logging
import traceback
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import inspect

from games.plugin.chance import same
from games.plugin.codec import canonical_json, says
from games.plugin.errors import RecordError
from games.plugin.model import Format
from games.plugin.registry import AnyGame
from games.protocol.abandonment import ABANDON
from games.protocol.admin_actions import taken_back_to
from games.protocol.caretakers import BY_ORDER, Return, change_of
from games.protocol.resignation import gives_up
from games.protocol.steps import Step

log = logging.getLogger(__name__)

ACTOR = BY_ORDER  # of a step that a standing order made
KIND = "order"  # of the step by which an order is left or taken back
MOST_ANSWERS = 50  # in a row; orders that answer each other for ever stop here
_ASKED_AFTER = ("action", "time-out", "undo", "order")  # and after a return

Answer = tuple[int, Any]  # the seat and its action


class OrderKind(msgspec.Struct, frozen=True):
    """One of the types that make up `Game.Order`. `tag` is None for a single untagged Struct."""

    type: Any
    tag_field: str
    tag: Any
    title: str
    explained: str
    fields: Sequence[inspect.Field]


@lru_cache(64)
def kinds(game: AnyGame) -> Sequence[OrderKind]:
    """The types of orders that a player may leave; empty where the game has none.

    Titles and explanations are message ids. Raises TypeError for an `Order` of something else than
    Structs.
    """
    if game.Order is None:
        return ()
    declared: Any = inspect.type_info(game.Order)
    parts = declared.types if isinstance(declared, inspect.UnionType) else (declared,)
    return tuple(_kind(part) for part in parts)


def _kind(part: Any) -> OrderKind:
    said: dict[str, Any] = {}
    if isinstance(part, inspect.Metadata):
        part, said = part.type, part.extra_json_schema or {}
    if not isinstance(part, inspect.StructType):
        raise TypeError(f"an order is a Struct, not {part}")
    title, explained = said.get("title", part.cls.__name__), said.get("description", "")
    return OrderKind(part.cls, part.tag_field or "", part.tag, title, explained, part.fields)


def read(game: AnyGame, order: Any, *, as_text: bool = False) -> Any:
    """The order that plain JSON values mean. Raises `msgspec.ValidationError`.

    `as_text`: numbers and the like may be written as text, as forms send them.
    """
    return msgspec.convert(order, game.Order, strict=not as_text)


def answer_of(game: AnyGame, state: Any, seat: int, order: Any) -> Any:
    """What the seat's order (as plain values) says to the present decision; None: nothing.

    The ruleset gets what the seat knows, as JSON would carry it. What isn't legal counts as
    nothing, and so does an `answer` that fails.
    """
    try:
        seen = canonical_json(game.observation(state, seat))
        observation = msgspec.json.decode(seen, type=game.Observation)
        action = game.answer(observation, read(game, order))
        if action is None or action in game.legal_actions(state, seat):
            return action
    except Exception as error:  # the person is asked instead; what the order says stays untold
        where = "".join(traceback.format_tb(error.__traceback__))
        log.error("an order of %s fails: %s\n%s", game.meta.slug, type(error).__name__, where)
        return None
    log.error("an order of %s says what isn't legal", game.meta.slug)
    return None


def next_answer(game: AnyGame, state: Any, orders: Mapping[int, Any]) -> Answer | None:
    """The first decision, by seat, that an order takes now. `orders` are those that count."""
    if not orders:
        return None
    for seat in sorted(game.active_seats(state) & orders.keys()):
        action = answer_of(game, state, seat, orders[seat])
        if action is not None:
            return seat, action
    return None


def asked_after(kind: str, action: Any) -> bool:
    """Whether orders are asked after such a step; no other one raises a question."""
    return kind in _ASKED_AFTER or isinstance(change_of(kind, action), Return)


def latest(steps: Iterable[Step]) -> dict[int, Any]:
    """Every seat's order after the steps of a match, in their order; those without one left out."""
    orders: dict[int, Any] = {}
    for step in steps:
        _take_in(orders, step)
    return orders


def _take_in(orders: dict[int, Any], step: Step) -> None:
    if taken_back_to(step.kind, step.action) is not None:
        orders.clear()  # they were left for what is no more
    if step.seat is not None and (step.kind in (KIND, "admin") or _ends_orders(step)):
        orders.pop(step.seat, None)  # who gave up or was replaced has none any more
        if step.kind == KIND and step.action is not None:
            orders[step.seat] = step.action


def _ends_orders(step: Step) -> bool:
    return step.kind == "control" and (gives_up(step.action) or same(step.action, ABANDON))


class Conduct:
    """Whether the orders of a record were followed, each time and never otherwise."""

    def __init__(self, game: AnyGame, options: Any, form: Format) -> None:
        self._game = game
        seats = range(len(form.teams))
        self._takers = {seat for seat in seats if game.takes_orders(options, form, seat)}
        self._orders: dict[int, Any] = {}
        self._answered = 0
        self._due: Answer | None = None

    def check(self, step: Step) -> None:
        """Raise `RecordError` unless this step may follow, as far as orders go."""
        if self._due is not None and not self._is_due(step):
            raise RecordError(step.index, f"the order of seat {self._due[0]} wasn't followed")
        if self._due is None and step.actor == ACTOR:
            raise RecordError(step.index, f"no order of seat {step.seat} says that")
        if step.kind == KIND:
            self._check_order(step)

    def _is_due(self, step: Step) -> bool:
        assert self._due is not None
        seat, action = self._due
        by_order = (step.kind, step.actor, step.seat) == ("action", ACTOR, seat)
        return by_order and says(step.action, action)

    def _check_order(self, step: Step) -> None:
        if step.actor != "person" or step.seat is None:
            raise RecordError(step.index, "orders are left by people, for their own seat")
        if step.seat not in self._takers:
            raise RecordError(step.index, f"seat {step.seat} takes no orders")
        if step.action is not None and not says(step.action, read(self._game, step.action)):
            raise RecordError(step.index, "the order is not written as the ruleset writes it")

    def follow(self, step: Step, state: Any, *, over: bool, asleep: Collection[int] = ()) -> None:
        """Take the step in, after which the position is `state`.

        `asleep`: the seats that a computer player looks after.
        """
        _take_in(self._orders, step)
        self._answered = self._answered + 1 if step.actor == ACTOR else 0
        self._due = None
        if over or self._answered >= MOST_ANSWERS or not asked_after(step.kind, step.action):
            return
        awake = {seat: order for seat, order in self._orders.items() if seat not in asleep}
        self._due = next_answer(self._game, state, awake)

    def check_end(self, last: int) -> None:
        """Raise `RecordError` if the record breaks off where an order had to be followed."""
        if self._due is not None:
            raise RecordError(last, f"the order of seat {self._due[0]} wasn't followed")
