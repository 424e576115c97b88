"""The page where people choose how they are notified."""

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop
from django.views.decorators.http import require_http_methods, require_POST

from accounts import deliveries, notice_choices, notices
from accounts.models import Notice
from accounts.notice_choices import Choice, Reader
from accounts.selectors import person_of
from toolbox import limits
from toolbox.errors import TooMany

MAILS = {
    "now": gettext_lazy("right away"),
    "digest": gettext_lazy("once a day"),
    "never": gettext_lazy("never"),
}
_HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]
TEST = gettext_noop("This is the test notice that you asked for.")
TEST_KEY = "test:"


@dataclass(frozen=True)
class Row:
    """An event with its two fields."""

    label: str
    page: forms.BoundField
    mail: forms.BoundField


class NoticesForm(forms.Form):
    """A row for each event, and the hour of the daily mail."""

    digest_hour = forms.TypedChoiceField(label=gettext_lazy("The daily email comes at"), coerce=int)

    def __init__(self, reader: Reader, data: Any = None) -> None:
        super().__init__(data, initial={"digest_hour": reader.digest_hour})
        self.reader = reader
        self.label_suffix = ""
        hours: Any = self.fields["digest_hour"]
        hours.choices = _HOURS
        for event in Notice.Event.values:
            choice = reader.choice(event)
            page = forms.BooleanField(label=_("On the page"), required=False, initial=choice.page)
            mail = forms.ChoiceField(
                label=_("By email"), choices=list(MAILS.items()), initial=choice.mail
            )
            self.fields |= {f"{event}-page": page, f"{event}-mail": mail}

    @property
    def rows(self) -> list[Row]:
        return [
            Row(str(event.label), self[f"{event}-page"], self[f"{event}-mail"])
            for event in Notice.Event
        ]

    def save(self) -> None:
        given = self.cleaned_data
        choices = {
            event: Choice(given[f"{event}-page"], given[f"{event}-mail"])
            for event in Notice.Event.values
        }
        hour = given["digest_hour"]
        notice_choices.change(user=self.reader.user, choices=choices, digest_hour=hour)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def choices(request: HttpRequest) -> HttpResponse:
    """Show and store how the person is notified of each event."""
    reader = notice_choices.reader(person_of(request))
    form = NoticesForm(reader, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Your choices are saved."))
        return redirect("settings:notices")
    context = {
        "form": form,
        "tab": "notices",
        "reader": reader,
        "sends_mail": notice_choices.portal_sends_mail(),
    }
    return render(request, "people/notices.html", context)


@login_required
@require_POST
def test(request: HttpRequest) -> HttpResponse:
    """Send a test notice by every open channel; the list shows the results."""
    user = person_of(request)
    bucket = limits.bucket("test-notice", user.pk)
    if bucket is not None and not bucket.take():
        raise TooMany(_("You have just sent yourself several. Try again later."), wait=60)
    Notice.objects.filter(user=user, key__startswith=TEST_KEY, read_at=None).delete()
    key = f"{TEST_KEY}{uuid4().hex}"
    with transaction.atomic():
        notices.tell(user_id=user.pk, key=key, text=TEST, here_alone=True)
        reader = notice_choices.reader(user)
        deliveries.try_out(user.notices.get(key=key), reader)
    messages.success(request, _test_result(reader))
    return redirect("notices:list")


def _test_result(reader: Reader) -> str:
    if not notice_choices.portal_sends_mail():
        return _("The test notice is below. This portal doesn’t email notices.")
    if not reader.confirmed:
        return _("The test notice is below. No email was sent: you have no confirmed address.")
    return _("The test notice is below, with what happened to the email.")
