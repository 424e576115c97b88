"""The numbers and the picture of the rules page, computed from the rules."""

from typing import Any

from games.burnt_to_ashes import components as box, words
from games.burnt_to_ashes.board import board
from games.burnt_to_ashes.catalog import TRACKS
from games.burnt_to_ashes.observation import observe
from games.burnt_to_ashes.policy.odds import Fight, Stakes, outlook
from games.burnt_to_ashes.state import Attack, DragonCard, Fought, Options, Player, State, new_lands

READER, NEIGHBOR = 0, 1


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
        "rounds": [[round_, box.numbers_of(round_)] for round_ in range(1, box.LAST_CHANGE + 1)],
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
    lands = new_lands()
    for number, land in enumerate(lands):
        land.owner = READER if number % 2 == 0 else NEIGHBOR
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
