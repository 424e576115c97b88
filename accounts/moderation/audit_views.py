"""The audit log, to be read."""

from collections.abc import Callable
from functools import partial
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts import names
from accounts.models import AuditEntry, Name
from accounts.moderation import audit_words
from accounts.moderation.gates import log_readers_only
from toolbox.paging import LongPaginator
from toolbox.prefix_search import is_called

PAGE = 50


def _about(text: str) -> Q:
    """A person by name, a match by its id; or a subject as it is stored."""
    people = Name.objects.filter(key=names.key_of(text)).values_list("user", flat=True)
    match = f"match:{text.rpartition(' ')[2]}"
    return Q(subject__in=[text, match, *(f"user:{pk}" for pk in people)])


_ASKED: dict[str, Callable[[str], Q]] = {
    "actor": partial(is_called, "actor"),
    "action": lambda text: Q(action__startswith=text) | Q(action__in=audit_words.deeds_like(text)),
    "subject": _about,
}


@log_readers_only
@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """What people with special rights did, newest first, narrowed by the address."""
    asked = {name: request.GET.get(name, "").replace("\0", "").strip()[:150] for name in _ASKED}
    page = LongPaginator(_entries(asked), PAGE).get_page(request.GET.get("page"))
    query = urlencode({name: value for name, value in asked.items() if value})
    rows = [
        {
            "entry": entry,
            "deed": audit_words.deed(entry),
            "subject": audit_words.subject(entry),
            "facts": audit_words.facts(entry),
        }
        for entry in page
    ]
    shown = {"page": page, "rows": rows, "asked": asked, "query": query}
    return render(request, "moderation/audit.html", shown)


def _entries(asked: dict[str, str]) -> QuerySet[AuditEntry]:
    found = AuditEntry.objects.order_by("-pk")
    return found.filter(*(_ASKED[name](value) for name, value in asked.items() if value))
