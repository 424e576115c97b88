"""People in the administration. Email addresses and keys are nobody's business there."""

from functools import partial
from typing import Any

from allauth.account import admin as allauth_admin
from allauth.account.models import EmailAddress, EmailConfirmation
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from accounts import pushes, services
from accounts.models import AuditEntry, Token, User

assert allauth_admin  # imported so that its pages are registered before they are taken out
for _model in (EmailAddress, EmailConfirmation):
    if admin.site.is_registered(_model):
        admin.site.unregister(_model)


class NewPasswordForm(AdminPasswordChangeForm):
    """A password that an administrator sets: whoever is logged in by the old one is logged out."""

    def save(self, commit: bool = True) -> User:
        user: User = super().save(commit)
        transaction.on_commit(partial(pushes.log_out, user.pk), robust=True)
        return user


@admin.register(User)
class PersonAdmin(UserAdmin, ModelAdmin):
    """Django's page for users without their email addresses."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = NewPasswordForm

    list_display = ["username", "is_active", "is_staff", "date_joined", "last_login"]
    search_fields = ["username"]
    fieldsets = [
        (None, {"fields": ["username", "password"]}),
        (
            _("Permissions"),
            {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]},
        ),
        (_("Times"), {"fields": ["last_login", "date_joined"]}),
    ]
    readonly_fields = ["last_login", "date_joined"]

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """An account that is shut has its sockets closed; no key of it works until it is opened."""
        super().save_model(request, obj, form, change)
        if not obj.is_active:
            keys = list(obj.tokens.values_list("digest", flat=True))
            transaction.on_commit(partial(pushes.log_out, obj.pk), robust=True)
            transaction.on_commit(partial(pushes.revoke, obj.pk, keys), robust=True)


@admin.register(Token)
class TokenAdmin(ModelAdmin):
    """Keys can be seen to exist and be revoked."""

    list_display = ["user", "created_at"]
    fields = ["user", "created_at"]
    search_fields = ["user__username"]
    list_select_related = ["user"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        return False

    def delete_model(self, request: HttpRequest, obj: Token) -> None:
        services.revoke_tokens(user=obj.user, pk=obj.pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Token]) -> None:
        for token in queryset.select_related("user"):
            services.revoke_tokens(user=token.user, pk=token.pk)


@admin.register(AuditEntry)
class AuditEntryAdmin(ModelAdmin):
    """The audit log, to be read."""

    list_display = ["at", "actor", "action", "subject", "reason"]
    list_filter = ["action"]
    search_fields = ["actor", "subject", "reason"]
    fields = ["at", "actor", "action", "subject", "reason", "data", "previous", "hash"]
    date_hierarchy = "at"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: AuditEntry | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: AuditEntry | None = None) -> bool:
        return False
