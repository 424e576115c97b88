"""The first-game guide: most of a second round, from free cards to the gold at its end.

The position is made up; the deck follows the script, so every reader meets the same cards.
"""

from collections import Counter
from functools import cache

from games.plugin import Guide, GuideMove, GuideStep, line, step
from games.village_assault.actions import Action, Add, Attack, Boost, Finish, Take
from games.village_assault.catalog import FIGURES
from games.village_assault.components import DECK, RATES
from games.village_assault.state import FaceDown, State, Village

READER = 0
HAND = ("knight-blue", "wizard-blue", "farmer-red", "thief-purple")
DRAWN = ("dragon-red", "builder-green", "chicken", "orc-red")
NEXT_ROUND = (
    *("farmer-blue", "scout-red", "warrior-orange"),  # the Castle: two face down, one on top
    *("ace-green", "builder-blue", "goblin-yellow"),
    *("farmer-green", "sheep", "merchant-orange"),
)

_STEPS: tuple[GuideStep[Action], ...] = (
    step(
        "Three villages",
        "This is your second round. The Castle, the Tower and the Tavern each show a card, and "
        "more may lie below. Overcome all of them, and the round is won.",
        points=("village:castle", "village:tower", "village:tavern"),
    ),
    step(
        "Some cards are free",
        "Nobody fights an animal. Take the Pig from the Tower into your hand.",
        move=GuideMove(READER, Take("tower")),
    ),
    step(
        "So is a Princess",
        "The next card turned up: a Princess. Her power is 0, so take her prisoner for free. "
        "In the Castle she would be stronger, and you would have to beat her.",
        move=GuideMove(READER, Take("tower")),
    ),
    step(
        "An Archer guards the others",
        line(
            "While the Tavern shows an Archer, she steps in whenever you attack another village, "
            "with +{bonus}. At home she has no bonus: send your Knight there, 2 against 2. Ties "
            "are yours, so he needs no Pig.",
            bonus=FIGURES["archer"]["guarding"],
        ),
        points=("village:tavern",),
        move=GuideMove(READER, Attack("knight-blue", "tavern")),
        replies=(GuideMove(READER, Boost(0, sheep=False)),),
    ),
    step(
        "The Castle is stronger",
        line(
            "The Archer is your prisoner. The Golem in the Castle defends with 5: 2 of its own, 2 "
            "as a defender, 1 for the Castle. Your Wizard has 4. With the Pig, which adds {bonus} "
            "and is then discarded, he wins: pick the Pig, too.",
            bonus=FIGURES["pig"]["helping"],
        ),
        points=("village:castle",),
        move=GuideMove(READER, Attack("wizard-blue", "castle")),
        replies=(GuideMove(READER, Boost(1, sheep=False)),),
    ),
    step(
        "The round is won",
        "All villages are empty. Before you cash in, you may add cards from your hand to the "
        "prisoners. A Farmer is weak, but worth 3 gold: add him.",
        points=("prisoners",),
        move=GuideMove(READER, Add("farmer-red")),
    ),
    step(
        "Gold is points and cards",
        line(
            "Twelve gold: twelve points, and a new card for every {rate}. Finish, and the third "
            "round is dealt, with one more card in each village.",
            rate=RATES["normal"],
        ),
        move=GuideMove(READER, Finish()),
    ),
    step(
        "How far will you get?",
        "The game goes on until nothing in your hand can win anymore. The prisoners you have then "
        "still count. Every round asks for more cards than the last, so spend weak units on weak "
        "enemies.",
    ),
)


@cache
def guide() -> Guide[State, Action]:
    shown = ["golem-yellow", "pig", "princess-blue", "archer-orange"]
    coming = [*DRAWN, *NEXT_ROUND]
    left = list((Counter(DECK) - Counter([*HAND, *shown, *coming])).elements())
    position = State(
        difficulty="normal",
        deck=[*left[20:], *reversed(coming)],
        villages=[
            Village("castle", "golem-yellow"),
            Village("tower", "pig", [FaceDown("princess-blue", 0)]),
            Village("tavern", "archer-orange"),
        ],
        hand=list(HAND),
        discards=left[:20],
        round=2,
        scored=[7],
        attacks=5,
    )
    return Guide(state=position, seat=READER, names=(line("Your band"),), steps=_STEPS)
