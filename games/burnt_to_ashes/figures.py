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
    """Return counts, prices and odds, and a board whose parts the page shows."""
    return {
        "picture": _picture(),
        "least": box.MIN_SEATS,
        "most": box.MAX_SEATS,
        "lands": box.LANDS,
        "tracks": len(TRACKS),
        "track_length": box.TRACK_LENGTH,
        "counters": list(box.COUNTER_COPIES.items()),
        "counter_count": sum(box.COUNTER_COPIES.values()),
        "aside": box.SET_ASIDE,
        "pile": box.PILE,
        "start_pile": box.START_PILE,
        "starting_power": box.STARTING_POWER,
        "gold": [[words.gold_card(worth), box.GOLD[worth]] for worth in box.WORTHS],
        "gold_cards": box.GOLD_CARDS,
        "gold_value": box.value(list(box.GOLD)),
        "two_steps": box.TWO_STEPS_ABOVE,
        "counter_price": box.COUNTER_PRICE,
        "look_price": box.LOOK_PRICE,
        "attacks": box.ATTACKS,
        "rounds": [
            [round_, list(box.numbers_of(round_))] for round_ in range(1, box.LAST_CHANGE + 1)
        ],
        "last_change": box.LAST_CHANGE,
        "last_sum": sum(box.numbers_of(box.LAST_CHANGE)),
        "yellow_glory": box.YELLOW_GLORY,
        "red_glory": box.RED_GLORY,
        "knight_cards": list(box.KNIGHT_CARDS.items()),
        "knight_card_count": sum(box.KNIGHT_CARDS.values()),
        "to_end_it": box.TO_END_IT,
        "spent_against": box.SPENT_AGAINST,
        "strikes": box.STRIKES,
        "strike_glory": box.STRIKE_GLORY,
        "plain": box.PLAIN,
        "fighter": box.FIGHTER,
        "victor": box.VICTOR,
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
        fought=[Fought(0, READER, sword=True, shield=True, turned=turned, void=0)],
    )
    return board(observe(state, READER))
