"""People in the administration. Email addresses and keys are nobody's business there."""

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
from accounts.administration import OfficeAdmin, administrator
from accounts.guests.gate import Members, refuse_guest
from accounts.models import AuditEntry, Delivery, Token, User
from toolbox.commits import after_commit

assert lockout_admin  # whose pages are registered, too
assert allauth_admin  # imported so that its pages are registered before they are taken out
for _model in (EmailAddress, EmailConfirmation):
    if admin.site.is_registered(_model):
        admin.site.unregister(_model)
admin.site.unregister(Group)


MEMBERS_TOLD = 100  # of a group in one entry of the audit log
_PLAIN_KEY = re.compile(r"[0-9]{1,18}")


class HashedForm(SetPasswordMixin):
    """A form whose page is one transaction, in which hashing would hold up everybody's moves.

    `hashed` is the password that was sent, as it is to be stored.
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
    """A password that an administrator sets: whoever is logged in by the old one is logged out."""

    def save(self, commit: bool = True) -> User:
        user: User = super().save(commit)
        after_commit(pushes.log_out, user.pk)
        return user


class NewPersonForm(HashedForm, UserCreationForm):
    """An account that an administrator makes."""


def hashing(form: Any, request: HttpRequest) -> Any:
    """This form, which gets the request's password hashed now, before any transaction."""
    password = request.POST.get("password1")
    return type(form.__name__, (form,), {"hashed": make_password(password) if password else None})


@admin.register(User)
class PersonAdmin(UserAdmin, OfficeAdmin):
    """Django's page for users without their email addresses."""

    ordering = ()
    # Each has four marks, which are templates of the theme.
    list_per_page = 20  # type: ignore[misc]  # as Django's stubs have it

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
        """A guest's name is no username, so it can't be sent back; and guests have no rights."""
        guest = isinstance(obj, User) and obj.is_guest
        own = ("username", "is_staff", "is_superuser", "groups", "user_permissions")
        return [*super().get_readonly_fields(request, obj), *(own if guest else ())]

    # Every way in which an administrator may change accounts is watched: the audit log has it.

    def changeform_view(
        self, request: HttpRequest, object_id: Any = None, *more: Any, **said: Any
    ) -> Any:
        with self._watched(request, [] if object_id is None else [object_id]):
            return super().changeform_view(request, object_id, *more, **said)

    def changelist_view(self, request: HttpRequest, *more: Any, **said: Any) -> Any:
        with self._watched(request, _chosen(request)):
            return super().changelist_view(request, *more, **said)

    def delete_view(self, request: HttpRequest, object_id: Any, *more: Any, **said: Any) -> Any:
        with self._watched(request, [object_id]):
            return super().delete_view(request, object_id, *more, **said)

    def user_change_password(self, request: HttpRequest, id: Any, *more: Any, **said: Any) -> Any:
        person = self.get_object(request, unquote(id))
        refuse_guest(person, Members.ACCOUNT)
        page: Any = super(PersonAdmin, self._hashing(request))
        with self._watched(request, [id]):
            answer: HttpResponse = page.user_change_password(request, id, *more, **said)
        if request.method == "POST" and answer.status_code == HTTPStatus.FOUND:
            of_new_password(request, User.objects.get(pk=unquote(id)))
        return answer

    def log_addition(self, request: HttpRequest, obj: User, message: Any) -> Any:
        rights.record_new(by=administrator(request), user=obj)
        return super().log_addition(request, obj, message)

    def _watched(self, request: HttpRequest, keys: Any) -> Any:
        """`keys` of accounts, as addresses and forms name them; None: any may change."""
        if request.method != "POST" or not request.user.is_authenticated:
            return nullcontext()
        return rights.watched(by=administrator(request), users=_named(keys))

    def add_view(self, request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        answer: HttpResponse = super(PersonAdmin, self._hashing(request)).add_view(
            request, *arguments, **named
        )
        return answer

    def _hashing(self, request: HttpRequest) -> "PersonAdmin":
        """This page for one request."""
        page = copy(self)
        page.add_form = hashing(self.add_form, request)
        page.change_password_form = hashing(self.change_password_form, request)
        return page

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """An account that is shut has its sockets closed; no key of it works until it is opened."""
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            keys = list(obj.tokens.values_list("digest", flat=True))
            after_commit(pushes.log_out, obj.pk)
            after_commit(pushes.revoke, obj.pk, keys)


def _chosen(request: HttpRequest) -> list[str] | None:
    """The rows that an action of a list is for; None: it may be any."""
    acting = "action" in request.POST and "_save" not in request.POST
    across = request.POST.getlist("select_across") not in ([], ["0"])
    return request.POST.getlist(ACTION_CHECKBOX_NAME) if acting and not across else None


def _named(keys: Iterable[Any] | None) -> Q:
    """The accounts of these keys; everybody, if one isn't plainly a number.

    Django reads " 1", "+1", "1_0" and "_2B1" as numbers, too: nobody is overlooked who is meant so.
    """
    texts = None if keys is None else [str(key) for key in keys]
    if texts is None or not all(map(_PLAIN_KEY.fullmatch, texts)):
        return Q()
    return Q(pk__in=texts)


@admin.register(Group)
class RoleAdmin(GroupAdmin, OfficeAdmin):
    """Roles. What becomes of one is in the audit log: it changes the rights of all who have it."""

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
            actor=administrator(request),
            action=f"group.{deed}",
            subject=f"group:{group.pk}",
            data={
                "name": group.name,
                "permissions": list(permissions),
                "members": list(members[:MEMBERS_TOLD]),
            },
        )


