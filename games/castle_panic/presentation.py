"""What a viewer reads: the status line, and the log line and motions of each event.

Motions name places: `hand:<seat>`, `space:<ring>:<arc>`, `wall:<arc>`, `tower:<arc>`, `deck`,
`discards`, `pile`, `overlord`, `drawn` (the middle of the castle, where all see a token before it
is resolved) and `trophies:<seat>`. Pieces are cards and tokens by kind, `wall` and `tower`;
monsters go by their points as well (`troll:3`), for a hit makes another of them.
"""

from collections.abc import Callable
from typing import Any

from games.castle_panic import scoring, words
from games.castle_panic.components import HITS
from games.castle_panic.formats import OVERLORD
from games.castle_panic.rules import active_seats
from games.castle_panic.state import Damage, Discards, Offer, State
from games.plugin import (
    Line,
    Motion,
    Narration,
    SeatName,
    SeenEvent,
    Viewer,
    line,
    lines,
    listed,
)

# -- the status line ------------------------------------------------------------------------------


def prompt(state: State, viewer: Viewer) -> Line:
    """Who must do what; at the end, who won and why."""
    result = scoring.result(state)
    if result is not None:
        return result.reason
    asked = active_seats(state)
    if viewer in asked:
        return _yours(state)
    top = state.pending[-1] if state.pending else None
    if isinstance(top, Offer) and viewer == state.active:
        return line("{name} is thinking about your offer.", name=SeatName(top.partner))
    if isinstance(top, Discards):
        names = listed([line("{name}", name=SeatName(seat)) for seat in sorted(asked)])
        return line("Waiting for {names} to discard a card.", names=names)
    return _theirs(state, min(asked))


def _yours(state: State) -> Line:
    top = state.pending[-1] if state.pending else None
    if isinstance(top, Offer):
        if top.countered:
            return line(
                "{name} would rather have {give} for {take}. Your answer?",
                name=SeatName(top.partner),
                give=words.card(top.give),
                take=words.card(top.take),
            )
        return line(
            "{name} offers you {give} for {take}. Your answer?",
            name=SeatName(state.active),
            give=words.card(top.give),
            take=words.card(top.take),
        )
    if isinstance(top, Damage):
        return line("Choose which of the monsters takes the damage.")
    if isinstance(top, Discards):
        return line("Everyone discards a card: choose yours.")
    if state.phase == "overlord" and state.must_play:
        return line("Your turn, Overlord: the board is empty, so play at least one token.")
    return _YOURS[state.phase]


_YOURS = {
    "opening": line("Place the first monsters around the castle, or leave it to chance."),
    "towers": line("Choose your own tower."),
    "discard": line("Your turn: exchange a card, or keep them all."),
    "trade": line("Your turn: offer a trade, or go on to playing cards."),
    "play": line("Your turn: play cards, then let the monsters move."),
    "overlord": line("Your turn, Overlord: place one monster, or play up to {n} tokens.", n=2),
}


def _theirs(state: State, seat: int) -> Line:
    name = SeatName(seat)
    top = state.pending[-1] if state.pending else None
    if isinstance(top, Offer):
        return line("{name} is thinking about an offer.", name=name)
    if isinstance(top, Damage):
        return line("{name} is choosing which monster is hurt.", name=name)
    if state.phase == "opening":
        return line("{name} places the first monsters.", name=name)
    if state.phase == "overlord":
        return line("{name} commands the monsters.", name=name)
    return line("It's {name}'s turn.", name=name)


# -- the log --------------------------------------------------------------------------------------


def narrate(event: SeenEvent) -> Narration | None:
    """The event in a sentence, with the motions that show it."""
    return _TOLD[event.type](event.data)


def _space(ring: int, arc: int) -> str:
    return f"space:{ring}:{arc}"


def _cards(data: dict[str, Any]) -> Narration:
    seat = data["seat"]
    told = line("{name} draws {cards}.", name=SeatName(seat), cards=words.cards(data["cards"]))
    return Narration(told, tuple(Motion(card, "deck", f"hand:{seat}") for card in data["cards"]))


def _reshuffle(data: dict[str, Any]) -> Narration:
    if data["lost"]:
        told = line(
            "The discards become the deck; {cards} leave the game.", cards=words.cards(data["lost"])
        )
        return Narration(told)
    return Narration(line("The discards become the deck."))


def _opening(data: dict[str, Any]) -> Narration:
    motions = tuple(
        Motion(kind, "pile", _space(1, arc)) for arc, kind in enumerate(data["arcs"], start=1)
    )
    if data["random"]:
        return Narration(line("The first monsters are placed at random."), motions)
    told = line("{name} places the first monsters.", name=SeatName(data["seat"]))
    return Narration(told, motions)


