"""The pages of quick match: its form, and the page of a ticket that waits."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts import notices
from accounts.guests.gate import Members, refuse_guest
from accounts.selectors import person_of
from accounts.signup_reasons import account_needed
from games.matches.page import clock_words
from games.matches.page.level_names import level_name
from games.matches.play.parts import attendance
from games.matches.play.parts.absence import caretaker_level
from games.plugin import registry
from lobby import game_cards
from lobby.models import QuickTicket, Table
from lobby.quick import estimates, selectors, services, wishes
from lobby.quick.forms import QuickForm
from lobby.quick.table_maker import key_of
from lobby.tables import paces
from lobby.view_helpers import refusal_text
from toolbox.errors import Conflict, Refusal

CHANGES = {"leave": services.leave, "accept-ai": services.accept_ai, "wait-on": services.wait_on}


@account_needed(gettext_noop("Quick match seats you with other people, so it needs an account."))
@require_http_methods(["GET", "HEAD", "POST"])
def quick(request: HttpRequest) -> HttpResponse:
    """Join the queue. A person who waits already is sent to their ticket."""
    user = person_of(request)
    refuse_guest(user, Members.QUICK)
    if ticket := selectors.ticket_of(user):
        return redirect("lobby:quick-waiting", ticket.pk)
    form = QuickForm(request.POST or None, last=selectors.last_ticket_of(user), asked=request.GET)
    if request.method == "POST" and form.is_valid():
        try:
            ticket = services.enqueue(user=user, **form.cleaned_data)
            return redirect("lobby:quick-waiting", ticket.pk)
        except Conflict:  # the button was pressed twice
            return redirect("lobby:quick")
        except Refusal as refusal:
            form.refuse(refusal)
    chosen = estimates.estimate(form.ticked("games"), form.ticked("paces"))
    context = {"form": form, "estimate": estimates.words(chosen)}
    return render(request, "lobby/quick.html", context)


@require_safe
@never_cache
def wanted(request: HttpRequest) -> HttpResponse:
    """The part of the list of tables that names the games others wait for."""
    return render(request, "lobby/queueing.html", {"wanted": selectors.wanted(request.user)})


@login_required(login_url="account_signup")
@require_safe
def estimate(request: HttpRequest) -> HttpResponse:
    """The estimate for the games and paces that are ticked now."""
    games = [game for game in wishes.offers() if game in request.GET.getlist("games")]
    ticked = [pace for pace in paces.PACES if pace in request.GET.getlist("paces")]
    if games and ticked:
        text = estimates.words(estimates.estimate(games, ticked))
    else:
        text = _("Choose at least one game and one pace.")
    return render(request, "lobby/quick_estimate.html", {"estimate": text})


@login_required
@require_safe
@never_cache
def waiting(request: HttpRequest, pk: int) -> HttpResponse:
    """A waiting ticket, or a redirect to its match or table."""
    ticket = selectors.own_ticket(person_of(request), pk)
    if ticket.status != QuickTicket.Status.WAITING:
        return _ended(request, ticket)
    services.note_seen(ticket=ticket)
    now = timezone.now()
    games = [registry.get(game) for game in ticket.games if game in wishes.offers()]
    with_ai = [game for game in games if game.meta.levels]
    known = [pace for pace in ticket.paces if pace in paces.PACES]
    offered = ticket.offer_ai_at is not None and ticket.offer_ai_at <= now
    waited = int((now - ticket.created_at).total_seconds())
    context = {
        "ticket": ticket,
        "waited": waited,
        "waited_words": _as_on_a_watch(waited),
        "estimate": estimates.words(estimates.estimate(ticket.games, ticket.paces)),
        "others": selectors.others_fitting(ticket),
        "games": [game_cards.game_card(game) for game in games],
        "paces": [clock_words.words(paces.PACES[pace]) for pace in known],
        "offered": bool(offered and with_ai and not ticket.wants_ai),
        "levels": {level_name(caretaker_level(game)) for game in with_ai},
        "may_go": all(wishes.lets_go(pace) for pace in known),
        "may_go_for_some": any(wishes.lets_go(pace) for pace in known),
    }
    return render(request, "lobby/quick_waiting.html", context)


def _as_on_a_watch(seconds: int) -> str:
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def _ended(request: HttpRequest, ticket: QuickTicket) -> HttpResponse:
    """Redirect from an ended ticket to its match or table, else to the form."""
    notices.mark_read(user=person_of(request), key=key_of(ticket.pk))
    table = ticket.table
    if table is not None and table.match is not None:
        notices.mark_read(user=person_of(request), key=attendance.beginning(table.match.public_id))
    if table is not None and table.status != Table.Status.CLOSED:
        answer = redirect(wishes.way_to(table))
    else:
        messages.info(request, _("You aren’t waiting anymore."))
        answer = redirect("lobby:quick")
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRedirect(answer.url)
    return answer


@login_required
@require_POST
def change(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """Make one of `CHANGES`."""
    ticket = selectors.own_ticket(person_of(request), pk)
    try:
        CHANGES[what](ticket=ticket)
    except Refusal as refusal:
        if refusal.code != "not_waiting":  # else the ticket's page leads on
            messages.error(request, refusal_text(refusal))
        return redirect("lobby:quick-waiting", pk)
    if what == "leave":
        messages.success(request, _("You stopped looking."))
        return redirect("lobby:quick")
    return redirect("lobby:quick-waiting", pk)
