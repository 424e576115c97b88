"""Standing orders: decisions left beforehand, and when the portal follows them.

The person of a seat that takes orders (`Game.takes_orders`) may leave one at any time; it stays
secret until the match is over. A step of kind "order" leaves one or withdraws it (None) and changes
nothing else; a seat's newest order counts. After every step of play the portal asks the orders of
the seats that owe a decision, lowest first (`Game.answer`), and plays the answer at once as an
action of the actor "order", at most `MOST_ANSWERS` times in a row. Replaced seats have no order;
that of a seat with a caretaker sleeps and counts again once its person returns, also for the
pending decision.

Verification does the same, so a record shows an answer that was left out or made up.
"""

import logging
import traceback
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import inspect

from games.plugin.codec import canonical_json, says
from games.plugin.errors import RecordError
from games.plugin.model import Format
from games.plugin.registry import AnyGame
from games.protocol.abandonment import ABANDON
from games.protocol.admin_actions import taken_back_to
from games.protocol.caretakers import BY_ORDER, Return, change_of
from games.protocol.dealing import same
from games.protocol.resignation import gives_up
from games.protocol.steps import Step

log = logging.getLogger(__name__)

ACTOR = BY_ORDER  # of a step that a standing order made
KIND = "order"  # of the step that leaves or withdraws an order
MOST_ANSWERS = 50  # in a row, as orders may answer each other forever
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
    """The types of orders, with message ids. Raises TypeError unless `Order` is made of Structs."""
    if game.Order is None:
        return ()
    declared: Any = inspect.type_info(game.Order)
    parts = declared.types if isinstance(declared, inspect.UnionType) else (declared,)
    return tuple(_kind(part) for part in parts)


def _kind(part: Any) -> OrderKind:
    schema: dict[str, Any] = {}
    if isinstance(part, inspect.Metadata):
        part, schema = part.type, part.extra_json_schema or {}
    if not isinstance(part, inspect.StructType):
        raise TypeError(f"an order is a Struct, not {part}")
    title, explained = schema.get("title", part.cls.__name__), schema.get("description", "")
    return OrderKind(part.cls, part.tag_field or "", part.tag, title, explained, part.fields)


def read(game: AnyGame, order: Any, *, as_text: bool = False) -> Any:
    """The order in JSON or, `as_text`, form values. Raises `msgspec.ValidationError`."""
    return msgspec.convert(order, game.Order, strict=not as_text)


def answer_of(game: AnyGame, state: Any, seat: int, order: Any) -> Any:
    """The action that the seat's order (as plain values) gives now; None: the person must decide.

    The ruleset gets the seat's observation as JSON would carry it. An illegal answer or an error
    counts as None.
    """
    try:
        encoded = canonical_json(game.observation(state, seat))
        observation = msgspec.json.decode(encoded, type=game.Observation)
        action = game.answer(observation, read(game, order))
        if action is None or action in game.legal_actions(state, seat):
            return action
    except Exception as error:  # log no message: it could reveal the order
        where = "".join(traceback.format_tb(error.__traceback__))
        log.error("an order of %s fails: %s\n%s", game.meta.slug, type(error).__name__, where)
        return None
    log.error("an order of %s says what isn't legal", game.meta.slug)
    return None


def next_answer(game: AnyGame, state: Any, orders: Mapping[int, Any]) -> Answer | None:
    """The first decision, by seat, that one of these orders takes now."""
    if not orders:
        return None
    for seat in sorted(game.active_seats(state) & orders.keys()):
        action = answer_of(game, state, seat, orders[seat])
        if action is not None:
            return seat, action
    return None


def may_raise_question(kind: str, action: Any) -> bool:
    """Whether orders are asked after such a step."""
    return kind in _ASKED_AFTER or isinstance(change_of(kind, action), Return)


def latest(steps: Iterable[Step]) -> dict[int, Any]:
    """The orders by seat after these steps of a match."""
    orders: dict[int, Any] = {}
    for step in steps:
        _take_in(orders, step)
    return orders


def _take_in(orders: dict[int, Any], step: Step) -> None:
    if taken_back_to(step.kind, step.action) is not None:
        orders.clear()
    leaves = step.kind == "control" and (gives_up(step.action) or same(step.action, ABANDON))
    if step.seat is not None and (step.kind in (KIND, "admin") or leaves):
        orders.pop(step.seat, None)
        if step.kind == KIND and step.action is not None:
            orders[step.seat] = step.action


class Conduct:
    """Checks step by step that a record's orders were followed, and nothing else in their name."""

    def __init__(self, game: AnyGame, options: Any, form: Format) -> None:
        self._game = game
        seats = range(len(form.teams))
        self._takers = {seat for seat in seats if game.takes_orders(options, form, seat)}
        self._orders: dict[int, Any] = {}
        self._answered = 0
        self._due: Answer | None = None

    def check(self, step: Step) -> None:
        """Raise `RecordError` unless the orders allow this step."""
        if self._due is not None:
            seat, action = self._due
            by_order = (step.kind, step.actor, step.seat) == ("action", ACTOR, seat)
            if not by_order or not says(step.action, action):
                raise RecordError(step.index, f"the order of seat {seat} wasn't followed")
        if self._due is None and step.actor == ACTOR:
            raise RecordError(step.index, f"no order of seat {step.seat} says that")
        if step.kind == KIND:
            self._check_order(step)

    def _check_order(self, step: Step) -> None:
        if step.actor != "person" or step.seat is None:
            raise RecordError(step.index, "orders are left by people, for their own seat")
        if step.seat not in self._takers:
            raise RecordError(step.index, f"seat {step.seat} takes no orders")
        if step.action is not None and not says(step.action, read(self._game, step.action)):
            raise RecordError(step.index, "the order is not written as the ruleset writes it")

    def follow(self, step: Step, state: Any, *, over: bool, asleep: Collection[int] = ()) -> None:
        """Update for the step that led to `state`; `asleep`: the seats with a caretaker."""
        _take_in(self._orders, step)
        self._answered = self._answered + 1 if step.actor == ACTOR else 0
        self._due = None
        if over or self._answered >= MOST_ANSWERS or not may_raise_question(step.kind, step.action):
            return
        awake = {seat: order for seat, order in self._orders.items() if seat not in asleep}
        self._due = next_answer(self._game, state, awake)

    def check_end(self, last: int) -> None:
        """Raise `RecordError` if the record breaks off before an order was followed."""
        if self._due is not None:
            raise RecordError(last, f"the order of seat {self._due[0]} wasn't followed")
