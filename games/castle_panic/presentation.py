"""A viewer's words: the status line, and each event's log line and motions.

Motions name places: `hand:<seat>`, `space:<ring>:<arc>`, `wall:<arc>`, `tower:<arc>`, `deck`,
`discards`, `pile`, `overlord`, `drawn` (the middle of the castle, where a token is shown before it
takes effect) and `trophies:<seat>`. Pieces are cards and tokens by kind, `wall` and `tower`;
monsters carry their points (`troll:3`), which a hit changes.
"""

from typing import Any

from games.castle_panic.actions import Target
from games.castle_panic.components import HITS, MONSTERS
from games.castle_panic.labels import VOCABULARY, all_called, monster
from games.castle_panic.observation import Observation
from games.castle_panic.rules import active_seats
from games.castle_panic.rules.turns import exchanged
from games.castle_panic.state import OVERLORD, Damage, Discards, Offer, State
from games.plugin import Line, Motion, Narration, SeatName, SeenEvent, Viewer, line, lines, names_of
from games.plugin.telling import Told, filled, narrated, say

# -- the status line ------------------------------------------------------------------------------


def prompt(state: State, viewer: Viewer) -> Line:
    deciding = active_seats(state)
    yours, name = viewer in deciding, SeatName(min(deciding))
    match state.pending:
        case [*_, Offer(partner=partner, give=give, take=take, countered=countered)] if yours:
            other = partner if countered else state.active
            fields = {"seat": other, "give": give, "take": take}
            return filled(_COUNTERED if countered else _OFFERED, fields, VOCABULARY)
        case [*_, Offer()] if viewer == state.active:
            return line("{name} is thinking about your offer.", name=name)
        case [*_, Offer()]:
            return line("{name} is thinking about an offer.", name=name)
        case [*_, Damage()] if yours:
            return line("Choose which of the monsters takes the damage.")
        case [*_, Damage()]:
            return line("{name} is choosing which monster is hurt.", name=name)
        case [*_, Discards()] if yours:
            return line("Everyone discards a card: choose yours.")
        case [*_, Discards()]:
            return line("Waiting for {names} to discard a card.", names=names_of(sorted(deciding)))
    if not yours:
        theirs = _THEIRS.get(state.phase, line("It’s {name}’s turn."))
        return filled(theirs, {"seat": min(deciding)}, VOCABULARY)
    if state.phase == "discard":
        return _EXCHANGE.counting(exchanged(state))
    return _commanding(state) if state.phase == "overlord" else _YOURS[state.phase]


def _commanding(state: State) -> Line:
    n = state.plays_left
    if state.must_play:
        return line("Your turn, Overlord: the board is empty, so play at least one token.")
    if not state.may_place:
        return _MORE.counting(n)
    if set(state.held) & set(MONSTERS):
        return line("Your turn, Overlord: place one monster, or play up to {n} tokens.", n=n)
    return line("Your turn, Overlord: play up to {n} tokens, or stop.", n=n)


_MORE = lines(
    "Your turn, Overlord: play {n} more token, or stop.",
    "Your turn, Overlord: play up to {n} more tokens, or stop.",
)
_EXCHANGE = lines(
    "Your turn: exchange a card, or keep them all.",
    "Your turn: exchange up to {n} cards, or keep them all.",
)
_OFFERED = line("{name} offers you {give} for {take}. Your answer?")
_COUNTERED = line("{name} would rather have {give} for {take}. Your answer?")
_YOURS = {
    "opening": line("Place the first monsters around the castle, or leave it to chance."),
    "towers": line("Choose your own tower."),
    "trade": line("Your turn: offer a trade, or go on to playing cards."),
    "play": line("Your turn: play cards, then let the monsters move."),
}
_THEIRS = {
    "opening": line("{name} places the first monsters."),
    "overlord": line("{name} commands the monsters."),
}
_PARTS = {
    "opening": line("setting up"),
    "towers": line("choosing towers"),
    "discard": line("turn {turn}, exchange"),
    "trade": line("turn {turn}, trade"),
    "play": line("turn {turn}, cards"),
    "march": line("turn {turn}, monsters"),
    "tokens": line("turn {turn}, tokens"),
    "overlord-draw": line("turn {turn}, monsters"),
    "overlord": line("turn {turn}, Overlord"),
}


