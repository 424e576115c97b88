"""Clocks by the turn of play: what runs through it, what pauses it, what is left for later."""

import datetime
from collections.abc import Callable, Iterator

import msgspec
import pytest
from django.utils import timezone

from accounts.models import Availability
from games.matches.api.representation import representation
from games.matches.models import Match, Step
from games.matches.play.actions import services
from games.matches.play.parts import clock, downtime
from games.matches.play.parts.absence import Absence
from games.matches.play.parts.clock_kinds import MoveClock
from games.plugin import SPECTATOR, SeatTurn
from games.plugin.codec import plain
from tests.games.matches.conftest import lay, look, offer, play, until_offering, user_at
from tests.games.matches.test_clock import at_work, clocks
from tests.rulesets.endless import Endless
from tests.rulesets.fixtures import installed, installing

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("frozen")]

ROLL = {"type": "roll"}
TURN = {"type": "move", "seconds": 60, "per": "turn"}
DAY, HOUR = 86_400, 3600
DAYS = {"type": "move", "seconds": DAY, "per": "turn"}


class TurnOrchard(Endless):
    """The orchard, in which the turn goes on while everybody makes an offer."""

    meta = msgspec.structs.replace(Endless.meta, slug="turn-orchard")

    def turn(self, state):
        return SeatTurn(state.turn)


by_turns = installing(TurnOrchard)


@pytest.fixture
def table(begin, person, by_turns) -> Callable[..., Match]:
    """amber (to move), birch and cedar."""

    def made(**said):
        return begin(person(), person(), person(), game=by_turns, first=0, clock=TURN | said)

    return made


def test_all_steps_of_a_turn_share_its_time(table, frozen):
    match = table()
    frozen.shift(10)
    lay(match)
    frozen.shift(10)
    services.undo(public_id=match.public_id, user=user_at(match, 0))
    assert clocks(match)[0] == (40, True)
    lay(match)
    assert clocks(match)[0] == (40, True)
    frozen.shift(20)
    assert clocks(match)[0] == (20, True)
    play(match, action=ROLL)
    assert not look(match).state.offering, "the first roll of this deal was a one"
    assert clocks(match) == [(60, False), (60, True), (60, False)]


def test_what_others_are_asked_in_a_turn_is_short_and_pauses_it(table, frozen):
    match = table()
    own = look(until_offering(match)).state.turn
    others = [seat for seat in range(3) if seat != own]
    assert [clocks(match)[seat] for seat in others] == [(15, True)] * 2
    frozen.shift(5)
    seats = list(match.seats.order_by("index"))
    clock.freeze(seats, timezone.now())  # a pause keeps the turn's time, and asks anew
    banks = [seat.bank.total_seconds() for seat in seats]
    assert banks == [55 if seat == own else 60 for seat in range(3)]
    offer(match, own)
    paused = clocks(match)[own]
    assert paused == (55, False)
    frozen.shift(5)
    offer(match, others[0])
    assert clocks(match)[others[0]] == (60, False)
    assert clocks(match)[others[1]] == (5, True)
    assert clocks(match)[own] == paused


def test_an_answer_that_takes_too_long_is_given_by_default(table, frozen):
    match = table()
    own = look(until_offering(match)).state.turn
    offer(match, own)
    frozen.shift(15)
    downtime.note()
    answered = services.time_out(pk=match.pk), services.time_out(pk=match.pk)
    assert None not in answered
    newest = match.steps.filter(kind=Step.Kind.TIME_OUT)
    assert own not in newest.values_list("seat", flat=True)
    assert not look(match).state.offering


def test_alone_the_rules_say_where_a_turn_ends(begin, person, frozen):
    match = begin(person(), game="village-assault", clock=TURN, number=2)
    frozen.shift(20)
    before = look(match).state.round
    had = []
    while look(match).state.round == before:
        had.append(clocks(match)[0])
        shown = look(match)
        action = plain(shown.game.default_action(shown.state, 0))
        play(match, action=action)
    assert len(had) > 1
    assert set(had) == {(40, True)}
    assert clocks(match)[0] == (60, True)


def test_without_a_turn_in_the_rules_time_lasts_until_another_must_decide(
    begin, person, endless, frozen
):
    match = begin(person("amber"), person("birch"), game=endless, first=0, clock=TURN)
    frozen.shift(20)
    lay(match)
    assert clocks(match) == [(40, True), (60, False)]
    play(match, action=ROLL)
    assert clocks(match)[0][0] == 60


@pytest.mark.parametrize("per", ["turn", "step"])
def test_what_is_left_goes_to_the_reserve_up_to_its_limit(begin, person, frozen, per):
    said = {"type": "move", "seconds": 60, "per": per, "reserve": 100}
    match = begin(person("amber"), person("birch"), first=0, clock=said)
    draw = {"type": "draw"}
    had = []
    for spent in (20, 10, 90):
        frozen.shift(spent)
        play(match, action=draw)
        had.append(clocks(match)[0][0])
        play(match, action=draw)
    assert had == [100, 150, 120]


