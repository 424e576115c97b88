"""What records say that people asked of each other: what happened verifies, forgeries are found."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from games.conformance import fault_of, play_record
from games.plugin.codec import plain
from games.protocol.caretakers import HandOver
from games.protocol.record import Record
from games.protocol.requests import Answer, Ask, PlayOn, Request, Rest, Resume, Withdraw, way_back
from games.protocol.resignation import RESIGN
from games.protocol.standing_orders import latest
from tests.games.protocol.forging import blamed, last_fault, then
from tests.rulesets.race import Race

GAME = Race()
PLAYED = 6  # steps, the setup among them, before anything is asked
PLAIN = play_record(GAME, seats=3, seed=4)
NEWEST = PLAIN.steps[PLAYED - 1]
MOVER = NEWEST.seat or 0
OTHER, THIRD = (MOVER + 1) % 3, (MOVER + 2) % 3
DAYS = 24 * 60
LASTS = 600


def step(seat: int | None, action, minutes: float = 0.0, **changes) -> dict[str, Any]:
    return {"seat": seat, "action": plain(action), "minutes": minutes} | changes


def record(*added: dict[str, Any]) -> Record:
    made = replace(PLAIN, steps=PLAIN.steps[:PLAYED])
    began = datetime.fromisoformat(NEWEST.at)
    for said in added:
        at = (began + timedelta(minutes=said["minutes"])).replace(tzinfo=None)
        given = {"kind": "control", "actor": "person"} | said
        del given["minutes"]
        told = at.isoformat(timespec="microseconds") + "Z"
        made = then(made, **given, at=told)
    return made


def ask(what, seat: int = MOVER, minutes: float = 0.0, **said) -> dict[str, Any]:
    return step(seat, Ask(what, said.pop("lasts", LASTS), **said), minutes)


def answer(seat, minutes=0.0, *, yes=True, to=PLAYED, granted=None):
    return step(seat, Answer(to, yes, granted), minutes)


def moved(minutes: float = 0.0) -> dict[str, Any]:
    following = PLAIN.steps[PLAYED]
    names = ("kind", "seat", "actor", "action", "outcomes", "state_hash")
    return {name: getattr(following, name) for name in names} | {"minutes": minutes}


def resumed(minutes: float) -> dict[str, Any]:
    return step(None, Resume(), minutes, **BY_PORTAL)


def rested(minutes: float) -> dict[str, Any]:
    return step(None, Rest(), minutes, **BY_PORTAL)


BY_PORTAL: dict[str, Any] = {"actor": "portal"}
TAKEN_BACK = step(MOVER, None, kind="undo", actor="consent", base=NEWEST.base)
VOTED = step(OTHER, plain(HandOver()), 4, actor="vote")
ALL = [answer(OTHER), answer(THIRD)]
PAUSED = [ask("pause"), *ALL]
RESUMED = [ask("resume"), answer(OTHER, to=PLAYED + 3), answer(THIRD, to=PLAYED + 3)]
SILENT = {"minutes": 4.0, "seat": MOVER, "about": OTHER}
VOTE = [ask("take-over", **SILENT), answer(THIRD, 4)]

# Others are verified where they are made, tests/games/matches/test_requests.py. An older portal
# didn't write what an answer granted.
HONEST = {
    "moves go on": [ask("pause"), moved(), answer(OTHER), answer(THIRD)],
    "taken back": [ask("undo"), *ALL, TAKEN_BACK],
    "paused and resumed": [*PAUSED, *RESUMED, moved()],
    "slowed down": [ask("slow", seconds=86_400), *ALL, moved()],
    "vote lost": [ask("take-over", **SILENT), answer(THIRD, 4, yes=False), moved(5)],
    "voted": [*VOTE, VOTED],
    "canceled": [ask("cancel"), *ALL],
}


def test_what_happened_verifies():
    for name, added in HONEST.items():
        assert fault_of(record(*added), GAME) is None, name


POLITE = plain(Ask("pause", LASTS)) | {"please": True}
FORGED: dict[str, tuple[list[dict[str, Any]], int, str]] = {
    "two at once": ([ask("pause"), ask("cancel", OTHER)], 1, "request_open"),
    "answer without a question": ([answer(OTHER)], 0, "no_request"),
    "answer to another question": ([ask("pause"), answer(OTHER, to=3)], 1, "no_request"),
    "answer too late": ([ask("pause"), answer(OTHER, 10)], 1, "no_request"),
    "answer before the question": ([ask("pause"), answer(OTHER, -1)], 1, "before that of"),
    "granted too early": ([ask("pause"), answer(OTHER, granted="pause")], 1, "malformed"),
    "granted at once": ([ask("pause", granted="pause")], 0, "malformed"),
    "one's own answer": ([ask("pause"), answer(MOVER)], 1, "not_asked"),
    "answered twice": ([ask("pause"), answer(OTHER), answer(OTHER)], 2, "not_asked"),
    "answered by nobody": ([ask("pause"), answer(7)], 1, "no seat 7"),
    "asked by the portal": ([ask("pause") | BY_PORTAL], 0, "themselves"),
    "answer after a move": ([ask("undo"), moved(), answer(OTHER)], 2, "no_request"),
    "open for too long": ([ask("pause", lasts=4 * 86_400)], 0, "malformed"),
    "written otherwise": ([step(MOVER, POLITE)], 0, "unknown field"),
    "withdrawn by another": ([ask("pause"), step(OTHER, Withdraw(PLAYED))], 1, "not_yours"),
    "taken back unasked": ([TAKEN_BACK], 0, "agreed"),
    "taken back too early": ([ask("undo"), answer(OTHER), TAKEN_BACK], 2, "agreed"),
    "taken back elsewhere": ([ask("undo"), *ALL, TAKEN_BACK | {"base": 1}], 3, "wasn't done"),
    "never taken back": ([ask("undo"), *ALL, moved()], 3, "wasn't done"),
    "breaks off": ([ask("undo"), *ALL], 2, "wasn't done"),
    "refused, but done": ([ask("undo"), answer(OTHER, yes=False), TAKEN_BACK], 2, "agreed"),
    "move in a pause": ([*PAUSED, moved()], 3, "paused"),
    "pause in a pause": ([*PAUSED, ask("pause")], 3, "paused"),
    "resumed without a pause": ([ask("resume")], 0, "not_paused"),
    "resumed too soon": ([*PAUSED, resumed(14 * DAYS - 1)], 3, "had to end"),
    "resumed by a person": ([*PAUSED, step(MOVER, Resume(), 14 * DAYS)], 3, "portal"),
    "slowed to another time": ([ask("slow", seconds=60)], 0, "malformed"),
    "not silent": ([ask("take-over", **SILENT | {"minutes": 2.0, "about": THIRD})], 0, "silent"),
    "one's own seat": ([ask("take-over", **SILENT | {"about": MOVER})], 0, "nobodys_seat"),
    "handed over unasked": ([VOTED], 0, "agreed"),
    "another seat handed over": ([*VOTE, VOTED | {"seat": THIRD}], 2, "wasn't done"),
    "no majority": ([ask("take-over", **SILENT), VOTED], 1, "agreed"),
    "canceled without who was here": ([ask("cancel", silent=(THIRD,))], 0, "wasn't silent"),
    "goes on after its end": ([ask("end"), *ALL, moved()], 3, "over before"),
    "ended without a result": ([ask("end"), *ALL], 2, "result differs"),
    "answer after somebody left": ([ask("pause"), step(THIRD, RESIGN), answer(OTHER)], 2, "no_req"),
    "rested too soon": ([rested(20 * DAYS)], 0, "still played"),
    "rested by a person": ([step(OTHER, Rest(), 21 * DAYS)], 0, "portal"),
    "move while resting": ([rested(21 * DAYS), moved(22 * DAYS)], 1, "paused"),
    "play on too soon": ([step(OTHER, PlayOn(), 13 * DAYS)], 0, "not_asked"),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forgery_is_found_where_it_is(name):
    added, at, reason = FORGED[name]
    fault = blamed(record(*added), GAME)
    assert (fault.step, reason in fault.reason) == (PLAYED + at, True), fault.reason


class Pointless(Race):
    def scores(self, state):
        return None


def test_what_has_no_points_is_not_ended_as_it_stands():
    asked = record(ask("end"), *ALL)
    assert last_fault(asked, Pointless()) == "there were no points to count"


def test_silence_is_the_silent_persons_own():
    """The one who moved last hasn't been silent for as long as the others."""
    by_other = ask("take-over", OTHER, 2.0, about=MOVER)
    assert "wasn't silent" in last_fault(record(by_other), GAME)


