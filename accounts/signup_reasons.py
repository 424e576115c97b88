"""What brings a visitor to the sign-up page, said there: each view names its own."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _

View = Callable[..., Any]


def errand(sentence: str) -> Callable[[View], View]:
    """Has the sign-up page that leads to this view say why. `sentence` is a marked message id."""

    def name(view: View) -> View:
        view.errand = sentence  # type: ignore[attr-defined]  # as Django marks views
        return view

    return name


def account_needed(sentence: str) -> Callable[[View], View]:
    """Sends visitors to the sign-up page, which says why, and then back."""

    def guard(view: View) -> View:
        return errand(sentence)(login_required(view, login_url="account_signup"))

    return guard


def errand_to(path: str) -> str:
    """Why one signs up to get to that path, in the active language; "" if nothing says so."""
    try:
        view = resolve(path.partition("?")[0]).func
    except Resolver404:
        return ""
    sentence = getattr(view, "errand", "")
    return _(sentence) if sentence else ""
