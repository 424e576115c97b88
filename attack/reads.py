"""Six connections read expensive pages, one address after another, as fast as they can.

Each read is answered as usual or refused with a Retry-After, and somebody elsewhere gets pages
nearly as quickly as before.
"""

import random
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable
from itertools import count

from attack import inside
from attack.report import Plan, Report
from attack.visitor import Visitor
from attack.well import note_server_errors
from tests.support.running_portal import RunningPortal

CONNECTIONS = 6
GAME, SEATS = "castle-panic", 4
ANSWERS = {200, 304, 429}
LEAST_MS = 20  # fast enough, whatever it was before
FACTOR = 5  # the median may grow this many times
BEHIND_PROXY = {"TRUSTED_PROXIES": "1"}  # so that addresses can be set by a header

# By name; `step` walks through the match, so that no page is requested twice in a row.
DEAR = {
    "the document": "api/schema/",
    "a log": "matches/{match}/log/",
    "lines of a log": "api/matches/{match}/log/?page_size=100&as={seat}",
    "boards": "matches/{match}/boards/?from={step}&count=12&as=omniscient",
    "a story": "matches/{match}/story/?as={seat}",
    "a moment": "matches/{match}/?step={step}",
    "the end": "matches/{match}/after/",
    "a record": "api/matches/{match}/record/",
    "a position": "api/matches/{match}/steps/{step}/",
    "going on": "fork/{match}/?step={step}",
    "a person": "people/seat0/",
    "the verdict": "matches/{match}/verify/server/",
    "matches": "api/matches/?page_size=100",
    "home": "",
}


def attack(plan: Plan) -> Report:
    """Have somebody read on a quiet portal, then during each attack in turn."""
    report = Report()
    with RunningPortal(plan.folder / "data", BEHIND_PROXY) as portal:
        match, steps = _played(portal, plan)
        elsewhere = _visitor(portal, 0)
        seconds = plan.seconds / len(DEAR) / 2
        _waits(elsewhere, seconds)  # warms up
        for name, path in DEAR.items():
            quiet = statistics.median(_waits(elsewhere, seconds))
            bound = max(LEAST_MS, FACTOR * quiet)
            answered: Counter[int] = Counter()
            numbers = count()

            def address(path: str = path, numbers: "count[int]" = numbers) -> str:
                number = next(numbers)
                return path.format(match=match, step=number % steps, seat=number % SEATS)

            waits = _beside(portal, report, address, answered, elsewhere, seconds)
            beside = statistics.median(waits)
            report.tried["dear reads"] += answered.total()
            counts = ", ".join(f"{n} × {status}" for status, n in sorted(answered.items()))
            pages = f"p50 {beside:.0f} ms of {len(waits)} pages, {quiet:.0f} before"
            report.say(f"beside {name} ({counts}): {pages}")
            report.expect({*answered} <= ANSWERS, f"Reading {name} answered {counts}.")
            slow = f"Beside {name} a page took {beside:.0f} ms, more than {bound:.0f}."
            report.expect(beside <= bound, slow)
        note_server_errors(report, portal)
    return report


def _played(portal: RunningPortal, plan: Plan) -> tuple[str, int]:
    """A long finished match, and its number of steps."""
    inside.set_up(portal.data_dir)
    from games.matches.models import Match
    from games.matches.play.actions import services
    from games.matches.record import selectors
    from games.plugin.codec import plain
    from tests.support.deals import fixed_deal

    people = [inside.person(f"seat{number}") for number in range(SEATS)]
    players = [services.Player(user=user) for user in people]
    deal, dice = fixed_deal(plan.seed), plan.dice
    match = services.start_match(game=GAME, options={}, players=players, deal=deal)
    while match.running:
        shown = selectors.snapshot(match)
        seat = next(seat for seat in shown.seats if seat.owes)
        action = _chosen(shown.game.legal_actions(shown.state, seat.index), dice)
        services.submit_action(
            public_id=match.public_id, user=seat.user, action=plain(action), version=match.version
        )
        match = Match.objects.select_related("deal").get(pk=match.pk)
    inside.let_go()
    return match.public_id, match.version


def _chosen(actions: object, dice: random.Random) -> object:
    return dice.choice(list(actions))  # type: ignore[call-overload]


def _visitor(portal: RunningPortal, number: int) -> Visitor:
    """A visitor whose address ends with that number; the six attackers share one."""
    headers = {"X-Forwarded-For": f"203.0.113.{number + 1}", "Accept-Encoding": "gzip"}
    return Visitor(portal.base_url, headers=headers)


def _waits(visitor: Visitor, seconds: float) -> list[float]:
    """The milliseconds that each page took in that time."""
    waits, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        begun = time.perf_counter()
        visitor.get("privacy/")
        waits.append((time.perf_counter() - begun) * 1000)
    return waits


def _beside(
    portal: RunningPortal,
    report: Report,
    address: Callable[[], str],
    answered: Counter[int],
    elsewhere: Visitor,
    seconds: float,
) -> list[float]:
    """The same while six connections from one other address read `address`."""
    over = threading.Event()

    def read() -> None:
        visitor = _visitor(portal, 1)
        while not over.is_set():
            answer = visitor.get(address())
            answered[answer.status] += 1
            when = answer.headers.get("retry-after", "")
            polite = answer.status != 429 or when.isdigit()
            report.expect(polite, "A refused read has no Retry-After.")
        visitor.close()

    readers = [threading.Thread(target=read, daemon=True) for _number in range(CONNECTIONS)]
    for reader in readers:
        reader.start()
    try:
        return _waits(elsewhere, seconds)
    finally:
        over.set()
        for reader in readers:
            reader.join()
