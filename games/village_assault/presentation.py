"""What a viewer reads: the status line, and the log line and motions of each event.

Motions name places: `hand`, `deck`, `discards`, `prisoners`, `kings`, `village:<key>` (the face-up
card) and `down:<key>` (the cards below it). Pieces are cards by their words, and `card` where
nobody may know which.
"""

from collections.abc import Callable
from typing import Any

from games.plugin import Line, Motion, Narration, SeatName, SeenEvent, Viewer, line, lines, msg
from games.village_assault import words
from games.village_assault.actions import Action, Add, Attack, Take
from games.village_assault.rules import legal_actions, result
from games.village_assault.state import State

HIDDEN_CARD = "card"
PLAYER = SeatName(0)


def prompt(state: State, viewer: Viewer) -> Line:
    """What is to do; at the end, what it scored."""
    ended = result(state)
    if ended is not None:
        return ended.reason
    if viewer != 0:
        return line("{name} leads the assault.", name=PLAYER)
    if state.declared is not None:
        return _declared_prompt(state)
    if state.phase == "cashing":
        return line("The Merchant buys: add cards to the prisoners, or cash in.")
    can = {type(action) for action in legal_actions(state, 0)}
    if state.phase == "closing":
        return _closing_prompt(state.round, can_add=Add in can)
    if state.phase == "adding":
        if Add in can:
            return line("Add more hand cards to the prisoners, or finish.")
        return line("No card is left to add: finish the round.")
    return _assault_prompt(can)


def _closing_prompt(number: int, *, can_add: bool) -> Line:
    if can_add:
        return line(
            "Round {round} is won: add hand cards to the prisoners, or finish.", round=number
        )
    return line("Round {round} is won: finish it.", round=number)


def _assault_prompt(can: set[type[Action]]) -> Line:
    """What the hand and the villages allow; nothing else is promised."""
    if Attack in can:
        if Take in can:
            return line("Choose a unit to attack, or take what is free.")
        return line("Choose a unit to attack.")
    if Take in can:
        return line("Take what is free, or retreat.")
    return line("Play a card, or retreat.")


def _declared_prompt(state: State) -> Line:
    assert state.declared is not None
    unit = words.card(state.declared.unit)
    if state.declared.spending:
        return line("Spend the {unit}, or the Sheep instead?", unit=unit)
    village = words.village(state.declared.village)
    return line(
        "The {unit} attacks the {village}: add Pigs or the Sheep, or attack alone.",
        unit=unit,
        village=village,
    )


def narrate(event: SeenEvent) -> Narration | None:
    """The event in a sentence, with the motions that show it."""
    return _TOLD[event.type](event.data)


def _place(village: str) -> str:
    return f"village:{village}"


def _reshuffle(data: dict[str, Any]) -> Narration:
    told = lines(
        "The {n} discarded card is the new deck.",
        "The {n} discarded cards are shuffled into a new deck.",
        data["cards"],
    )
    return Narration(told, (Motion(HIDDEN_CARD, "discards", "deck", then=True),))


def _drawn(data: dict[str, Any]) -> Narration:
    cards = data["cards"]
    if not cards:
        return Narration(line("{name} draws nothing.", name=PLAYER))
    told = line("{name} draws {cards}.", name=PLAYER, cards=words.cards(cards))
    motions = [
        Motion(card, "deck", _drawn_to(card), then=place == 0) for place, card in enumerate(cards)
    ]
    return Narration(told, tuple(motions))


def _drawn_to(card: str) -> str:
    return "discards" if card.startswith(("king", "inn")) else "hand"


def _dealt(data: dict[str, Any]) -> Narration:
    motions = []
    for key, below, face in data["villages"]:
        motions += [Motion(HIDDEN_CARD, "deck", f"down:{key}") for _ in range(below)]
        if face is not None:
            motions.append(Motion(face, "deck", _place(key)))
    if data["last"]:
        told = line(
            "Round {round} is dealt, and no card is left for more: it is the last.",
            round=data["round"],
        )
    else:
        told = line("Round {round} is dealt.", round=data["round"])
    return Narration(told, tuple(motions))


