"""The ruleset as the portal knows it; every method delegates to the module that does the work.

Inside the class `State`, `Action`, … name its attributes, so the types go by other names here.
"""

from collections.abc import Sequence
from typing import Any

from games.burn_my_village import (
    board,
    figures,
    guide,
    labels,
    outcome,
    policy,
    presentation,
    rules,
    scoring,
    why_not,
)
from games.burn_my_village.actions import Action as Turn
from games.burn_my_village.components import (
    MAX_CHOICES,
    MAX_SEATS,
    MAX_TURNS,
    MIN_SEATS,
)
from games.burn_my_village.observation import Observation as View
from games.burn_my_village.observation import determinize, observe
from games.burn_my_village.state import Options as NoOptions
from games.burn_my_village.state import State as Position
from games.plugin import (
    Chance,
    Choice,
    Event,
    Format,
    Game,
    Guide,
    InvalidOptions,
    Line,
    Meta,
    Narration,
    Result,
    Seating,
    SeenEvent,
    Viewer,
    line,
    msg,
)


class BurnMyVillage(Game[NoOptions, Position, Turn, View]):
    """Please Don't Burn My Village, 2 to 5 players, everybody for themselves."""

    meta = Meta(
        slug="please-dont-burn-my-village",
        title=msg("Please Don't Burn My Village"),
        tagline=msg("Bribe the dragon with the right treasure, and curse everybody else's."),
        rules_version=1,
        state_schema=1,
        min_seats=MIN_SEATS,
        max_seats=MAX_SEATS,
        minutes=(15, 30),
        max_choices=MAX_CHOICES,
        max_steps=MAX_TURNS,
        levels=("easy", "medium"),
        tags=(msg("cards"), msg("hidden hands")),
        statistics={
            "cards_bribed": msg("cards bribed"),
            "kinds_bribed": msg("kinds of treasure bribed"),
            "wilds_bribed": msg("wild cards bribed"),
            "cards_left": msg("cards left that cost points"),
        },
    )
    Options = NoOptions
    State = Position
    Action = Turn
    Observation = View
    refusals = rules.REFUSALS

    def format(self, options: NoOptions, seats: int) -> Format:
        if not MIN_SEATS <= seats <= MAX_SEATS:
            reason = line("This game is for {least} to {most} players.", least=2, most=5)
            raise InvalidOptions("seats", reason)
        return Format("competitive", (None,) * seats, tuple(range(seats)))

    def setup(self, options: NoOptions, seating: Seating, chance: Chance) -> Position:
        return rules.setup(seating, chance)

    def active_seats(self, state: Position) -> frozenset[int]:
        return frozenset() if state.ending else frozenset((state.to_move,))

    def legal_actions(self, state: Position, seat: int) -> list[Turn]:
        return rules.legal_actions(state, seat)

    def apply_action(self, state: Position, seat: int, action: Turn, chance: Chance) -> list[Event]:
        return rules.apply_action(state, seat, action, chance)

    def result(self, state: Position) -> Result | None:
        return outcome.result(state)

    def observation(self, state: Position, viewer: Viewer) -> View:
        return observe(state, viewer)

    def choices(self, state: Position, seat: int) -> list[Choice[Turn]]:
        return labels.choices(state, seat)

    def prompt(self, state: Position, viewer: Viewer) -> Line:
        return presentation.prompt(state, viewer)

    def narrate(self, event: SeenEvent) -> Narration | None:
        return presentation.narrate(event)

    def why_not(self, state: Position, seat: int, picks: Sequence[str]) -> Line | None:
        return why_not.why_not(state, seat, picks)

    def board(self, observation: View) -> dict[str, Any]:
        return board.board(observation)

    def figures(self) -> dict[str, Any]:
        return figures.figures()

    def guide(self) -> Guide[Position, Turn]:
        return guide.guide()

    def pieces(self, state: Position) -> dict[str, int]:
        return rules.pieces(state)

    def scores(self, state: Position) -> list[int]:
        return [scoring.score_sheet(player, state.track).total for player in state.players]

    def statistics(self, state: Position) -> dict[str, Any]:
        return scoring.statistics(state)

    def default_action(self, state: Position, seat: int) -> Turn:
        """What looks best at first sight; the first of several that look alike."""
        return max(
            rules.legal_actions(state, seat),
            key=lambda action: policy.heuristic(state, seat, action),
        )

    def determinize(self, observation: View, seat: int, chance: Chance) -> Position:
        return determinize(observation, seat, chance)

    def candidates(self, state: Position, seat: int) -> list[Turn]:
        return policy.candidates(state, seat)

    def heuristic(self, state: Position, seat: int, action: Turn) -> float:
        return policy.heuristic(state, seat, action)

    def evaluate(self, state: Position, seat: int) -> float:
        return policy.evaluate(state, seat)
