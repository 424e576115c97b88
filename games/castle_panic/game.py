"""The ruleset as the portal knows it; every method delegates to the module that does the work.

Inside the class `State`, `Action`, … name its attributes, so the types go by other names here.
"""

from collections.abc import Sequence
from typing import Any

from games.castle_panic import (
    board,
    figures,
    guide,
    labels,
    orders,
    policy,
    presentation,
    rules,
    scoring,
    why_not,
)
from games.castle_panic.actions import Action as Move
from games.castle_panic.components import MAX_CHOICES, MAX_SEATS, MIN_SEATS
from games.castle_panic.formats import format_of
from games.castle_panic.observation import Observation as View
from games.castle_panic.observation import determinize, observe
from games.castle_panic.state import Options as Settings
from games.castle_panic.state import State as Position
from games.plugin import (
    Chance,
    Choice,
    Event,
    Format,
    Game,
    Guide,
    Line,
    Meta,
    Narration,
    Result,
    Seating,
    SeenEvent,
    Viewer,
    msg,
)


class CastlePanic(Game[Settings, Position, Move, View]):
    """Castle Panic: 1 to 6 players hold a castle against all that comes out of the Forest."""

    meta = Meta(
        slug="castle-panic",
        title=msg("Castle Panic"),
        tagline=msg("Hold the last tower together while the Forest empties itself on you."),
        rules_version=1,
        state_schema=1,
        min_seats=MIN_SEATS,
        max_seats=MAX_SEATS,
        minutes=(30, 60),
        max_choices=MAX_CHOICES,
        max_steps=None,
        levels=("easy", "medium"),
        tags=(msg("cooperative"), msg("trading")),
        phrases=(
            msg("Hello!"),
            msg("Good luck!"),
            msg("Who can hit in red?"),
            msg("Who can hit in green?"),
            msg("Who can hit in blue?"),
            msg("Leave that one to me."),
            msg("Who has a brick?"),
            msg("Who has mortar?"),
            msg("Keep your Barbarian."),
            msg("Well played!"),
            msg("Good game!"),
        ),
        statistics={
            "slain": msg("monsters slain"),
            "towers": msg("towers left standing"),
            "turns": msg("turns played"),
        },
    )
    Options = Settings
    State = Position
    Action = Move
    Observation = View
    Order = orders.Order
    refusals = rules.REFUSALS
    look_ahead = 0  # the heuristic plans the whole turn

    def format(self, options: Settings, seats: int) -> Format:
        return format_of(options, seats)

    def setup(self, options: Settings, seating: Seating, chance: Chance) -> Position:
        return rules.setup(options, seating, chance)

    def active_seats(self, state: Position) -> frozenset[int]:
        return rules.active_seats(state)

    def legal_actions(self, state: Position, seat: int) -> list[Move]:
        return rules.legal_actions(state, seat)

    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        return rules.apply_action(state, seat, action, chance)

    def result(self, state: Position) -> Result | None:
        return scoring.result(state)

    def observation(self, state: Position, viewer: Viewer) -> View:
        return observe(state, viewer)

    def choices(self, state: Position, seat: int) -> list[Choice[Move]]:
        return labels.choices(state, seat)

    def why_not(self, state: Position, seat: int, picks: Sequence[str]) -> Line | None:
        return why_not.why_not(state, seat, picks)

    def prompt(self, state: Position, viewer: Viewer) -> Line:
        return presentation.prompt(state, viewer)

    def narrate(self, event: SeenEvent) -> Narration | None:
        return presentation.narrate(event)

    def board(self, observation: View) -> dict[str, Any]:
        return board.board(observation)

    def figures(self) -> dict[str, Any]:
        return figures.figures()

    def guide(self) -> Guide[Position, Move]:
        return guide.guide()

    def pieces(self, state: Position) -> dict[str, int]:
        return rules.pieces(state)

    def scores(self, state: Position) -> list[int | None]:
        kept = state.keeps_trophies
        return [
            scoring.points(state, seat) if kept and seat != state.overlord else None
            for seat in range(len(state.players))
        ]

    def statistics(self, state: Position) -> dict[str, Any]:
        return scoring.statistics(state)

    def default_action(self, state: Position, seat: int) -> Move:
        """What looks best at first sight; the first of several that look alike."""
        return max(
            rules.legal_actions(state, seat),
            key=lambda action: policy.heuristic(state, seat, action),
        )

    def determinize(self, observation: View, seat: int, chance: Chance) -> Position:
        return determinize(observation, seat, chance)

    def candidates(self, state: Position, seat: int) -> list[Move]:
        return policy.candidates(state, seat)

    def heuristic(self, state: Position, seat: int, action: Move) -> float:
        return policy.heuristic(state, seat, action)

    def evaluate(self, state: Position, seat: int) -> float:
        return policy.evaluate(state, seat)

    def takes_orders(self, options: Settings, form: Format, seat: int) -> bool:
        return orders.has_partners(form, seat)

    def answer(self, observation: View, order: orders.Order) -> Move | None:
        return orders.answer(observation, order)

    def order_in_words(self, order: orders.Order) -> Line:
        return orders.in_words(order)