def moment(observation: Observation) -> Line:
    return filled(_PARTS[observation.phase], {"turn": observation.turn}, VOCABULARY)


# -- the log --------------------------------------------------------------------------------------

_SPACE = "space:{ring}:{arc}"
_TO_DISCARDS = Motion("{cards}", "hand:{seat}", "discards")


def narrate(event: SeenEvent) -> Narration | None:
    return narrated(event, _TOLD, VOCABULARY)


def _known(field: str, told: Narration, otherwise: Narration) -> Told:
    """A row for each case: whether the event's field has a value."""
    return lambda data: otherwise if data.get(field) is None else told


def _reshuffle(data: dict[str, Any]) -> Narration:
    lost = data["lost"]
    if not lost:
        return say("The discards become the deck.")
    text = lines(
        "The discards become the deck; {cards} leaves the game.",
        "The discards become the deck; {cards} leave the game.",
        len(lost),
        cards=all_called(lost),
    )
    return say(text)


def _opening(data: dict[str, Any]) -> Narration:
    places = enumerate(data["arcs"], start=1)
    motions = [Motion(kind, "pile", f"space:1:{arc}") for arc, kind in places]
    if data["random"]:
        return say("The first monsters are placed at random.", *motions)
    return say("{name} places the first monsters.", *motions)


def _play(data: dict[str, Any]) -> Narration:
    """A card first moves to where it acts, then to the discards."""
    if "kind" in data:
        text = line("{name} plays {cards} on {monster}.", monster=_monster(data))
        return say(text, Motion("{cards}", "hand:{seat}", _SPACE), *_effect(data))
    if "arc" in data:
        text = line("{name} plays {cards} at the wall of arc {arc}.", arc=data["arc"])
        return say(text, Motion("{cards}", "hand:{seat}", "wall:{arc}"))
    return say("{name} plays {cards}.", _TO_DISCARDS)


def _monster(data: dict[str, Any]) -> Line:
    return monster(Target(data["arc"], data["ring"], data["kind"], data["points"]))


def _effect(data: dict[str, Any]) -> tuple[Motion, ...]:
    """The motion of the monster on which these cards are played, if no other event has it."""
    if data["cards"] == ["drive-back"]:
        return (Motion("{kind}", _SPACE, "space:0:{arc}"),)
    hit = len(data["cards"]) == 1 and data["cards"][0] in HITS
    return _turns(data) if hit else ()


def _turns(data: dict[str, Any]) -> tuple[Motion, ...]:
    """A hit turns a monster to its next side, if it has one."""
    if data["points"] == 1:
        return ()
    side = f"{data['kind']}:{data['points'] - 1}"
    return (Motion("{kind}:{points}", _SPACE, _SPACE, then=True, becomes=side),)


def _move(data: dict[str, Any]) -> Narration | None:
    motions = tuple(
        Motion(kind, f"space:{ring}:{arc}", f"space:{to_ring}:{to_arc}", then=place == 0)
        for place, (kind, ring, arc, to_ring, to_arc, _points) in enumerate(data["steps"])
    )
    return _counted(_MOVED, len(motions), *motions)


def _counted(text: Line, count: int, *motions: Motion) -> Narration | None:
    return say(text.counting(count), *motions) if count else None


def _boulder(data: dict[str, Any]) -> Narration:
    """The boulder rolls along its course, up to the wall that stops it."""
    course = [f"space:{ring}:{arc}" for ring, arc in data["path"]]
    if data["stopped"] == "wall":
        course.append(f"wall:{data['path'][-1][1]}")
    first, *via, last = course
    rolls = Motion("boulder", first, last, via=tuple(via), then=True)
    return say("A giant boulder rolls in from arc {arc}.", rolls)


