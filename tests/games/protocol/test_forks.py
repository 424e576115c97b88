"""Matches that go on from a position of another one: their records stand on their own."""

import functools
import random

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from games.conformance import Moment, beginning_at, continued, play_sample, rechained
from games.conformance.play import play
from games.plugin import RecordError
from games.plugin.codec import canonical_json, digest
from games.protocol.record import Record
from games.protocol.record_file import load_record
from games.protocol.verification import verify_record
from tests.games.protocol.forging import places, put
from tests.games.protocol.test_record_file import GAMES, portal_says, program_says, signed
from tests.rulesets.race import Race

GAME = GAMES[Race.meta.slug]


@functools.cache
def moments(slug: str) -> list[Moment]:
    """A random game of two or more, as it is played from its first decision on."""
    game = GAMES[slug]
    sample = play_sample(game, games=1, seed=2, worlds=1, limit=None)
    most = max(
        len(trace.table.seating.roles) or trace.table.seating.count for trace in sample.traces
    )
    trace = next(one for one in sample.traces if one.table.seating.count == most)
    return [moment for moment in trace.moments if moment.step is not None]


@functools.cache
def fork(slug: str = Race.meta.slug) -> Record:
    all_of_them = moments(slug)
    moment = all_of_them[len(all_of_them) // 2]
    return signed(continued(moment, len(moment.seats) - 1))


def with_beginning(record: Record, action) -> Record:
    first = replace(record.steps[0], action=action)
    return replace(record, steps=[first, *record.steps[1:]])


def other(value):
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return digest(value) if len(value) == 64 else f"{value}x"
    return {**value, "x": 1} if isinstance(value, dict) else [*value, 1]


@pytest.mark.parametrize("slug", GAMES)
def test_the_record_needs_nothing_but_itself(slug, tmp_path):
    record = fork(slug)
    verdict = verify_record(load_record(canonical_json(record)), GAMES[slug])
    assert verdict.replayed
    last = None if verdict.ended else f"{record.steps[-1].index}"  # where one without an end fails
    assert program_says(canonical_json(record), tmp_path) == (verdict.ended, last)
    assert record.steps[0].action["type"] == "continue"


@pytest.mark.parametrize("slug", GAMES)
def test_whatever_is_altered_in_its_beginning_shows(slug, tmp_path):
    record = fork(slug)
    whole = record.steps[0].action
    ways = list(places(whole))
    dice = random.Random(1)
    named = [("seat",), ("observation",), *(("origin", key) for key in whole["origin"])]
    for path in [*named, *dice.sample(ways, min(len(ways), 3))]:
        part = functools.reduce(lambda value, key: value[key], path, whole)
        altered = with_beginning(record, put(whole, path, other(part)))
        with pytest.raises(RecordError) as caught:
            verify_record(altered, GAMES[slug])
        assert caught.value.step == 0, path
        data = canonical_json(altered)
        assert program_says(data, tmp_path) == (False, "0")
        if portal_says(data)[0] is False:  # what a beginning looks like is known to the portal
            assert portal_says(data) == (False, "0")
        with pytest.raises(RecordError):  # all hashes made anew: by the signature at the latest
            verify_record(rechained(altered), GAMES[slug])


def test_the_hidden_rest_is_dealt_by_the_seed_alone():
    record = fork("please-dont-burn-my-village")
    (dealt,) = record.steps[0].outcomes
    altered = replace(dealt, value=sorted(dealt.value))
    assert altered != dealt
    first = replace(record.steps[0], outcomes=[altered])
    forged = replace(record, steps=[first, *record.steps[1:]], signature=UNSET)
    with pytest.raises(RecordError, match="the seed gives another shuffle") as caught:
        verify_record(rechained(forged), GAMES[record.game])
    assert caught.value.step == 0


def test_a_beginning_of_no_kind_is_blamed():
    for action in ({}, [], "continue", {"type": "continue"}, {"type": "roll"}):
        forged = rechained(with_beginning(replace(fork(), signature=UNSET), action))
        with pytest.raises(RecordError) as caught:
            verify_record(forged, GAME)
        assert caught.value.step == 0
        assert portal_says(canonical_json(forged)) == (False, "0")


def test_nobody_goes_on_from_an_end():
    trace = play_sample(GAME, games=1, seed=1, worlds=1, limit=None).traces[0]
    last = trace.moments[-1]
    assert last.step is None
    told = beginning_at(last, 0)
    failed = play(GAME, last.table, "1", beginning=told)
    assert "the game was over there" in (failed.failure or "")


def test_what_nobody_knew_begins_no_match():
    moment = moments(Race.meta.slug)[3]
    for change, message in (
        ({"seat": 9}, "there is no seat 9"),
        ({"observation": {}}, "missing required field"),
    ):
        told = replace(beginning_at(moment, 0), **change)
        failed = play(GAME, moment.table, "1", beginning=told)
        assert message in (failed.failure or "")
