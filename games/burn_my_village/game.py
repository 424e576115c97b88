"""Please Don't Burn My Village for the portal: 2 to 5 players, everyone for themselves."""

from games.burn_my_village import catalog, components as box, policy, presentation, rules, scoring
from games.burn_my_village.actions import Action
from games.burn_my_village.board import board, figures
from games.burn_my_village.choices import MISSING, TARGETS, bare_choices, choices, objection
from games.burn_my_village.features import cell, features, horizon
from games.burn_my_village.guide import guide
from games.burn_my_village.observation import Observation, determinize, observe
from games.burn_my_village.state import State
from games.plugin import Game, Meta, NoOptions, msg


class BurnMyVillage(Game[NoOptions, State, Action, Observation]):
    meta = Meta(
        slug="please-dont-burn-my-village",
        title=msg("Please Don’t Burn My Village"),
        tagline=msg("Bribe the dragon with the right treasure, and curse everyone else’s."),
        rules_version=1,
        state_schema=1,
        min_seats=box.MIN_SEATS,
        max_seats=box.MAX_SEATS,
        minutes=(15, 30),
        max_choices=box.MAX_CHOICES,
        max_steps=box.MAX_TURNS,
        levels=("easy", "medium", "hard", "expert"),
        won_duels={"medium": 0.99, "hard": 0.8, "expert": 0.8125},  # docs/ai.md
        tags=(msg("cards"), msg("hidden hands")),
        statistics={
            "cards_bribed": msg("cards bribed"),
            "kinds_bribed": msg("kinds of treasure bribed"),
            "wilds_bribed": msg("coins bribed"),
            "cards_left": msg("cards left that cost points"),
        },
    )
    refusals, targets, missing = rules.REFUSALS, TARGETS, MISSING
    book, names = catalog.BOOK, catalog.NAMES

    setup = staticmethod(rules.setup)
    active_seats = staticmethod(rules.active_seats)
    legal_actions = staticmethod(rules.legal_actions)
    apply_action = staticmethod(rules.apply_action)
    pieces = staticmethod(rules.pieces)
    result = staticmethod(scoring.result)
    scores, statistics = staticmethod(scoring.scores), staticmethod(scoring.statistics)
    observation, determinize = staticmethod(observe), staticmethod(determinize)
    choices = staticmethod(choices)
    bare_choices = staticmethod(bare_choices)
    objection = staticmethod(objection)
    prompt = staticmethod(presentation.prompt)
    moment = staticmethod(presentation.moment)
    narrate = staticmethod(presentation.narrate)
    board = staticmethod(board)
    figures = staticmethod(figures)
    guide = staticmethod(guide)
    candidates = staticmethod(policy.candidates)
    heuristic, look = staticmethod(policy.heuristic), staticmethod(policy.look)
    leaning, evaluate = staticmethod(policy.leaning), staticmethod(policy.evaluate)
    features, cell = staticmethod(features), staticmethod(cell)
    horizon = staticmethod(horizon)
