"""`manage.py unreadable_matches`: which matches can't the present code read?"""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet
from django.utils.translation import gettext as _, ngettext

from accounts.models import User
from games.matches.errors import Unreadable
from games.matches.models import Match
from games.matches.play.engine import unreadable
from games.matches.review import access, actions
from toolbox.errors import Refusal

AT_ONCE = 50  # matches read together


class Command(BaseCommand):
    help = _(
        "Lists the running matches that can't be read, and changes nothing. With --void they are "
        "voided: each one becomes a step of its match and an entry in the audit log."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--all",
            action="store_true",
            help=_("also list those that are over; none of these is voided"),
        )
        parser.add_argument("--void", action="store_true", help=_("void those that are running"))
        parser.add_argument("--by", metavar="USERNAME", help=_("the match reviewer who does this"))
        parser.add_argument("--reason", help=_("the reason; everyone in the match can read it"))

    def handle(self, *args: Any, **options: Any) -> None:
        by = _reviewer(options) if options["void"] else None
        found = Match.objects.all()
        if not options["all"]:
            found = found.filter(status=Match.Status.ACTIVE)
        count = refused = 0
        for match, why in _unreadable(found):
            count += 1
            self.stdout.write(_line(match, why))
            if by is not None and match.running:
                try:
                    actions.void(public_id=match.public_id, by=by, reason=options["reason"])
                except Refusal as refusal:
                    refused += 1
                    self.stderr.write(f"{match.public_id}: {refusal.detail}")
        text = ngettext("{n} match can't be read.", "{n} matches can't be read.", count)
        self.stdout.write(text.format(n=count))
        if refused:
            raise CommandError(_("Not voided: {n}.").format(n=refused))


def _reviewer(options: dict[str, Any]) -> User:
    if not options["by"] or not options["reason"]:
        raise CommandError(_("To void matches say --by whom, and the --reason."))
    found = User.objects.filter(username=options["by"], is_active=True).first()
    if found is None:
        raise CommandError(_("There is nobody with that name."))
    try:
        access.check_reviewer(found)
    except Refusal as refusal:
        raise CommandError(refusal.detail) from refusal
    return found


def _unreadable(found: QuerySet[Match]) -> Iterator[tuple[Match, Unreadable]]:
    ordered = found.select_related("deal").prefetch_related("seats").order_by("pk")
    batch = list(ordered[:AT_ONCE])
    while batch:
        for match in batch:
            try:
                unreadable.check(match)
            except Unreadable as why:
                yield match, why
        batch = list(ordered.filter(pk__gt=batch[-1].pk)[:AT_ONCE])


def _line(match: Match, why: Unreadable) -> str:
    """The match's id, game, version of the rules, fault, newest step's time, and people."""
    cause = why.__cause__ or why
    since = match.steps.values_list("at", flat=True).get(index=match.version)
    people = ", ".join(seat.name for seat in match.seats.all() if not seat.is_ai)
    return "\t".join(
        (
            match.public_id,
            match.game,
            str(match.rules_version),
            f"{type(cause).__name__}: {cause}",
            since.isoformat(timespec="seconds"),
            people,
        )
    )
