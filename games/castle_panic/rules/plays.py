"""Playing cards (ruling sheet, A turn, 4)."""

from collections.abc import Callable
from typing import Any

from games.castle_panic.actions import (
    AllForOne,
    Barbarian,
    DrawTwo,
    DriveBack,
    Fortify,
    Hit,
    Missing,
    Rebuild,
    Scavenge,
    Target,
    TarIt,
    target_of,
)
from games.castle_panic.components import (
    ANY,
    ARCHER,
    ARCS,
    BARBARIAN,
    BRICK,
    CARDS,
    CASTLE,
    COLOURS,
    DRAW_TWO,
    DRIVE_BACK,
    FIGHTERS,
    FOREST,
    FORTIFY,
    FORTIFY_TOKENS,
    HITS,
    MISSING,
    MORTAR,
    NICE_SHOT,
    SCAVENGE,
    SWORDSMAN,
    TAR,
    colour_of,
)
from games.castle_panic.rules import cards, monsters
from games.castle_panic.rules.run import Run, put, take
from games.castle_panic.state import Monster, Options, State
from games.plugin import IllegalAction

CardPlay = (
    Hit
    | AllForOne
    | Barbarian
    | DriveBack
    | TarIt
    | Fortify
    | Rebuild
    | Missing
    | DrawTwo
    | Scavenge
)

_NAMED: dict[type, str] = {
    Barbarian: BARBARIAN,
    DriveBack: DRIVE_BACK,
    TarIt: TAR,
    Fortify: FORTIFY,
    Missing: MISSING,
    DrawTwo: DRAW_TWO,
    Scavenge: SCAVENGE,
}  # the plays that are one card of a name


def cards_of(play: CardPlay) -> tuple[str, ...]:
    """The cards that a play takes."""
    if isinstance(play, Hit):
        return (play.card, NICE_SHOT) if play.nice_shot else (play.card,)
    if isinstance(play, AllForOne):
        return tuple(
            f"{fighter}-{ANY if fighter == play.any else play.colour}" for fighter in FIGHTERS
        )
    if isinstance(play, Rebuild):
        return (BRICK, MORTAR)
    return (_NAMED[type(play)],)


# -- what may be played ---------------------------------------------------------------------------


def targets(state: State) -> list[Target]:
    """The different monsters on the board."""
    return sorted({target_of(monster) for monster in state.monsters})


def plays(state: State) -> list[CardPlay]:
    """Every play of the active player that has an effect, card by card."""
    hand = state.players[state.active].hand
    seen = targets(state)
    found: list[CardPlay] = []
    for card in CARDS:
        if card in hand:
            maker = _MAKERS.get(card)
            found += maker(state, seen) if maker else _hits(state, card, seen)
    if state.options.all_for_one:
        found += _sets(hand, seen)
    return found


