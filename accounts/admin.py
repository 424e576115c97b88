"""People in the administration, without their email addresses and keys."""

import re
from collections.abc import Iterable
from contextlib import nullcontext
from copy import copy
from http import HTTPStatus
from typing import Any

from allauth.account import admin as allauth_admin
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress, EmailConfirmation
from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.forms import SetPasswordMixin
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from accounts import audit, lockout_admin, pushes, rights, services
from accounts.administration import ClosedAdmin, OfficeAdmin, ReadOnlyAdmin
from accounts.guests.gate import Members, refuse_guest
from accounts.models import AuditEntry, Delivery, Token, User
from accounts.selectors import person_of
from toolbox.commits import after_commit

assert lockout_admin  # registers its pages
assert allauth_admin  # registers its pages, some of which are unregistered here
for _model in (EmailAddress, EmailConfirmation):
    if admin.site.is_registered(_model):
        admin.site.unregister(_model)
admin.site.unregister(Group)


MEMBERS_TOLD = 100  # members of a group named in one entry of the audit log
_PLAIN_KEY = re.compile(r"[0-9]{1,18}")


class HashedForm(SetPasswordMixin):
    """A form whose password is hashed before its page's transaction, which would block all moves.

    `hashed` is the password in the form that is stored.
    """

    hashed: str | None = None
    cleaned_data: dict[str, Any]

    def set_password_and_save(self, user: User, *names: Any, **named: Any) -> User:
        if self.hashed is None or self.cleaned_data.get("usable_password") == "false":
            made: User = super().set_password_and_save(user, *names, **named)
            return made
        user.password = self.hashed
        if named.get("commit", True):
            user.save()
        return user


class NewPasswordForm(HashedForm, AdminPasswordChangeForm):
    """A password that an administrator sets; it logs the person out everywhere."""

    def save(self, commit: bool = True) -> User:
        user: User = super().save(commit)
        after_commit(pushes.log_out, user.pk)
        return user


class NewPersonForm(HashedForm, UserCreationForm):
    """An account that an administrator creates."""


def hashing(form: Any, request: HttpRequest) -> Any:
    """Return the form class with the request's password hashed, before any transaction."""
    password = request.POST.get("password1")
    return type(form.__name__, (form,), {"hashed": make_password(password) if password else None})


