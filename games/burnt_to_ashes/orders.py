"""Standing orders: gold for each attack, planned for a whole round.

Our own addition; at the table people are asked each time. A plan may also put the dragon stone
down, so that nobody must come back for it. It is public that a plan answered, so it can bluff like
a player; otherwise everyone would know that none of its cards is an X.
"""

from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.burnt_to_ashes.actions import Action, Aim, Lay, LayXs, lays
from games.burnt_to_ashes.components import GOLD, TWO_STEPS_ABOVE, value
from games.burnt_to_ashes.observation import Observation
from games.plugin import Line, described, line, listed

MOST_GOLD = value(list(GOLD))
MOST_ROUNDS = 99
Limit = Annotated[int, Meta(ge=0, le=MOST_GOLD)]


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """Up to this much gold against each attack of a round, by the order of the attacks."""

    first: Annotated[Limit, described("First attack: at most")] = 2
    first_x: Annotated[bool, described("First attack: add an X")] = False
    second: Annotated[Limit, described("Second attack: at most")] = 1
    second_x: Annotated[bool, described("Second attack: add an X")] = False
    third: Annotated[Limit, described("Third attack: at most")] = 1
    third_x: Annotated[bool, described("Third attack: add an X")] = False
    fourth: Annotated[Limit, described("Fourth attack: at most")] = 1
    fourth_x: Annotated[bool, described("Fourth attack: add an X")] = False
    stone: Annotated[
        Literal["ask", "yellow", "red"],
        described(
            "Your dragon stone",
            "Ask: you put it down yourself. Yellow or red: it goes on the first card of that "
            "color, or on the first one if none is left.",
        ),
    ] = "ask"
    round: Annotated[
        int,
        Meta(ge=0, le=MOST_ROUNDS),
        described("Only in round", "Empty: in every round, until you change it."),
    ] = 0

    @property
    def limits(self) -> tuple[int, ...]:
        return (self.first, self.second, self.third, self.fourth)

    @property
    def bluffs(self) -> tuple[bool, ...]:
        return (self.first_x, self.second_x, self.third_x, self.fourth_x)


Order = Annotated[
    Plan,
    described(
        "A plan for your gold",
        "Lays your gold for you, attack by attack, as much as you allow, and an X if you hold one "
        "and say so. The others can tell that a plan has answered, not what it says. You still "
        "decide what you buy and how you fight.",
    ),
]


def answer(observation: Observation, order: Plan) -> Action | None:
    """Return the plan's answer to the present decision, or None to ask the player."""
    seen, you = observation, observation.you
    if seen.ending or seen.pending or you is None or seen.to_act != you:
        return None
    if order.round not in (0, seen.round):
        return None
    if seen.phase == "stone" and order.stone != "ask":
        down = [place for place, card in enumerate(seen.cards) if card.number is None]
        wanted = [place for place in down if seen.cards[place].red == (order.stone == "red")]
        return Aim((wanted or down)[0])
    hand = seen.seats[you].hand
    if seen.phase != "lay" or hand is None:
        return None
    x = int(order.bluffs[seen.attack] and hand[0] > 0)
    if seen.halfway:
        return LayXs(x)
    if seen.count == 1 or sum(hand) > TWO_STEPS_ABOVE:
        x = 0  # none alone; a large hand lays them in the second step
    return _up_to(order.limits[seen.attack], x, *hand[1:])


@cache
def _up_to(most: int, xs: int, ones: int, twos: int, threes: int) -> Lay:
    """As much as the limit allows, with that many Xs and as many cards as possible."""
    every = lays((xs, ones, twos, threes))
    allowed = (lay for lay in every if lay.x == xs and value(lay.gold) <= most)
    return max(allowed, key=lambda lay: (value(lay.gold), sum(lay.gold)))


_STONES = {
    "yellow": line("put the dragon stone on a yellow card"),
    "red": line("put the dragon stone on a red card"),
}


def in_words(order: Plan) -> Line:
    limits = listed([line("{n}", n=limit) for limit in order.limits])
    parts = [line("give at most {limits} gold against the four attacks", limits=limits)]
    if adding := [line("{n}", n=n) for n, bluff in enumerate(order.bluffs, start=1) if bluff]:
        parts.append(line("add an X to attack {attacks}", attacks=listed(adding)))
    if order.stone in _STONES:
        parts.append(_STONES[order.stone])
    what = listed(parts)
    if order.round:
        return line("In round {round}, {what}.", round=order.round, what=what)
    return line("In every round, {what}.", what=what)
