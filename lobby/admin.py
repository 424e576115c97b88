"""Tables and clubs in the administration, read-only."""

from django.contrib import admin
from unfold.admin import TabularInline

from accounts.administration import OfficeAdmin
from games.matches.admin import GameFilter, ReadOnly
from lobby.models import Club, Membership, Table, TableSeat


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


class MembershipInline(ReadOnly, TabularInline):
    model = Membership
    fields = ["user", "role", "joined_at"]
    extra = 0


@admin.register(Club)
class ClubAdmin(ReadOnly, OfficeAdmin):
    list_display = ["public_id", "name", "open", "created_at"]
    list_filter = ["open"]
    search_fields = ["=public_id", "^name"]
    fields = ["public_id", "name", "description", "open", "created_at"]
    inlines = [MembershipInline]
