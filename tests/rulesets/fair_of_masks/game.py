"""The ruleset as the portal knows it: what it is, and which function does which work."""

from games.plugin import MOST_ACTIONS, Game, Meta, NoOptions, msg, observe
from tests.rulesets.fair_of_masks import policy, presentation, rules
from tests.rulesets.fair_of_masks.board import board
from tests.rulesets.fair_of_masks.components import ROUNDS
from tests.rulesets.fair_of_masks.explanations import BOOK, NAMES, figures
from tests.rulesets.fair_of_masks.guide import guide
from tests.rulesets.fair_of_masks.state import Move, Position, View


class FairOfMasks(Game[NoOptions, Position, Move, View]):
    """Fair of Masks, 3 to 5 players."""

    meta = Meta(
        slug="fair-of-masks",
        title=msg("Fair of Masks"),
        tagline=msg("Ten bids for ten rounds: outbid your friends for the finest masks."),
        rules_version=1,
        state_schema=1,
        min_seats=3,
        max_seats=5,
        minutes=(15, 30),
        max_choices=10,
        max_steps=ROUNDS * (5 * MOST_ACTIONS + 3),
        levels=("easy", "medium"),
    )
    refusals = rules.REFUSALS
    book = BOOK
    names = NAMES

    setup = staticmethod(rules.setup)
    active_seats = staticmethod(rules.active_seats)
    legal_actions = staticmethod(rules.legal_actions)
    apply_action = staticmethod(rules.apply_action)
    result = staticmethod(rules.result)
    scores = staticmethod(rules.totals)
    observation = staticmethod(observe)
    determinize = staticmethod(rules.determinize)
    choices = staticmethod(presentation.choices)
    prompt = staticmethod(presentation.prompt)
    moment = staticmethod(presentation.moment)
    narrate = staticmethod(presentation.narrate)
    board = staticmethod(board)
    figures = staticmethod(figures)
    guide = staticmethod(guide)
    heuristic = staticmethod(policy.heuristic)
    mixed_strategy = staticmethod(policy.mixed_strategy)
