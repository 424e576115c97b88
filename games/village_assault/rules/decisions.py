"""Decisions: the legal actions, their checks and their effects (ruling sheet, Rounds)."""

from games.plugin import Chance, Event, IllegalAction, SeatTurn, refuse_if
from games.village_assault import actions
from games.village_assault.components import CARDS, CASTLE, INN_KEYS, VillageKey
from games.village_assault.rules import battle, plays
from games.village_assault.rules.run import Run
from games.village_assault.state import Declared, Phase, State, Village

_BY_PHASE: dict[Phase, tuple[type, ...]] = {
    "assault": (
        actions.Attack,
        actions.Spend,
        actions.Take,
        actions.Chicken,
        actions.Bunny,
        actions.Merchant,
        actions.Retreat,
    ),
    "boosting": (actions.Boost,),
    "closing": (actions.Spend, actions.Chicken, actions.Merchant, actions.Add, actions.Finish),
    "adding": (actions.Add, actions.Finish),
    "cashing": (actions.Add, actions.Finish),
}
_EVERY = tuple({kind for kinds in _BY_PHASE.values() for kind in kinds})


def active_seats(state: State) -> frozenset[int]:
    """Return the one seat, until the game is over."""
    return frozenset() if state.ending else frozenset((0,))


def turn(state: State) -> SeatTurn | None:
    """Return the turn; a round is one."""
    return None if state.ending else SeatTurn(0, str(state.round))


# -- listing --------------------------------------------------------------------------------------


def legal_actions(state: State, seat: int) -> list[actions.Action]:
    """Return all actions: attacks first, then free cards, then single cards."""
    if state.ending or seat != 0:
        return []
    if state.phase == "boosting":
        assert state.declared is not None
        return list(boosts(state, spending=state.declared.spending))
    hand = list(dict.fromkeys(state.hand))
    found: list[actions.Action] = []
    if state.phase == "assault":
        found += _attacks(state, hand)
    if state.phase in ("assault", "closing"):
        found += _spendings(state, hand)
        found += [actions.Chicken()] * ("chicken" in hand)
        found += [actions.Merchant(card) for card in hand if CARDS[card].kind == "merchant"]
    if state.phase == "assault":
        return [*found, actions.Retreat()]
    return [*found, *(actions.Add(card) for card in hand), actions.Finish()]


def _attacks(state: State, hand: list[str]) -> list[actions.Action]:
    fought = [village.key for village in state.villages if battle.shows_unit(village)]
    found: list[actions.Action] = [
        actions.Attack(unit, key) for unit in hand if not CARDS[unit].is_animal for key in fought
    ]
    found += [actions.Take(village.key) for village in state.villages if battle.is_free(village)]
    if "bunny" in hand:
        found += [actions.Bunny(key) for key in fought]
    return found


def _spendings(state: State, hand: list[str]) -> list[actions.Action]:
    kinds = {card: CARDS[card].kind for card in hand}
    empty = [village.key for village in state.villages if village.face is None]
    found: list[actions.Action] = []
    for card, kind in kinds.items():
        if kind == "warrior":
            found += [actions.Spend(card, key) for key in empty if key in INN_KEYS]
        elif kind == "assassin" and state.kings and CASTLE in empty:
            found.append(actions.Spend(card, CASTLE))
    return found


def boosts(state: State, *, spending: bool) -> list[actions.Boost]:
    """Return what may go with an attack or a spending, nothing first."""
    pigs = 0 if spending else state.hand.count("pig")
    sheep = (False, True) if "sheep" in state.hand else (False,)
    return [actions.Boost(number, kept) for kept in sheep for number in range(pigs + 1)]


# -- checking -------------------------------------------------------------------------------------


def check(state: State, action: actions.Action) -> None:
    """Raise `IllegalAction` unless this may be done now."""
    refuse_if(state.ending, "game-over")
    refuse_if(not isinstance(action, _EVERY), "unknown-action")
    refuse_if(not isinstance(action, _BY_PHASE[state.phase]), "not-now")
    if isinstance(action, actions.Attack):
        _check_attack(state, action)
    elif isinstance(action, actions.Spend):
        _check_spending(state, action)
    elif isinstance(action, actions.Boost):
        _check_boost(state, action)
    elif isinstance(action, actions.Take):
        refuse_if(not battle.is_free(_shown(state, action.village)), "not-free")
    elif isinstance(action, actions.Bunny):
        _check_held(state, "bunny")
        _check_unit_shown(state, action.village)
    elif isinstance(action, actions.Chicken):
        _check_held(state, "chicken")
    elif isinstance(action, actions.Merchant):
        _check_held(state, action.card)
        refuse_if(CARDS[action.card].kind != "merchant", "not-a-merchant")
    elif isinstance(action, actions.Add):
        _check_held(state, action.card)


def _check_held(state: State, card: str) -> None:
    refuse_if(card not in state.hand, "card-missing")


def _village(state: State, key: VillageKey) -> Village:
    village = state.village(key)
    if village is None:
        raise IllegalAction("no-such-village")
    return village


def _shown(state: State, key: VillageKey) -> Village:
    village = _village(state, key)
    refuse_if(village.face is None, "village-empty")
    return village


def _check_unit_shown(state: State, key: VillageKey) -> None:
    refuse_if(not battle.shows_unit(_shown(state, key)), "animals-arent-fought")


def _check_attack(state: State, attack: actions.Attack) -> None:
    _check_held(state, attack.unit)
    refuse_if(CARDS[attack.unit].is_animal, "animals-dont-fight")
    _check_unit_shown(state, attack.village)


def _check_spending(state: State, spending: actions.Spend) -> None:
    _check_held(state, spending.unit)
    kind = CARDS[spending.unit].kind
    village = _village(state, spending.village)
    if kind == "warrior":
        refuse_if(village.key not in INN_KEYS, "not-an-inn")
        refuse_if(village.face is not None, "inn-defended")
    elif kind == "assassin":
        refuse_if(village.key != CASTLE, "not-at-the-castle")
        refuse_if(village.face is not None, "castle-defended")
        refuse_if(not state.kings, "no-king")
    else:
        raise IllegalAction("cant-be-spent")


def _check_boost(state: State, boost: actions.Boost) -> None:
    assert state.declared is not None
    refuse_if(boost.pigs and state.declared.spending, "no-pigs-here")
    refuse_if(not 0 <= boost.pigs <= state.hand.count("pig"), "no-pigs")
    refuse_if(boost.sheep and "sheep" not in state.hand, "no-sheep")


# -- applying -------------------------------------------------------------------------------------


def apply_action(state: State, seat: int, action: actions.Action, chance: Chance) -> list[Event]:
    """Apply the action and go on to the next decision. Raises `IllegalAction`, unchanged."""
    check(state, action)
    run = Run(state, chance, was_open=not state.all_empty)
    if isinstance(action, actions.Attack):
        _declare(run, Declared(action.unit, action.village))
    elif isinstance(action, actions.Spend):
        _declare(run, Declared(action.unit, action.village, spending=True))
    elif isinstance(action, actions.Boost):
        plays.carry_out(run, action)
    else:
        plays.apply(run, action)
    return run.events


def _declare(run: Run, declared: Declared) -> None:
    """Carry it out, or wait for Pigs and Sheep if there are any in hand."""
    state = run.state
    state.declared = declared
    if len(boosts(state, spending=declared.spending)) > 1:
        state.phase = "boosting"
        run.tell(
            "declared", unit=declared.unit, village=declared.village, spending=declared.spending
        )
    else:
        plays.carry_out(run, actions.Boost(0, sheep=False))
