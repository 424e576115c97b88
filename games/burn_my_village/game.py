"""The ruleset's entry point for the portal."""

from games.burn_my_village import labels, policy, presentation, rules, scoring, words
from games.burn_my_village.actions import Action
from games.burn_my_village.board import board
from games.burn_my_village.components import MAX_CHOICES, MAX_SEATS, MAX_TURNS, MIN_SEATS
from games.burn_my_village.explanations import BOOK
from games.burn_my_village.figures import figures
from games.burn_my_village.guide import guide
from games.burn_my_village.observation import Observation, determinize, observe
from games.burn_my_village.state import State
from games.burn_my_village.why_not import TARGETS, objection
from games.plugin import Game, Meta, NoOptions, msg


class BurnMyVillage(Game[NoOptions, State, Action, Observation]):
    """Please Don't Burn My Village, 2 to 5 players, everyone for themselves."""

    meta = Meta(
        slug="please-dont-burn-my-village",
        title=msg("Please Don’t Burn My Village"),
        tagline=msg("Bribe the dragon with the right treasure, and curse everyone else’s."),
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
            "wilds_bribed": msg("coins bribed"),
            "cards_left": msg("cards left that cost points"),
        },
    )
    refusals = rules.REFUSALS
    targets = TARGETS
    book = BOOK
    missing = labels.MISSING
    names = words.NAMES

    setup = staticmethod(rules.setup)
    active_seats = staticmethod(rules.active_seats)
    legal_actions = staticmethod(rules.legal_actions)
    apply_action = staticmethod(rules.apply_action)
    result = staticmethod(scoring.result)
    observation = staticmethod(observe)
    determinize = staticmethod(determinize)
    choices = staticmethod(labels.choices)
    bare_choices = staticmethod(labels.bare_choices)
    objection = staticmethod(objection)
    prompt = staticmethod(presentation.prompt)
    moment = staticmethod(presentation.moment)
    narrate = staticmethod(presentation.narrate)
    board = staticmethod(board)
    figures = staticmethod(figures)
    guide = staticmethod(guide)
    pieces = staticmethod(rules.pieces)
    scores = staticmethod(scoring.scores)
    statistics = staticmethod(scoring.statistics)
    candidates = staticmethod(policy.candidates)
    heuristic = staticmethod(policy.heuristic)
    evaluate = staticmethod(policy.evaluate)