def _own_tower(data: dict[str, Any]) -> Narration:
    told = line("The tower of arc {arc} is {name}'s.", arc=data["arc"], name=SeatName(data["seat"]))
    return Narration(told)


def _turn(data: dict[str, Any]) -> Narration:
    return Narration(line("{name}'s turn.", name=SeatName(data["seat"])))


def _discarded(data: dict[str, Any]) -> Narration:
    seat, cards = data["seat"], data["cards"]
    told = line("{name} discards {cards}.", name=SeatName(seat), cards=words.cards(cards))
    return Narration(told, tuple(Motion(card, f"hand:{seat}", "discards") for card in cards))


def _trade_line(text: str) -> Callable[[dict[str, Any]], Narration]:
    def told(data: dict[str, Any]) -> Narration:
        said = line(
            text,
            name=SeatName(data["seat"]),
            partner=SeatName(data["partner"]),
            give=words.card(data["give"]),
            take=words.card(data["take"]),
        )
        return Narration(said)

    return told


def _traded(data: dict[str, Any]) -> Narration:
    told = _trade_line("{name} and {partner} trade {give} for {take}.")(data)
    seat, partner = data["seat"], data["partner"]
    motions = (
        Motion(data["give"], f"hand:{seat}", f"hand:{partner}"),
        Motion(data["take"], f"hand:{partner}", f"hand:{seat}"),
    )
    return Narration(told.line, motions)


def _play(data: dict[str, Any]) -> Narration:
    seat, cards = data["seat"], data["cards"]
    motions = tuple(Motion(card, f"hand:{seat}", _aim(data)) for card in cards)
    said = {"name": SeatName(seat), "cards": words.cards(cards)}
    if "kind" in data:
        hit = words.monster(data["kind"], data["points"], data["ring"], data["arc"])
        if cards == ["drive-back"]:
            motions += (
                Motion(data["kind"], _space(data["ring"], data["arc"]), _space(0, data["arc"])),
            )
        elif len(cards) == 1 and cards[0] in HITS:
            motions += _turns(data)
        return Narration(line("{name} plays {cards} on {monster}.", monster=hit, **said), motions)
    if "arc" in data:
        told = line("{name} plays {cards} at the wall of arc {arc}.", arc=data["arc"], **said)
        return Narration(told, motions)
    return Narration(line("{name} plays {cards}.", **said), motions)


def _turns(data: dict[str, Any]) -> tuple[Motion, ...]:
    """A hit turns a monster to its next side, if it has one left."""
    kind, points, place = data["kind"], data["points"], _space(data["ring"], data["arc"])
    if points == 1:
        return ()
    side = f"{kind}:{points - 1}"
    return (Motion(f"{kind}:{points}", place, place, then=True, becomes=side),)


def _aim(data: dict[str, Any]) -> str:
    """Where a played card acts; it lies with the discards afterwards."""
    if "kind" in data:
        return _space(data["ring"], data["arc"])
    return f"wall:{data['arc']}" if "arc" in data else "discards"


def _scavenge(data: dict[str, Any]) -> Narration:
    seat = data["seat"]
    told = line(
        "{name} scavenges {card} from the discards.",
        name=SeatName(seat),
        card=words.card(data["card"]),
    )
    motions = (
        Motion("scavenge", f"hand:{seat}", "discards"),
        Motion(data["card"], "discards", f"hand:{seat}"),
    )
    return Narration(told, motions)


def _token(data: dict[str, Any]) -> Narration:
    token = data["token"]
    told = line("A token is drawn: {token}.", token=words.token(token))
    return Narration(told, (Motion(token, "pile", "drawn", then=True),))


def _monster(data: dict[str, Any]) -> Narration:
    kind, arc = data["kind"], data["arc"]
    text = "The {monster} comes out of the Forest in arc {arc}."
    motion = Motion(kind, "drawn", _space(0, arc), then=True)
    return Narration(line(text, monster=words.token(kind), arc=arc), (motion,))


def _move(data: dict[str, Any]) -> Narration | None:
    if not data["steps"]:
        return None
    motions = tuple(
        Motion(kind, _space(ring, arc), _space(to_ring, to_arc), then=place == 0)
        for place, (kind, ring, arc, to_ring, to_arc, _points) in enumerate(data["steps"])
    )
    told = lines("{n} monster moves.", "{n} monsters move.", len(motions))
    return Narration(told, motions)


def _stirs(data: dict[str, Any]) -> Narration:
    name = words.token(data["kind"])
    if data["colour"] is None:
        return Narration(line("The {monster} drives all the monsters on.", monster=name))
    told = line(
        "The {monster} drives the {colour} monsters on.",
        monster=name,
        colour=words.colour(data["colour"]),
    )
    return Narration(told)