@admin.register(User)
class PersonAdmin(UserAdmin, OfficeAdmin):
    """Django's page for users, without email addresses."""

    ordering = ()
    # Each row has four marks, for which the theme renders a template each.
    list_per_page = 15  # type: ignore[misc]  # Django's stubs say otherwise

    form = UserChangeForm
    add_form = NewPersonForm
    change_password_form = NewPasswordForm

    list_display = ["username", "is_guest", "is_active", "is_staff", "date_joined", "last_login"]
    search_fields = ["^username"]
    fieldsets = [
        (None, {"fields": ["username", "password"]}),
        (
            _("Permissions"),
            {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]},
        ),
        (_("Times"), {"fields": ["last_login", "date_joined"]}),
    ]
    readonly_fields = ["last_login", "date_joined"]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """A guest has no username to send back, and no rights."""
        guest = isinstance(obj, User) and obj.is_guest
        own = ("username", "is_staff", "is_superuser", "groups", "user_permissions")
        return [*super().get_readonly_fields(request, obj), *(own if guest else ())]

    # The audit log records every way in which an administrator may change accounts.

    def changeform_view(
        self, request: HttpRequest, object_id: Any = None, *args: Any, **kwargs: Any
    ) -> Any:
        with self._watched(request, [] if object_id is None else [object_id]):
            return super().changeform_view(request, object_id, *args, **kwargs)

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        with self._watched(request, _chosen(request)):
            return super().changelist_view(request, *args, **kwargs)

    def delete_view(self, request: HttpRequest, object_id: Any, *args: Any, **kwargs: Any) -> Any:
        with self._watched(request, [object_id]):
            return super().delete_view(request, object_id, *args, **kwargs)

    def user_change_password(self, request: HttpRequest, id: Any, *args: Any, **kwargs: Any) -> Any:
        refuse_guest(self.get_object(request, unquote(id)), Members.ACCOUNT)
        page: Any = super(PersonAdmin, self._hashing(request))
        with self._watched(request, [id]):
            answer: HttpResponse = page.user_change_password(request, id, *args, **kwargs)
        if request.method == "POST" and answer.status_code == HTTPStatus.FOUND:
            of_new_password(request, User.objects.get(pk=unquote(id)))
        return answer

    def log_addition(self, request: HttpRequest, obj: User, message: Any) -> Any:
        rights.record_new(by=person_of(request), user=obj)
        return super().log_addition(request, obj, message)

    def _watched(self, request: HttpRequest, keys: Any) -> Any:
        """Record changes to accounts with these `keys`, as addresses name them; None: to any."""
        if request.method != "POST" or not request.user.is_authenticated:
            return nullcontext()
        return rights.watched(by=person_of(request), users=_named(keys))

    def add_view(self, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        answer: HttpResponse = super(PersonAdmin, self._hashing(request)).add_view(
            request, *arguments, **named
        )
        return answer

    def _hashing(self, request: HttpRequest) -> "PersonAdmin":
        page = copy(self)
        page.add_form = hashing(self.add_form, request)
        page.change_password_form = hashing(self.change_password_form, request)
        return page

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Closing an account closes its sockets and suspends its keys."""
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            keys = list(obj.tokens.values_list("digest", flat=True))
            after_commit(pushes.log_out, obj.pk)
            after_commit(pushes.revoke, obj.pk, keys)


def _chosen(request: HttpRequest) -> list[str] | None:
    """The rows that a list's action applies to; None: possibly any."""
    acting = "action" in request.POST and "_save" not in request.POST
    across = request.POST.getlist("select_across") not in ([], ["0"])
    return request.POST.getlist(ACTION_CHECKBOX_NAME) if acting and not across else None


def _named(keys: Iterable[Any] | None) -> Q:
    """Return the accounts with these keys, or all if a key isn't plainly a number.

    Django also reads " 1", "+1", "1_0" and "_2B1" as numbers; none of these may be missed.
    """
    texts = None if keys is None else [str(key) for key in keys]
    if texts is None or not all(map(_PLAIN_KEY.fullmatch, texts)):
        return Q()
    return Q(pk__in=texts)


@admin.register(Group)
class RoleAdmin(GroupAdmin, OfficeAdmin):
    """Roles. The audit log records changes: they change the rights of all members."""

    search_fields = ["^name"]
    ordering = ()

    def log_addition(self, request: HttpRequest, obj: Group, message: Any) -> Any:
        self._record(request, "add", obj)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Group, message: Any) -> Any:
        self._record(request, "change", obj)
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Group]) -> Any:
        for group in queryset:
            self._record(request, "delete", group)
        return super().log_deletions(request, queryset)

    def _record(self, request: HttpRequest, deed: str, group: Group) -> None:
        permissions = group.permissions.order_by("codename").values_list("codename", flat=True)
        members = group.user_set.order_by("username").values_list("username", flat=True)
        audit.record(
            actor=person_of(request),
            action=f"group.{deed}",
            subject=f"group:{group.pk}",
            data={
                "name": group.name,
                "permissions": list(permissions),
                "members": list(members[:MEMBERS_TOLD]),
            },
        )


@admin.register(Token)
class TokenAdmin(ClosedAdmin):
    """API keys: listed and revoked, never shown."""

    list_display = ["user", "created_at"]
    fields = ["user", "created_at"]
    search_fields = ["^user__username"]
    list_select_related = ["user"]

    def delete_model(self, request: HttpRequest, obj: Token) -> None:
        with transaction.atomic():
            services.revoke_tokens(user=obj.user, pk=obj.pk)
            audit.record(
                actor=person_of(request),
                action="token.revoke",
                subject=f"user:{obj.user.pk}",
                data={"username": obj.user.username, "token": obj.pk},
            )

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Token]) -> None:
        for token in queryset.select_related("user"):
            self.delete_model(request, token)


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin):
    """The audit log, read-only."""

    list_display = ["at", "actor", "action", "subject", "reason"]
    list_filter = ["action", "at"]
    search_fields = ["^actor", "=subject"]
    fields = ["at", "actor", "action", "subject", "reason", "data", "previous", "hash"]


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    """Deliveries of notices, without addresses or contents."""

    list_display = [
        *("pk", "channel", "event", "state"),
        *("attempts", "queued_at", "settled_at", "said"),
    ]
    list_select_related = ["notice"]
    fields = [
        *("channel", "event", "state", "attempts", "message_id"),
        *("queued_at", "due_at", "sent_at", "settled_at", "said"),
    ]

    @admin.display(description=_("about"))
    def event(self, delivery: Delivery) -> str:
        return str(delivery.notice.get_event_display())


def of_new_password(request: HttpRequest, user: User) -> None:
    """Mail the person that staff set a password; the mail doesn't name the administrator.

    Must not be called inside a transaction.
    """
    address = EmailAddress.objects.get_primary_email(user)
    if address and user.pk != request.user.pk:
        context = {"username": user.username}
        get_adapter(request).send_mail("account/email/password_set_by_staff", address, context)
