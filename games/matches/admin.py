"""Matches in the administration: to be looked at, never changed.

No page here shows anything hidden: no deal, no state, no outcome, no event and no action (which
may have been secret). Reviewing a match as somebody saw it is the portal's own page.
"""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.matches.models import Match, Seat, Step


class ReadOnly:
    """Only the permission to view is ever given."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Seat
    fields = [
        "index",
        "name",
        "ai_level",
        "owes",
        "caretaker",
        "resigned",
        "deadline",
        "outcome",
        "rank",
    ]
    extra = 0


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["public_id", "game", "status", "paused", "version", "started_at"]
    list_filter = ["game", "status", "paused", "visibility"]
    search_fields = ["public_id", "seats__name"]
    fields = [
        "public_id",
        "game",
        "rules_version",
        "status",
        "paused",
        "visibility",
        "version",
        "started_at",
        "finished_at",
    ]
    inlines = [SeatInline]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("state")


@admin.register(Step)
class StepAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ["match", "index", "kind", "seat", "actor", "at"]
    list_filter = ["kind"]
    list_select_related = ["match"]
    search_fields = ["match__public_id"]
    fields = ["match", "index", "base", "kind", "seat", "actor", "at"]