def _healed(data: dict[str, Any]) -> Narration | None:
    if not data["count"]:
        return None
    told = lines("{n} monster regains a point.", "{n} monsters regain a point each.", data["count"])
    return Narration(told)


def _broken(piece: str, text: str) -> Callable[[dict[str, Any]], Narration]:
    """A wall, its shield or a tower goes, where it stands."""

    def told(data: dict[str, Any]) -> Narration:
        place = f"{piece}:{data['arc']}"
        return Narration(line(text, arc=data["arc"]), (Motion(piece, place, place, then=True),))

    return told


def _boulder(data: dict[str, Any]) -> Narration:
    """It rolls over every space of its course, and up to the wall that stops it."""
    told = line("A giant boulder rolls in from arc {arc}.", arc=data["arc"])
    course = [_space(ring, arc) for ring, arc in data["path"]]
    if data["stopped"] == "wall":
        course.append(f"wall:{data['path'][-1][1]}")
    first, *via, last = course
    return Narration(told, (Motion("boulder", first, last, via=tuple(via), then=True),))


def _hurt(data: dict[str, Any]) -> Narration:
    hurt = words.monster(data["kind"], data["points"], data["ring"], data["arc"])
    return Narration(line("{monster} takes a point of damage.", monster=hurt), _turns(data))


def _slain(data: dict[str, Any]) -> Narration:
    seat, kind = data["seat"], data["kind"]
    place = _space(data["ring"], data["arc"])
    if seat is None:
        told = line("The {monster} is no more.", monster=words.token(kind))
        return Narration(told, (Motion(kind, place, "pile"),))
    told = line("{name} slays {monster}.", name=SeatName(seat), monster=words.token(kind))
    return Narration(told, (Motion(kind, place, f"trophies:{seat}"),))


def _out(data: dict[str, Any]) -> Narration:
    return Narration(line("{name} has lost their tower and is out.", name=SeatName(data["seat"])))


def _overlord_draws(data: dict[str, Any]) -> Narration:
    drawn = data.get("tokens")
    if drawn is None:
        told = lines(
            "The Overlord draws {n} token.", "The Overlord draws {n} tokens.", data["count"]
        )
        return Narration(told, role=OVERLORD.key)
    tokens = listed([words.token(token) for token in drawn])
    motions = tuple(Motion(token, "pile", "overlord") for token in drawn)
    told = line("The Overlord draws {tokens}.", tokens=tokens)
    return Narration(told, motions, role=OVERLORD.key)


def _overlord_plays(data: dict[str, Any]) -> Narration:
    token = words.token(data["token"])
    motions = (Motion(data["token"], "overlord", "drawn", then=True),)
    if data["arc"] is None:
        told = line("The Overlord plays {token}.", token=token)
        return Narration(told, motions, role=OVERLORD.key)
    text = "The Overlord places {token} in the Forest of arc {arc}."
    told = line(text, token=token, arc=data["arc"])
    return Narration(told, motions, role=OVERLORD.key)


def _end(data: dict[str, Any]) -> Narration:
    if data["ending"] == "won":
        return Narration(line("The last monster is gone: the castle is saved."), ends=True)
    return Narration(line("The castle has fallen."), ends=True)


_TOLD: dict[str, Callable[[dict[str, Any]], Narration | None]] = {
    "cards": _cards,
    "reshuffle": _reshuffle,
    "opening": _opening,
    "own-tower": _own_tower,
    "turn": _turn,
    "discarded": _discarded,
    "offer": _trade_line("{name} offers {partner} {give} for {take}."),
    "counter": _trade_line("{name} would rather give {partner} {give} for {take}."),
    "declined": lambda data: Narration(line("{name} declines.", name=SeatName(data["seat"]))),
    "withdrawn": lambda data: Narration(
        line("{name} withdraws the offer.", name=SeatName(data["seat"]))
    ),
    "traded": _traded,
    "play": _play,
    "scavenge": _scavenge,
    "token": _token,
    "monster": _monster,
    "move": _move,
    "stirs": _stirs,
    "healed": _healed,
    "boulder": _boulder,
    "hurt": _hurt,
    "slain": _slain,
    "wall-lost": _broken("wall", "The wall of arc {arc} breaks."),
    "fortify-lost": _broken("wall", "The wall of arc {arc} holds, but its shield is gone."),
    "tower-lost": _broken("tower", "The tower of arc {arc} falls."),
    "out": _out,
    "overlord-draws": _overlord_draws,
    "overlord-plays": _overlord_plays,
    "overlord-stops": lambda data: Narration(
        line("The Overlord plays no more tokens."), role=OVERLORD.key
    ),
    "end": _end,
}