def _turned(data: dict[str, Any]) -> Narration:
    card, key = data["card"], data["village"]
    told = line(
        "Turned up at the {village}: {card}.", card=words.card(card), village=words.village(key)
    )
    return Narration(told, (Motion(card, f"down:{key}", _place(key), then=True),))


def _king(data: dict[str, Any]) -> Narration:
    told = line("The {card} moves behind the Castle.", card=words.card(data["card"]))
    return Narration(told, (Motion(data["card"], _place(data["village"]), "kings", then=True),))


def _inn(data: dict[str, Any]) -> Narration:
    motion = Motion("inn", _place(data["village"]), _place(data["inn"]), then=True)
    return Narration(line("An Inn opens: it is dealt cards from the next round on."), (motion,))


def _declared(data: dict[str, Any]) -> Narration:
    unit, village = words.card(data["unit"]), words.village(data["village"])
    if data["spending"]:
        return Narration(line("{name} is about to spend the {unit}.", name=PLAYER, unit=unit))
    told = line(
        "{name} sends the {unit} to the {village}.", name=PLAYER, unit=unit, village=village
    )
    return Narration(told)


def _attack(data: dict[str, Any]) -> Narration:
    goal = _place(data["village"])
    motions: tuple[Motion, ...] = (Motion(data["unit"], "hand", goal),)
    motions += (Motion("pig", "hand", goal),) * data["pigs"]
    if data["at"] != data["village"]:
        motions += (Motion(data["defender"], _place(data["at"]), goal),)
    said = {
        "unit": words.card(data["unit"]),
        "village": words.village(data["village"]),
        "defender": words.card(data["defender"]),
        "attack": data["attack"],
        "defence": data["defence"],
    }
    return Narration(line(_attack_text(data), **said), motions)


def _attack_text(data: dict[str, Any]) -> str:
    if data["at"] == data["village"]:
        return _BEATEN if data["won"] else _LOST
    return _GUARD_BEATEN if data["won"] else _GUARD_LOST


_BEATEN = msg("The {unit} beats the {defender} at the {village}, {attack} against {defence}.")
_LOST = msg("The {unit} loses to the {defender} at the {village}, {attack} against {defence}.")
_GUARD_BEATEN = msg(
    "The {unit} attacks the {village} and beats the {defender} who steps in, "
    "{attack} against {defence}."
)
_GUARD_LOST = msg(
    "The {unit} attacks the {village} and loses to the {defender} who steps in, "
    "{attack} against {defence}."
)


def _freed(data: dict[str, Any]) -> Narration:
    told = line(
        "The {by} frees the {card}.", by=words.card(data["by"]), card=words.card(data["card"])
    )
    return Narration(told, (Motion(data["card"], "prisoners", "discards", then=True),))


def _captured(data: dict[str, Any]) -> Narration:
    told = line("The {card} is taken prisoner.", card=words.card(data["card"]))
    motion = Motion(data["card"], _place(data["village"]), "prisoners", then=True)
    return Narration(told, (motion,))


def _scouted(data: dict[str, Any]) -> Narration:
    card, key = data["card"], data["village"]
    told = line(
        "The Scout discards the next card of the {village}: {card}.",
        village=words.village(key),
        card=words.card(card),
    )
    return Narration(told, (Motion(card, f"down:{key}", "discards", then=True),))


def _used(data: dict[str, Any]) -> Narration:
    told = line("Used up: {cards}.", cards=words.cards(data["cards"]))
    return Narration(told, tuple(Motion(card, "hand", "discards") for card in data["cards"]))


def _spent(data: dict[str, Any]) -> Narration:
    unit, card = words.card(data["unit"]), data["card"]
    if card == "inn":
        motion = Motion(card, _place(data["village"]), "discards")
        village = words.village(data["village"])
        told = line("The {unit} tears down the {village}.", unit=unit, village=village)
    else:
        motion = Motion(card, "kings", "discards")
        told = line("The {unit} does away with the {card}.", unit=unit, card=words.card(card))
    return Narration(told, (motion,))


