"""The models of the lobby."""

from lobby.models.clubs import Club as Club, Membership as Membership
from lobby.models.own_data import (
    CalendarFeed as CalendarFeed,
    OwnData as OwnData,
    OwnDataPiece as OwnDataPiece,
)
from lobby.models.ratings import (
    RatedGame as RatedGame,
    RatingChange as RatingChange,
    SeasonStanding as SeasonStanding,
)
from lobby.models.runs import Challenge as Challenge, Run as Run, Try as Try
from lobby.models.tables import (
    Invitation as Invitation,
    QuickTicket as QuickTicket,
    Table as Table,
    TableSeat as TableSeat,
)
