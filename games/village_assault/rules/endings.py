"""The end of the game, and the score (ruling sheet, Game over)."""

from typing import Any

from games.plugin import Line, Result, SeatResult, lines
from games.village_assault.components import CARDS
from games.village_assault.rules import battle, piles
from games.village_assault.rules.run import Run
from games.village_assault.state import Ending, State


def is_beaten(state: State) -> bool:
    """Whether no enemy can be overcome anymore, by public facts only."""
    if any(battle.is_free(village) for village in state.villages) or "bunny" in state.hand:
        return False
    return not (_can_win(state) or _can_draw(state))


def _can_win(state: State) -> bool:
    """Whether any attack wins with none or all of the Pigs."""
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
    """End the game and score the prisoners."""
    state = run.state
    gold = piles.gold(state.prisoners)
    state.scored.append(gold)
    state.ending = ending
    run.tell("end", ending=ending, gold=gold, total=sum(state.scored), rounds=state.round)


def points(state: State) -> int:
    """Return the score if the game ends now, without cards added only to be cashed in."""
    if state.ending is not None:
        return sum(state.scored)
    taken = state.prisoners[: len(state.prisoners) - state.added]
    return sum(state.scored) + piles.gold(taken)


def scores(state: State) -> list[int | None]:
    """Return the one seat's present points."""
    return [points(state)]


def result(state: State) -> Result | None:
    """Return the score, neither won nor lost, or None while the game goes on."""
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
    """Return the statistics of profiles; equal scores are ranked by attacks."""
    won = state.round - (state.ending != "conquered")
    own = {"rounds": won, "attacks": state.attacks}
    return {"seats": [own | {"best_round": max(state.scored, default=0), "left": len(state.hand)}]}
