"""The dragon's four attacks: stone, gold, the card turned up (ruling sheet, A round, 2)."""

from games.burnt_to_ashes import components as box
from games.burnt_to_ashes.actions import Aim, Lay, LayXs
from games.burnt_to_ashes.rules import Run
from games.burnt_to_ashes.state import Attack, State, no_gold


def face_down(state: State) -> list[int]:
    return [place for place, card in enumerate(state.cards) if card.number is None]


def aim(run: Run, seat: int, action: Aim) -> None:
    """Point the stone at a card and ask everyone for gold, from the leader on."""
    state = run.state
    state.stone, state.phase = action.card, "lay"
    for player in state.players:
        player.laid = None
    run.tell("aimed", seat=seat, card=action.card, attack=state.attack)


def next_to_lay(state: State) -> int | None:
    """Return the next seat with gold cards that hasn't laid, or None."""
    for seat in state.seats_from(state.leader):
        player = state.players[seat]
        if state.halfway and seat == state.to_act:
            return seat
        if player.laid is None and any(player.hand):
            return seat
    return None


def in_two_steps(state: State, seat: int) -> bool:
    """Whether a large hand lays values and Xs separately."""
    return state.count > 1 and sum(state.players[seat].hand) > box.TWO_STEPS_ABOVE


def may_lay(state: State, seat: int) -> tuple[int, ...]:
    """Return how many cards of each worth the seat may lay in this step."""
    xs, *values = state.players[seat].hand
    if state.count == 1 or in_two_steps(state, seat):
        xs = 0
    return (xs, *values)


def lay(run: Run, seat: int, action: Lay) -> None:
    state = run.state
    state.halfway = in_two_steps(state, seat)
    _put_down(state, seat, action.gold)
    if not state.halfway:
        _tell_laid(run, seat)


def lay_xs(run: Run, seat: int, action: LayXs) -> None:
    run.state.halfway = False
    _put_down(run.state, seat, [action.x, 0, 0, 0])
    _tell_laid(run, seat)


def _put_down(state: State, seat: int, gold: list[int]) -> None:
    player = state.players[seat]
    player.laid = player.laid or no_gold()
    for worth in box.WORTHS:
        player.hand[worth] -= gold[worth]
        player.laid[worth] += gold[worth]


def _tell_laid(run: Run, seat: int) -> None:
    laid = list(run.state.players[seat].laid or ())
    run.tell("laid", seat=seat, count=sum(laid), private={seat: {"gold": laid}})


def turn_up(run: Run) -> None:
    """Turn up the card and all the gold: the attack is prevented, or lands are attacked."""
    state = run.state
    assert state.stone is not None
    possible = state.possible_numbers(state.stone)
    number = int(run.chance.draw({str(number): 1 for number in possible}, "dragon-cards"))
    state.cards[state.stone].number = number
    gold = [list(player.laid or no_gold()) for player in state.players]
    offered = sum(map(box.value, gold))
    prevented = offered >= number
    # Who gave most by value; of several, the one that laid first.
    first = max(state.seats_from(state.leader), key=lambda seat: box.value(gold[seat]))
    winner = first if prevented else None
    lands = [] if prevented else state.flight(state.stone, number - offered)
    for seat, player in enumerate(state.players):
        player.laid = None
        for worth in box.WORTHS:
            state.discards[worth] += gold[seat][worth]
    state.attacks.append(Attack(state.stone, number, gold, winner, lands))
    glory = 0
    if winner is not None:
        glory = box.glory_of(number)
        state.players[winner].glory += glory
    run.tell(
        "turned-up",
        reveals=True,
        card=state.stone,
        number=number,
        gold=[list(cards) for cards in gold],
        offered=offered,
        winner=winner,
        glory=glory,
        lands=list(lands),
        attack=state.attack,
    )
    state.attacked = list(lands)
    state.stone, state.phase, state.attack = None, "stone", state.attack + 1
    if state.attack < box.ATTACKS:
        state.to_act = state.leader
