"""The pages of a person's notices."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_POST

from accounts import notices
from accounts.models import User
from accounts.paging import LongPaginator

PAGE = 30


@login_required
@require_GET
def listed(request: HttpRequest) -> HttpResponse:
    """All notices, newest first, a page at a time."""
    user: Any = request.user
    page = LongPaginator(user.notices.all(), PAGE).get_page(request.GET.get("page"))
    rows = [{"notice": notice, "text": notices.sentence(notice)} for notice in page.object_list]
    return render(request, "notices/list.html", {"page": page, "rows": rows})


@login_required
@require_GET
def follow(request: HttpRequest, pk: int) -> HttpResponse:
    """Go where a notice leads; it has been read then."""
    user: Any = request.user
    notice = get_object_or_404(user.notices, pk=pk)
    notices.mark_read(user=user, key=notice.key)
    own_path = url_has_allowed_host_and_scheme(notice.link, allowed_hosts=None)
    return redirect(notice.link if notice.link and own_path else "notices:list")


@login_required
@require_POST
def read_all(request: HttpRequest) -> HttpResponse:
    """The person has seen what there is."""
    assert isinstance(request.user, User)
    notices.mark_read(user=request.user)
    return redirect("notices:list")
