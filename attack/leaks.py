"""Nothing hidden reaches the wrong viewer, in every installed game.

Each viewer reads a match: every page, every call, the first frame of each socket. Then everything
that this viewer can't know is changed: hands, piles, seed, hashes. Now they must read the same
again, byte for byte. All frames of play are searched for seeds, keys, addresses and hashes, and a
whole match of marked cards is searched for each card.
"""

import asyncio
import datetime
import itertools
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

import time_machine
from asgiref.sync import sync_to_async

from attack import inside
from attack.report import Plan, Report

NOON = datetime.datetime(2026, 5, 1, 12, tzinfo=datetime.UTC)
MOVES, MOST_MOVES = 40, 150  # before the look, and at most until something is hidden
TRIES = 8  # matches that may end before anything is hidden; each gets an earlier look
WHEN = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)")
IDS = re.compile(r'("client_id": ?"|client_id" value=")[\w-]+')


def attack(plan: Plan) -> Report:
    """Try one game after another, one viewer after another, until the time is up."""
    report = Report()
    inside.set_up(plan.folder, "tests.settings")
    as_text = patch("resvg_py.svg_to_bytes", lambda svg, **_how: svg.encode())  # readable cards
    with _test_database(), time_machine.travel(NOON, tick=False), as_text:
        asyncio.run(_all(plan, report))
    return report


@contextmanager
def _test_database() -> Iterator[None]:
    from django.test.utils import (
        setup_databases,
        setup_test_environment,
        teardown_databases,
        teardown_test_environment,
    )

    setup_test_environment()
    made = setup_databases(verbosity=0, interactive=False)
    try:
        yield
    finally:
        inside.let_go()
        teardown_databases(made, verbosity=0)
        teardown_test_environment()


async def _all(plan: Plan, report: Report) -> None:
    from games.plugin import registry

    dice, until = plan.dice, time.monotonic() + plan.seconds
    games = registry.installed()
    for turn in itertools.count():
        for game in games:
            # Every game once, with every viewer; then again as long as there is time.
            if turn and time.monotonic() > until:
                for known in games:
                    found = report.tried[_hiding(known.meta.slug)]
                    report.expect(found, f"{known.meta.slug}: nothing hidden was looked for.")
                await _planted(report)
                return
            meta = game.meta
            seats = dice.randint(max(1, meta.min_seats), meta.max_seats)
            for viewer in [*range(min(seats, 2)), None]:
                await _look(report, meta.slug, seats, viewer, dice)


def _hiding(game: str) -> str:
    return f"of them with secrets ({game})"


async def _look(report: Report, game: str, seats: int, viewer: int | None, dice: Random) -> None:
    """Compare a match with its twin as that seat, or an onlooker without a seat, sees them."""
    from games.plugin import SPECTATOR
    from tests.secrets.conftest import watching

    who = f"{game}, {'an onlooker' if viewer is None else f'seat {viewer}'}"
    runs = False
    for tried in range(TRIES):
        if runs:  # once it is over, nothing is secret
            break
        match, onlooker = await sync_to_async(_begin)(game, seats, viewer, dice)
        async with watching(match, [onlooker]):
            runs = await sync_to_async(_play)(match, viewer, dice, max(2, MOVES >> tried))
            await onlooker.listen()
    if not report.expect(runs, f"{who}: nothing is hidden in {TRIES} matches."):
        return
    secrets = await sync_to_async(_secrets)(match, onlooker)
    for frame in onlooker.heard:
        report.tried["frames"] += 1
        for what, secret in secrets.items():
            report.expect(secret not in frame, f"{who}: a frame shows {what}.")
    await _read(match, onlooker)  # a request for news makes the viewer present
    before = await _read(match, onlooker)
    from tests.support.twins import become_twin

    hidden = await sync_to_async(become_twin)(match, SPECTATOR if viewer is None else viewer, dice)
    after = await _read(match, onlooker)
    report.tried["matches"] += 1
    report.tried[_hiding(game)] += hidden
    report.tried["pages, calls and sockets"] += len(before)
    for address, text in before.items():
        report.expect(after[address] == text, f"{who}: {address} shows what is hidden.")
        for what, secret in secrets.items():
            report.expect(secret not in text, f"{who}: {address} shows {what}.")


