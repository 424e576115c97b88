"""The phases of a round, from one decision to the next (ruling sheet, A round)."""

from collections.abc import Callable, Sequence
from typing import Any

from games.burnt_to_ashes import components as box
from games.burnt_to_ashes.actions import Aim
from games.burnt_to_ashes.rules import Run, battles, endings, offerings, purchases, start
from games.burnt_to_ashes.state import Battle, DragonCard, no_gold


def advance(run: Run) -> None:
    """Go on until someone has to decide, or the game is over."""
    state = run.state
    while state.ending is None:
        if top := state.top:
            if not isinstance(top, Battle) or battles.go_on(run, top):
                return
        elif state.attacked:
            battles.next_of_the_attack(run)
        elif _PHASES[state.phase](run):
            return
    state.pending = []


def _earn(run: Run) -> bool:
    """Begin a round: glory and strikes are exchanged for gold, the rest is dealt."""
    state = run.state
    state.round += 1
    run.tell("round", round=state.round, regent=state.regent)
    deck = run.chance.shuffle(
        [worth for worth in box.WORTHS for _ in range(box.GOLD[worth])], "gold"
    )
    state.deck, state.discards = no_gold(), no_gold()
    for player in state.players:
        player.hand, player.returned, player.spent = no_gold(), no_gold(), 0
    for seat in state.seats_from(state.regent):
        player = state.players[seat]
        strikes = player.fresh
        earned = player.glory + box.STRIKE_GLORY * strikes
        player.glory = player.fresh = 0
        if earned:
            cards, deck = deck[:earned], deck[earned:]
            _hand_out(run, seat, cards, earned=earned, strikes=strikes)
    for place, seat in enumerate(state.seats_from(state.regent)):
        _hand_out(run, seat, deck[place :: state.count], earned=None)
    red = [number >= box.LOWEST_RED for number in box.numbers_of(state.round)]
    state.cards = [DragonCard(one) for one in run.chance.shuffle(red, "dragon-cards")]
    state.phase, state.attack, state.attacks = "stone", 0, []
    state.to_act = state.leader
    return False


def _hand_out(run: Run, seat: int, cards: Sequence[int], **given: Any) -> None:
    """`given`: the glory `earned` with its `strikes`; `earned` is None for dealt cards."""
    gold = [cards.count(worth) for worth in box.WORTHS]
    hand = run.state.players[seat].hand
    for worth in box.WORTHS:
        hand[worth] += gold[worth]
    if cards or given["earned"]:
        run.tell("gold", seat=seat, count=len(cards), **given, private={seat: {"gold": gold}})


def _stone(run: Run) -> bool:
    state = run.state
    if state.attack == box.ATTACKS:
        state.phase, state.to_act = "buy", state.regent
        return False
    state.to_act = state.leader
    down = offerings.face_down(state)
    if len(down) == 1:
        offerings.aim(run, state.leader, Aim(down[0]))
    return len(down) > 1


def _lay(run: Run) -> bool:
    seat = offerings.next_to_lay(run.state)
    if seat is None:
        offerings.turn_up(run)
    else:
        run.state.to_act = seat
    return seat is not None


def _buy(run: Run) -> bool:
    seat = purchases.next_to_buy(run)
    if seat is None:
        endings.outcome(run)
    return seat is not None


_PHASES: dict[str, Callable[[Run], bool]] = {
    "claim": start.claiming,
    "knights": lambda run: True,
    "earn": _earn,
    "stone": _stone,
    "lay": _lay,
    "buy": _buy,
}
