"""The legal actions as people pick them: words, touched targets and what would follow.

Targets: `hand:<card>`, `card:<seat>:<card>` (a partner's), `discarded:<card>`, `wall:<arc>`,
`tower:<arc>`, `forest:<arc>`, `token:<kind>` (the Overlord's), `orc:<arc>` and `troll:<arc>` before
the first turn, `monster:<arc>:<ring>:<kind>:<points>` with `:tar` where it is tarred, and for what
has no place on the table `die`, `keep`, `end`, `accept`, `decline`, `withdraw`.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from games.castle_panic import words
from games.castle_panic.actions import (
    Accept,
    Action,
    AllForOne,
    Barbarian,
    Counter,
    Decline,
    DrawTwo,
    DriveBack,
    EndPlay,
    EndTrade,
    Exchange,
    Fortify,
    GiveUp,
    Hit,
    Missing,
    OfferTrade,
    Open,
    OpenAtRandom,
    OwnTower,
    Place,
    Play,
    Rebuild,
    Scavenge,
    Stop,
    TakeDamage,
    Target,
    TarIt,
    Withdraw,
    target_of,
)
from games.castle_panic.components import CASTLE, SWORDSMAN
from games.castle_panic.previews import Preview, Previews
from games.castle_panic.rules import legal_actions
from games.castle_panic.rules.plays import cards_of
from games.castle_panic.state import Damage, Offer, State
from games.plugin import Choice, Line, SeatName, line, lines

Said = tuple[Line, Line, tuple[str, ...]]  # label, group, picks

# Buttons, and the tower of one's own: each is a whole move, made by one touch.
_WHOLE_MOVES = ("die", "keep", "end", "accept", "decline", "withdraw", "tower")

# What a move may lack once something else of it is picked.
MISSING = {
    "hand": line("a card from your hand"),
    "card+hand": line("the card you give for it"),
    "card": line("the card you want for it"),
    "discarded": line("a card from the discards"),
    "monster": line("a monster"),
    "wall": line("the wall to build"),
    "token": line("a token"),
    "forest": line("the Forest of an arc"),
    "orc": line("the arc of an Orc"),
    "troll": line("the arc of the Troll"),
}

_HITS = line("Hit a monster")
_SLAY = line("Slay a monster")
_HOLD = line("Hold up monsters")
_BUILD = line("Build")
_CARDS = line("More cards")
_TRADE = line("Trade")
_ON = line("Go on")
_ANSWER = line("Answer")
_OPENING = line("Place the first monsters")
_EXCHANGE = line("Exchange cards")


def choices(state: State, seat: int) -> list[Choice[Action]]:
    """Every legal action with its label, group and picks, in the rules' order."""
    actions = legal_actions(state, seat)
    previews = Previews(state, seat)
    return [_choice(state, action, actions, previews.of(action)) for action in actions]


def bare_choices(state: State, seat: int) -> list[Choice[Action]]:
    """The same without previews."""
    actions = legal_actions(state, seat)
    return [_choice(state, action, actions, None) for action in actions]


def _choice(
    state: State, action: Any, offered: list[Action], preview: Preview | None
) -> Choice[Action]:
    label, group, picks = _said(state, action, offered)
    at_once = len(picks) == 1 and picks[0].partition(":")[0] in _WHOLE_MOVES
    return Choice(action, label, group, picks, preview=preview, at_once=at_once)


def _said(state: State, action: Any, offered: list[Action]) -> Said:
    if isinstance(action, EndPlay):
        return _end_play(state, offered), _ON, ("end",)
    plain = _PLAIN.get(type(action))
    return plain(action) if plain else _PLACED[type(action)](state, action)


def _end_play(state: State, offered: list[Action]) -> Line:
    """Ending the turn, with what would be left undone."""
    hits = {play.target for play in offered if isinstance(play, Hit | AllForOne | Barbarian)}
    if hits:
        return lines(
            "End the turn: the monsters move (you can still hit {n} monster)",
            "End the turn: the monsters move (you can still hit {n} monsters)",
            sum(target_of(found) in hits for found in state.monsters),
        )
    left = {card for play in offered if not isinstance(play, EndPlay) for card in cards_of(play)}  # type: ignore[arg-type]
    return lines(
        "End the turn: the monsters move (you can still play {n} card)",
        "End the turn: the monsters move (you can still play {n} cards)",
        len(left),
    )


def target(found: Target) -> str:
    """A monster as a thing to touch."""
    name = f"monster:{found.arc}:{found.ring}:{found.kind}:{found.points}"
    return f"{name}:tar" if found.tarred else name


def monster(found: Target) -> Line:
    return words.monster(found.kind, found.points, found.ring, found.arc, found.tarred)


def _hand(*cards: str) -> tuple[str, ...]:
    return tuple(f"hand:{card}" for card in cards)


# -- plays ----------------------------------------------------------------------------------------


@cache
def _hit(action: Hit) -> Said:
    picks = (*_hand(*cards_of(action)), target(action.target))
    said = {"card": words.card(action.card), "monster": monster(action.target)}
    if action.nice_shot:
        return line("Slay {monster} with {card} and Nice Shot", **said), _SLAY, picks
    return line("Hit {monster} with {card}", **said), _HITS, picks


@cache
def _set(action: AllForOne) -> Said:
    used = cards_of(action)
    label = line(
        "Slay {monster} with {cards}", monster=monster(action.target), cards=words.cards(used)
    )
    return label, _SLAY, (*_hand(*used), target(action.target))


