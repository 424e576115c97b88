"""The changes of tables. Each locks the table's row first (`lobby.tables.changes`).

All raise `toolbox.errors.Refusal`: 400 `malformed` with the field at fault, 403 if only the host
may act, 409 if the table has moved on (`closed`, `started`, `seat_taken`, …).
"""

from lobby.tables.invitations import decline, invite, withdraw_between
from lobby.tables.new_tables import fork, open_table, rematch
from lobby.tables.seat_changes import (
    add_ai,
    choose_role,
    join,
    kick,
    leave,
    leave_all,
    leave_of_the_shut_out,
    remove_ai,
    swap,
)
from lobby.tables.start import close_stale, hold, start, start_due, start_overdue, touch
from lobby.tables.swaps import answer_swap, ask_swap

__all__ = [
    "add_ai",
    "answer_swap",
    "ask_swap",
    "choose_role",
    "close_stale",
    "decline",
    "fork",
    "hold",
    "invite",
    "join",
    "kick",
    "leave",
    "leave_all",
    "leave_of_the_shut_out",
    "open_table",
    "rematch",
    "remove_ai",
    "start",
    "start_due",
    "start_overdue",
    "swap",
    "touch",
    "withdraw_between",
]
