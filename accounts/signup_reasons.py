"""The reasons to sign up that the sign-up page shows; each view names its own."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.urls import Resolver404, resolve
from django.utils.translation import gettext as _

View = Callable[..., Any]


def errand(sentence: str) -> Callable[[View], View]:
    """Give a view the reason to sign up for it. `sentence` is a marked message id."""

    def name(view: View) -> View:
        view.errand = sentence  # type: ignore[attr-defined]  # as Django marks views
        return view

    return name


def account_needed(sentence: str) -> Callable[[View], View]:
    """Send visitors to the sign-up page, which shows the reason, and then back."""

    def guard(view: View) -> View:
        return errand(sentence)(login_required(view, login_url="account_signup"))

    return guard


def errand_to(path: str) -> str:
    """Return the reason to sign up for that path, in the active language, or ""."""
    try:
        view = resolve(path.partition("?")[0]).func
    except Resolver404:
        return ""
    sentence = getattr(view, "errand", "")
    return _(sentence) if sentence else ""
