"""People, and matches that they play."""

import itertools
import math
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts import roles
from accounts.models import User
from games.matches import errors
from games.matches.models import Match
from games.matches.play.actions import services
from games.matches.play.engine import caretakers
from games.matches.play.engine.steps import one_step
from games.matches.record import selectors
from games.plugin import SPECTATOR
from games.protocol.verification import verify_record
from tests.rulesets.endless import Endless
from tests.rulesets.fixtures import climb, endless, ordered, race, siege
from tests.support.matches import BURN, started

__all__ = ["BURN", "climb", "endless", "ordered", "race", "siege"]

ENDLESS = Endless.meta.slug


@pytest.fixture
def person(db: None) -> Callable[..., User]:
    """Makes people: amber, birch, cedar, … in this order."""
    names = itertools.chain(["amber", "birch", "cedar", "dune"], map(str, itertools.count()))

    def make(name: str = "") -> User:
        return User.objects.create_user(name or next(names), password="a long password")

    return make


@pytest.fixture
def staff(person: Callable[..., User]) -> User:
    """rowan, who reviews matches."""
    rowan = person("rowan")
    roles.give(user=rowan, role=roles.REVIEWER)
    return rowan


@pytest.fixture
def begin(person: Callable[..., User]) -> Callable[..., Match]:
    """Begins a match: `players` are users or AI levels, by default two new people."""

    def make(*players: Any, **arguments: Any) -> Match:
        return started(*(players or (person(), person())), **arguments)

    return make


@pytest.fixture
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computer players don't move by themselves."""
    path = "games.matches.play.parts.announcements.queue_ai_turn"
    monkeypatch.setattr(path, lambda *_, **__: None)


@pytest.fixture
def committed(django_capture_on_commit_callbacks: Any) -> Any:
    """What happens within is committed, and what waits for that is done."""
    return partial(django_capture_on_commit_callbacks, execute=True)


def look(match: Match) -> selectors.Snapshot:
    fresh = Match.objects.select_related("deal").get(pk=match.pk)
    return selectors.snapshot(fresh)


def fresh(match: Match) -> Match:
    match.refresh_from_db()
    return match


def user_at(match: Match, seat: int) -> Any:
    return match.seats.get(index=seat).user


def kinds(match: Match, after: int = -1) -> list[tuple[str, int | None, str]]:
    """Kind, seat and actor of each step."""
    steps = match.steps.filter(index__gt=after).order_by("index")
    return list(steps.values_list("kind", "seat", "actor"))


def lines_told(match: Match) -> list[str]:
    shown = look(match)
    return [line.text for line in selectors.log_entries(shown.match, SPECTATOR, shown.names)]


def verified(match: Match) -> Any:
    """The record so far, ended by a void if the match goes on, tells the truth."""
    match.refresh_from_db()
    status = match.status
    if match.running:
        match.status = Match.Status.VOIDED  # only so that the record opens
    told = verify_record(selectors.record_of(match))
    match.status = status
    assert told.replayed
    return told


def user_to_move(shown: selectors.Snapshot) -> User:
    seat = next((seat for seat in shown.seats if seat.owes), None)
    assert seat is not None, "nobody is to move: the match is over"
    assert seat.user is not None
    return seat.user


def legal(shown: selectors.Snapshot, user: User) -> list[Any]:
    from games.plugin.codec import plain

    seat = shown.seat_of(user)
    return [plain(action) for action in shown.game.legal_actions(shown.state, seat)]


def _last(choices: list[Any]) -> Any:
    return choices[-1]


def play_on(
    match: Match, version: float = math.inf, choose: Callable[[list[Any]], Any] = _last
) -> selectors.Snapshot:
    while (shown := look(match)).match.running and shown.version < version:
        user = user_to_move(shown)
        services.submit_action(
            public_id=match.public_id,
            user=user,
            action=choose(legal(shown, user)),
            version=shown.version,
        )
    return shown


def next_move(match: Match, user: User | None = None) -> dict[str, Any]:
    """As `submit_action` takes it."""
    shown = look(match)
    mover = user or user_to_move(shown)
    said = {"public_id": match.public_id, "version": shown.version}
    return said | {"user": mover, "action": legal(shown, mover)[-1]}


def play(match: Match, **arguments: Any) -> services.Accepted:
    """Whoever is to move draws, rolls or does whatever stands first or last in their list."""
    return services.submit_action(**(next_move(match) | arguments))


def lay(match: Match, **said: Any) -> services.Accepted:
    """Whoever is to move at the orchard lays the first fruit of their hand face down."""
    state = look(match).state
    return play(match, action={"type": "lay", "fruit": state.hands[state.turn][0]}, **said)


def until_offering(match: Match) -> Match:
    """Roll until everyone at the orchard owes an offer."""
    while not look(match).state.offering:
        play(match, action={"type": "roll"})
    return match


def undo(match: Match, seat: int = 0, **said: Any) -> services.Accepted:
    return services.undo(public_id=match.public_id, **({"user": user_at(match, seat)} | said))


def resign(match: Match, seat: int = 0, **said: Any) -> services.Accepted:
    return services.resign(public_id=match.public_id, **({"user": user_at(match, seat)} | said))


def send_away(match: Match, seat: int = 0, by: str = "vote") -> None:
    with one_step(pk=match.pk) as (locked, seats):
        caretakers.take_over(locked, seats, seats[seat], by)


def forget(match: Match) -> None:
    deal = match.deal
    match.delete()
    deal.delete()


def broken(*_said: Any) -> None:
    raise ZeroDivisionError


def break_rules(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(look(match).game, "apply_action", broken, raising=False)
        with pytest.raises(errors.Paused):
            play(match)
    assert fresh(match).paused == "flagged"


def offer(match: Match, seat: int) -> None:
    fruit = look(match).state.hands[seat][0]
    play(match, user=user_at(match, seat), action={"type": "offer", "fruit": fruit})


def rows(match: Match) -> Any:
    """Everything stored of a match, to see that nothing has changed."""
    stored = Match.objects.filter(pk=match.pk).values().get()
    stored["state"] = bytes(stored["state"])
    return stored, list(match.seats.values()), list(match.steps.values())


def refused(
    refusal: type[Exception] | tuple[type[Exception], ...],
    deed: Callable[..., Any],
    match: Match,
    *said: Any,
    **more: Any,
) -> Any:
    """The refusal of something that must change nothing."""
    before = rows(match)
    with pytest.raises(refusal) as caught:
        deed(match, *said, **more)
    assert rows(match) == before
    return caught.value
