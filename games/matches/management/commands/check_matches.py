"""`manage.py check_matches`: do the rules of this checkout still play every running match?"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.matches import states
from games.matches.models import Match
from games.plugin.codec import clone, digest


class Command(BaseCommand):
    help = _(
        "Replays every unfinished match with the installed rules and compares it with what was "
        "recorded. Run it with the new code before a deploy. Changes nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        running = Match.objects.filter(status=Match.Status.ACTIVE)
        faults = [fault for match in running.iterator() if (fault := _fault(match))]
        for fault in faults:
            self.stderr.write(fault)
        if faults:
            raise CommandError(_("{count} matches can't go on.").format(count=len(faults)))
        self.stdout.write(_("{count} matches can go on.").format(count=running.count()))


def _fault(match: Match) -> str:
    """What is wrong with a match under the installed rules; empty if nothing is."""
    try:
        if match.rules_version != match.ruleset.meta.rules_version:
            return f"{match}: rules version {match.rules_version} is not installed"
        state: Any = None
        reached: dict[int, Any] = {}
        for step in match.steps.all():
            base = clone(reached[step.base]) if step.base is not None else None
            state = reached[step.index] = states.apply_recorded(match, base, step)
            if digest(state) != step.state_hash:
                return f"{match}: step {step.index} leads to another position"
    except Exception as error:
        return f"{match}: {type(error).__name__}: {error}"
    return ""
