"""Laws about standing orders: their forms, their answers, and records with them."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from games.conformance.knowledge import worlds
from games.conformance.options import field_values
from games.conformance.play import Player
from games.conformance.records import fault_of, rechained
from games.conformance.sample import Moment, Sample, Table, Trace, require, sampled_moments
from games.conformance.texts import check_line
from games.plugin.codec import canonical_json, pack, plain
from games.plugin.registry import AnyGame
from games.protocol import standing_orders
from games.protocol.record import Record

MOST_ORDERS = 64  # tried of each kind
_TRIED = 5  # orders tried in one position
_GAMES = 8  # played with orders


def possible_orders(game: AnyGame) -> list[Any]:
    """Every order worth trying, by the `field_values` of its kind."""
    orders: list[Any] = []
    for kind in standing_orders.kinds(game):
        values = field_values(kind.fields)
        tagged = {} if kind.tag is None else {kind.tag_field: kind.tag}
        for every in itertools.islice(itertools.product(*values.values()), MOST_ORDERS):
            fields = tagged | dict(zip(values, every, strict=True))
            orders.append(standing_orders.read(game, fields))
    return orders


def takers_at(game: AnyGame, table: Table) -> list[int]:
    """The seats at a table that take orders."""
    form = game.format(table.options, table.seating.count).seated(table.seating.roles)
    seats = range(table.seating.count)
    return [seat for seat in seats if game.takes_orders(table.options, form, seat)]


def law_orders(sample: Sample) -> None:
    """Kinds of orders have titles and help, fields have titles and defaults, orders have words."""
    game = sample.game
    takers = {seat for trace in sample.traces for seat in takers_at(game, trace.table)}
    require(bool(takers) == (game.Order is not None), f"seats {takers} take orders of {game.Order}")
    for kind in standing_orders.kinds(game):
        require(bool(kind.title and kind.explained), f"{kind.type} lacks a title or a help text")
        for field in kind.fields:
            schema = getattr(field.type, "extra_json_schema", None) or {}
            require(bool(schema.get("title")), f"{field.name} of {kind.type} lacks a title")
            require(not field.required, f"{field.name} of {kind.type} has no default")
    at = sample.all_moments[0]
    for order in possible_orders(game):
        again = msgspec.json.decode(canonical_json(order), type=game.Order)
        at.require(again == order, f"{order} comes back as {again}")
        check_line(at, game.order_in_words(order))


@sampled_moments
def law_answers(moment: Moment) -> None:
    """An order answers legally or not at all, from its seat's knowledge, without changing it."""
    game, state = moment.game, moment.state
    orders = possible_orders(game)
    dice = random.Random(moment.number)
    takers = takers_at(game, moment.table)
    for seat in moment.seats if orders else ():
        legal = game.legal_actions(state, seat)
        for order in dice.sample(orders, min(len(orders), _TRIED)):
            encoded = canonical_json(game.observation(state, seat))
            observation = msgspec.json.decode(encoded, type=game.Observation)
            action = game.answer(observation, order)
            moment.require(action is None or action in legal, f"{order} says {action}: not legal")
            taken = action is None or seat in takers
            moment.require(taken, f"seat {seat} takes no orders, and {order} says {action}")
            unchanged = canonical_json(observation) == encoded
            moment.require(unchanged, f"{order} changes what was seen")
            for world in worlds(moment, seat, 1):
                other = game.answer(game.observation(world, seat), order)
                moment.require(other == action, f"{order} says {action} or {other}")
    moment.unchanged(state, "answering")


def law_records_with_orders(sample: Sample) -> None:
    """Records with orders verify, but not with an answer left out, made up or given by hand."""
    orders = possible_orders(sample.game)
    if not orders:
        return
    dice = random.Random(sample.seed)
    for number, trace in enumerate(dice.sample(sample.traces, min(len(sample.traces), _GAMES))):
        record = ordered_record(sample.game, trace, orders, f"{sample.seed}/orders/{number}")
        fault = fault_of(record, sample.game)
        require(fault is None, f"an honest record with orders fails: {fault}")
        for what, step, altered in disobediences(record):
            fault = fault_of(altered, sample.game)
            require(fault is not None and fault.step == step, f"{what} at {step}, not {fault}")


def ordered_record(game: AnyGame, trace: Trace, orders: list[Any], seed: str) -> Record:
    """The record of a random game at that table in which people leave and cancel these orders."""
    again = Trace(trace.table, seed)
    _OrderingPlayer(game, again, orders).play(max(20, len(trace.moments)))
    assert again.record is not None
    return again.record


def disobediences(record: Record) -> Iterator[tuple[str, int, Record]]:
    """Copies that don't follow an order: what is wrong, at which step, and the record."""
    for step in record.steps:
        if step.actor != standing_orders.ACTOR:
            continue
        at = step.index
        by_hand = [*record.steps[:at], replace(step, actor="person"), *record.steps[at + 1 :]]
        yield "an answer given by hand", at, rechained(replace(record, steps=by_hand))
        cut = rechained(replace(record, steps=record.steps[:at], result=None))
        yield "an answer left out", at - 1, cut
        withdrawn = [
            replace(old, action=None)
            if old.kind == standing_orders.KIND and old.index < at
            else old
            for old in record.steps
        ]
        yield "an answer that nobody ordered", at, rechained(replace(record, steps=withdrawn))
        return


class _OrderingPlayer(Player):
    """A player whose people sometimes leave or withdraw orders, which are followed."""

    def __init__(self, game: AnyGame, trace: Trace, orders: list[Any]) -> None:
        super().__init__(game, trace)
        self._choices = [None, *orders]
        self._takers = takers_at(game, trace.table)
        self._standing: dict[int, Any] = {}

    def act(self, state: Any) -> None:
        if self._takers and self.random.random() < 0.2:
            seat = self.random.choice(self._takers)
            order = self._standing[seat] = plain(self.random.choice(self._choices))
            self.write("order", seat, "person", order, state)
        else:
            super().act(state)
        for _ in range(standing_orders.MOST_ANSWERS):
            standing = {seat: order for seat, order in self._standing.items() if order is not None}
            due = standing_orders.next_answer(self.game, state, standing)
            if due is None:
                break
            seat, action = due
            before = pack(state)
            self.game.apply_action(state, seat, action, self.chance)
            assert pack(state) != before
            self.write("action", seat, standing_orders.ACTOR, plain(action), state)
