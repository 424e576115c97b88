"""Administrators' repair in records: true ones verify, what no portal does fails at its step."""

from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from games.plugin import Format, Record, RecordError, named_results, verify_record
from games.plugin.admin_actions import End, NamedResult
from games.plugin.codec import plain
from games.plugin.named_results import Unfitting
from games.plugin.record import RecordedStep
from games.plugin.signing import head_of, sign
from games.plugin.testing import fault_of, play_record, rechained
from tests.rulesets.climb import Climb
from tests.rulesets.endless import Endless

GAME = Endless()
WHOLE = play_record(GAME, seats=3, seed=4, steps=60)
WHY = "The portal was broken."
RESIGN = {"type": "resign"}
AWAY = {"type": "hand-over"}


def upto(last: int) -> Record:
    return replace(WHOLE, steps=list(WHOLE.steps[: last + 1]), result=None)


def then(record, kind, seat, actor, action, base=None):
    """The record with one more step, which goes on from its last one or from `base`."""
    before = record.steps[-1]
    origin = record.steps[before.index if base is None else base]
    step = RecordedStep(
        index=before.index + 1,
        base=origin.index,
        kind=kind,
        seat=seat,
        actor=actor,
        action=action,
        outcomes=[],
        state_hash=origin.state_hash,
        at=before.at,
        state_schema=before.state_schema,
    )
    return rechained(replace(record, steps=[*record.steps, step]))


def taken_back(record: Record, to: int, base: int | None = None, actor: str = "staff") -> Record:
    deed = {"type": "take-back", "to": to, "reason": WHY}
    return then(record, "admin", None, actor, deed, to if base is None else base)


def ended(record: Record, *seats: tuple[Any, ...], actor: str = "staff") -> Record:
    """The record with a result that an administrator named: outcome, rank and score by seat."""
    named = [dict(zip(("outcome", "rank", "score"), seat, strict=True)) for seat in seats]
    deed = {"type": "end", "seats": named, "reason": WHY}
    told = then(record, "admin", None, actor, deed)
    own = tuple(NamedResult(*seat) for seat in seats)
    form = Format("competitive", (None,) * len(seats), tuple(range(len(seats))))
    return replace(told, result=plain(named_results.result(form, End(own, WHY))))


def played(record: Record, like: int, actor: str = "person") -> Record:
    """The move that the whole record has at `like`, made again from the newest position."""
    move, last = WHOLE.steps[like], record.steps[-1]
    again = replace(move, index=last.index + 1, base=last.index, actor=actor, at=last.at)
    return rechained(replace(record, steps=[*record.steps, again]))


def fault(record: Record) -> str:
    """Why the record's last step, and none before it, can't be."""
    found = fault_of(record, GAME)
    assert found is not None
    assert found.step == len(record.steps) - 1
    return found.reason


WON = (("won", 1, 7), ("lost", 2, 3), ("lost", 3, None))


@pytest.mark.parametrize("to", [0, 4, 8])
def test_a_match_goes_on_from_an_earlier_position(to):
    back = taken_back(upto(9), to)
    verify_record(back, GAME)
    if not WHOLE.steps[to + 1].outcomes:
        verify_record(played(back, to + 1), GAME)


def test_what_was_taken_back_can_be_taken_up_again():
    verify_record(taken_back(taken_back(upto(9), 3), 9), GAME)


@pytest.mark.parametrize(("to", "base"), [(4, 9), (4, 5), (9, 4), (10, 10), (11, 9)])
def test_it_goes_on_from_where_it_says_and_from_the_past(to, base):
    forged = taken_back(upto(9), to, base=min(base, 9))
    last = forged.steps[-1]
    forged = rechained(replace(forged, steps=[*forged.steps[:-1], replace(last, base=base)]))
    assert "it can't continue from" in fault(forged)


@pytest.mark.parametrize("actor", ["person", "clock", "portal", "ai:easy"])
def test_only_staff_takes_a_match_back(actor):
    assert fault(taken_back(upto(9), 4, actor=actor)) == "nobody knows what was done here"


def test_another_deed_leads_nowhere_back():
    unlock = {"type": "unlock", "reason": WHY}
    assert "it can't continue" in fault(then(upto(9), "admin", None, "staff", unlock, base=4))


def test_nobody_takes_back_their_own_step_beyond_it():
    own = next(s.index for s in WHOLE.steps if s.kind == "action" and not s.outcomes)
    seat = WHOLE.steps[own].seat
    back = taken_back(upto(own), own - 1)
    undo = then(back, "undo", seat, "person", None, own - 1)
    assert fault(undo) == "there was nothing that could be taken back"