def _begin(game: str, seats: int, viewer: int | None, dice: Random) -> tuple[Any, Any]:
    from accounts.models import User
    from tests.secrets.conftest import Onlooker
    from tests.support import tables
    from tests.support.scenes import forget_what_is_not_stored
    from tests.support.twins import begin

    tables.empty()
    forget_what_is_not_stored()
    names = iter(["amber", "birch", "cedar", "dune", "elm", "finn", "gorse"])

    def person() -> Any:
        name = next(names)
        return User.objects.create_user(name, f"{name}@secret-address.example", "a long password")

    match, users = begin(game, person, dice.randrange(1000), seats)
    return match, Onlooker(person() if viewer is None else users[viewer], viewer)


def _play(match: Any, viewer: int | None, dice: Random, moves: int) -> bool:
    """Play some moves, and more until something is hidden; return whether the match still runs."""
    from games.matches.models import Match
    from games.matches.record import selectors
    from games.plugin import SPECTATOR
    from games.plugin.codec import pack
    from tests.support.twins import imagined, play_on

    users = [seat.user for seat in match.seats.order_by("index").select_related("user")]
    wanted = dice.randint(2, moves)
    for number in range(MOST_MOVES):
        shown = selectors.snapshot(Match.objects.select_related("deal").get(pk=match.pk))
        other = imagined(shown, SPECTATOR if viewer is None else viewer, dice)
        hides = pack(other) != pack(shown.state)
        if not shown.match.running or (number >= wanted and hides):
            break
        play_on(match, users, 1, dice)
    return bool(shown.match.running)


def _secrets(match: Any, onlooker: Any) -> dict[str, str]:
    """The texts that this viewer must never read, by name."""
    from tests.secrets.conftest import Onlooker
    from tests.secrets.test_planted import hidden_always

    others = [seat.user for seat in match.seats.select_related("user")]
    found: dict[str, str] = hidden_always(
        match, [Onlooker(user, None) for user in others if user != onlooker.user]
    )
    return found


async def _read(match: Any, onlooker: Any) -> dict[str, str]:
    """Everything readable about the match now, except parts that differ from read to read."""
    from tests.secrets.conftest import READ, frame_text, watching
    from tests.support.twins import NOT_OF_THE_PRESENT, without_ids

    addresses = [a for a in READ if not any(word in a for word in NOT_OF_THE_PRESENT)]
    found = await sync_to_async(onlooker.pages)(addresses, id=match.public_id, table="none", step=0)
    onlooker.sockets.clear()
    onlooker.heard.clear()
    async with watching(match, [onlooker]):
        while len(onlooker.heard) < 2:
            await onlooker.listen()
    # News of who is here may come at any time and says nothing about the game.
    kinds = Counter[str]()
    for frame in sorted(onlooker.heard):
        if '"type": "people"' not in frame_text(frame):
            kinds["socket"] += 1
            found[f"socket, frame {kinds['socket']}"] = frame_text(frame)
    return {way: IDS.sub("", WHEN.sub("", without_ids(text))) for way, text in found.items()}


async def _planted(report: Report) -> None:
    """The suite's own test: a whole match in which every card has a unique name."""
    from games.plugin import registry
    from tests.rulesets.marked import Marked
    from tests.secrets import test_planted

    name = "test_no_response_frame_or_page_of_a_whole_match_shows_a_secret"
    registry.register(Marked())
    try:
        await sync_to_async(_empty)()
        await getattr(test_planted, name)(Marked.meta.slug, (20,), (0, 2))
    except AssertionError as leaked:
        report.expect(False, f"Marked cards: {str(leaked)[:300]}")
    finally:
        registry.unregister(Marked.meta.slug)
    report.tried["whole matches of marked cards"] += 1


def _empty() -> None:
    from tests.support import tables
    from tests.support.scenes import forget_what_is_not_stored

    tables.empty()
    forget_what_is_not_stored()
