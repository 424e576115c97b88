"""Playing cards (ruling sheet, A turn, 4)."""

from collections.abc import Container, Iterator, Sequence
from itertools import product
from typing import Any, assert_never

from games.castle_panic import actions as do, components as box
from games.castle_panic.actions import Aimed, AllForOne, CardPlay, Hit, Target, target_of
from games.castle_panic.rules import monsters
from games.castle_panic.rules.run import Run
from games.castle_panic.state import Options, State
from games.plugin import bags, refuse_if


def cards_of(play: CardPlay) -> tuple[str, ...]:
    if isinstance(play, Hit):
        return (play.card, box.NICE_SHOT) if play.nice_shot else (play.card,)
    if isinstance(play, AllForOne):
        return _set(play.color, play.any)
    if isinstance(play, do.Rebuild):
        return (box.BRICK, box.MORTAR)
    return (str(play.__struct_config__.tag),)  # a single card, which gives the play its name


def _set(color: str, replaced: str | None) -> tuple[str, ...]:
    """An archer, a knight and a swordsman of a color; an Any Color card may replace one."""
    return tuple(f"{one}-{box.ANY if one == replaced else color}" for one in box.FIGHTERS)


def plays(state: State) -> Iterator[CardPlay]:
    """Return every play of the active player with an effect, card by card."""
    hand = state.players[state.active].hand
    seen = sorted(targets(state))
    for card in box.CARDS:
        if card in hand:
            yield from _plays_of(state, card, seen)
    sets = product(box.COLORS, (None, *box.FIGHTERS)) if state.options.all_for_one else ()
    for color, replaced in sets:
        if all(card in hand for card in _set(color, replaced)):
            aim = _within(seen, box.AFIELD, (color,))
            yield from (AllForOne(color, target, replaced) for target in aim)


def _plays_of(state: State, card: str, seen: list[Target]) -> Sequence[CardPlay]:
    """The plays of a card in hand; Mortar and Nice Shot are part of other cards' plays."""
    hand = state.players[state.active].hand
    aim = _within(seen, *reach(state.options, card))
    match card:
        case box.BARBARIAN:
            return [do.Barbarian(target) for target in aim]
        case box.DRIVE_BACK:
            return [do.DriveBack(target) for target in aim]
        case box.TAR if not _tarred(state):
            return [do.TarIt(target) for target in aim]
        case box.FORTIFY if sum(state.fortified) < box.FORTIFY_TOKENS:
            bare = [arc for arc in box.ARCS if not state.fortified[arc - 1]]
            return [do.Fortify(arc) for arc in bare if state.walls[arc - 1]]
        case box.BRICK if box.MORTAR in hand:
            return [do.Rebuild(arc) for arc in box.ARCS if not state.walls[arc - 1]]
        case box.MISSING if (state.pile or state.held) and not state.missing:
            return [do.Missing()]
        case box.DRAW_TWO if state.deck or state.discards:
            return [do.DrawTwo()]
        case box.SCAVENGE:
            return [do.Scavenge(other) for other in box.CARDS if other in state.discards]
        case _ if card in box.HITS:
            helped = (False, True) if box.NICE_SHOT in hand else (False,)
            return [Hit(card, target, nice_shot) for nice_shot in helped for target in aim]
    return []


def targets(state: State) -> set[Target]:
    return {target_of(monster) for monster in state.monsters}


def reach(options: Options, card: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the rings and colors where a card meets monsters; none for other cards."""
    rings, colors = box.REACH.get(card, ((), ()))
    if card.startswith("hero-") and options.heroic_powers:
        rings = (*rings, box.CASTLE)
    return rings, colors


def _within(seen: list[Target], rings: Container[int], colors: Container[str]) -> list[Target]:
    return [one for one in seen if one.ring in rings and box.color_of(one.arc) in colors]


def _tarred(state: State) -> bool:
    return any(monster.tarred for monster in state.monsters)


def check(state: State, seat: int, play: CardPlay) -> None:
    refuse_if(isinstance(play, Hit) and play.card not in box.HITS, "no-fighter")
    if isinstance(play, AllForOne):
        refuse_if(not state.options.all_for_one, "no-all-for-one")
        known = play.color in box.COLORS and play.any in (None, *box.FIGHTERS)
        refuse_if(not known, "unknown-action")
    hand = state.players[seat].hand
    refuse_if(any(not hand.get(card) for card in cards_of(play)), "card-missing")
    refuse_if(getattr(play, "arc", 1) not in box.ARCS, "unknown-action")
    match play:
        case do.Rebuild():
            refuse_if(state.walls[play.arc - 1], "wall-stands")
        case do.Fortify():
            refuse_if(not state.walls[play.arc - 1], "no-wall")
            refuse_if(state.fortified[play.arc - 1], "fortified-already")
            refuse_if(sum(state.fortified) >= box.FORTIFY_TOKENS, "no-fortify-left")
        case do.Missing():
            refuse_if(state.missing, "missing-already")
            refuse_if(not (state.pile or state.held), "none-to-miss")
        case do.DrawTwo():
            refuse_if(not (state.deck or state.discards), "nothing-to-draw")
        case do.Scavenge():
            refuse_if(play.card not in state.discards, "not-discarded")
        case _:
            _check_target(state, play)


def _check_target(state: State, play: Aimed) -> None:
    refuse_if(play.target not in targets(state), "no-such-monster")
    refuse_if(isinstance(play, do.TarIt) and _tarred(state), "tar-in-use")
    if isinstance(play, AllForOne):
        met = _within([play.target], box.AFIELD, (play.color,))
    else:
        met = _within([play.target], *reach(state.options, cards_of(play)[0]))
    refuse_if(not met, "out-of-reach" if isinstance(play, Hit | AllForOne) else "in-the-forest")


def apply(run: Run, seat: int, play: CardPlay) -> None:
    """Play the cards, which go to the discards before their effect."""
    state = run.state
    used = cards_of(play)
    run.spend(seat, used)
    run.count("played", len(used))
    if isinstance(play, do.Scavenge):
        bags.move(play.card, state.discards, state.players[seat].hand)
        run.tell("scavenge", seat=seat, card=play.card)
        return
    aim: dict[str, Any] = {}
    if isinstance(play, Aimed):
        aim = monsters.where(play.target)
    elif isinstance(play, do.Fortify | do.Rebuild):
        aim = {"arc": play.arc}
    run.tell("play", seat=seat, cards=list(used), **aim)
    match play:
        case do.Fortify():
            state.fortified[play.arc - 1] = True
        case do.Rebuild():
            state.walls[play.arc - 1] = True
        case do.Missing():
            state.missing = True
        case do.DrawTwo():
            run.draw(seat, 2)
        case do.DriveBack():
            monsters.find(state, play.target).ring = box.FOREST
        case do.TarIt():
            monsters.find(state, play.target).tarred = True
        case Hit(nice_shot=False):
            _hurt(run, seat, play.target, 1)
        case Hit() | AllForOne() | do.Barbarian():
            _hurt(run, seat, play.target, play.target.points)
        case _:
            assert_never(play)


def _hurt(run: Run, seat: int, target: Target, points: int) -> None:
    monster = monsters.find(run.state, target)
    monster.points -= points
    if not monster.points:
        run.count("slain")
        monsters.die(run, monster, slayer=seat)
