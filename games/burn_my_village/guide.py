"""The first-game guide: a few turns, late in a game for two, that show everything.

The position contains every card of a game for two; the deck holds only the cards that the script
turns up, so the guide ends like a game.
"""

from functools import cache

from games.burn_my_village import components as box
from games.burn_my_village.actions import DRAW, FREE_VISIT, Action, Bribe, Payment, Visit
from games.burn_my_village.rules import missing
from games.burn_my_village.state import Laid, Player, State
from games.plugin import Guide, GuideMove, GuideStep, line, step

READER, NEIGHBOR = 0, 1

_STEPS: tuple[GuideStep[Action], ...] = (
    step(
        "The Dragon’s Favor",
        "Six treasures lie in a row under the dragon. The number below each says what one card of "
        "it is worth to everyone if the game ends now. Your potions are his favorites.",
        points=("token:potion", "space:5"),
    ),
    step(
        "Bribe him",
        "Cards laid before the dragon are your points. Bribe with both scrolls in your hand: "
        "their token climbs one space for each card, and the tokens it passes make room.",
        move=GuideMove(READER, Bribe("scroll", 2, 0), ("axe", "crown", "scroll")),
    ),
    step(
        "A bribe fills the market",
        "After every bribe, cards are dealt to the stalls, from the most expensive to the free "
        "one and around again, until a card of the bribed kind or a coin turns up. This time a "
        "scroll came third. Now the village next door takes its turn.",
        points=("stall:3", "stall:2", "stall:1"),
        replies=(GuideMove(NEIGHBOR, Bribe("sword", 2, 0), ("wild",)),),
    ),
    step(
        "Buy and curse",
        "The neighbors bribed with swords, which now lead. Pay at the stall that costs two, with "
        "your sword and your axe, and curse the sword: its token falls one space for each card "
        "you pay, and all the stall’s cards are yours.",
        move=GuideMove(READER, Visit(2, Payment(sword=1, axe=1), "sword")),
        replies=(GuideMove(NEIGHBOR, DRAW, ("potion",)),),
    ),
    step(
        "Coins stand for anything",
        line(
            "You bought a crown, a scroll and a coin. Add the scroll and the coin to your scrolls: "
            "next to a treasure, or on a bribe you already have, a coin counts as one more card of "
            "that kind. Kept in hand to the end, it would cost you {points} points.",
            points=box.LEFTOVER_WILD_COST,
        ),
        move=GuideMove(READER, Bribe("scroll", 1, 1), ("potion", "scroll")),
        replies=(GuideMove(NEIGHBOR, DRAW, ("feather",)),),
    ),
    step(
        "The last turns",
        line(
            "The deck is empty: one more draw, or a bribe, and the game is over. The stall marked "
            "{free} costs nothing and curses nothing. Take what’s there.",
            free=box.STALL_COSTS[-1],
        ),
        move=GuideMove(READER, FREE_VISIT),
        replies=(GuideMove(NEIGHBOR, DRAW),),
    ),
    step(
        "The dragon counts",
        "The neighbors chose to draw, and there was nothing left. The potion in your hand joins "
        "your bribed potions automatically. Each card laid scores what its token shows; treasures "
        "that can’t join a bribe cost you as much. The most points win.",
    ),
)


@cache
def guide() -> Guide[State, Action]:
    reader = Player(hand=_cards("scroll", "scroll", "sword", "axe", "feather", "potion", "crown"))
    reader.bribes["potion"] = Laid(2, 0)
    rival = Player(hand=_cards("sword", "sword", "crown", "crown", "potion", "axe"))
    rival.bribes["sword"] = Laid(1, 1)
    rival.bribes["feather"] = Laid(2, 0)
    # The deck holds only the cards that the script turns up.
    drawn = [card for each in _STEPS for move in each.moves for card in move.outcomes]
    state = State(
        players=[reader, rival],
        track=["axe", "scroll", "crown", "feather", "sword", "potion"],
        stalls=[["feather"], ["axe"], ["scroll", "wild"], []],
        deck=_cards(*drawn),
        first=READER,
        cursed="axe",
    )
    state.discards = missing(state)
    names = (line("Your village"), line("The village next door"))
    return Guide(state=state, seat=READER, names=names, steps=_STEPS)


def _cards(*kinds: box.Kind) -> box.Cards:
    return box.no_cards() | {kind: kinds.count(kind) for kind in kinds}
