"""The first-game guide: one round early in a fair."""

from functools import cache

from games.plugin import Guide, GuideMove, GuideStep, Sealed, line, step
from tests.rulesets.fair_of_masks.components import BIDS, MASKS
from tests.rulesets.fair_of_masks.state import Bid, Move, Pick, Position

READER, LEFT, RIGHT = 0, 1, 2
_NAMES = (line("Your harlequin"), line("The juggler"), line("The piper"))
_STALL = "There is one mask fewer than players. The most masks of a kind bring points at the end."
_BID = "All bid in secret. You have a Moon already and want another badly: bid 8."
_PICK = "Your 8 is used up, but you pick first. The lowest bid gets no mask and takes a bid back."
_END = "Kinds, sets of all five, and high values bring points. Mind the bids you have left!"
_OTHERS = (GuideMove[Move](LEFT, Bid(5)), GuideMove[Move](RIGHT, Bid(2)))
_TAKE = GuideMove[Move](READER, Pick("moon-9"), ("raven-1", "fox-3"))
_STEPS: tuple[GuideStep[Move], ...] = (
    step("The stall", _STALL, points=("stall",)),
    step("Bid in secret", _BID, move=GuideMove(READER, Bid(8)), replies=_OTHERS),
    step("The highest picks first", _PICK, points=("bid:2",), move=_TAKE),
    step("Count what you have", _END, points=("standing:0", "hand:0")),
)


@cache
def guide() -> Guide[Position, Move]:
    state = Position(
        leader=LEFT,
        round=2,
        hands=[[n for n in BIDS if n != used] for used in (4, 7, 0)],
        masks=[["moon-2"], ["fox-6"], []],
        open=["frog-4", "moon-9"],
        bag={mask: int(mask not in {"fox-6", "frog-4", "moon-2", "moon-9"}) for mask in MASKS},
        bids=Sealed(asked=[READER, LEFT, RIGHT]),
    )
    return Guide(state=state, seat=READER, names=_NAMES, steps=_STEPS)
