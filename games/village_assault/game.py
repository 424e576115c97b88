"""Village Assault for the portal: one player against the deck, for points."""

from games.plugin import Game, Leaderboard, Meta, msg
from games.village_assault import labels, policy, presentation, rules, words
from games.village_assault.actions import Action
from games.village_assault.board import board
from games.village_assault.components import MAX_CHOICES, MAX_STEPS
from games.village_assault.features import cell, features, horizon
from games.village_assault.figures import figures
from games.village_assault.guide import guide
from games.village_assault.observation import determinize, observe
from games.village_assault.rules import decisions, endings, rounds
from games.village_assault.state import Observation, Options, State
from games.village_assault.why_not import TARGETS, objection


class VillageAssault(Game[Options, State, Action, Observation]):
    meta = Meta(
        slug="village-assault",
        title=msg("Village Assault"),
        tagline=msg("Storm the villages, take prisoners, and turn their gold into a larger army."),
        rules_version=1,
        state_schema=1,
        min_seats=1,
        max_seats=1,
        minutes=(5, 15),
        max_choices=MAX_CHOICES,
        max_steps=MAX_STEPS,
        levels=("easy", "medium", "hard"),
        tags=(msg("cards"), msg("solo")),
        statistics={
            "rounds": msg("rounds won"),
            "attacks": msg("attacks"),
            "best_round": msg("points of the best round"),
            "left": msg("cards left in hand"),
        },
        scored=True,
        leaderboard=Leaderboard(option="difficulty", fewest="attacks", daily=msg("Daily assault")),
    )
    refusals, targets, missing = rules.REFUSALS, TARGETS, labels.MISSING
    book, names = words.BOOK, words.NAMES
    look_ahead, playouts = 0, 160

    setup = staticmethod(rounds.setup)
    active_seats, turn = staticmethod(decisions.active_seats), staticmethod(decisions.turn)
    legal_actions = staticmethod(decisions.legal_actions)
    apply_action = staticmethod(decisions.apply_action)
    result = staticmethod(endings.result)
    pieces = staticmethod(rules.pieces)
    scores, statistics = staticmethod(endings.scores), staticmethod(endings.statistics)
    observation, determinize = staticmethod(observe), staticmethod(determinize)
    choices, joined = staticmethod(labels.choices), staticmethod(labels.joined)
    objection = staticmethod(objection)
    prompt, moment = staticmethod(presentation.prompt), staticmethod(presentation.moment)
    narrate = staticmethod(presentation.narrate)
    board, figures = staticmethod(board), staticmethod(figures)
    guide = staticmethod(guide)
    heuristic, look = staticmethod(policy.heuristic), staticmethod(policy.look)
    leaning, evaluate = staticmethod(policy.leaning), staticmethod(policy.evaluate)
    features, cell = staticmethod(features), staticmethod(cell)
    horizon = staticmethod(horizon)
