"""The ruleset as the portal knows it: what it is, and which function does which work."""

from games.plugin import MOST_ACTIONS, Game, Meta, msg, observe
from tests.rulesets.midnight_cookies import policy, presentation, rules
from tests.rulesets.midnight_cookies.actions import Move
from tests.rulesets.midnight_cookies.board import board
from tests.rulesets.midnight_cookies.explanations import BOOK, NAMES, figures
from tests.rulesets.midnight_cookies.guide import guide
from tests.rulesets.midnight_cookies.state import Position, TableOptions, View


class MidnightCookies(Game[TableOptions, Position, Move, View]):
    """Midnight Cookies, 2 to 4 players."""

    meta = Meta(
        slug="midnight-cookies",
        title=msg("Midnight Cookies"),
        tagline=msg("Send an animal to the plate, and guess who else is coming."),
        rules_version=1,
        state_schema=1,
        min_seats=2,
        max_seats=4,
        minutes=(5, 10),
        max_choices=5,
        max_steps=4 * 5 * MOST_ACTIONS,
    )
    refusals = rules.REFUSALS
    book = BOOK
    names = NAMES

    setup = staticmethod(rules.setup)
    active_seats = staticmethod(rules.active_seats)
    legal_actions = staticmethod(rules.legal_actions)
    apply_action = staticmethod(rules.apply_action)
    result = staticmethod(rules.result)
    pieces = staticmethod(rules.pieces)
    scores = staticmethod(rules.scores)
    observation = staticmethod(observe)
    determinize = staticmethod(rules.determinize)
    choices = staticmethod(presentation.choices)
    prompt = staticmethod(presentation.prompt)
    moment = staticmethod(presentation.moment)
    narrate = staticmethod(presentation.narrate)
    not_yet = staticmethod(presentation.not_yet)
    board = staticmethod(board)
    figures = staticmethod(figures)
    guide = staticmethod(guide)
    heuristic = staticmethod(policy.heuristic)
    evaluate = staticmethod(policy.evaluate)
