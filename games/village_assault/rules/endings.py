"""The end of the game, and the score (ruling sheet, Game over)."""

from typing import Any

from games.plugin import Result, SeatResult, lines
from games.plugin.telling import filled
from games.village_assault.components import CARDS
from games.village_assault.rules import battle, piles
from games.village_assault.rules.piles import Run
from games.village_assault.state import Ending, State


def is_beaten(state: State) -> bool:
    """Whether no enemy can be overcome anymore, by public facts only."""
    if any(battle.is_free(village) for village in state.villages) or "bunny" in state.hand:
        return False
    return not (_can_win(state) or _can_draw(state))


def _can_win(state: State) -> bool:
    """Whether any attack wins with none or all of the Pigs."""
    return any(
        battle.fight(state, unit, village, pigs).won
        for unit in state.hand
        if not CARDS[unit].is_animal
        for village in state.villages
        if battle.shows_unit(village)
        for pigs in {0, state.hand.count("pig")}
    )


def _can_draw(state: State) -> bool:
    """Whether a Chicken or a Thief could draw, or a Merchant for everything else in hand."""
    if not piles.can_be_drawn(state):
        return False
    kinds = [CARDS[card].kind for card in state.hand]
    if "merchant" in kinds:
        at = kinds.index("merchant")
        others = state.hand[:at] + state.hand[at + 1 :]
        if piles.gold(state.prisoners + others) >= state.rate:
            return True
    return "chicken" in kinds or "thief" in kinds


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
    return [points(state)]


_REASONS = {
    "conquered": lines(
        "Nothing is left to deal: everything is conquered, for {n} point.",
        "Nothing is left to deal: everything is conquered, for {n} points.",
    ),
    "retreated": lines(
        "Retreat in round {round}: the assault scores {n} point.",
        "Retreat in round {round}: the assault scores {n} points.",
    ),
    "beaten": lines(
        "Beaten back in round {round}: the assault scores {n} point.",
        "Beaten back in round {round}: the assault scores {n} points.",
    ),
}


def result(state: State) -> Result | None:
    if state.ending is None:
        return None
    total = points(state)
    reason = filled(_REASONS[state.ending], {"round": state.round}, {}).counting(total)
    return Result(state.ending, reason, (SeatResult("scored", 1, total),))


def statistics(state: State) -> dict[str, Any]:
    """Return the statistics of profiles; equal scores are ranked by attacks."""
    won = state.round - (state.ending != "conquered")
    best, left = max(state.scored, default=0), len(state.hand)
    own = {"rounds": won, "attacks": state.attacks, "best_round": best, "left": left}
    return {"seats": [own]}
