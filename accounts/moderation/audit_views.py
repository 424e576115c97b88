"""The page of the audit log."""

from collections.abc import Callable
from functools import partial
from urllib.parse import urlencode

from django.db.models import Q
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
    """Match a person by name, a match by its id, or a subject as stored."""
    people = Name.objects.filter(key=names.key_of(text)).values_list("user", flat=True)
    match = f"match:{text.rpartition(' ')[2]}"
    return Q(subject__in=[text, match, *(f"user:{pk}" for pk in people)])


_FILTERS: dict[str, Callable[[str], Q]] = {
    "actor": partial(is_called, "actor"),
    "action": lambda text: Q(action__startswith=text) | Q(action__in=audit_words.deeds_like(text)),
    "subject": _about,
}


@log_readers_only
@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """Show the log, newest first, filtered by the address."""
    sought = {name: request.GET.get(name, "").replace("\0", "").strip()[:150] for name in _FILTERS}
    filters = (_FILTERS[name](value) for name, value in sought.items() if value)
    entries = AuditEntry.objects.order_by("-pk").filter(*filters)
    page = LongPaginator(entries, PAGE).get_page(request.GET.get("page"))
    query = urlencode({name: value for name, value in sought.items() if value})
    rows = [
        {
            "entry": entry,
            "deed": audit_words.deed(entry),
            "subject": audit_words.subject(entry),
            "facts": audit_words.facts(entry),
        }
        for entry in page
    ]
    context = {"page": page, "rows": rows, "asked": sought, "query": query}
    return render(request, "moderation/audit.html", context)
