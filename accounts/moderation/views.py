"""The pages of moderators: reports, people, sanctions."""

from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import appeals, names, reports, sanctions
from accounts.middleware import banned_answer
from accounts.models import Appeal, Name, Report, Sanction, User
from accounts.moderation.forms import LIFT, AnswerForm, AppealForm, DecisionForm, MeasureForm
from accounts.moderation.gates import moderators_only
from accounts.selectors import person_of
from accounts.talk.rooms import looked_into, withheld
from toolbox.errors import Forbidden, Refusal
from toolbox.paging import LongPaginator
from toolbox.prefix_search import begins
from toolbox.return_address import back

PAGE = 30


@moderators_only
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """List the open appeals and reports, or the settled reports."""
    choice = request.GET.get("status", "")
    status = choice if choice in Report.Status.values else Report.Status.OPEN
    page = LongPaginator(reports.queue(status), PAGE).get_page(request.GET.get("page"))
    first = status == Report.Status.OPEN and page.number == 1
    context = {
        "appeals": appeals.queue()[:PAGE] if first else [],
        "page": page,
        "status": status,
        "query": urlencode({"status": status}),
        "statuses": Report.Status.choices,
        "withheld": withheld({report.place for report in page}, request.user),
    }
    return render(request, "moderation/queue.html", context)


@moderators_only
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a report with its conversation and take the decision."""
    complaint = get_object_or_404(
        Report.objects.select_related("about", "by", "handled_by", "message__conversation"), pk=pk
    )
    if withheld([complaint.place], request.user):
        raise Forbidden(_("You play in this match, so another moderator must settle this report."))
    message = complaint.message
    form = DecisionForm(request.POST or None, has_message=message is not None)
    if request.method == "POST" and form.is_valid():
        try:
            reports.settle(report=complaint, by=person_of(request), **form.as_settled())
            messages.success(request, _("The report is settled."))
            return redirect("moderation:queue")
        except Refusal as refusal:
            messages.error(request, refusal.detail)
    context = {
        "report": complaint,
        "form": form,
        "said": reports.context(message) if message else [],
        "kind": complaint.place.partition(":")[0],
        "place": looked_into(complaint.place, message.at if message else complaint.created_at),
        "history": complaint.about.sanctions.select_related("by")[:10],
    }
    return render(request, "moderation/report.html", context)


@moderators_only
@require_http_methods(["GET", "HEAD", "POST"])
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an appeal and take the answer."""
    wish = get_object_or_404(Appeal.objects.select_related("by", "handled_by"), pk=pk)
    form = AnswerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        lift = form.cleaned_data["verdict"] == LIFT
        answer = form.cleaned_data["answer"]
        try:
            appeals.settle(appeal=wish, by=person_of(request), lift=lift, answer=answer)
            messages.success(request, _("The appeal is answered."))
            return redirect("moderation:queue")
        except Refusal as refusal:
            form.add_error(None, refusal.detail)
    context = {
        "appeal": wish,
        "form": form,
        "holding": set(sanctions.in_force(wish.by).values_list("pk", flat=True)),
        "sanctions": wish.by.sanctions.select_related("by")[:PAGE],
    }
    return render(request, "moderation/appeal.html", context)


@moderators_only
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Find people by name; without a name, list those under a mute or ban."""
    name = request.GET.get("name", "").replace("\0", "").strip()[:64]
    if name:
        known = Name.objects.filter(begins("key", names.key_of(name)))
        matches = User.objects.filter(pk__in=known.values("user"))
    else:
        matches = User.objects.filter(pk__in=sanctions.lasting().values("user"))
    page = LongPaginator(matches.order_by("username"), PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "name": name, "query": urlencode({"name": name})}
    return render(request, "moderation/people.html", context)


@moderators_only
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest, username: str) -> HttpResponse:
    """Show a person's sanctions and reports, and take a new sanction."""
    about = get_object_or_404(User, username=username.replace("\0", ""))
    form = MeasureForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            sanctions.impose(user=about, by=person_of(request), **form.measure())
            messages.success(request, _("It is in effect now."))
            return redirect("moderation:person", about.username)
        except Refusal as refusal:
            form.add_error(None, refusal.detail)
    context = {
        "about": about,
        "form": form,
        "holding": set(sanctions.in_force(about).values_list("pk", flat=True)),
        "sanctions": about.sanctions.select_related("by")[:PAGE],
        "reports": about.reports_about.all()[:PAGE],
        "appeals": about.appeals.all()[:PAGE],
    }
    return render(request, "moderation/person.html", context)


@moderators_only
@require_POST
def lift(request: HttpRequest, pk: int) -> HttpResponse:
    """Lift a sanction before its end."""
    sanction = get_object_or_404(Sanction.objects.select_related("user"), pk=pk)
    try:
        sanctions.lift(
            sanction=sanction, by=person_of(request), reason=request.POST.get("reason", "")
        )
        messages.success(request, _("It has been lifted."))
    except Refusal as refusal:
        messages.error(request, refusal.detail)
    return redirect("moderation:person", sanction.user.username)


@login_required
@require_POST
def acknowledge(request: HttpRequest) -> HttpResponse:
    """Acknowledge the person's warnings."""
    sanctions.acknowledge(user=person_of(request))
    return redirect(back(request))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def ban(request: HttpRequest) -> HttpResponse:
    """Show the person's ban with its reason and end, and take the appeal against it."""
    try:
        sanctions.refuse_banned(request.user)
    except sanctions.Banned as banned:
        form = AppealForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                appeals.appeal(by=person_of(request), text=form.cleaned_data["text"])
                messages.success(request, _("Your appeal has been sent."))
                return redirect("moderation:ban")
            except Refusal as refusal:
                form.add_error(None, refusal.detail)
        return banned_answer(request, banned, form=form, status=200)
    return redirect(settings.LOGIN_REDIRECT_URL)
