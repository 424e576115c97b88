"""Moving a guest's matches to the account they become (`accounts.guests.handover`)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts import blocks
from accounts.models import User
from games.matches.models import Match, Notepad, Seat, Step
from games.matches.play.actions import leave
from games.matches.record import reliability
from toolbox.errors import Conflict


def hand_over(guest: User, account: User) -> None:
    """Move the guest's seats, standing orders, notes and steps to the account.

    No record changes: records know no accounts. Raises Conflict `already_seated` if the account
    sits in one of these matches, `cannot_join` if a running one has people hidden from it.
    """
    found = list(Match.objects.filter(seats__user=guest).defer("state"))
    _lock_running(found)
    _check_not_in(found, account)
    _check_meets(found, guest, account)
    Seat.objects.filter(user=guest).update(user=account)
    _think_for(account, guest, found)
    Step.objects.filter(match__in=found, user=guest).update(user=account)
    Notepad.objects.filter(match__in=found, user=guest).update(user=account)
    reliability.count_again(account.pk)
    leave.rename(user=account, name=account.name, at=found)


def _lock_running(found: Sequence[Match]) -> None:
    """Lock only running matches: a rematch locks the match that is over."""
    running = Match.objects.filter(pk__in=[one.pk for one in found], status=Match.Status.ACTIVE)
    list(running.select_for_update(of=("self",)).order_by("pk").values_list("pk"))


def _think_for(account: User, guest: User, found: Sequence[Match]) -> None:
    """Count the computers' turns for the account from now on."""
    guests = Match.objects.filter(pk__in=[match.pk for match in found], acted_by=guest)
    guests.filter(status=Match.Status.ACTIVE).update(acted_by=account)  # these are locked


def _check_not_in(found: Sequence[Match], account: User) -> None:
    both = Match.objects.filter(pk__in=[match.pk for match in found], seats__user=account)
    for match in both.defer("state").order_by("-started_at")[:1]:
        text = _(
            "That account already has a seat in match {id} of {game}, where you play as a guest, "
            "so your guest matches can’t be moved to it."
        ).format(id=match.public_id, game=match.game_title)
        raise Conflict(text, code="already_seated")


def _check_meets(found: Sequence[Match], guest: User, account: User) -> None:
    running = [match.pk for match in found if match.running]
    hidden = blocks.hidden_from(account) - {guest.pk}
    forbidden = Match.objects.filter(pk__in=running, seats__user__in=hidden)
    for match in forbidden.defer("state").order_by("-started_at")[:1]:
        text = _(
            "That account can’t take your seat in match {id} of {game}. Finish it as a guest first."
        )
        raise Conflict(text.format(id=match.public_id, game=match.game_title), code="cannot_join")


def rename(user: User) -> None:
    leave.rename(user=user, name=user.name)
