"""Tables in the administration, read-only."""

from django.contrib import admin
from unfold.admin import TabularInline

from accounts.administration import OfficeAdmin
from games.matches.admin import GameFilter, ReadOnly
from lobby.models import Table, TableSeat


class TableSeatInline(ReadOnly, TabularInline):
    model = TableSeat
    fields = ["index", "user", "ai_level"]
    extra = 0


@admin.register(Table)
class TableAdmin(ReadOnly, OfficeAdmin):
    list_display = ["public_id", "game", "host", "status", "private", "created_at"]
    list_filter = [GameFilter, "status", "private"]
    list_select_related = ["host"]
    search_fields = ["=public_id", "^host__username"]
    fields = ["public_id", "game", "host", "status", "private", "created_at"]
    inlines = [TableSeatInline]
