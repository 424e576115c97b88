"""`manage.py check_matches`: does the present code replay every running match?"""

import multiprocessing
import os
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any
from uuid import UUID

import django
from django.core.management.base import BaseCommand, CommandError, OutputWrapper
from django.db.models import QuerySet
from django.utils.translation import gettext as _, ngettext

from games.matches.models import Match
from games.matches.record import replay_check

# For each match the steps replayed, its divergence or "", and whether it was left out.
Results = list[tuple[int, str, bool]]

WIDTH = 30
EVERY = 0.2  # seconds between two updates of the bar
LINES = 10  # in all, without a terminal
AT_ONCE = 8  # matches handed to a worker
AHEAD = 3  # handfuls waiting for each worker


def check_handful(keys: Sequence[UUID], chains: bool = False) -> Results:
    """Replay these matches, and check their `chains`; deleted ones are left out."""
    matches = Match.objects.filter(pk__in=keys).select_related("deal").defer("state")
    checked = [replay_check.check(match, chains=chains) for match in matches.order_by("pk")]
    return [(one.steps, str(one.divergence or ""), one.dropped) for one in checked]


class Progress:
    """Counts what is done of `total`, and shows it with the rates so far."""

    def __init__(self, out: OutputWrapper, total: int, units: tuple[str, str]) -> None:
        self._out, self._total, self._units = out, total, units
        self._bar = out.isatty()
        self._began = self._told = time.monotonic()
        self._line = 0
        self.done = self.parts = 0

    def add(self, done: int, parts: int) -> None:
        self.done, self.parts = self.done + done, self.parts + parts
        if self._bar and time.monotonic() - self._told >= EVERY:
            self._told = time.monotonic()
            self._write(f"\r{self._drawn()} {self}\x1b[K")
        elif not self._bar and self.done * LINES // max(1, self._total) > self._line:
            self._line = self.done * LINES // self._total
            self._write(f"{self}\n")

    def end(self) -> None:
        if self._bar:
            self._write(f"\r{self._drawn()} {self}\x1b[K\n")

    def clear(self) -> None:
        if self._bar:
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        self._out.write(text, style_func=str, ending="")
        self._out.flush()

    def _drawn(self) -> str:
        full = WIDTH * self.done // max(1, self._total)
        return "[" + "#" * full + "." * (WIDTH - full) + "]"

    def __str__(self) -> str:
        seconds = max(time.monotonic() - self._began, 1e-6)
        whole, part = self._units
        rates = f"{self.done / seconds:.0f} {whole}/s, {self.parts / seconds:.0f} {part}/s"
        return f"{self.done}/{self._total} ({rates})"


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
        progress = Progress(self.stderr, count, (_("matches"), _("steps")))
        faults = left_out = 0
        for told in _results(found, min(jobs, -(-count // AT_ONCE)), chains=options["all"]):
            left_out += sum(dropped for _steps, _fault, dropped in told)
            for fault in (fault for _steps, fault, _dropped in told if fault):
                faults += 1
                progress.clear()
                self.stderr.write(fault)
            progress.add(len(told), sum(steps for steps, _fault, _dropped in told))
        progress.end()
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
            progress.done - left_out,
        )
        self.stdout.write(text.format(n=progress.done - left_out))


def _results(found: QuerySet[Match], jobs: int, *, chains: bool) -> Iterator[Results]:
    """Results by the handful, as they become known; the workers get no more than they need."""
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
    """The primary keys, some at a time: no cursor stays open meanwhile."""
    keys = found.order_by("pk").values_list("pk", flat=True)
    handful = list(keys[:AT_ONCE])
    while handful:
        yield handful
        handful = list(keys.filter(pk__gt=handful[-1])[:AT_ONCE])
