"""The game in numbers and in a picture, for the rules page: all made from the rules."""

from typing import Any

from games.burnt_to_ashes import words
from games.burnt_to_ashes.board import board
from games.burnt_to_ashes.components import (
    ATTACKS,
    COUNTER_COPIES,
    COUNTER_PRICE,
    FIGHTER,
    GOLD,
    GOLD_CARDS,
    KNIGHT_CARDS,
    LANDS,
    LAST_CHANGE,
    LOOK_PRICE,
    MAX_SEATS,
    MIN_SEATS,
    PILE,
    PLAIN,
    RED_GLORY,
    SET_ASIDE,
    SPENT_AGAINST,
    START_PILE,
    STARTING_POWER,
    STRIKE_GLORY,
    STRIKES,
    TO_END_IT,
    TRACK_LENGTH,
    TRACKS,
    TWO_STEPS_ABOVE,
    VICTOR,
    WORTHS,
    YELLOW_GLORY,
    numbers_of,
    value,
)
from games.burnt_to_ashes.observation import observe
from games.burnt_to_ashes.policy.odds import Fight, Stakes, outlook
from games.burnt_to_ashes.state import (
    Attack,
    DragonCard,
    Fought,
    Options,
    Player,
    State,
    new_lands,
)

READER, NEIGHBOR = 0, 1


def figures() -> dict[str, Any]:
    """Counts, prices and odds, and a board whose parts the page shows."""
    return {
        "picture": _picture(),
        "least": MIN_SEATS,
        "most": MAX_SEATS,
        "lands": LANDS,
        "tracks": len(TRACKS),
        "track_length": TRACK_LENGTH,
        "counters": list(COUNTER_COPIES.items()),
        "counter_count": sum(COUNTER_COPIES.values()),
        "aside": SET_ASIDE,
        "pile": PILE,
        "start_pile": START_PILE,
        "starting_power": STARTING_POWER,
        "gold": [[words.gold_card(worth), GOLD[worth]] for worth in WORTHS],
        "gold_cards": GOLD_CARDS,
        "gold_value": value(list(GOLD)),
        "two_steps": TWO_STEPS_ABOVE,
        "counter_price": COUNTER_PRICE,
        "look_price": LOOK_PRICE,
        "attacks": ATTACKS,
        "rounds": [[round_, list(numbers_of(round_))] for round_ in range(1, LAST_CHANGE + 1)],
        "last_change": LAST_CHANGE,
        "last_sum": sum(numbers_of(LAST_CHANGE)),
        "yellow_glory": YELLOW_GLORY,
        "red_glory": RED_GLORY,
        "knight_cards": list(KNIGHT_CARDS.items()),
        "knight_card_count": sum(KNIGHT_CARDS.values()),
        "to_end_it": TO_END_IT,
        "spent_against": SPENT_AGAINST,
        "strikes": STRIKES,
        "strike_glory": STRIKE_GLORY,
        "plain": PLAIN,
        "fighter": FIGHTER,
        "victor": VICTOR,
        "odds": [
            [sword, power, _percent(Fight(sword, shield=False, power=power))]
            for sword in (False, True)
            for power in (0, 1, 2)
        ],
    }


def _percent(fight: Fight) -> int:
    """How often a knight so armed wins, if all its power may go."""
    return round(100 * outlook(fight, Stakes(1.0, 0.0, 0.0, 0.0)).win)


def _picture() -> dict[str, Any]:
    """Just after an attack on the north: 3 gold were wanted, 1 was given, one battle was won."""
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
        last=Attack(0, 3, gold, None, [0, 2]),
        fought=[Fought(0, READER, sword=True, shield=True, turned=turned, void=0)],
    )
    return board(observe(state, READER))
