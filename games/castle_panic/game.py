"""The ruleset's entry point for the portal."""

from games.castle_panic import labels, orders, policy, presentation, rules, scoring, words
from games.castle_panic.actions import Action
from games.castle_panic.board import board
from games.castle_panic.catalog import NAMES
from games.castle_panic.components import MAX_CHOICES, MAX_SEATS, MIN_SEATS
from games.castle_panic.explanations import BOOK
from games.castle_panic.figures import figures
from games.castle_panic.guide import guide
from games.castle_panic.observation import Observation, determinize, observe
from games.castle_panic.state import Options, State, format_of
from games.castle_panic.why_not import TARGETS, not_yet, objection
from games.plugin import Game, Meta, msg


class CastlePanic(Game[Options, State, Action, Observation]):
    """Castle Panic: 1 to 6 players hold a castle against all that comes out of the Forest."""

    meta = Meta(
        slug="castle-panic",
        title=msg("Castle Panic"),
        tagline=msg("Hold the last tower together while the Forest throws everything at you."),
        rules_version=1,
        state_schema=2,
        min_seats=MIN_SEATS,
        max_seats=MAX_SEATS,
        minutes=(30, 60),
        max_choices=MAX_CHOICES,
        max_steps=None,
        levels=("easy", "medium"),
        tags=(msg("cooperative"), msg("trading")),
        phrases=words.PHRASES,
        statistics={
            "slain": msg("monsters slain"),
            "towers": msg("towers left standing"),
            "turns": msg("turns of all players"),
        },
    )
    Order = orders.Order
    refusals = rules.REFUSALS
    targets = TARGETS
    book = BOOK
    missing = labels.MISSING
    names = NAMES
    look_ahead = 0  # the heuristic plans the whole turn

    format = staticmethod(format_of)
    setup = staticmethod(rules.setup)
    active_seats = staticmethod(rules.active_seats)
    turn = staticmethod(rules.turn)
    legal_actions = staticmethod(rules.legal_actions)
    apply_action = staticmethod(rules.apply_action)
    result = staticmethod(scoring.result)
    observation = staticmethod(observe)
    determinize = staticmethod(determinize)
    choices = staticmethod(labels.choices)
    bare_choices = staticmethod(labels.bare_choices)
    objection = staticmethod(objection)
    not_yet = staticmethod(not_yet)
    prompt = staticmethod(presentation.prompt)
    moment = staticmethod(presentation.moment)
    narrate = staticmethod(presentation.narrate)
    board = staticmethod(board)
    figures = staticmethod(figures)
    guide = staticmethod(guide)
    pieces = staticmethod(rules.pieces)
    scores = staticmethod(scoring.scores)
    statistics = staticmethod(scoring.statistics)
    default_action = staticmethod(policy.default_action)
    candidates = staticmethod(policy.candidates)
    heuristic = staticmethod(policy.heuristic)
    evaluate = staticmethod(policy.evaluate)
    takes_orders = staticmethod(orders.takes_orders)
    answer = staticmethod(orders.answer)
    order_in_words = staticmethod(orders.in_words)
