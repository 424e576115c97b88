"""Administrators' repair in records: true ones verify, what no portal does fails at its step."""

from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from games.conformance import fault_of, play_record, rechained
from games.plugin import Format, RecordError
from games.plugin.codec import plain
from games.protocol import named_results
from games.protocol.admin_actions import End, NamedResult
from games.protocol.named_results import Unfitting
from games.protocol.record import Record
from games.protocol.signing import head_of, sign
from games.protocol.verification import verify_record
from tests.games.protocol.forging import then
from tests.games.protocol.test_caretakers import GAME, WHOLE, fault, upto
from tests.rulesets.climb import Climb

WHY = "The portal was broken."
RESIGN = {"type": "resign"}
RETURN = {"type": "return"}


def taken_back(record: Record, to: int, base: int | None = None, actor: str = "staff", **said):
    deed = {"type": "take-back", "to": to, "reason": WHY} | said
    return then(record, "admin", None, actor, deed, to if base is None else base)


def controlled(record: Record, seat: int, action) -> Record:
    return then(record, "control", seat, "person", action)


def ended(record: Record, *seats: tuple[Any, ...], actor: str = "staff") -> Record:
    named = [dict(zip(("outcome", "rank", "score"), seat, strict=True)) for seat in seats]
    told = then(record, "admin", None, actor, {"type": "end", "seats": named, "reason": WHY})
    own = tuple(NamedResult(*seat) for seat in seats)
    form = Format("competitive", (None,) * len(seats), tuple(range(len(seats))))
    return replace(told, result=plain(named_results.result(form, End(own, WHY))))


def played(record: Record, like: int, actor: str = "person") -> Record:
    move, last = WHOLE.steps[like], record.steps[-1]
    again = replace(move, index=last.index + 1, base=last.index, actor=actor, at=last.at)
    return rechained(replace(record, steps=[*record.steps, again]))


WON = (("won", 1, 7), ("lost", 2, 3), ("lost", 3, None))


@pytest.mark.parametrize(("to", "base"), [(4, 9), (4, 5), (9, 4), (10, 10), (11, 9)])
def test_it_goes_on_from_where_it_says_and_from_the_past(to, base):
    forged = taken_back(upto(9), to, base=min(base, 9))
    last = forged.steps[-1]
    forged = rechained(replace(forged, steps=[*forged.steps[:-1], replace(last, base=base)]))
    assert "it can't continue from" in fault(forged)


def test_only_staff_takes_a_match_back_or_ends_it():
    for actor in ("person", "clock", "portal", "ai:easy"):
        assert fault(taken_back(upto(9), 4, actor=actor)) == "nobody knows what was done here"
    unlock = {"type": "unlock", "reason": WHY}
    assert "it can't continue" in fault(then(upto(9), "admin", None, "staff", unlock, base=4))
    for actor, reason in (
        ("person", "nobody knows what was done here"),
        ("portal", "nobody knows what was done here"),
        ("consent", "nobody had agreed to that"),
    ):
        assert fault(ended(upto(9), *WON, actor=actor)) == reason


def test_nobody_takes_back_their_own_step_beyond_it():
    own = next(s.index for s in WHOLE.steps if s.kind == "action" and not s.outcomes)
    back = taken_back(upto(own), own - 1)
    undo = then(back, "undo", WHOLE.steps[own].seat, "person", None, own - 1)
    assert fault(undo) == "there was nothing that could be taken back"


def test_who_resigned_since_is_away_and_may_return_unless_their_account_is_closed():
    gone = controlled(upto(9), 1, RESIGN)
    assert fault(controlled(gone, 1, RETURN)) == "seat 1 had resigned"
    verify_record(controlled(taken_back(gone, 9), 1, RETURN), GAME)
    later = then(gone, "admin", None, "staff", {"type": "unlock", "reason": WHY})
    assert fault(controlled(taken_back(later, 10), 1, RETURN)) == "seat 1 had resigned"
    closed = taken_back(gone, 9, closed=[1])
    verify_record(closed, GAME)
    assert fault(controlled(closed, 1, RETURN)) == "seat 1 had resigned"
    assert fault(controlled(closed, 2, RETURN)) != ""
    verify_record(controlled(taken_back(closed, 9), 1, RETURN), GAME)


def test_nobody_is_kept_from_a_seat_that_was_not_given_up_since():
    gone = controlled(upto(9), 1, RESIGN)
    for to, closed in ((9, [0]), (9, [0, 1]), (9, [1, 1]), (9, [7]), (10, [1])):
        reason = fault(taken_back(gone, to, closed=closed))
        assert reason == "not all of these seats were given up since"
    assert fault(taken_back(upto(9), 4, closed=[])) == "nobody knows what was done here"


def test_who_resigned_since_ranks_like_anybody():
    """Two of three resign, which would end it; the second of them is taken back."""
    one = controlled(upto(9), 1, RESIGN)
    both = controlled(one, 2, RESIGN)
    assert "given up" in fault(taken_back(both, 10)), "it was over"
    verify_record(controlled(taken_back(one, 9), 2, RESIGN), GAME)
    verify_record(ended(both, *WON), GAME)


OTHERS = (("lost", 2, None), ("won", 1, None), ("lost", 2, None))


def test_a_running_match_ends_as_an_administrator_says_and_the_newest_result_counts():
    first = ended(upto(9), *WON)
    verify_record(first, GAME)
    second = ended(first, *OTHERS)
    verify_record(second, GAME)
    told = replace(second, result=first.result)
    assert fault(told) == "the result differs from the one recorded"
    for name, value in (("score", 8), ("rank", 2), ("outcome", "lost")):
        other = plain(first.result)
        other["seats"][0][name] = value
        assert "result differs" in fault(replace(first, result=other))


def test_a_match_that_has_its_result_may_be_voided_and_nothing_else_follows():
    over = ended(upto(9), *WON)
    voided = then(over, "admin", None, "staff", {"type": "void", "reason": WHY})
    verify_record(voided, GAME)
    assert fault(ended(voided, *WON)) == "the match was voided before"
    for more in (played(over, 10), taken_back(over, 4)):
        assert fault(more) == "the match was over before"


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


def test_allies_have_their_team_and_a_counted_run_its_points_in_the_result():
    seats = tuple(NamedResult(*seat) for seat in [("won", 1), ("lost", 3)] * 2)
    told = named_results.result(TEAMS, End(seats, WHY))
    assert [(seat.team, seat.rank) for seat in told.seats] == [(0, 1), (1, 3), (0, 1), (1, 3)]
    assert told.reason.params == {"reason": WHY}
    game = Climb()
    whole = play_record(game, seats=1, seed=4)
    over = ended(whole, ("scored", 1, 99))
    verify_record(over, game)
    assert fault_of(replace(over, result=whole.result), game) is not None


def test_forged_deeds_with_all_hashes_made_anew_fail_by_the_signature():
    """Whoever holds a signed record can add what an administrator might have done, and no more."""
    key = Ed25519PrivateKey.generate()
    signed = ended(upto(9), *WON)
    signed = replace(signed, signature=sign(head_of(signed), key, signed.steps[-1].at))
    assert verify_record(signed, GAME).key is not None
    added, elsewhere = ended(signed, *OTHERS), ended(taken_back(upto(9), 2), *WON)
    for forged in (added, replace(elsewhere, signature=signed.signature)):
        fits = verify_record(replace(forged, signature=msgspec.UNSET), GAME)
        assert fits.key is None, "it fits together"
        with pytest.raises(RecordError, match="signature isn't one of this record"):
            verify_record(forged, GAME)