def _taken(data: dict[str, Any]) -> Narration:
    card, key = data["card"], data["village"]
    said = {"name": PLAYER, "card": words.card(card), "village": words.village(key)}
    animal = data["animal"]
    if animal:
        told = line("{name} takes the {card} of the {village} into hand.", **said)
    else:
        told = line("{name} takes the {card} of the {village} prisoner, free.", **said)
    return Narration(told, (Motion(card, _place(key), "hand" if animal else "prisoners"),))


def _chicken(data: dict[str, Any]) -> Narration:
    told = line("{name} plays a Chicken.", name=PLAYER)
    return Narration(told, (Motion("chicken", "hand", "discards"),))


def _bunny(data: dict[str, Any]) -> Narration:
    card, place = data["card"], _place(data["village"])
    told = line(
        "{name} plays a Bunny: the {card} is discarded.", name=PLAYER, card=words.card(card)
    )
    return Narration(told, (Motion("bunny", "hand", "discards"), Motion(card, place, "discards")))


def _merchant(data: dict[str, Any]) -> Narration:
    told = line("{name} plays the {card}.", name=PLAYER, card=words.card(data["card"]))
    return Narration(told, (Motion(data["card"], "hand", "discards"),))


def _added(data: dict[str, Any]) -> Narration:
    told = line(
        "{name} adds the {card}: {gold} gold, {total} in all.",
        name=PLAYER,
        card=words.card(data["card"]),
        gold=data["gold"],
        total=data["total"],
    )
    return Narration(told, (Motion(data["card"], "hand", "prisoners"),))


def _cashed(data: dict[str, Any]) -> Narration:
    told = lines(
        "{gold} gold buy {n} card.", "{gold} gold buy {n} cards.", data["draws"], gold=data["gold"]
    )
    return Narration(told)


def _closed(data: dict[str, Any]) -> Narration:
    points, buys, round_ = data["gold"], data["draws"], data["round"]
    if not points:
        return Narration(line("Round {round} is over.", round=round_))
    if not buys:
        only = lines(
            "Round {round} scores {n} point.",
            "Round {round} scores {n} points.",
            points,
            round=round_,
        )
        return Narration(only)
    told = lines(
        "Round {round} scores {n} point, which buys {cards}.",
        "Round {round} scores {n} points, which buy {cards}.",
        points,
        round=round_,
        cards=lines("{n} card", "{n} cards", buys),
    )
    return Narration(told)


def _released(data: dict[str, Any]) -> Narration | None:
    cards = data["cards"]
    if not cards:
        return None
    told = lines("{n} prisoner is discarded.", "{n} prisoners are discarded.", len(cards))
    return Narration(told, tuple(Motion(card, "prisoners", "discards") for card in cards))


def _cleared(data: dict[str, Any]) -> Narration:
    return Narration(line("Every village is empty: round {round} is won.", round=data["round"]))


def _end(data: dict[str, Any]) -> Narration:
    texts = {
        "beaten": line("Nothing in hand can overcome what is left."),
        "retreated": line("{name} retreats.", name=PLAYER),
        "conquered": line("No card is left to deal: everything is conquered."),
    }
    why, total = texts[data["ending"]], data["total"]
    if not total:
        return Narration(why, ends=True)
    if not data["gold"]:
        in_all = lines("{why} {n} point in all.", "{why} {n} points in all.", total, why=why)
        return Narration(in_all, ends=True)
    points = lines(
        "{why} The last round scores {n} point; {total} in all.",
        "{why} The last round scores {n} points; {total} in all.",
        data["gold"],
        why=why,
        total=total,
    )
    return Narration(points, ends=True)


_TOLD: dict[str, Callable[[dict[str, Any]], Narration | None]] = {
    "reshuffle": _reshuffle,
    "drawn": _drawn,
    "dealt": _dealt,
    "turned": _turned,
    "king": _king,
    "inn": _inn,
    "declared": _declared,
    "attack": _attack,
    "freed": _freed,
    "captured": _captured,
    "scouted": _scouted,
    "used": _used,
    "spent": _spent,
    "taken": _taken,
    "chicken": _chicken,
    "bunny": _bunny,
    "merchant": _merchant,
    "added": _added,
    "cashed": _cashed,
    "closed": _closed,
    "released": _released,
    "cleared": _cleared,
    "end": _end,
}
