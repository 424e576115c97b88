"""A knight against the dragon, and what burns afterwards (ruling sheet, Battles, Battle)."""

from games.burnt_to_ashes.actions import Spend, Stop, Turn
from games.burnt_to_ashes.components import (
    ARMS,
    KNIGHT_CARDS,
    SPENT_AGAINST,
    STRIKES,
    TO_END_IT,
    KnightCard,
)
from games.burnt_to_ashes.rules import endings
from games.burnt_to_ashes.rules.run import Run
from games.burnt_to_ashes.state import Attack, Battle, Fought, Spare, State
from games.plugin import refuse_if

Answer = Stop | Spend | Turn
STOP, SPEND, TURN = Stop(), Spend(), Turn()


def next_of_the_attack(run: Run) -> None:
    """The first knight under attack fights; without any, what is attacked burns."""
    state = run.state
    land = next((land for land in state.attacked if state.lands[land].knight), None)
    if land is None:
        _burn(run)
        return
    state.pending.append(Battle(land))
    run.tell("battle", seat=state.lands[land].owner, land=land)


def fighter(state: State, battle: Battle) -> int:
    """The seat whose knight fights."""
    owner = state.lands[battle.land].owner
    assert owner is not None
    return owner


# -- turning cards ---------------------------------------------------------------------------------


def answers(state: State, battle: Battle) -> list[Answer]:
    """The owner's rights at this moment; empty: cards are turned without asking."""
    rights: list[Answer] = []
    if can_stop(state, battle):
        rights.append(STOP)
    if can_spend(state, battle):
        rights.append(SPEND)
    return [*rights, TURN] if rights else []


def can_stop(state: State, battle: Battle) -> bool:
    return battle.may_stop and state.lands[battle.land].shield


def can_spend(state: State, battle: Battle) -> bool:
    power = state.players[fighter(state, battle)].power
    return battle.dragons == SPENT_AGAINST and power > 0


def check(state: State, battle: Battle, answer: Answer) -> None:
    refuse_if(isinstance(answer, Stop) and not can_stop(state, battle), "no-shield-to-stop")
    refuse_if(isinstance(answer, Spend) and not can_spend(state, battle), "nothing-to-spend")


def go_on(run: Run, battle: Battle) -> bool:
    """Turn cards until the owner has a right to use (True) or the battle is over."""
    before = len(battle.turned)
    while not (asked := bool(answers(run.state, battle))) and not _outcome(run.state, battle):
        _turn(run, battle)
    _tell_cards(run, battle, before)
    if not asked:
        _conclude(run, battle)
    return asked


def answer(run: Run, battle: Battle, action: Answer) -> None:
    state = run.state
    seat = fighter(state, battle)
    if isinstance(action, Stop):
        _put_away(state, battle)
        run.tell("stopped", seat=seat, land=battle.land)
        _spare_one(run, seat)
    elif isinstance(action, Spend):
        state.players[seat].power -= 1
        run.discard("power")
        battle.void += SPENT_AGAINST
        run.tell("spent", seat=seat, land=battle.land)
    else:
        _turn(run, battle)
        _tell_cards(run, battle, len(battle.turned) - 1)
        if _outcome(state, battle):
            _conclude(run, battle)


def cards_left(battle: Battle) -> dict[KnightCard, int]:
    """The knight cards still face down, by kind."""
    return {kind: copies - battle.turned.count(kind) for kind, copies in KNIGHT_CARDS.items()}


def _turn(run: Run, battle: Battle) -> None:
    battle.turned.append(run.chance.draw(cards_left(battle), "battle"))


def _tell_cards(run: Run, battle: Battle, before: int) -> None:
    turned = battle.turned[before:]
    if turned:
        seat = fighter(run.state, battle)
        run.tell("cards", reveals=True, seat=seat, land=battle.land, cards=turned, before=before)


def _outcome(state: State, battle: Battle) -> str:
    """«lost», «won», or nothing yet."""
    turned = battle.turned
    if battle.dragons >= TO_END_IT:
        return "lost"
    if turned.count("knight") >= TO_END_IT:
        return "won"
    return "won" if state.lands[battle.land].sword and turned.count("sword") >= TO_END_IT else ""


# -- after the battle ------------------------------------------------------------------------------


def _conclude(run: Run, battle: Battle) -> None:
    state = run.state
    seat = fighter(state, battle)
    _put_away(state, battle)
    if _outcome(state, battle) == "lost":
        _clear(run, battle.land)
        state.attacked.remove(battle.land)
        run.tell("lost", seat=seat, land=battle.land)
        return
    state.wounds.append(seat)
    if attack := _attack(state):
        attack.strikes += 1
    state.players[seat].fresh += 1
    run.tell("won", seat=seat, land=battle.land, strike=state.strikes)
    if state.strikes == STRIKES:
        endings.slay(run, seat)
    else:
        _spare_one(run, seat)


def _put_away(state: State, battle: Battle) -> None:
    """The battle is over, but everyone may still look at its cards."""
    there = state.lands[battle.land]
    arms = {"sword": there.sword, "shield": there.shield}
    seat = fighter(state, battle)
    state.pending.pop()
    state.fought.append(Fought(battle.land, seat, **arms, turned=battle.turned, void=battle.void))


def _clear(run: Run, land: int) -> None:
    """What stands on a land is gone."""
    there = run.state.lands[land]
    for arms in ARMS:
        if there.has(arms):
            setattr(there, arms, False)
            run.discard(arms)


def _spare_one(run: Run, seat: int) -> None:
    """The seat takes one marker off; a single one goes without asking."""
    if len(run.state.attacked) == 1:
        take_off(run, seat, run.state.attacked[0])
    else:
        run.state.pending.append(Spare(seat))


def check_take_off(state: State, land: int) -> None:
    refuse_if(land not in state.attacked, "not-attacked")


def take_off(run: Run, seat: int, land: int) -> None:
    run.state.attacked.remove(land)
    run.tell("spared", seat=seat, land=land)


def _attack(state: State) -> Attack | None:
    """The attack that is fought; None where a counter was one."""
    return None if state.phase == "buy" else state.last


def _burn(run: Run) -> None:
    """All that is still marked is lost; its counters go unseen."""
    state = run.state
    lands, state.attacked = state.attacked, []
    for land in lands:
        _clear(run, land)
        state.lands[land].burnt = True
    if attack := _attack(state):
        attack.burnt = len(lands)
    run.tell("burnt", lands=lands, owners=[state.lands[land].owner for land in lands])
    endings.check_lands(run)
