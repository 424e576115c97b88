"""Two versions of the rules side by side, new layouts of states, and wording that was mended."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import structs
from msgspec.structs import replace

from games.conformance import LawBroken, conformance_class, fault_of, play_record, rechained
from games.conformance.suite import for_installed
from games.plugin import Outcome, RecordError, UnknownRules, line, registry
from games.plugin.codec import canonical_json, digest, plain
from games.protocol.dealing import SeededChance
from games.protocol.record import Record, replay
from games.protocol.record_file import load_record
from games.protocol.verification import Verdict, verify_record
from tests.games.protocol.forging import blamed, with_step
from tests.rulesets.endless.parts import Position, TableOptions
from tests.rulesets.fixtures import installed
from tests.rulesets.mended import Mended, OnlyNew
from tests.rulesets.race import Race

GAME = Mended()
OLD = play_record(GAME.bound_to(1), seats=2, seed=3)  # begins with a roll, which version 2 forbids
NEW = play_record(GAME, seats=2, seed=3)


@pytest.fixture(autouse=True)
def _only_these(monkeypatch):
    monkeypatch.setattr(registry, "_games", {})


@pytest.fixture
def dropped() -> Iterator[None]:
    with installed(OnlyNew()):
        yield


def test_a_game_is_got_in_its_newest_version_or_in_the_one_that_is_named():
    registry.register(GAME)
    assert registry.get("mended-race") is registry.get("mended-race", 2) is GAME
    old = registry.get("mended-race", 1)
    assert (old.meta.rules_version, old.meta.older_versions) == (1, ())
    assert registry.get("mended-race", 1) is old
    assert [one.meta.rules_version for one in GAME.every_version()] == [2, 1]
    assert set(for_installed(games=1)) == {"TestMendedRace", "TestMendedRaceRules1"}
    registry.unregister("mended-race")
    registry.register(OnlyNew())  # in its place, with versions of its own
    with pytest.raises(UnknownRules):
        registry.get("mended-race", 1)


@pytest.mark.parametrize("version", [0, 3, -1])
def test_a_version_that_is_not_played_is_unknown(version):
    registry.register(GAME)
    with pytest.raises(UnknownRules, match=f"mended-race, version {version}") as caught:
        registry.get("mended-race", version)
    assert (caught.value.slug, caught.value.version) == ("mended-race", version)


def test_older_versions_are_declared_in_order():
    for older in ((2,), (0,), (3,), (1, 1), (2, 1)):

        class Muddled(Mended):
            meta = replace(Mended.meta, older_versions=older)

        laws = conformance_class(Muddled(), games=1)
        with pytest.raises(LawBroken, match="older versions"):
            laws().test_meta()


@pytest.mark.parametrize("record", [OLD, NEW])
def test_a_record_is_verified_by_its_own_version(record):
    registry.register(GAME)
    assert verify_record(record) == verify_record(record, GAME) == Verdict(replayed=True)
    assert len(list(replay(GAME, record))) == len(record.steps)


def test_the_versions_differ_in_their_ruling_alone():
    claimed_new = rechained(replace(OLD, rules_version=2))
    assert OLD.steps[1].action == {"type": "roll"}
    with pytest.raises(RecordError, match="step 1: IllegalAction: not-now"):
        list(replay(GAME, claimed_new))
    assert blamed(claimed_new, GAME).step == 0  # its positions name their version, too


def test_a_version_to_come_is_not_taken_for_a_dropped_one():
    for version in (3, 0):
        reason = blamed(rechained(replace(OLD, rules_version=version)), GAME).reason
        assert reason == f"rules version {version} is not installed"


def test_without_its_rules_a_record_is_verified_but_for_its_moves(dropped):
    assert verify_record(OLD) == Verdict(replayed=False)
    assert verify_record(NEW) == Verdict(replayed=True)
    with pytest.raises(RecordError, match="rules version 1 is not installed"):
        list(replay(registry.get("mended-race"), OLD))


ROLLED = next(step for step in OLD.steps[1:] if step.outcomes)
ROLL = ROLLED.outcomes[0]


def of_step(number: int, **changes) -> Record:
    return rechained(with_step(OLD, number, **changes))


NOBODY_ASKS = [
    *({"args": args} for args in (10**30, -6, True)),
    *(
        {"kind": "draw", "args": args}
        for args in ([], [["a", -1], ["b", 9]], {"a": 1}, 7, [["a", 1 << 65]])
    ),
    {"kind": "shuffle", "args": "abc"},
]


def test_without_its_rules_a_record_has_its_seats_and_steps(dropped):
    for changes, reason in (({"seats": []}, "2 seats"), ({"steps": []}, "no steps")):
        with pytest.raises(RecordError, match=reason):
            verify_record(rechained(replace(OLD, **changes)))


@pytest.mark.parametrize("asked", NOBODY_ASKS, ids=str)
def test_without_its_rules_what_no_rules_can_ask_shows_all_the_same(asked, dropped):
    """For other alterations: `portal_says` of test_record_file.py asks no rules."""
    altered = of_step(ROLLED.index, outcomes=[replace(ROLL, **asked)])
    with pytest.raises(RecordError, match="no rules can ask") as caught:
        verify_record(altered)
    assert caught.value.step == ROLLED.index


def test_every_kind_of_chance_is_dealt_again_without_rules(dropped):
    chance = SeededChance(bytes.fromhex(OLD.deal.seed or ""))
    chance.roll(6, "die")
    chance.draw({"a": 2, "b": 0, "c": 1}, "bag")
    chance.shuffle([1, 2, "three"], "deck")
    begun = replace(OLD, steps=OLD.steps[:1])
    told = rechained(with_step(begun, 0, outcomes=chance.outcomes))
    assert verify_record(told) == Verdict(replayed=False)
    number = Outcome("draw", "bag", [["1", 3]], 1)  # the seed gives "1"
    with pytest.raises(RecordError, match="the seed gives another draw"):
        verify_record(rechained(with_step(begun, 0, outcomes=[number])))


class Grown(Position):
    weather: str = "dry"


class Relaid(Race):
    meta = replace(Race.meta, state_schema=2)
    State = Grown

    def setup(self, options, seating, chance):
        return Grown(**structs.asdict(super().setup(options, seating, chance)))


PLAYED = play_record(Race(), seats=2, seed=4)
FALSE = "0" * 64


def test_a_step_names_the_schema_of_its_hash():
    assert {step.state_schema for step in PLAYED.steps} == {1}
    relaid = play_record(Relaid(), seats=2, seed=4)
    assert {step.state_schema for step in relaid.steps} == {2}
    assert verify_record(PLAYED, Relaid()) == Verdict(replayed=True)
    for schema in (0, -1, 1.5, "1", True):  # it is a number from 1
        told = plain(PLAYED)
        told["steps"][1]["state_schema"] = schema
        with pytest.raises(RecordError, match="not a record"):
            load_record(canonical_json(told))


class Windy(TableOptions, frozen=True):
    wind: bool = False


class WindyRace(Race):
    Options = Windy


def test_an_option_that_was_added_since_has_its_default():
    assert "wind" not in PLAYED.options
    assert verify_record(PLAYED, WindyRace()).replayed
    with pytest.raises(RecordError, match="not written as the ruleset writes them"):
        verify_record(play_record(WindyRace(), seats=2, seed=4), Race())


def test_a_hash_of_another_layout_is_chained_and_not_compared():
    altered = with_step(PLAYED, 2, state_hash=FALSE)
    assert blamed(altered, Relaid()).step == 2  # the chain
    assert fault_of(rechained(altered), Relaid()) is None
    assert blamed(rechained(altered), Race()).step == 2
    record = rechained(with_step(play_record(Relaid(), seats=2, seed=4), 2, state_hash=FALSE))
    fault = blamed(record, Relaid())
    assert (fault.step, fault.reason) == (2, "the state differs from the one recorded")


def test_a_record_may_begin_under_one_layout_and_end_under_another():
    states = [state for _step, state, _events in replay(Relaid(), PLAYED)]
    steps = [
        replace(step, state_hash=digest(state), state_schema=2) if step.index > 3 else step
        for step, state in zip(PLAYED.steps, states, strict=True)
    ]
    record = rechained(replace(PLAYED, steps=steps))
    assert verify_record(record, Relaid()).replayed
    assert blamed(record, Race()).step == 4  # it doesn't know that layout


class Reworded(Race):
    def result(self, state):
        result = super().result(state)
        if result is None:
            return None
        seats = tuple(replace(seat, tie_break=line("By the weather.")) for seat in result.seats)
        return replace(result, reason=line("So much fruit!"), seats=seats)


def test_a_sentence_mended_today_fails_no_record_of_yesterday():
    assert verify_record(PLAYED, Reworded()).replayed
    assert verify_record(play_record(Reworded(), seats=2, seed=4), Race()).replayed


class Judged(Race):
    changes: dict[str, Any] = {}

    def result(self, state):
        result = super().result(state)
        if result is None:
            return None
        changes = {**self.changes}
        ending = changes.pop("ending", "goal")
        first = replace(result.seats[0], **changes)
        return replace(result, ending=ending, seats=(first, *result.seats[1:]))


@pytest.mark.parametrize(
    "changes", [{"outcome": "drawn"}, {"rank": 9}, {"score": 99}, {"team": 0}, {"ending": "other"}]
)
def test_what_counts_of_a_result_is_compared(changes, monkeypatch):
    assert fault_of(PLAYED, Judged()) is None
    monkeypatch.setattr(Judged, "changes", changes)
    assert blamed(PLAYED, Judged()).reason == "the result differs from the one recorded"


def test_what_is_no_result_is_none_in_any_words():
    told = PLAYED.result
    for result in (
        told | {"reason": 7},
        {key: value for key, value in told.items() if key != "reason"},
        told | {"seats": told["seats"][:1]},
        told | {"seats": [*told["seats"], told["seats"][0]]},
    ):
        assert blamed(replace(PLAYED, result=result), Race()).step == len(PLAYED.steps) - 1