@admin.register(Token)
class TokenAdmin(OfficeAdmin):
    """Keys can be seen to exist and be revoked."""

    list_display = ["user", "created_at"]
    fields = ["user", "created_at"]
    search_fields = ["^user__username"]
    list_select_related = ["user"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        return False

    def delete_model(self, request: HttpRequest, obj: Token) -> None:
        with transaction.atomic():
            services.revoke_tokens(user=obj.user, pk=obj.pk)
            audit.record(
                actor=administrator(request),
                action="token.revoke",
                subject=f"user:{obj.user.pk}",
                data={"username": obj.user.username, "token": obj.pk},
            )

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Token]) -> None:
        for token in queryset.select_related("user"):
            self.delete_model(request, token)


@admin.register(AuditEntry)
class AuditEntryAdmin(OfficeAdmin):
    """The audit log, to be read."""

    list_display = ["at", "actor", "action", "subject", "reason"]
    list_filter = ["action", "at"]
    search_fields = ["^actor", "=subject"]
    fields = ["at", "actor", "action", "subject", "reason", "data", "previous", "hash"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: AuditEntry | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: AuditEntry | None = None) -> bool:
        return False


@admin.register(Delivery)
class DeliveryAdmin(OfficeAdmin):
    """What left the portal and what came of it; never where it went or what it said."""

    list_display = [
        "pk",
        "channel",
        "event",
        "state",
        "attempts",
        "queued_at",
        "settled_at",
        "said",
    ]
    list_select_related = ["notice"]
    fields = [
        *("channel", "event", "state", "attempts", "message_id"),
        *("queued_at", "due_at", "sent_at", "settled_at", "said"),
    ]

    @admin.display(description=_("about"))
    def event(self, delivery: Delivery) -> str:
        return str(delivery.notice.get_event_display())

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Delivery | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Delivery | None = None) -> bool:
        return False


def of_new_password(request: HttpRequest, user: User) -> None:
    """Tell the person, at the address they have confirmed or given, that staff set a password.

    Nothing about the administrator is in it. Not to be called inside a transaction.
    """
    address = EmailAddress.objects.get_primary_email(user)
    if address and user.pk != request.user.pk:
        told = {"username": user.username}
        get_adapter(request).send_mail("account/email/password_set_by_staff", address, told)