def test_who_resigned_since_is_away_and_may_return():
    gone = then(upto(9), "control", 1, "person", RESIGN)
    comes = ("control", 1, "person", {"type": "return"})
    assert fault(then(gone, *comes)) == "seat 1 had resigned"
    verify_record(then(taken_back(gone, 9), *comes), GAME)
    later = then(gone, "admin", None, "staff", {"type": "unlock", "reason": WHY})
    assert fault(then(taken_back(later, 10), *comes)) == "seat 1 had resigned"


def without(record: Record, to: int, closed) -> Record:
    """Taken back to that step, at which these seats stay given up."""
    deed = {"type": "take-back", "to": to, "reason": WHY, "closed": closed}
    return then(record, "admin", None, "staff", deed, to)


def test_whose_account_is_closed_stays_gone():
    gone = then(upto(9), "control", 1, "person", RESIGN)
    back = without(gone, 9, [1])
    verify_record(back, GAME)
    returns = then(back, "control", 1, "person", {"type": "return"})
    assert fault(returns) == "seat 1 had resigned"
    assert fault(then(back, "control", 2, "person", {"type": "return"})) != ""
    verify_record(then(taken_back(back, 9), "control", 1, "person", {"type": "return"}), GAME)


@pytest.mark.parametrize("closed", [[0], [0, 1], [1, 1], [7]])
def test_nobody_is_kept_from_a_seat_that_was_not_given_up_since(closed):
    gone = then(upto(9), "control", 1, "person", RESIGN)
    assert fault(without(gone, 9, closed)) == "not all of these seats were given up since"
    assert fault(without(gone, 10, [1])) == "not all of these seats were given up since"


def test_a_deed_that_names_no_such_seats_is_written_without_them():
    assert fault(without(upto(9), 4, [])) == "nobody knows what was done here"


def test_who_resigned_since_ranks_like_anybody():
    """Two of three resign, which would end it; the second of them is taken back."""
    one = then(upto(9), "control", 1, "person", RESIGN)
    both = then(one, "control", 2, "person", RESIGN)
    assert "given up" in fault(taken_back(both, 10)), "it was over"
    verify_record(then(taken_back(one, 9), "control", 2, "person", RESIGN), GAME)


def test_deadlines_that_were_missed_before_are_forgiven():
    seat = WHOLE.steps[9].seat
    late = replace(WHOLE.steps[9], kind="time-out", actor="clock")
    missed = rechained(replace(upto(9), steps=[*WHOLE.steps[:9], late]))
    hand_over = {"type": "hand-over", "missed": 1}
    verify_record(then(missed, "control", seat, "clock", hand_over), GAME)
    assert "so many deadlines" in fault(
        then(taken_back(missed, 8), "control", seat, "clock", hand_over)
    )


def test_a_running_match_ends_as_an_administrator_says():
    verify_record(ended(upto(9), *WON), GAME)


def test_a_match_that_was_resigned_from_gets_another_result():
    one = then(upto(9), "control", 1, "person", RESIGN)
    both = then(one, "control", 2, "person", RESIGN)
    verify_record(ended(both, *WON), GAME)


def test_the_newest_result_counts():
    first = ended(upto(9), *WON)
    second = ended(first, ("lost", 2, None), ("won", 1, None), ("lost", 2, None))
    verify_record(second, GAME)
    assert fault(replace(second, result=first.result)) == (
        "the result differs from the one recorded"
    )


def test_a_match_that_has_its_result_may_be_voided():
    void = {"type": "void", "reason": WHY}
    voided = then(ended(upto(9), *WON), "admin", None, "staff", void)
    verify_record(replace(voided, result=None), GAME)
    assert fault(ended(replace(voided, result=None), *WON)) == "the match was voided before"


def test_nothing_else_follows_a_result():
    over = ended(upto(9), *WON)
    assert fault(played(over, 10)) == "the match was over before"
    assert fault(taken_back(over, 4)) == "the match was over before"


@pytest.mark.parametrize("actor", ["person", "portal", "consent"])
def test_only_staff_ends_a_match(actor):
    assert fault(ended(upto(9), *WON, actor=actor)) in (
        "nobody knows what was done here",
        "nobody had agreed to that",
    )


