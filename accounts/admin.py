"""People in the administration. E-mail addresses and keys are nobody's business there."""

from allauth.account import admin as allauth_admin
from allauth.account.models import EmailAddress, EmailConfirmation
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import Token, User

assert allauth_admin  # imported so that its pages are registered before they are taken out
for _model in (EmailAddress, EmailConfirmation):
    if admin.site.is_registered(_model):
        admin.site.unregister(_model)


@admin.register(User)
class PersonAdmin(UserAdmin):
    """Django's page for users without their e-mail addresses."""

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


@admin.register(Token)
class TokenAdmin(admin.ModelAdmin):
    """Keys can be seen to exist and be revoked."""

    list_display = ["user", "created_at"]
    fields = ["user", "created_at"]
    search_fields = ["user__username"]
    list_select_related = ["user"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        return False
