"""The first-game guide: the last two nights of a game."""

from functools import cache

from games.plugin import Guide, GuideMove, GuideStep, Pile, Sealed, line, step
from tests.rulesets.midnight_cookies.actions import Move, Send
from tests.rulesets.midnight_cookies.components import ROUNDS
from tests.rulesets.midnight_cookies.rules import missing
from tests.rulesets.midnight_cookies.state import Position, Visit

READER, NEIGHBOR = 0, 1
_STEPS: tuple[GuideStep[Move], ...] = (
    step(
        "The plate",
        "Everyone's animals are after these cookies. The most cookies win.",
        points=("plate",),
    ),
    step(
        "Send an animal",
        "Everyone secretly sends one animal, and then all of them are turned up. You think that a "
        "mouse is coming: send your owl.",
        move=GuideMove(READER, Send("owl")),
        replies=(GuideMove(NEIGHBOR, Send("mouse"), (3,)),),
    ),
    step(
        "Small animals first",
        "Your owl scared the mouse and took its cookies, too. New cookies are on the plate: send "
        "your raccoon, which comes before any bear.",
        points=("visits",),
        move=GuideMove(READER, Send("raccoon")),
        replies=(GuideMove(NEIGHBOR, Send("bear")),),
    ),
    step(
        "The sun comes up",
        "The bear took what your raccoon had left. Add up everyone's cookies!",
        points=("visits",),
    ),
)


@cache
def guide() -> Guide[Position, Move]:
    state = Position(
        rounds=ROUNDS,
        first=READER,
        die=4,
        plate=6,
        hands=[Pile(["owl", "raccoon"]), Pile(["mouse", "bear"])],
        sent=Sealed(asked=[READER, NEIGHBOR]),
        points=[5, 11],
        nights=[
            [Visit(READER, "mouse", 2), Visit(NEIGHBOR, "raccoon", 3)],
            [Visit(READER, "squirrel", 3), Visit(NEIGHBOR, "bear", 5)],
            [Visit(NEIGHBOR, "owl", 3), Visit(READER, "mouse", 0)],
        ],
    )
    state.bag = missing(state)
    names = (line("Your house"), line("The neighbor"))
    return Guide(state=state, seat=READER, names=names, steps=_STEPS)