def test_the_result_is_the_one_that_was_named():
    told = ended(upto(9), *WON)
    for name, value in (("score", 8), ("rank", 2), ("outcome", "lost")):
        other = plain(told.result)
        other["seats"][0][name] = value
        assert "result differs" in fault(replace(told, result=other))


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        (WON[:2], "seats"),
        ((("won", 1, None), ("lost", 2, None), ("lost", 2, None), ("lost", 2, None)), "seats"),
        ((("won", 1, None), ("lost", 2, None), ("lost", 4, None)), "ranks"),
        ((("won", 2, None), ("lost", 3, None), ("lost", 1, None)), "outcomes"),
        ((("won", 1, None), ("won", 1, None), ("lost", 3, None)), "outcomes"),
        ((("drawn", 1, None), ("lost", 2, None), ("lost", 2, None)), "outcomes"),
        ((("scored", 1, 4), ("lost", 2, None), ("lost", 2, None)), "outcomes"),
    ],
)
def test_a_result_that_no_match_has_is_none(seats, code):
    named = [dict(zip(("outcome", "rank", "score"), seat, strict=True)) for seat in seats]
    deed = {"type": "end", "seats": named, "reason": WHY}
    assert fault(then(upto(9), "admin", None, "staff", deed)) == f"no match could end so: {code}"


TEAMS = Format("competitive", (None,) * 4, (0, 1, 0, 1))
TOGETHER = Format("cooperative", (None,) * 2, (0, 0))
ALONE = Format("solo", (None,), (0,))


@pytest.mark.parametrize(
    ("form", "scored", "seats", "code"),
    [
        (TEAMS, False, [("won", 1), ("lost", 3), ("won", 1), ("lost", 3)], ""),
        (TEAMS, False, [("drawn", 1), ("drawn", 1), ("drawn", 1), ("drawn", 1)], ""),
        (TEAMS, False, [("lost", 1), ("lost", 1), ("lost", 1), ("lost", 1)], ""),
        (TEAMS, False, [("won", 1), ("lost", 2), ("lost", 3), ("lost", 4)], "sides"),
        (TOGETHER, False, [("won", 1), ("won", 1)], ""),
        (TOGETHER, False, [("lost", 1), ("lost", 1)], ""),
        (TOGETHER, False, [("drawn", 1), ("drawn", 1)], "outcomes"),
        (TOGETHER, False, [("won", 1), ("lost", 2)], "sides"),
        (ALONE, False, [("won", 1)], ""),
        (ALONE, False, [("scored", 1)], "outcomes"),
        (ALONE, True, [("scored", 1, 12)], ""),
        (ALONE, True, [("scored", 1)], "points"),
        (ALONE, True, [("won", 1, 12)], "outcomes"),
    ],
)
def test_who_plays_together_comes_out_together(form, scored, seats, code):
    named = [NamedResult(*seat) for seat in seats]
    if not code:
        return named_results.check(form, named, scored=scored)
    with pytest.raises(Unfitting) as caught:
        named_results.check(form, named, scored=scored)
    assert caught.value.code == code
    return None


def test_allies_have_their_team_in_the_result():
    seats = tuple(NamedResult(*seat) for seat in [("won", 1), ("lost", 3)] * 2)
    told = named_results.result(TEAMS, End(seats, WHY))
    assert [(seat.team, seat.rank) for seat in told.seats] == [(0, 1), (1, 3), (0, 1), (1, 3)]
    assert told.reason.params == {"reason": WHY}


def test_a_run_that_only_points_count_in_gets_points():
    game = Climb()
    whole = play_record(game, seats=1, seed=4)
    over = ended(whole, ("scored", 1, 99))
    verify_record(over, game)
    assert fault_of(replace(over, result=whole.result), game) is not None


def test_a_forged_deed_with_all_hashes_made_anew_fails_by_the_signature():
    """Whoever holds a signed record can add what an administrator might have done, and no more."""
    key = Ed25519PrivateKey.generate()
    signed = ended(upto(9), *WON)
    signed = replace(signed, signature=sign(head_of(signed), key, signed.steps[-1].at))
    assert verify_record(signed, GAME).key is not None
    forged = ended(signed, ("lost", 2, None), ("won", 1, None), ("lost", 2, None))
    assert verify_record(replace(forged, signature=msgspec.UNSET), GAME).key is None, (
        "it fits together"
    )
    with pytest.raises(RecordError, match="signature isn't one of this record"):
        verify_record(forged, GAME)


def test_a_forged_take_back_in_a_signed_record_fails_by_the_signature():
    key = Ed25519PrivateKey.generate()
    signed = ended(upto(9), *WON)
    signed = replace(signed, signature=sign(head_of(signed), key, signed.steps[-1].at))
    forged = ended(taken_back(upto(9), 2), *WON)
    with pytest.raises(RecordError, match="signature isn't one of this record"):
        verify_record(replace(forged, signature=signed.signature), GAME)