@pytest.mark.parametrize(
    ("voters", "yes", "no", "granted"),
    [
        (0, 0, 0, True),
        (1, 0, 0, None),
        (1, 0, 1, False),
        (2, 1, 0, True),
        (2, 0, 1, None),
        (3, 1, 0, None),
        (3, 2, 0, True),
        (3, 1, 2, False),
        (4, 1, 2, None),
    ],
)
def test_a_seat_is_taken_by_the_majority(voters, yes, no, granted):
    now = datetime.now().astimezone()
    seats = tuple(range(1, voters + 1))
    request = Request("take-over", 0, 1, 1, now, now, seats, seats[:yes], seats[yes : yes + no], 9)
    assert request.granted is granted


def test_the_way_back_leaves_out_what_was_taken_back():
    steps = [
        (0, None, "setup", None, "portal"),
        (1, 0, "action", 0, "person"),
        (2, 1, "action", 1, "person"),
        (3, 2, "action", 0, "person"),
        (4, 2, "undo", 0, "person"),
        (5, 4, "control", 0, "person"),
        (6, 5, "time-out", 0, "clock"),
    ]
    assert way_back(reversed(steps), 0) == 0
    assert way_back(reversed(steps), 1) == 1
    assert way_back(reversed(steps), 2) is None


def test_asking_changes_no_standing_order():
    left = step(OTHER, {"type": "always"}, kind="order")
    steps = record(left, ask("pause", OTHER), step(THIRD, RESIGN)).steps
    assert latest(steps) == {OTHER: {"type": "always"}}
    assert latest(record(left, step(OTHER, RESIGN)).steps) == {}
