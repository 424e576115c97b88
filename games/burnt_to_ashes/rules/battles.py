"""Knights against the dragon, and the lands that burn (ruling sheet, Battles, Battle)."""

from typing import Any

from games.burnt_to_ashes import components as box
from games.burnt_to_ashes.actions import Right, Spend, Stop, TakeOff, Turn
from games.burnt_to_ashes.rules import Run, endings
from games.burnt_to_ashes.state import Attack, Battle, Fought, Spare, State


def next_of_the_attack(run: Run) -> None:
    """Begin the next knight's battle; without one, the attacked lands burn."""
    state = run.state
    land = next((land for land in state.attacked if state.lands[land].knight), None)
    if land is None:
        _burn(run)
        return
    state.pending.append(Battle(land))
    run.tell("battle", seat=state.lands[land].owner, land=land)


def answers(state: State, battle: Battle) -> list[Right]:
    """Return the owner's present rights; without any, cards are turned without asking."""
    rights: list[Right] = []
    if battle.may_stop and state.lands[battle.land].shield:
        rights.append(Stop())
    if battle.dragons == box.SPENT_AGAINST and state.players[state.decider].power:
        rights.append(Spend())
    return [*rights, Turn()] if rights else []


def go_on(run: Run, battle: Battle) -> bool:
    """Turn cards until the owner has a right to use (True) or the battle is over."""
    before = len(battle.turned)
    while not (rights := answers(run.state, battle)) and not _outcome(run.state, battle):
        _turn(run, battle)
    _tell_cards(run, battle, before)
    if not rights:
        _conclude(run, battle)
    return bool(rights)


def stop(run: Run, seat: int, action: Stop) -> None:
    battle: Any = run.state.top
    _put_away(run.state, battle)
    run.tell("stopped", seat=seat, land=battle.land)
    _spare_one(run, seat)


def spend(run: Run, seat: int, action: Spend) -> None:
    battle: Any = run.state.top
    run.state.players[seat].power -= 1
    run.discard("power")
    battle.void += box.SPENT_AGAINST
    run.tell("spent", seat=seat, land=battle.land)


def turn(run: Run, seat: int, action: Turn) -> None:
    battle: Any = run.state.top
    _turn(run, battle)
    _tell_cards(run, battle, len(battle.turned) - 1)
    if _outcome(run.state, battle):
        _conclude(run, battle)


def _turn(run: Run, battle: Battle) -> None:
    battle.turned.append(run.chance.draw(battle.left, "battle"))


def _tell_cards(run: Run, battle: Battle, before: int) -> None:
    if turned := battle.turned[before:]:
        seat = run.state.decider
        run.tell("cards", reveals=True, seat=seat, land=battle.land, cards=turned, before=before)


def _outcome(state: State, battle: Battle) -> str:
    """ "lost", "won", or "" while the battle goes on."""
    turned = battle.turned
    if battle.dragons >= box.TO_END_IT:
        return "lost"
    if turned.count("knight") >= box.TO_END_IT:
        return "won"
    sword = state.lands[battle.land].sword
    return "won" if sword and turned.count("sword") >= box.TO_END_IT else ""


def _conclude(run: Run, battle: Battle) -> None:
    state = run.state
    seat = state.decider
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
    if state.strikes == box.STRIKES:
        endings.slay(run, seat)
    else:
        _spare_one(run, seat)


def _put_away(state: State, battle: Battle) -> None:
    """End the battle; its cards stay visible."""
    there = state.lands[battle.land]
    arms = {"sword": there.sword, "shield": there.shield}
    over = Fought(battle.land, battle.turned, battle.void, seat=state.decider, **arms)
    state.pending.pop()
    state.fought.append(over)


def _clear(run: Run, land: int) -> None:
    there = run.state.lands[land]
    for arms in box.ARMS:
        if there.has(arms):
            setattr(there, arms, False)
            run.discard(arms)


def _spare_one(run: Run, seat: int) -> None:
    """Have the seat remove a marker; a single one is removed without asking."""
    run.state.pending.append(Spare(seat))
    if len(run.state.attacked) == 1:
        take_off(run, seat, TakeOff(run.state.attacked[0]))


def take_off(run: Run, seat: int, action: TakeOff) -> None:
    run.state.pending.pop()
    run.state.attacked.remove(action.land)
    run.tell("spared", seat=seat, land=action.land)


def _attack(state: State) -> Attack | None:
    """The attack being fought, or None after a bought one."""
    return None if state.phase == "buy" else state.last


def _burn(run: Run) -> None:
    """Burn all lands that are still marked; their counters stay unseen."""
    state = run.state
    lands, state.attacked = state.attacked, []
    for land in lands:
        _clear(run, land)
        state.lands[land].burnt = True
    if attack := _attack(state):
        attack.burnt = len(lands)
    run.tell("burnt", lands=lands, owners=[state.lands[land].owner for land in lands])
    if not state.standing():
        endings.end(run, "no-land")
