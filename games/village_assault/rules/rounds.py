"""Setting up, dealing a round, turning cards up, closing (ruling sheet, Setup and Rounds)."""

from typing import Any

from games.plugin import Chance, Seating
from games.village_assault import components as box
from games.village_assault.rules import endings, piles
from games.village_assault.rules.piles import Run
from games.village_assault.state import FaceDown, Options, State, Village


def setup(options: Options, seating: Seating, chance: Chance) -> State:
    """Shuffle, draw the opening hand and deal the first round."""
    state = State(
        difficulty=options.difficulty,
        deck=chance.shuffle(box.DECK, "deck"),
        villages=[Village(key) for key in box.BUILDINGS],
    )
    run = Run(state, chance)
    piles.draw(run, box.HAND_SIZE, by_card=False)
    begin(run)
    return state


def begin(run: Run) -> None:
    """Deal the next round, resolve what it reveals, and go on to a decision."""
    state = run.state
    state.round += 1
    state.drawn_out = False
    state.phase = "assault"
    run.was_open = True
    dealt = [_deal(run, village) for village in state.villages]
    run.tell("dealt", round=state.round, villages=dealt, last=state.last_round, reveals=True)
    for village in list(state.villages):
        turn_up(run, village)
    settle(run)


def _deal(run: Run, village: Village) -> list[Any]:
    """A village's cards: `[village, face-down cards, face-up card or None]`."""
    state = run.state
    below = state.round - 1 + (len(state.kings) if village.key == box.CASTLE else 0)
    for _ in range(below):
        card = piles.next_card(run)
        if card is not None:
            village.down.append(FaceDown(card, state.shuffles))
    village.face = piles.next_card(run)
    if village.face is None:
        state.last_round = True
    return [village.key, len(village.down), village.face]


def turn_up(run: Run, village: Village) -> None:
    """Turn up cards until the village shows one that stays; Kings and Inns move on."""
    while True:
        if village.face is None:
            if not village.down:
                return
            village.face = village.down.pop().card
            run.tell("turned", village=village.key, card=village.face, reveals=True)
        kind = box.CARDS[village.face].kind
        if kind == box.KING:
            run.state.kings.append(village.face)
            run.tell("king", village=village.key, card=village.face)
        elif kind == box.INN:
            key = next(key for key in box.INN_KEYS if run.state.village(key) is None)
            run.state.villages.append(Village(key))
            run.tell("inn", village=village.key, inn=key)
        else:
            return
        village.face = None


def settle(run: Run) -> None:
    """After an action, close a round without cards, and end the game if it can't go on."""
    state = run.state
    if state.all_empty:
        state.phase = "closing"
        if run.was_open:
            run.tell("cleared", round=state.round)
        return
    state.phase = "assault"
    if endings.is_beaten(state):
        endings.end(run, "beaten")


def cash_in(run: Run) -> None:
    """Draw cards for the prisoners' gold: by a Merchant, or at a round's end, which scores it."""
    state, merchant = run.state, run.state.merchant
    gold = piles.gold(state.prisoners)
    draws = gold // state.rate
    if merchant:
        run.tell("cashed", gold=gold, draws=draws)
    elif state.last_round:
        endings.end(run, "conquered")
        return
    else:
        state.scored.append(gold)
        run.tell("closed", round=state.round, gold=gold, draws=draws)
    piles.draw(run, draws, by_card=merchant is not None)
    run.tell("released", cards=list(state.prisoners))
    state.discards += [merchant, *state.prisoners] if merchant else state.prisoners
    state.merchant, state.prisoners, state.added = None, [], 0
    if merchant:
        settle(run)
    else:
        begin(run)