def _on_monster(text: str, group: Line) -> Callable[[Any], Said]:
    @cache
    def said(action: Any) -> Said:
        picks = (*_hand(*cards_of(action)), target(action.target))
        return line(text, monster=monster(action.target)), group, picks

    return said


def _on_wall(action: Fortify | Rebuild) -> Said:
    text = "Fortify the wall of arc {arc}" if isinstance(action, Fortify) else _REBUILD
    return line(text, arc=action.arc), _BUILD, (*_hand(*cards_of(action)), f"wall:{action.arc}")


_REBUILD = "Build a wall in arc {arc} with Brick and Mortar"


def _scavenge(action: Scavenge) -> Said:
    label = line("Scavenge {card} from the discards", card=words.card(action.card))
    return label, _CARDS, ("hand:scavenge", f"discarded:{action.card}")


# -- everything else ------------------------------------------------------------------------------


@cache
def _open(action: Open) -> Said:
    orcs = [arc for arc, kind in enumerate(action.arcs, 1) if kind == "orc"]
    troll = action.arcs.index("troll") + 1
    label = line(
        "Orcs in arcs {one} and {other}, the troll in arc {troll}, goblins in the rest",
        one=orcs[0],
        other=orcs[1],
        troll=troll,
    )
    return label, _OPENING, (f"troll:{troll}", *(f"orc:{arc}" for arc in orcs))


def _exchange(action: Exchange) -> Said:
    if not action.cards:
        return line("Keep all cards"), _ON, ("keep",)
    return (
        lines(
            "Discard {cards} and draw {n} card",
            "Discard {cards} and draw {n} cards",
            len(action.cards),
            cards=words.cards(action.cards),
        ),
        _EXCHANGE,
        _hand(*action.cards),
    )


def _offer(action: OfferTrade) -> Said:
    label = line(
        "Offer {name} {give} for {take}",
        name=SeatName(action.partner),
        give=words.card(action.give),
        take=words.card(action.take),
    )
    return label, _TRADE, (*_hand(action.give), f"card:{action.partner}:{action.take}")


def _accept(state: State, action: Accept) -> Said:
    offer = _open_offer(state)
    give, take = (offer.take, offer.give) if not offer.countered else (offer.give, offer.take)
    label = line("Accept: give {give}, get {take}", give=words.card(give), take=words.card(take))
    return label, _ANSWER, ("accept",)


def _counter(state: State, action: Counter) -> Said:
    label = line(
        "Ask instead: give {take}, get {give}",
        take=words.card(action.take),
        give=words.card(action.give),
    )
    return label, _ANSWER, (*_hand(action.take), f"card:{state.active}:{action.give}")


def _open_offer(state: State) -> Offer:
    offer = state.pending[-1]
    assert isinstance(offer, Offer)
    return offer


def _take_damage(state: State, action: TakeDamage) -> Said:
    pending = state.pending[-1]
    assert isinstance(pending, Damage)
    arc = pending.group.arc
    ring = SWORDSMAN if pending.group.line == "wall" else CASTLE
    found = Target(arc, ring, action.kind, action.points)
    label = line("{monster} takes the damage", monster=monster(found))
    return label, line("Choose who is hurt"), (target(found),)


def _place(action: Place) -> Said:
    label = line(
        "Place {monster} in the Forest of arc {arc}",
        monster=words.token(action.token),
        arc=action.arc,
    )
    return label, line("Place one monster"), (f"token:{action.token}", f"forest:{action.arc}")


def _play(action: Play) -> Said:
    label = line("Play {token}", token=words.token(action.token))
    return label, line("Place by the die"), (f"token:{action.token}",)


def _fixed(text: str, group: Line, *picks: str) -> Callable[[Any], Said]:
    label = line(text)
    return lambda action: (label, group, picks)


def _tower(action: OwnTower) -> Said:
    label = line("Choose the tower of arc {arc} as yours", arc=action.arc)
    return label, line("Choose your tower"), (f"tower:{action.arc}",)


def _give_up(action: GiveUp) -> Said:
    label = line("Discard {card}", card=words.card(action.card))
    return label, line("Discard a card"), _hand(action.card)


_PLAIN: dict[type, Callable[[Any], Said]] = {
    Hit: _hit,
    AllForOne: _set,
    Barbarian: _on_monster("Slay {monster} with the Barbarian", _SLAY),
    DriveBack: _on_monster("Drive {monster} back to the Forest", _HOLD),
    TarIt: _on_monster("Tar {monster}", _HOLD),
    Fortify: _on_wall,
    Rebuild: _on_wall,
    Missing: _fixed("Missing: no new monsters this turn", _HOLD, "hand:missing"),
    DrawTwo: _fixed("Draw 2 cards", _CARDS, "hand:draw-two"),
    Scavenge: _scavenge,
    EndTrade: _fixed("No trade: play cards", _ON, "end"),
    Stop: _fixed("Play no more tokens", _ON, "end"),
    Open: _open,
    OpenAtRandom: _fixed("Place them at random", _OPENING, "die"),
    OwnTower: _tower,
    Exchange: _exchange,
    OfferTrade: _offer,
    Decline: _fixed("Decline", _ANSWER, "decline"),
    Withdraw: _fixed("Withdraw the offer", _ANSWER, "withdraw"),
    GiveUp: _give_up,
    Place: _place,
    Play: _play,
}
_PLACED: dict[type, Callable[[State, Any], Said]] = {
    Accept: _accept,
    Counter: _counter,
    TakeDamage: _take_damage,
}
