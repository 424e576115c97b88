"""The ruleset's entry point for the portal."""

from games.burnt_to_ashes import labels, orders, policy, presentation, rules, scoring, words
from games.burnt_to_ashes.actions import Action
from games.burnt_to_ashes.board import board
from games.burnt_to_ashes.components import MAX_CHOICES, MAX_SEATS, MIN_SEATS
from games.burnt_to_ashes.explanations import BOOK
from games.burnt_to_ashes.figures import figures
from games.burnt_to_ashes.guide import guide
from games.burnt_to_ashes.observation import Observation, determinize, observe
from games.burnt_to_ashes.state import Options, State
from games.burnt_to_ashes.why_not import TARGETS, not_yet, objection
from games.plugin import Format, Game, Meta, check_seats, msg


def format_of(options: Options, seats: int) -> Format:
    """Raises `InvalidOptions` for a number of seats that can't play.

    Under a crown everyone plays for themselves, though the dragon can beat them all.
    """
    check_seats(seats, MIN_SEATS, MAX_SEATS)
    nobody = (None,) * seats
    if seats == 1:
        return Format("solo", nobody, (0,))
    if options.mode == "team":
        return Format("cooperative", nobody, (0,) * seats)
    return Format("competitive", nobody, tuple(range(seats)))


class BurntToAshes(Game[Options, State, Action, Observation]):
    """Burnt to Ashes: 1 to 6 rulers against a dragon, and under a crown against each other."""

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
        levels=("easy", "medium"),
        tags=(msg("semi-cooperative"), msg("hidden hands")),
        phrases=words.PHRASES,
        statistics={
            "lands": msg("own lands saved"),
            "strikes": msg("strikes against the dragon"),
            "power": msg("power at the end"),
            "rounds": msg("rounds played"),
        },
    )
    Order = orders.Order
    refusals = rules.REFUSALS
    targets = TARGETS
    book = BOOK
    names = words.NAMES
    missing = labels.MISSING
    look_ahead = 0  # the heuristic plans the round

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
    objection = staticmethod(objection)
    not_yet = staticmethod(not_yet)
    prompt = staticmethod(presentation.prompt)
    moment = staticmethod(presentation.moment)
    narrate = staticmethod(presentation.narrate)
    topic = staticmethod(presentation.topic)
    board = staticmethod(board)
    figures = staticmethod(figures)
    guide = staticmethod(guide)
    pieces = staticmethod(rules.pieces)
    scores = staticmethod(scoring.scores)
    statistics = staticmethod(scoring.statistics)
    heuristic = staticmethod(policy.heuristic)
    candidates = staticmethod(policy.candidates)
    evaluate = staticmethod(policy.evaluate)
    answer = staticmethod(orders.answer)
    order_in_words = staticmethod(orders.in_words)