def reach(options: Options, card: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The rings and colours in which a card hits; none for cards that don't."""
    rings, colours = HITS.get(card, ((), ()))
    if card.startswith("hero-") and options.heroic_powers:
        rings = (*rings, CASTLE)
    return rings, colours


def _hits(state: State, card: str, seen: list[Target]) -> list[CardPlay]:
    rings, colours = reach(state.options, card)
    hit = [target for target in seen if target.ring in rings and colour_of(target.arc) in colours]
    found: list[CardPlay] = [Hit(card, target) for target in hit]
    if NICE_SHOT in state.players[state.active].hand:
        found += [Hit(card, target, nice_shot=True) for target in hit]
    return found


def _sets(hand: dict[str, int], seen: list[Target]) -> list[CardPlay]:
    found: list[CardPlay] = []
    for colour in COLOURS:
        reached = [t for t in seen if colour_of(t.arc) == colour and _afield(t)]
        for replaced in (None, *FIGHTERS):
            kinds = [f"{f}-{ANY if f == replaced else colour}" for f in FIGHTERS]
            if reached and all(kind in hand for kind in kinds):
                found += [AllForOne(colour, target, replaced) for target in reached]
    return found


def _afield(target: Target) -> bool:
    """In the Archer, Knight or Swordsman ring."""
    return ARCHER <= target.ring <= SWORDSMAN


def _outside_the_forest(seen: list[Target]) -> list[Target]:
    return [target for target in seen if target.ring != FOREST]


def _tarred(state: State) -> bool:
    return any(monster.tarred for monster in state.monsters)


def _fortifiable(state: State) -> list[int]:
    if sum(state.fortified) >= FORTIFY_TOKENS:
        return []
    return [arc for arc in ARCS if state.walls[arc - 1] and not state.fortified[arc - 1]]


def _more_monsters(state: State) -> bool:
    return bool(state.pile or state.held)


_Maker = Callable[[State, list[Target]], list[Any]]
_MAKERS: dict[str, _Maker] = {
    BARBARIAN: lambda state, seen: [Barbarian(t) for t in _outside_the_forest(seen)],
    DRIVE_BACK: lambda state, seen: [DriveBack(t) for t in _outside_the_forest(seen)],
    TAR: lambda state, seen: [] if _tarred(state) else [TarIt(t) for t in seen],
    FORTIFY: lambda state, seen: [Fortify(arc) for arc in _fortifiable(state)],
    BRICK: lambda state, seen: _rebuilds(state),
    MORTAR: lambda state, seen: [],  # listed with the brick
    NICE_SHOT: lambda state, seen: [],  # listed with what it helps
    MISSING: lambda state, seen: [Missing()] if _more_monsters(state) and not state.missing else [],
    DRAW_TWO: lambda state, seen: [DrawTwo()] if state.deck or state.discards else [],
    SCAVENGE: lambda state, seen: [Scavenge(card) for card in CARDS if card in state.discards],
}


def _rebuilds(state: State) -> list[CardPlay]:
    if MORTAR not in state.players[state.active].hand:
        return []
    return [Rebuild(arc) for arc in ARCS if not state.walls[arc - 1]]


# -- checking -------------------------------------------------------------------------------------


def check(state: State, play: CardPlay) -> None:
    """Raise `IllegalAction` unless the active player may play this now."""
    hand = state.players[state.active].hand
    if isinstance(play, Hit) and play.card not in HITS:
        raise IllegalAction("no-fighter")
    if isinstance(play, AllForOne):
        _check_set(state, play)
    if any(not hand.get(card) for card in cards_of(play)):
        raise IllegalAction("card-missing")
    if isinstance(play, Hit | AllForOne | Barbarian | DriveBack | TarIt):
        _check_target(state, play, play.target)
    elif isinstance(play, Fortify | Rebuild):
        _check_wall(state, play)
    elif isinstance(play, Missing):
        if state.missing:
            raise IllegalAction("missing-already")
        if not _more_monsters(state):
            raise IllegalAction("none-to-miss")
    elif isinstance(play, DrawTwo):
        if not (state.deck or state.discards):
            raise IllegalAction("nothing-to-draw")
    elif play.card not in state.discards:
        raise IllegalAction("not-discarded")


def _check_set(state: State, play: AllForOne) -> None:
    if not state.options.all_for_one:
        raise IllegalAction("no-all-for-one")
    if play.colour not in COLOURS or (play.any is not None and play.any not in FIGHTERS):
        raise IllegalAction("unknown-action")


def _check_target(state: State, play: Any, target: Target) -> None:
    if target not in targets(state):
        raise IllegalAction("no-such-monster")
    if isinstance(play, Hit):
        rings, colours = reach(state.options, play.card)
        if target.ring not in rings or colour_of(target.arc) not in colours:
            raise IllegalAction("out-of-reach")
    elif isinstance(play, AllForOne):
        if not _afield(target) or colour_of(target.arc) != play.colour:
            raise IllegalAction("out-of-reach")
    elif isinstance(play, TarIt):
        if _tarred(state):
            raise IllegalAction("tar-in-use")
    elif target.ring == FOREST:
        raise IllegalAction("in-the-forest")


def _check_wall(state: State, play: Fortify | Rebuild) -> None:
    if play.arc not in ARCS:
        raise IllegalAction("unknown-action")
    stands = state.walls[play.arc - 1]
    if isinstance(play, Rebuild):
        if stands:
            raise IllegalAction("wall-stands")
        return
    if not stands:
        raise IllegalAction("no-wall")
    if state.fortified[play.arc - 1]:
        raise IllegalAction("fortified-already")
    if sum(state.fortified) >= FORTIFY_TOKENS:
        raise IllegalAction("no-fortify-left")


# -- playing --------------------------------------------------------------------------------------


def apply(run: Run, play: CardPlay) -> None:
    """Play the cards: they reach the discards before anything comes of them."""
    seat = run.state.active
    used = cards_of(play)
    for card in used:
        cards.spend(run, seat, card)
    if isinstance(play, Scavenge):
        _scavenge(run, play)
        return
    run.tell("play", seat=seat, cards=list(used), **_aim(play))
    if isinstance(play, Hit | AllForOne | Barbarian | DriveBack | TarIt):
        _on_monster(run, play, _monster(run.state, play.target))
    elif isinstance(play, Fortify):
        run.state.fortified[play.arc - 1] = True
    elif isinstance(play, Rebuild):
        run.state.walls[play.arc - 1] = True
    elif isinstance(play, Missing):
        run.state.missing = True
    else:
        cards.draw(run, seat, 2)


def _aim(play: Any) -> dict[str, Any]:
    if hasattr(play, "target"):
        target = play.target
        return {
            "kind": target.kind,
            "points": target.points,
            "ring": target.ring,
            "arc": target.arc,
        }
    return {"arc": play.arc} if hasattr(play, "arc") else {}


def _monster(state: State, target: Target) -> Monster:
    return next(monster for monster in state.monsters if target_of(monster) == target)


def _on_monster(run: Run, play: Any, monster: Monster) -> None:
    if isinstance(play, DriveBack):
        monster.ring = FOREST
    elif isinstance(play, TarIt):
        monster.tarred = True
    else:
        only_hit = isinstance(play, Hit) and not play.nice_shot
        monster.points -= 1 if only_hit else monster.points
        if not monster.points:
            monsters.die(run, monster, slayer=run.state.active)


def _scavenge(run: Run, play: Scavenge) -> None:
    state = run.state
    take(state.discards, play.card)
    put(state.players[state.active].hand, play.card)
    run.tell("scavenge", seat=state.active, card=play.card)
