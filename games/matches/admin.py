"""Matches in the administration: read-only, without deals, states, outcomes, events and actions."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _
from unfold.admin import TabularInline

from accounts import roles
from accounts.administration import OfficeAdmin
from games.matches.models import Match, Seat, Step
from games.matches.record import gate, players
from games.matches.record.selectors import HEAVY
from games.plugin import registry

# No page here shows these columns.
_SEALED = ("action", "outcomes", "events", "banks")


class ReadOnly:
    """Gives only the permission to view, to match reviewers by their role."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return roles.is_reviewer(request.user)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return roles.is_reviewer(request.user)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission


class GameFilter(admin.SimpleListFilter):
    """Offers the installed games, without looking through a long table for those in use."""

    title = _("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(game.meta.slug, gettext(game.meta.title)) for game in registry.installed()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(game=self.value()) if self.value() else queryset


class SeatInline(ReadOnly, TabularInline):
    model = Seat
    fields = [
        "index",
        "name",
        "ai_level",
        "owes",
        "caretaker",
        "resigned",
        "replaced",
        "deadline",
        "outcome",
        "rank",
    ]
    extra = 0


@admin.register(Match)
class MatchAdmin(ReadOnly, OfficeAdmin):
    list_display = [
        "public_id",
        "game",
        "status",
        "paused",
        "version",
        "started_at",
        "goes_on_from",
        "review",
    ]
    list_select_related = ["origin"]
    list_filter = [GameFilter, "status", "paused", "visibility"]
    newest_first = ("-started_at", "-pk")
    search_fields = ["=public_id", "^seats__name"]  # which `record.players` finds
    fields = [
        "public_id",
        "game",
        "rules_version",
        "status",
        "paused",
        "visibility",
        "rated",
        "weight",
        "version",
        "started_at",
        "finished_at",
        "imported_at",
        "goes_on_from",
        "review",
    ]
    readonly_fields = ["goes_on_from", "review"]
    inlines = [SeatInline]

    def get_queryset(self, request: HttpRequest) -> Any:
        columns = set(self.fields) - set(self.readonly_fields)
        origin = ("origin_step", "origin__game", "origin__public_id")
        return super().get_queryset(request).filter(gate.opened()).only(*columns, *origin)

    def find(self, field: str, sought: str) -> Q:
        if field != "^seats__name":
            return super().find(field, sought)
        return Q(pk__in=players.seats_called(sought).values("match"))

    @admin.display(description=_("goes on from"))
    def goes_on_from(self, match: Match) -> str:
        if match.origin_step is None:
            return ""
        if match.origin is None:
            return gettext("a match that isn’t here")
        address = reverse("review:match", args=[match.origin.public_id])
        return format_html('<a href="{}">{} · {}</a>', address, match.origin, match.origin_step)

    @admin.display(description=_("review"))
    def review(self, match: Match) -> str:
        address = reverse("review:match", args=[match.public_id])
        return format_html('<a href="{}">{}</a>', address, _("Look into it"))


@admin.register(Step)
class StepAdmin(ReadOnly, OfficeAdmin):
    list_display = ["match", "index", "kind", "seat", "actor", "at"]
    list_filter = ["kind"]
    list_select_related = ["match"]
    search_fields = ["=match__public_id"]
    fields = ["match", "index", "base", "kind", "seat", "actor", "at"]

    def get_queryset(self, request: HttpRequest) -> Any:
        steps = super().get_queryset(request).exclude(match__in=gate.shut())
        return steps.defer(*_SEALED, *(f"match__{name}" for name in HEAVY))
