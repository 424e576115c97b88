"""When the game is over, and what it scored (ruling sheet, Game over)."""

from typing import Any

from games.plugin import Line, Result, SeatResult, lines
from games.village_assault.components import CARDS
from games.village_assault.rules import battle, piles
from games.village_assault.rules.run import Run
from games.village_assault.state import Ending, State


def is_beaten(state: State) -> bool:
    """Whether the enemies that are left can't be overcome anymore; goes by public facts only."""
    if any(battle.is_free(village) for village in state.villages) or "bunny" in state.hand:
        return False
    return not (_can_win(state) or _can_draw(state))


def _can_win(state: State) -> bool:
    """Whether any attack wins with none or with all of the Pigs."""
    targets = [village for village in state.villages if battle.shows_unit(village)]
    pigs = state.hand.count("pig")
    for unit in state.hand:
        if CARDS[unit].is_animal:
            continue
        for village in targets:
            fought = battle.fight(state, unit, village)
            if fought.won or (pigs and battle.fight(state, unit, village, pigs).won):
                return True
    return False


def _can_draw(state: State) -> bool:
    """Whether a card can still be drawn and something in hand could draw it."""
    if not piles.can_be_drawn(state):
        return False
    kinds = [CARDS[card].kind for card in state.hand]
    if "chicken" in kinds or "thief" in kinds:
        return True
    return any(kind == "merchant" and _would_buy(state, at) for at, kind in enumerate(kinds))


def _would_buy(state: State, merchant: int) -> bool:
    others = state.hand[:merchant] + state.hand[merchant + 1 :]
    return piles.gold(state.prisoners + others) >= state.rate


def end(run: Run, ending: Ending) -> None:
    """The game is over: the prisoners are scored as they are."""
    state = run.state
    gold = piles.gold(state.prisoners)
    state.scored.append(gold)
    state.ending = ending
    run.tell("end", ending=ending, gold=gold, total=sum(state.scored), rounds=state.round)


def points(state: State) -> int:
    """The score as it stands if the game ends now; what was only added to be cashed in is not."""
    if state.ending is not None:
        return sum(state.scored)
    taken = state.prisoners[: len(state.prisoners) - state.added]
    return sum(state.scored) + piles.gold(taken)


def scores(state: State) -> list[int | None]:
    """The one seat's points as they stand."""
    return [points(state)]


def rounds_won(state: State) -> int:
    return state.round if state.ending == "conquered" else state.round - 1


def result(state: State) -> Result | None:
    """The score, neither won nor lost; None while the game goes on."""
    if state.ending is None:
        return None
    return Result(state.ending, _reason(state), (SeatResult("scored", 1, points(state)),))


def _reason(state: State) -> Line:
    total = points(state)
    if state.ending == "conquered":
        return lines(
            "Nothing is left to deal: all is conquered, for {n} point.",
            "Nothing is left to deal: all is conquered, for {n} points.",
            total,
        )
    if state.ending == "retreated":
        return lines(
            "Retreat in round {round}: the assault scores {n} point.",
            "Retreat in round {round}: the assault scores {n} points.",
            total,
            round=state.round,
        )
    return lines(
        "Beaten back in round {round}: the assault scores {n} point.",
        "Beaten back in round {round}: the assault scores {n} points.",
        total,
        round=state.round,
    )


def statistics(state: State) -> dict[str, Any]:
    """For profiles: rounds won, attacks made, which part equal scores, and the best round."""
    own = {"rounds": rounds_won(state), "attacks": state.attacks}
    return {"seats": [own | {"best_round": max(state.scored, default=0), "left": len(state.hand)}]}
