"""Burnt to Ashes for the portal: 1 to 6 rulers against a dragon, or for its crown."""

from games.burnt_to_ashes import catalog, orders, policy, presentation, scoring, why_not, words
from games.burnt_to_ashes.actions import Action
from games.burnt_to_ashes.board import board
from games.burnt_to_ashes.components import MAX_CHOICES, MAX_SEATS, MIN_SEATS
from games.burnt_to_ashes.guide import figures, guide
from games.burnt_to_ashes.observation import Observation, determinize, observe
from games.burnt_to_ashes.policy.features import features, horizon
from games.burnt_to_ashes.rules import decisions, start
from games.burnt_to_ashes.state import Options, State
from games.plugin import Game, Meta, msg


class BurntToAshes(Game[Options, State, Action, Observation]):
    meta = Meta(
        slug="burnt-to-ashes",
        title=msg("Burnt to Ashes"),
        tagline=msg("Feed the dragon gold until a knight lands the seventh strike."),
        rules_version=1,
        state_schema=1,
        min_seats=MIN_SEATS,
        max_seats=MAX_SEATS,
        minutes=(30, 60),
        max_choices=MAX_CHOICES,
        max_steps=5000,  # there is no hard bound: 14 rounds were the most in 66,000 games
        levels=("easy", "medium", "hard"),
        won_duels={"medium": 0.542, "hard": 0.758},  # for the crown; docs/ai.md
        tags=(msg("semi-cooperative"), msg("hidden hands")),
        phrases=words.PHRASES,
        statistics={
            "lands": msg("own lands saved"),
            "strikes": msg("strikes against the dragon"),
            "power": msg("power at the end"),
            "rounds": msg("rounds played"),
        },
    )
    Order, missing, targets = orders.Order, words.MISSING, why_not.TARGETS
    refusals, book, names = decisions.REFUSALS, catalog.BOOK, catalog.NAMES
    look_ahead = 0  # the heuristic plans the round
    playouts = 64  # more gain next to nothing
    format = staticmethod(start.format_of)
    setup = staticmethod(start.setup)
    active_seats, turn = staticmethod(decisions.active_seats), staticmethod(decisions.turn)
    legal_actions = staticmethod(decisions.legal_actions)
    apply_action = staticmethod(decisions.apply_action)
    result = staticmethod(scoring.result)
    observation, determinize = staticmethod(observe), staticmethod(determinize)
    choices = staticmethod(words.choices)
    objection, not_yet = staticmethod(why_not.objection), staticmethod(why_not.not_yet)
    prompt = staticmethod(presentation.prompt)
    moment = staticmethod(presentation.moment)
    narrate = staticmethod(presentation.narrate)
    topic = staticmethod(presentation.topic)
    board = staticmethod(board)
    figures = staticmethod(figures)
    guide = staticmethod(guide)
    pieces = staticmethod(start.pieces)
    scores, statistics = staticmethod(scoring.scores), staticmethod(scoring.statistics)
    heuristic, look = staticmethod(policy.heuristic), staticmethod(policy.look)
    candidates = staticmethod(policy.candidates)
    mixed_strategy, searched = staticmethod(policy.mixed_strategy), staticmethod(policy.searched)
    features, horizon = staticmethod(features), staticmethod(horizon)
    leaning, evaluate = staticmethod(policy.leaning), staticmethod(policy.evaluate)
    answer = staticmethod(orders.answer)
    order_in_words = staticmethod(orders.in_words)
