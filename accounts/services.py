"""Creating accounts, passwords and API keys."""

import hashlib
import secrets
from collections.abc import Callable
from typing import Any

from allauth.account.models import EmailAddress
from axes.handlers.proxy import AxesProxyHandler
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import audit, names, pushes, sanctions
from accounts.guests.gate import Members, refuse_guest
from accounts.models import Token, User
from toolbox.commits import after_commit
from toolbox.errors import NotLoggedIn, Refusal, TooMany

_LONGEST_EMAIL = 254


def digest_of(key: str) -> str:
    """Return the stored digest of an API key."""
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


def issue_token(*, user: User) -> str:
    """Create an API key for the user and return it; it can't be shown again.

    Raises Refusal: 403 `guest_token` for a guest.
    """
    refuse_guest(user, Members.TOKEN)
    key = secrets.token_urlsafe(32)
    Token.objects.create(user=user, digest=digest_of(key))
    return key


def revoke_tokens(*, user: User, pk: int | None = None) -> int:
    """Delete the user's API key with that primary key, or all, and close their sockets.

    Returns how many were deleted.
    """
    tokens = Token.objects.filter(user=user)
    if pk is not None:
        tokens = tokens.filter(pk=pk)
    with transaction.atomic():
        keys = list(tokens.values_list("digest", flat=True))
        tokens.filter(digest__in=keys).delete()
        after_commit(pushes.revoke, user.pk, keys)
    return len(keys)


def set_password(*, user: User, password: str, session_key: str | None = None) -> None:
    """Set a password that the person chose; the audit log records it for staff.

    Logs out all browsers except session `session_key`, and closes their sockets at once.
    """
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        if user.is_staff or user.is_superuser:
            subject, data = f"user:{user.pk}", {"username": user.username}
            audit.record(actor=user, action="user.password", subject=subject, data=data)
        after_commit(pushes.log_out, user.pk, but=session_key)


def register(*, username: str, password: str, email: str = "") -> User:
    """Create an account.

    Raises Refusal: 400 `malformed` with `fields`. Another person's email address is no error (an
    error would reveal who has an account); it stays unconfirmed.
    """
    _check_account(username, password, email)
    user = new_user(username=username, password=password, email=email)
    try:
        with transaction.atomic():
            user.save()
            if email:
                EmailAddress.objects.create(user=user, email=email.lower(), primary=True)
    except IntegrityError as error:
        raise _wrong({"username": [_("This name is taken.")]}) from error
    return user


def new_user(*, username: str, password: str, email: str = "") -> User:
    """Return an unsaved user. Hashing takes long, so never call it inside a transaction."""
    user = User(
        username=User.normalize_username(username), email=User.objects.normalize_email(email)
    )
    user.set_password(password)
    return user


def log_in(
    *, request: HttpRequest, username: str, password: str, even_banned: bool = False
) -> User:
    """Return the user with that name and password.

    Raises Refusal: 401 `wrong_credentials`, 403 `banned`, 429 `locked_out` after too many failures.
    """
    user = authenticate(request=request, username=username, password=password)
    if isinstance(user, User):
        if not even_banned:
            sanctions.refuse_banned(user)
        return user
    if not AxesProxyHandler.is_allowed(request, {"username": username}):
        raise locked_out()
    raise NotLoggedIn(_("Wrong username or password."), code="wrong_credentials")


def locked_out() -> Refusal:
    """Return the refusal after too many wrong passwords."""
    text = _("Too many failed attempts. Try again in 15 minutes.")
    return TooMany(text, code="locked_out", wait=settings.AXES_COOLOFF_TIME * 3600)


def _check_account(username: str, password: str, email: str) -> None:
    wrong = {
        "username": _complaints(_check_username, username),
        "email": _complaints(_check_email, email),
        "password": _complaints(validate_password, password, User(username=username, email=email)),
    }
    wrong = {field: texts for field, texts in wrong.items() if texts}
    if wrong:
        raise _wrong(wrong)


def _complaints(check: Callable[..., None], *values: Any) -> list[str]:
    try:
        check(*values)
    except ValidationError as error:
        return [str(text) for text in error.messages]
    return []


def _check_username(username: str) -> None:
    for validator in names.VALIDATORS:
        validator(username)
    names.check_free(username)
    names.check_not_official(username)


def _check_email(email: str) -> None:
    if len(email) > _LONGEST_EMAIL:
        raise ValidationError(_("This is too long."))
    if email:
        validate_email(email)


def _wrong(fields: dict[str, list[str]]) -> Refusal:
    return Refusal(
        _("Something is missing or wrong: {field}.").format(field=", ".join(fields)), fields=fields
    )
