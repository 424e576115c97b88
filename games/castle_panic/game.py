"""Castle Panic for the portal: 1 to 6 players hold a castle against the monsters of the Forest."""

from games.castle_panic import components as box, labels, policy, presentation, rules, scoring
from games.castle_panic.actions import Action
from games.castle_panic.board import board
from games.castle_panic.catalog import BOOK, NAMES
from games.castle_panic.figures import figures
from games.castle_panic.guide import guide
from games.castle_panic.observation import Observation, determinize, observe
from games.castle_panic.orders import Order, answer, in_words, takes_orders
from games.castle_panic.policy import features as values
from games.castle_panic.state import Options, State, format_of
from games.castle_panic.why_not import TARGETS, not_yet, objection
from games.plugin import Game, Meta, msg


class CastlePanic(Game[Options, State, Action, Observation]):
    meta = Meta(
        slug="castle-panic",
        title=msg("Castle Panic"),
        tagline=msg("Hold the last tower together while the Forest throws everything at you."),
        rules_version=1,
        state_schema=2,
        min_seats=box.MIN_SEATS,
        max_seats=box.MAX_SEATS,
        minutes=(30, 60),
        max_choices=box.MAX_CHOICES,
        max_steps=None,
        levels=("easy", "medium", "hard", "expert"),
        tags=(msg("cooperative"), msg("trading")),
        phrases=labels.PHRASES,
        statistics={
            "slain": msg("monsters slain"),
            "towers": msg("towers left standing"),
            "turns": msg("turns of all players"),
        },
    )
    Order, book, names, refusals = Order, BOOK, NAMES, rules.REFUSALS
    targets, missing = TARGETS, labels.MISSING
    look_ahead = 0  # the heuristic plans the whole turn
    playouts = 64  # twice as many would gain next to nothing

    format = staticmethod(format_of)
    setup = staticmethod(rules.setup)
    active_seats, turn = staticmethod(rules.active_seats), staticmethod(rules.turn)
    legal_actions = staticmethod(rules.legal_actions)
    apply_action = staticmethod(rules.apply_action)
    pieces, result = staticmethod(rules.pieces), staticmethod(scoring.result)
    scores, statistics = staticmethod(scoring.scores), staticmethod(scoring.statistics)
    observation, determinize = staticmethod(observe), staticmethod(determinize)
    choices, bare_choices = staticmethod(labels.choices), staticmethod(labels.bare_choices)
    objection, not_yet = staticmethod(objection), staticmethod(not_yet)
    prompt, moment = staticmethod(presentation.prompt), staticmethod(presentation.moment)
    narrate = staticmethod(presentation.narrate)
    board, figures = staticmethod(board), staticmethod(figures)
    guide = staticmethod(guide)
    default_action = staticmethod(policy.default_action)
    candidates = staticmethod(policy.candidates)
    heuristic, look = staticmethod(policy.heuristic), staticmethod(policy.look)
    leaning, evaluate = staticmethod(policy.leaning), staticmethod(policy.evaluate)
    features, cell = staticmethod(values.features), staticmethod(values.cell)
    horizon = staticmethod(values.horizon)
    takes_orders, answer = staticmethod(takes_orders), staticmethod(answer)
    order_in_words = staticmethod(in_words)