def _overlord_draws(data: dict[str, Any]) -> Narration:
    if "tokens" in data:
        drawn = Motion("{tokens}", "pile", "overlord")
        return say("The Overlord draws {tokens}.", drawn, role=OVERLORD.key)
    text = lines("The Overlord draws {n} token.", "The Overlord draws {n} tokens.", data["count"])
    return say(text, role=OVERLORD.key)


_MOVED = lines("{n} monster moves.", "{n} monsters move.")
_HEALED = lines("{n} monster regains a point.", "{n} monsters regain a point each.")
_WALL_BREAKS = Motion("wall", "wall:{arc}", "wall:{arc}", then=True)  # or its shield
_PLAYED = Motion("{token}", "overlord", "drawn", then=True)
_ENDS = {
    "won": say("The last monster is gone: the castle is saved.", ends=True),
    "lost": say("The castle has fallen.", ends=True),
}
_TOLD: dict[str, Told] = {
    "cards": say("{name} draws {cards}.", Motion("{cards}", "deck", "hand:{seat}")),
    "reshuffle": _reshuffle,
    "opening": _opening,
    "own-tower": say("The tower of arc {arc} is {name}’s."),
    "turn": say("{name}’s turn."),
    "discarded": say("{name} discards {cards}.", _TO_DISCARDS),
    "offer": say("{name} offers {give} to {whom} for {take}."),
    "counter": say("{name} would rather give {give} to {whom} for {take}."),
    "declined": say("{name} declines."),
    "withdrawn": say("{name} withdraws the offer."),
    "traded": say(
        "{name} and {whom} trade {give} for {take}.",
        Motion("{give}", "hand:{seat}", "hand:{partner}"),
        Motion("{take}", "hand:{partner}", "hand:{seat}"),
    ),
    "play": _play,
    "scavenge": say(
        "{name} scavenges {card} from the discards.",
        Motion("scavenge", "hand:{seat}", "discards"),
        Motion("{card}", "discards", "hand:{seat}"),
    ),
    "token": say("A token is drawn: {token}.", Motion("{token}", "pile", "drawn", then=True)),
    "monster": say(
        "The {monster} appears in the Forest of arc {arc}.",
        Motion("{kind}", "drawn", "space:0:{arc}", then=True),
    ),
    "move": _move,
    "stirs": _known(
        "colour",
        say("The {monster} drives the {color} monsters on."),
        say("The {monster} drives all the monsters on."),
    ),
    "healed": lambda data: _counted(_HEALED, data["count"]),
    "boulder": _boulder,
    "hurt": lambda data: say(
        line("{monster} takes a point of damage.", monster=_monster(data)), *_turns(data)
    ),
    "slain": _known(
        "seat",
        say("{name} slays {monster}.", Motion("{kind}", _SPACE, "trophies:{seat}")),
        say("The {monster} dies.", Motion("{kind}", _SPACE, "pile")),
    ),
    "wall-lost": say("The wall of arc {arc} breaks.", _WALL_BREAKS),
    "fortify-lost": say("The wall of arc {arc} holds, but its shield is gone.", _WALL_BREAKS),
    "tower-lost": say(
        "The tower of arc {arc} falls.", Motion("tower", "tower:{arc}", "tower:{arc}", then=True)
    ),
    "out": say("{name} has lost their tower and is out."),
    "overlord-draws": _overlord_draws,
    "overlord-plays": _known(
        "arc",
        say("The Overlord places {token} in the Forest of arc {arc}.", _PLAYED, role=OVERLORD.key),
        say("The Overlord plays {token}.", _PLAYED, role=OVERLORD.key),
    ),
    "overlord-stops": say("The Overlord plays no more tokens.", role=OVERLORD.key),
    "end": lambda data: _ENDS[data["ending"]],
}
