"""Standing orders in records: followed each time, never otherwise, and bounded."""

import json
import logging
from collections.abc import Callable

import msgspec
import pytest
from msgspec.structs import replace

from games.conformance import fault_of, play_sample, rechained
from games.conformance.orders import disobediences, ordered_record, possible_orders
from games.plugin import FastChance, Seating
from games.plugin.codec import canonical_json, plain
from games.protocol import standing_orders as orders
from games.protocol.record import Record, RecordedStep
from games.protocol.verification import verify_record
from tests.games.protocol import forging
from tests.games.protocol.forging import with_step
from tests.rulesets.endless import Endless
from tests.rulesets.endless.parts import Lay, Roll
from tests.rulesets.ordered import Lays, Ordered, Rolls

GAME = Ordered()
SAMPLE = play_sample(GAME, games=1, seed=2, worlds=1, limit=1)
# Three people at the table, who leave orders and take them back.
TRACE = next(trace for trace in SAMPLE.traces if trace.table.seating.count == 3)
RECORD = ordered_record(GAME, TRACE, possible_orders(GAME), "five")


def number(holds: Callable[[RecordedStep], bool]) -> int:
    return next(step.index for step in RECORD.steps if holds(step))


LEFT = number(lambda step: step.index > 1 and step.kind == "order" and bool(step.action))


def altered(at: int, **changes) -> Record:
    return rechained(with_step(RECORD, at, **changes))


def blamed(record: Record) -> tuple[int | None, str]:
    fault = forging.blamed(record, GAME)
    return fault.step, fault.reason


def test_answers_left_out_made_up_or_to_another_order_show():
    tried = list(disobediences(RECORD))
    assert len(tried) == 3
    for what, at, forged in tried:
        assert blamed(forged)[0] == at, what
    at, reason = blamed(altered(LEFT, action=plain(Rolls(offer=True))))
    assert (at > LEFT, "order" in reason) == (True, True)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"action": {"type": "flies"}}, "Invalid value"),
        ({"action": {"type": "rolls", "wind": True}}, "unknown field"),
        ({"action": {"type": "lays", "fruit": "stone"}}, "Invalid enum value"),
        ({"actor": "portal"}, "left by people"),
        ({"actor": "order"}, "no order of seat"),
        ({"seat": None}, "left by people"),
        ({"seat": 7}, ""),
        ({"outcomes": RECORD.steps[0].outcomes[:1]}, ""),
        ({"base": 0}, "can't continue from step"),
    ],
)
def test_an_order_that_nobody_could_have_left_shows(changes, message):
    at, reason = blamed(altered(LEFT, **changes))
    assert at == LEFT
    assert message in reason


def test_who_takes_no_orders_has_none_in_the_record(monkeypatch):
    seats = [replace(seat, player="ai:easy") for seat in RECORD.seats]
    assert blamed(rechained(replace(RECORD, seats=seats)))[0] is not None
    without = forging.blamed(rechained(replace(RECORD, game=Endless.meta.slug)), Endless())
    first = number(lambda step: step.kind == "order")
    assert (without.step, "takes no orders" in without.reason) == (first, True)
    nobody = RECORD.steps[LEFT].seat
    monkeypatch.setattr(
        Ordered, "takes_orders", staticmethod(lambda _options, _form, seat: seat != nobody)
    )
    first = number(lambda step: step.kind == "order" and step.seat == nobody)
    assert blamed(RECORD) == (first, f"seat {nobody} takes no orders")


def test_orders_that_go_on_without_end_stop_at_the_bound(monkeypatch):
    """A record in which as many answers follow as may verifies; with more or fewer it doesn't."""
    faults = []
    for seed in "abc":
        monkeypatch.setattr(orders, "MOST_ANSWERS", 4)
        record = ordered_record(GAME, TRACE, [Rolls(offer=True)], seed)
        run = "".join("o" if step.actor == "order" else "-" for step in record.steps)
        assert "oooo-" in run
        assert "ooooo" not in run
        verify_record(record, GAME)
        monkeypatch.setattr(orders, "MOST_ANSWERS", 3)
        assert "no order" in blamed(record)[1]
        monkeypatch.setattr(orders, "MOST_ANSWERS", 5)
        faults.append(fault_of(record, GAME))
    assert "wasn't followed" in str(next(filter(None, faults)))


def position(**changes):
    state = GAME.setup(GAME.Options(), Seating(2, 0), FastChance(1))
    return replace(state, **changes)


def test_an_answer_is_what_the_ruleset_says_and_the_lowest_seat_answers_first():
    state = position()
    assert orders.answer_of(GAME, state, 0, plain(Rolls())) == Roll()
    assert orders.answer_of(GAME, state, 1, plain(Rolls())) is None
    fruit = state.hands[0][0]
    assert orders.answer_of(GAME, state, 0, plain(Lays(fruit))) == Lay(fruit)
    state = position(offering=True)
    both = {1: plain(Rolls(offer=True)), 0: plain(Rolls(offer=True))}
    assert (orders.next_answer(GAME, state, both) or [None])[0] == 0
    assert (orders.next_answer(GAME, state, {1: both[1]}) or [None])[0] == 1
    assert orders.next_answer(GAME, state, {0: plain(Rolls())}) is None
    assert orders.next_answer(GAME, state, {}) is None


class Wrong(Ordered):
    def answer(self, observation, order):
        return Lay("plum") if isinstance(order, Rolls) else 1 / 0


@pytest.mark.parametrize("order", [Rolls(), Lays(), {"type": "unknown-today"}])
def test_a_wrong_answer_counts_as_none_and_is_logged_without_the_order(order, caplog):
    state = position(hands=[["apple"], ["plum"]])
    with caplog.at_level(logging.ERROR):
        assert orders.answer_of(Wrong(), state, 0, plain(order)) is None
    assert "an order of ordered-orchard" in caplog.text
    assert "rolls" not in caplog.text
    assert "unknown-today" not in caplog.text


def test_the_ruleset_gets_what_the_seat_knows_and_no_more():
    seen = []

    class Curious(Ordered):
        def answer(self, observation, order):
            seen.append(observation)
            return

    state = position()
    orders.answer_of(Curious(), state, 0, plain(Rolls()))
    assert seen == [GAME.observation(state, 0)]
    assert type(seen[0]) is GAME.Observation
    assert json.loads(canonical_json(seen[0]))["hands"][1] == ["?"] * 3


def test_kinds_have_tags_titles_and_fields():
    rolls, lays = orders.kinds(GAME)
    assert (rolls.tag, rolls.title, rolls.type) == ("rolls", "Roll", Rolls)
    assert [field.name for field in lays.fields] == ["fruit"]
    assert orders.kinds(Endless()) == ()

    class Alone(msgspec.Struct, frozen=True):
        often: bool = False

    class Ruleset(Ordered):
        Order = Alone  # one untagged struct will do

    (kind,) = orders.kinds(Ruleset())
    assert (kind.tag, kind.title) == (None, "Alone")
    assert possible_orders(Ruleset()) == [Alone(), Alone(True)]
    Ruleset.Order = int
    with pytest.raises(TypeError, match="an order is a Struct"):
        orders.kinds(Ruleset())
