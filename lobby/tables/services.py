"""Changes of tables. Each locks the table's row first (`lobby.tables.changes`).

All raise `toolbox.errors.Refusal`: 400 `malformed` with the field at fault, 403 if only the host
may act, 409 if the table has moved on (`closed`, `started`, `seat_taken`, …).
"""

from lobby.tables.changes import renew_ratings as renew_ratings
from lobby.tables.invitations import (
    decline as decline,
    invite as invite,
    withdraw_between as withdraw_between,
)
from lobby.tables.new_tables import fork as fork, open_table as open_table, rematch as rematch
from lobby.tables.seat_changes import (
    add_ai as add_ai,
    choose_role as choose_role,
    join as join,
    kick as kick,
    leave as leave,
    leave_all as leave_all,
    leave_of_the_shut_out as leave_of_the_shut_out,
    remove_ai as remove_ai,
    swap as swap,
)
from lobby.tables.start import (
    close_stale as close_stale,
    hold as hold,
    start as start,
    start_due as start_due,
    start_overdue as start_overdue,
    touch as touch,
)
from lobby.tables.swaps import answer_swap as answer_swap, ask_swap as ask_swap
