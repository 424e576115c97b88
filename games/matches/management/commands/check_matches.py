"""`manage.py check_matches`: does the present code replay every running match?"""

import multiprocessing
import os
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any
from uuid import UUID

import django
from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet
from django.utils.translation import gettext as _, ngettext

from games.matches.models import Match
from games.matches.record import replay_check

# For each match, its divergence or "", and whether it was left out.
Results = list[tuple[str, bool]]

LINES = 10  # of progress, in all
AT_ONCE = 8  # matches handed to a worker
AHEAD = 3  # handfuls waiting for each worker


def check_handful(keys: Sequence[UUID], chains: bool = False) -> Results:
    """Replay these matches, and check their `chains`; deleted ones are left out."""
    matches = Match.objects.filter(pk__in=keys).select_related("deal").defer("state")
    checked = [replay_check.check(match, chains=chains) for match in matches.order_by("pk")]
    return [(str(one.divergence or ""), one.dropped) for one in checked]


class Command(BaseCommand):
    help = _(
        "Replays every unfinished match with the installed rules and compares it with its "
        "record. Run it with the new code before a deploy. Changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--all",
            action="store_true",
            help=_("also replay matches that are over, and check all hashes and signatures"),
        )
        parser.add_argument(
            "--jobs",
            type=int,
            default=os.cpu_count() or 1,
            help=_("number of processes; by default one per core"),
        )

    def handle(self, *args: Any, jobs: int, **options: Any) -> None:
        found = Match.objects.all()
        if not options["all"]:
            found = found.filter(status=Match.Status.ACTIVE)
        count = found.count()
        done = faults = left_out = 0
        for results in _results(found, min(jobs, -(-count // AT_ONCE)), chains=options["all"]):
            left_out += sum(dropped for _fault, dropped in results)
            for fault in (fault for fault, _dropped in results if fault):
                faults += 1
                self.stderr.write(fault)
            before, done = done, done + len(results)
            if done * LINES // count > before * LINES // count:
                self.stderr.write(f"{done}/{count}")
        if left_out:
            text = ngettext(
                "{n} match wasn't replayed: it is over, and its rules are gone.",
                "{n} matches weren't replayed: they are over, and their rules are gone.",
                left_out,
            )
            self.stdout.write(text.format(n=left_out))
        if faults:
            text = ngettext(
                "{n} match doesn't replay as recorded.",
                "{n} matches don't replay as recorded.",
                faults,
            )
            raise CommandError(text.format(n=faults))
        text = ngettext(
            "{n} match replays as recorded.",
            "{n} matches replay as recorded.",
            done - left_out,
        )
        self.stdout.write(text.format(n=done - left_out))


def _results(found: QuerySet[Match], jobs: int, *, chains: bool) -> Iterator[Results]:
    """Results by the handful, as workers finish; the queue of each worker stays short."""
    handfuls = _handfuls(found)
    if jobs <= 1:
        yield from (check_handful(handful, chains) for handful in handfuls)
        return
    # Spawned: a forked process would share the open connections of this one.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=django.setup) as pool:
        waiting: set[Future[Results]] = set()
        while True:
            fresh = islice(handfuls, jobs * AHEAD - len(waiting))
            waiting |= {pool.submit(check_handful, handful, chains) for handful in fresh}
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()


def _handfuls(found: QuerySet[Match]) -> Iterator[list[UUID]]:
    """The primary keys, a handful at a time, so that no cursor stays open."""
    keys = found.order_by("pk").values_list("pk", flat=True)
    handful = list(keys[:AT_ONCE])
    while handful:
        yield handful
        handful = list(keys.filter(pk__gt=handful[-1])[:AT_ONCE])
