"""Decisions: the legal actions, their checks and their effects (ruling sheet, Rounds)."""

from games.plugin import Chance, Event, IllegalAction, SeatTurn, refuse_if
from games.village_assault import actions as do
from games.village_assault.components import CARDS, CASTLE, INN_KEYS
from games.village_assault.rules import battle, plays
from games.village_assault.rules.piles import Run
from games.village_assault.state import Phase, State, Village

_PLAYED = (do.Spend, do.Chicken, do.Merchant)
_CASHED = (do.Add, do.Finish)
_BY_PHASE: dict[Phase, tuple[type, ...]] = {
    "assault": (do.Attack, do.Take, do.Bunny, do.Retreat, *_PLAYED),
    "boosting": (do.Boost,),
    "closing": (*_PLAYED, *_CASHED),
    "adding": _CASHED,
    "cashing": _CASHED,
}


def active_seats(state: State) -> frozenset[int]:
    return frozenset() if state.ending else frozenset((0,))


def turn(state: State) -> SeatTurn | None:
    """Return the turn: each round is a turn."""
    return None if state.ending else SeatTurn(0, str(state.round))


def legal_actions(state: State, seat: int) -> list[do.Action]:
    """Return all actions: attacks first, then free cards, then single cards."""
    if state.ending or seat != 0:
        return []
    if state.phase == "boosting":
        assert state.declared is not None
        return list(plays.boosts(state, spending=state.declared.spending))
    hand = list(dict.fromkeys(state.hand))
    found: list[do.Action] = []
    if state.phase == "assault":
        found += _attacks(state, hand)
    if state.phase in ("assault", "closing"):
        found += _spendings(state, hand)
        found += [do.Chicken()] * ("chicken" in hand)
        found += [do.Merchant(card) for card in hand if CARDS[card].kind == "merchant"]
    if state.phase == "assault":
        return [*found, do.Retreat()]
    return [*found, *(do.Add(card) for card in hand), do.Finish()]


def _attacks(state: State, hand: list[str]) -> list[do.Action]:
    fought = [village.key for village in state.villages if battle.shows_unit(village)]
    found: list[do.Action] = [
        do.Attack(unit, key) for unit in hand if not CARDS[unit].is_animal for key in fought
    ]
    found += [do.Take(village.key) for village in state.villages if battle.is_free(village)]
    if "bunny" in hand:
        found += [do.Bunny(key) for key in fought]
    return found


def _spendings(state: State, hand: list[str]) -> list[do.Action]:
    empty = [village.key for village in state.villages if village.face is None]
    targets = {
        "warrior": [key for key in empty if key in INN_KEYS],
        "assassin": [CASTLE] if state.kings and CASTLE in empty else [],
    }
    return [do.Spend(card, key) for card in hand for key in targets.get(CARDS[card].kind, [])]


def check(state: State, action: do.Action) -> None:
    """Raise `IllegalAction` unless the action is legal now."""
    refuse_if(state.ending, "game-over")
    refuse_if(type(action) not in plays.PLAYS, "unknown-action")
    refuse_if(not isinstance(action, _BY_PHASE[state.phase]), "not-now")
    match action:
        case do.Attack(unit, village):
            _check_held(state, unit)
            refuse_if(CARDS[unit].is_animal, "animals-dont-fight")
            _check_unit_shown(state, village)
        case do.Spend():
            _check_spending(state, action)
        case do.Boost():
            _check_boost(state, action)
        case do.Take(village):
            refuse_if(not battle.is_free(_shown(state, village)), "not-free")
        case do.Chicken():
            _check_held(state, "chicken")
        case do.Bunny(village):
            _check_held(state, "bunny")
            _check_unit_shown(state, village)
        case do.Merchant(card):
            _check_held(state, card)
            refuse_if(CARDS[card].kind != "merchant", "not-a-merchant")
        case do.Add(card):
            _check_held(state, card)


def _check_held(state: State, card: str) -> None:
    refuse_if(card not in state.hand, "card-missing")


def _village(state: State, key: str) -> Village:
    village = state.village(key)
    if village is None:
        raise IllegalAction("no-such-village")
    return village


def _shown(state: State, key: str) -> Village:
    village = _village(state, key)
    refuse_if(village.face is None, "village-empty")
    return village


def _check_unit_shown(state: State, key: str) -> None:
    refuse_if(not battle.shows_unit(_shown(state, key)), "animals-arent-fought")


def _check_spending(state: State, spending: do.Spend) -> None:
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


def _check_boost(state: State, boost: do.Boost) -> None:
    assert state.declared is not None
    refuse_if(boost.pigs and state.declared.spending, "no-pigs-here")
    refuse_if(not 0 <= boost.pigs <= state.hand.count("pig"), "no-pigs")
    refuse_if(boost.sheep and "sheep" not in state.hand, "no-sheep")


def apply_action(state: State, seat: int, action: do.Action, chance: Chance) -> list[Event]:
    check(state, action)
    run = Run(state, chance, was_open=not state.all_empty)
    plays.PLAYS[type(action)](run, action)
    return run.events
