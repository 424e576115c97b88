"""The first-game guide: the second half of a round, from a bribe to a counter bought; and the
numbers and the picture of the rules page, computed from the rules.

The positions are made up. In the guide's two dragon cards are face down; the open ones show what
they are.
"""

from functools import cache
from typing import Any

from games.burnt_to_ashes import components as box, words
from games.burnt_to_ashes.actions import Action, Aim, Arrange, Buy, Lay, Look, Place, Spend
from games.burnt_to_ashes.board import board
from games.burnt_to_ashes.catalog import TRACKS
from games.burnt_to_ashes.observation import observe
from games.burnt_to_ashes.policy.odds import Fight, Stakes, outlook
from games.burnt_to_ashes.state import Attack, DragonCard, Fought, Land, Options, Player, State
from games.plugin import Guide, GuideMove, GuideStep, line, step

READER, NEIGHBOR = 0, 1
NORTH, EAST = 0, 1  # the cards still face down
PILE_AT, KNIGHT_AT, THEIR_KNIGHT = 0, 6, 1  # lands
PILE = ("attack", "power", "knight", "sword")

_STEPS: tuple[GuideStep[Action], ...] = (
    step(
        "The dragon wants gold",
        "Four dragon cards lie in the lair, one for each track of lands. Two have been turned up "
        "this round. The backs of the others tell you: yellow wants up to 4 gold, red more.",
        points=(f"card:{NORTH}", f"card:{EAST}"),
    ),
    step(
        "Put the stone down",
        "You lead this attack: put your dragon stone on the yellow card in the north. This "
        "round’s yellow cards are 2, 3 and 4, and two of them are open, so it must be the 3.",
        move=GuideMove(READER, Aim(NORTH)),
    ),
    step(
        "Lay gold",
        "Everyone lays gold face down, from you on. Nobody sees its worth: an X is worth nothing. "
        "Lay two ones, and trust your neighbor for the third.",
        move=GuideMove(READER, Lay(one=2)),
        replies=(GuideMove(NEIGHBOR, Lay(one=1), ("3",)), GuideMove(NEIGHBOR, Lay(one=2))),
    ),
    step(
        "Prevented",
        "3 gold was enough for a 3. You gave most, so the glory is yours: one more gold card next "
        "round. Now comes the last card, the red 5. Your neighbor has laid two cards. Lay two ones "
        "too: if one gold is missing, the dragon attacks one land, and your knight stands there.",
        points=(f"land:{KNIGHT_AT}",),
        move=GuideMove(READER, Lay(one=2), ("5", "dragon", "knight", "dragon")),
    ),
    step(
        "The battle",
        "Knight cards are turned one by one. Three dragons, and your knight is lost. Three "
        "knights win, and so do three swords: yours carries one. Two dragons are up: spend "
        "your power, and they no longer count.",
        points=(f"battle:{KNIGHT_AT}",),
        move=GuideMove(READER, Spend(), ("sword", "shield", "sword", "knight", "sword")),
    ),
    step(
        "A strike",
        line(
            "Three swords: you have wounded the dragon. {strikes} strikes slay it, whoever lands "
            "them, and each brings its owner {glory} gold cards next round. Now you spend the "
            "gold you kept. A look costs {look}: look at your pile in the north.",
            strikes=box.STRIKES,
            glory=box.STRIKE_GLORY,
            look=box.LOOK_PRICE,
        ),
        move=GuideMove(READER, Look(PILE_AT), PILE),
    ),
    step(
        "Put the pile in order",
        "A dragon attack lay on top: bought unseen, it would have burnt the land. Choose the "
        "counters in the order you want, the new top first: knight, power, sword, attack. Nobody "
        "else will know.",
        move=GuideMove(READER, Arrange(("knight", "power", "sword", "attack"))),
    ),
    step(
        "Buy a counter",
        line("A counter costs {price}. Buy the knight on top.", price=box.COUNTER_PRICE),
        move=GuideMove(READER, Buy(PILE_AT)),
    ),
    step(
        "Place it well",
        "It goes on one of your lands without a knight, and stays there. The dragon attacks the "
        "first lands of a track most often: put the knight on the start land in the north.",
        move=GuideMove(READER, Place(PILE_AT)),
    ),
    step(
        "Burnt to ashes?",
        "Round by round the dragon wants more. If no knight stands after the purchases, or no "
        "land is left, it has won. Slay it before that, and the most power takes the crown.",
    ),
)


