"""What can be done with tables. Every change locks the table's row first (`changing`).

All functions raise `accounts.errors.Refusal`: 400 `malformed` with the field at fault, 403 where
the host alone may act, 409 where the table has moved on (`closed`, `started`, `seat_taken`, …).
"""

from lobby.inviting import decline, invite
from lobby.opening import open_table, rematch
from lobby.seating import add_ai, choose_role, join, kick, leave, remove_ai, swap
from lobby.starting import close_stale, hold, start, start_due, start_overdue, touch
from lobby.swapping import answer_swap, ask_swap

__all__ = [
    "add_ai",
    "answer_swap",
    "ask_swap",
    "choose_role",
    "close_stale",
    "decline",
    "hold",
    "invite",
    "join",
    "kick",
    "leave",
    "open_table",
    "rematch",
    "remove_ai",
    "start",
    "start_due",
    "start_overdue",
    "swap",
    "touch",
]