def test_over_days_an_answer_has_a_quarter_of_a_turn():
    answers = [
        MoveClock(seconds, per="turn").answer / datetime.timedelta(seconds=1)
        for seconds in (10, 60, HOUR, DAY, 3 * DAY, 7 * DAY)
    ]
    assert answers == [10, 15, HOUR, 6 * HOUR, 18 * HOUR, DAY]


@pytest.fixture
def friday(begin, person) -> Callable[..., Match]:
    """amber, to move on a Friday at noon, has her Saturdays and Sundays free."""
    amber, birch = person("amber"), person("birch")
    Availability.objects.create(user=amber, free_days=[5, 6], night=[23 * 60, 7 * 60])
    return lambda **said: begin(amber, birch, first=0, clock=DAYS | said)


def due(match: Match, seat: int = 0) -> str:
    deadline = match.seats.get(index=seat).deadline
    return str(deadline.strftime("%a %H:%M"))


@pytest.mark.parametrize("per", ["turn", "step"])
def test_a_persons_hours_count_over_days(friday, per, frozen):
    assert due(friday(per=per)) == "Mon 12:00"
    for hours, expected in ((1, "Fri 13:00"), (11, "Mon 07:00"), (13, "Mon 07:00")):
        assert due(friday(per=per, seconds=hours * HOUR)) == expected
    frozen.shift(DAY)
    assert due(friday(seconds=3599)) == "Sat 12:59", "but not at a live pace"


def test_a_take_back_gives_those_that_count(friday, begin, endless):
    people = [seat.user for seat in friday().seats.order_by("index")]
    match = begin(*people, game=endless, first=0, clock=DAYS | {"per": "step"})
    lay(match)
    services.undo(public_id=match.public_id, user=user_at(match, 0))
    assert due(match) == "Mon 12:00"


def test_changed_hours_count_from_the_next_deadline_on(friday, frozen):
    match = friday()
    Availability.objects.update(free_days=[])
    assert due(match) == "Mon 12:00"
    frozen.shift(HOUR)
    seats = list(match.seats.order_by("index"))
    clock.freeze(seats, timezone.now())
    assert seats[0].bank == datetime.timedelta(hours=23)


def test_a_downtime_over_free_days_costs_nothing_and_brings_nothing(friday, frozen):
    """Down from Friday noon until Saturday noon: the day is there on Monday."""
    match = friday()
    downtime.note()
    frozen.shift(DAY)
    downtime.note()
    assert due(match) == "Tue 07:00"


def test_the_reserve_grows_by_time_that_counts_alone(friday, frozen):
    match = friday(reserve=10 * DAY)
    frozen.shift(6 * HOUR)
    play(match, action={"type": "draw"})
    assert clocks(match)[0] == (DAY + 18 * HOUR, False)


def test_hours_are_in_nobodys_api(friday):
    shown = look(friday())
    for viewer in (0, 1, SPECTATOR):
        said = msgspec.json.encode(representation(shown, viewer)).decode()
        assert not any(word in said for word in ("UTC", "reckoned"))


class SlowOrchard(TurnOrchard):
    """Whoever stays away lays a fruit and then rolls: two decisions in the first turn.

    Nobody is ever asked for an offer.
    """

    meta = msgspec.structs.replace(Endless.meta, slug="slow-orchard")

    def apply_action(self, state, *said):
        events = super().apply_action(state, *said)
        state.offering = False
        return events

    def default_action(self, state, seat):
        legal = self.legal_actions(state, seat)
        return next((move for move in legal if plain(move)["type"] == "lay"), legal[0])


@pytest.fixture
def missing(begin, person) -> Iterator[Callable[..., Match]]:
    """A match of amber (to move), birch and cedar: two missed turns are too many."""
    with installed(SlowOrchard()) as slug:

        def made(**said):
            people = person("amber"), person("birch"), person("cedar")
            absence = plain(Absence(after=2, **said))
            return begin(*people, game=slug, first=0, clock=TURN, absence=absence)

        yield made


def miss_turn(match: Match, frozen):
    """Whoever's turn it is lets all of its time run out; the sweeper looks every two seconds."""
    turn = look(match).state.turn
    at_work(frozen, 60)
    while look(match).state.turn == turn and services.time_out(pk=match.pk):
        at_work(frozen, 2)


def test_a_turn_that_is_missed_counts_once_and_each_seat_for_itself(missing, frozen):
    match = missing()
    miss_turn(match, frozen)
    assert list(match.steps.values_list("kind", "seat")[1:]) == [("time-out", 0)] * 2
    for _ in range(2):
        miss_turn(match, frozen)
    assert not match.seats.filter(caretaker=True).exists()
    miss_turn(match, frozen)
    assert list(match.seats.filter(caretaker=True).values_list("index", flat=True)) == [0]
    handed = match.steps.get(kind="control")
    assert handed.action == {"type": "hand-over", "missed": 3}


def test_a_portal_that_was_away_in_a_missed_turn_makes_it_no_second_one(missing, frozen):
    match = missing(then="forfeit")
    frozen.shift(60)
    downtime.note()
    assert services.time_out(pk=match.pk)
    frozen.shift(5 * HOUR)
    assert services.time_out(pk=match.pk)
    assert match.seats.get(index=0).missed == 2
    assert match.seats.get(index=0).resigned is None