@cache
def guide() -> Guide[State, Action]:
    return Guide(
        state=_position(),
        seat=READER,
        names=(line("Your realm"), line("The realm next door")),
        steps=_STEPS,
    )


def _lands() -> list[Land]:
    """New lands, which belong to the reader and the neighbor in turn."""
    return [Land(box.pile_of(number), owner=number % 2) for number in range(box.LANDS)]


def _position() -> State:
    hands = ([1, 7, 0, 0], [1, 4, 1, 0])
    lands = _lands()
    lands[KNIGHT_AT].knight = lands[KNIGHT_AT].sword = True
    lands[THEIR_KNIGHT].knight = True
    lands[KNIGHT_AT].size -= 1
    return State(
        options=Options(),
        players=[Player(hand=list(hand), power=1) for hand in hands],
        lands=lands,
        bag={**box.COUNTER_COPIES, "sword": box.COUNTER_COPIES["sword"] - 1},
        discards=[
            copies - one - other for copies, one, other in zip(box.GOLD, *hands, strict=True)
        ],
        regent=READER,
        to_act=READER,
        phase="stone",
        round=2,
        attack=2,
        cards=[DragonCard(False), DragonCard(True), DragonCard(False, 2), DragonCard(False, 4)],
    )


def figures() -> dict[str, Any]:
    """Return every number of the box by its name, sums and odds, and a board to show parts of."""
    numbers = {name.lower(): value for name, value in vars(box).items() if type(value) is int}
    return numbers | {
        "picture": _picture(),
        "least": box.MIN_SEATS,
        "most": box.MAX_SEATS,
        "aside": box.SET_ASIDE,
        "tracks": len(TRACKS),
        "counters": list(box.COUNTER_COPIES.items()),
        "counter_count": sum(box.COUNTER_COPIES.values()),
        "gold": [[words.gold_card(worth), box.GOLD[worth]] for worth in box.WORTHS],
        "gold_value": box.value(list(box.GOLD)),
        "rounds": [
            [f"{n} +" if n == box.LAST_CHANGE else str(n), " ".join(map(str, box.numbers_of(n)))]
            for n in range(1, box.LAST_CHANGE + 1)
        ],
        "last_sum": sum(box.numbers_of(box.LAST_CHANGE)),
        "knight_cards": list(box.KNIGHT_CARDS.items()),
        "knight_card_count": sum(box.KNIGHT_CARDS.values()),
        "odds": [
            [sword, power, _percent(Fight(sword, shield=False, power=power))]
            for sword in (False, True)
            for power in (0, 1, 2)
        ],
    }


def _percent(fight: Fight) -> int:
    """The chance of a knight with these arms to win, using all its power."""
    return round(100 * outlook(fight, Stakes(1.0, 0.0, 0.0, 0.0)).win)


def _picture() -> dict[str, Any]:
    """The board after an attack on the north: 3 wanted, 1 given, one battle won."""
    lands = _lands()
    lands[0].knight = lands[0].sword = lands[0].shield = lands[3].sword = True
    lands[1].burnt, lands[4].knight = True, True
    gold = [[0, 1, 0, 0], [2, 0, 0, 0]]
    turned: Any = ["shield", "dragon", "knight", "dragon", "knight", "sword", "knight"]
    state = State(
        options=Options(),
        players=[Player(hand=[1, 3, 1, 0], power=1), Player(hand=[0, 2, 0, 0], power=2)],
        lands=lands,
        regent=READER,
        to_act=NEIGHBOR,
        phase="stone",
        round=2,
        attack=1,
        cards=[DragonCard(False, 3), DragonCard(True), DragonCard(False), DragonCard(False)],
        attacked=[2],
        attacks=[Attack(0, 3, gold, None, [0, 2])],
        fought=[Fought(0, turned, seat=READER, sword=True, shield=True)],
    )
    return board(observe(state, READER))
