"""Standing orders: how much gold a player gives to each attack, said once for a whole round.

Our own addition; at the table people are asked anew each time. A plan may also put the dragon stone
down, so that nobody has to come back for it. It never lays an X.
"""

from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.burnt_to_ashes.actions import AIMS, XS, Action, Lay, lays
from games.burnt_to_ashes.components import ATTACKS, GOLD, value
from games.burnt_to_ashes.observation import Observation
from games.burnt_to_ashes.state import described
from games.plugin import Line, line, listed, msg

MOST_GOLD = value(list(GOLD))
MOST_ROUNDS = 99
Limit = Annotated[int, Meta(ge=0, le=MOST_GOLD)]


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """Up to so much gold against each attack of a round, by the order of the attacks."""

    first: Annotated[
        Limit, described(msg("First attack"), msg("Give up to this much gold; 0: nothing."))
    ] = 2
    second: Annotated[
        Limit, described(msg("Second attack"), msg("Give up to this much gold; 0: nothing."))
    ] = 1
    third: Annotated[
        Limit, described(msg("Third attack"), msg("Give up to this much gold; 0: nothing."))
    ] = 1
    fourth: Annotated[
        Limit, described(msg("Fourth attack"), msg("Give up to this much gold; 0: nothing."))
    ] = 1
    stone: Annotated[
        Literal["ask", "yellow", "red"],
        described(
            msg("Your dragon stone"),
            msg(
                "Ask: you put it down yourself. Yellow or red: it goes on the first card of that "
                "color, or else of the other."
            ),
        ),
    ] = "ask"
    round: Annotated[
        int,
        Meta(ge=0, le=MOST_ROUNDS),
        described(
            msg("Round"),
            msg("The round this plan is for; 0: every round, until you change it."),
        ),
    ] = 0


Order = Annotated[
    Plan,
    described(
        msg("A plan for your gold"),
        msg(
            "Lays your gold for you, attack by attack, as much as you allow and never an X. The "
            "others can tell that a plan has answered. What you buy and how you fight stays yours "
            "to decide."
        ),
    ),
]


def answer(observation: Observation, order: Plan) -> Action | None:
    """What the plan says to the present decision; None: the player is asked."""
    you = observation.you
    if observation.ending or observation.pending or you is None or observation.to_act != you:
        return None
    if order.round not in (0, observation.round):
        return None
    if observation.phase == "lay":
        return XS[0] if observation.halfway else _lay(observation, limit(order, observation.attack))
    if observation.phase == "stone" and order.stone != "ask":
        return _aim(observation, red=order.stone == "red")
    return None


def limit(order: Plan, attack: int) -> int:
    """How much the plan gives against an attack, counted from 0."""
    return (order.first, order.second, order.third, order.fourth)[attack]


def _lay(observation: Observation, most: int) -> Lay | None:
    assert observation.you is not None
    hand = observation.seats[observation.you].hand
    return None if hand is None else _up_to(most, *hand[1:])


@cache
def _up_to(most: int, ones: int, twos: int, threes: int) -> Lay:
    """As much as the limit allows; of several ways the one with the most cards."""
    allowed = (lay for lay in lays((0, ones, twos, threes)) if value(lay.gold) <= most)
    return max(allowed, key=lambda lay: (value(lay.gold), sum(lay.gold)))


def _aim(observation: Observation, *, red: bool) -> Action:
    down = [place for place, card in enumerate(observation.cards) if card.number is None]
    wanted = [place for place in down if observation.cards[place].red == red]
    return AIMS[(wanted or down)[0]]


_STONES = {
    "yellow": line("put the dragon stone on a yellow card"),
    "red": line("put the dragon stone on a red card"),
}


def in_words(order: Plan) -> Line:
    """The plan in one sentence."""
    limits = [line("{n}", n=limit(order, attack)) for attack in range(ATTACKS)]
    gold = line("give up to {limits} gold against the four attacks", limits=listed(limits))
    what = listed([gold, _STONES[order.stone]]) if order.stone in _STONES else gold
    if order.round:
        return line("In round {round}, {what}.", round=order.round, what=what)
    return line("In every round, {what}.", what=what)
