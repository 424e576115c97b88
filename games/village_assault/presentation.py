"""A viewer's words: the status line, and each event's log line and motions.

Motions name places: `hand`, `deck`, `discards`, `prisoners`, `kings`, `village:<key>` (the face-up
card) and `down:<key>` (the cards below it). Pieces are cards by name, and `card` for an unknown
one.
"""

from typing import Any

from games.plugin import Line, Motion, Narration, SeatName, SeenEvent, Viewer, line, lines, msg
from games.plugin.telling import Told, narrated, say
from games.village_assault import words
from games.village_assault.actions import Action, Add, Attack, Take
from games.village_assault.observation import Observation
from games.village_assault.rules import legal_actions, result
from games.village_assault.state import State

HIDDEN_CARD = "card"
PLAYER = SeatName(0)


def prompt(state: State, viewer: Viewer) -> Line:
    """Return what is to be done, or the score at the end."""
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
    return line(
        "The {unit} attacks the {village}: add {helpers}, or attack alone.",
        unit=unit,
        village=words.village(state.declared.village),
        helpers=words.helpers(state.hand),
    )


def moment(observation: Observation) -> Line:
    """Return the position's place in the game; attacks count through all rounds."""
    number, n = observation.round, observation.attacks
    if observation.phase in ("closing", "adding"):
        return line("the end of round {round}", round=number)
    if observation.phase == "cashing":
        return line("round {round}, cashing in", round=number)
    return line(
        "round {round}, attack {n}", round=number, n=n if observation.ending and n else n + 1
    )


def narrate(event: SeenEvent) -> Narration | None:
    """Return the event as a sentence, with the motions that show it."""
    alone = SeenEvent(event.type, {"seat": 0, **event.data})  # events don't name the only seat
    return narrated(alone, _TOLD, words.VOCABULARY)


def _reshuffle(data: dict[str, Any]) -> Narration:
    text = lines(
        "The {n} discarded card is the new deck.",
        "The {n} discarded cards are shuffled into a new deck.",
        data["cards"],
    )
    return say(text, Motion(HIDDEN_CARD, "discards", "deck", then=True))


def _drawn(data: dict[str, Any]) -> Narration:
    cards = data["cards"]
    if not cards:
        return say("{name} draws nothing.")
    motions = tuple(
        Motion(card, "deck", _drawn_to(card), then=place == 0) for place, card in enumerate(cards)
    )
    if gone := [card for card in cards if _drawn_to(card) == "discards"]:
        text = line("{name} draws {cards}. Discarded at once: {gone}.", gone=words.cards(gone))
        return say(text, *motions)
    return say("{name} draws {cards}.", *motions)


def _drawn_to(card: str) -> str:
    return "discards" if card.startswith(("king", "inn")) else "hand"


def _dealt(data: dict[str, Any]) -> Narration:
    motions = []
    for key, below, face in data["villages"]:
        motions += [Motion(HIDDEN_CARD, "deck", f"down:{key}") for _ in range(below)]
        if face is not None:
            motions.append(Motion(face, "deck", f"village:{key}"))
    if not data["last"]:
        return say("Round {round} is dealt.", *motions)
    text = line("Round {round} is dealt, and no card is left for more: it is the last.")
    return say(text, *motions)


def _declared(data: dict[str, Any]) -> Narration:
    if data["spending"]:
        return say("{name} is about to spend the {unit}.")
    return say("{name} sends the {unit} to the {village}.")


def _turned(data: dict[str, Any]) -> Narration:
    card, village = words.card(data["card"]), words.village(data["village"])
    motion = Motion("{card}", "down:{village}", "village:{village}", then=True)
    return say(line("Turned up at the {village}: {card}.", card=card, village=village), motion)


def _attack(data: dict[str, Any]) -> Narration:
    unit, village = words.card(data["unit"]), words.village(data["village"])
    text = line(_attack_text(data), unit=unit, village=village)
    motions = (
        Motion("{unit}", "hand", "village:{village}"),
        *(Motion("pig", "hand", "village:{village}"),) * data["pigs"],
    )
    if data["at"] != data["village"]:
        motions += (Motion("{defender}", "village:{at}", "village:{village}"),)
    return say(text, *motions)


def _attack_text(data: dict[str, Any]) -> str:
    if data["at"] == data["village"]:
        return _BEATEN if data["won"] else _LOST
    return _GUARD_BEATEN if data["won"] else _GUARD_LOST


_BEATEN = msg("The {unit} beats the {defender} at the {village}, {attack} against {defense}.")
_LOST = msg("The {unit} loses to the {defender} at the {village}, {attack} against {defense}.")
_GUARD_BEATEN = msg(
    "The {unit} attacks the {village} and beats the {defender} who steps in, "
    "{attack} against {defense}."
)
_GUARD_LOST = msg(
    "The {unit} attacks the {village} and loses to the {defender} who steps in, "
    "{attack} against {defense}."
)


def _spent(data: dict[str, Any]) -> Narration:
    if data["card"] == "inn":
        motion = Motion("inn", "village:{village}", "discards")
        return say("The {unit} tears down the {village}.", motion)
    motion = Motion("{card}", "kings", "discards")
    return say("The {unit} does away with the {card}.", motion)


def _taken(data: dict[str, Any]) -> Narration:
    if data["animal"]:
        motion = Motion("{card}", "village:{village}", "hand")
        return say("{name} takes the {card} from the {village} into hand.", motion)
    motion = Motion("{card}", "village:{village}", "prisoners")
    return say("{name} takes the {card} from the {village} prisoner for free.", motion)


def _cashed(data: dict[str, Any]) -> Narration:
    return say(lines("{gold} gold buys {n} card.", "{gold} gold buys {n} cards.", data["draws"]))


def _closed(data: dict[str, Any]) -> Narration:
    points, buys = data["gold"], data["draws"]
    if not points:
        return say("Round {round} is over.")
    if not buys:
        return say(
            lines("Round {round} scores {n} point.", "Round {round} scores {n} points.", points)
        )
    text = lines(
        "Round {round} scores {n} point, which buys {cards}.",
        "Round {round} scores {n} points, which buy {cards}.",
        points,
        round=data["round"],
        cards=lines("{n} card", "{n} cards", buys),
    )
    return say(text)


def _released(data: dict[str, Any]) -> Narration | None:
    count = len(data["cards"])
    text = lines("{n} prisoner is discarded.", "{n} prisoners are discarded.", count)
    return say(text, Motion("{cards}", "prisoners", "discards")) if count else None


_ENDS = {
    "beaten": line("Nothing in hand can overcome what is left."),
    "retreated": line("{name} retreats.", name=PLAYER),
    "conquered": line("No card is left to deal: everything is conquered."),
}


def _end(data: dict[str, Any]) -> Narration:
    why, total = _ENDS[data["ending"]], data["total"]
    if not total:
        return say(why, ends=True)
    if not data["gold"]:
        in_all = lines("{why} {n} point in all.", "{why} {n} points in all.", total, why=why)
        return say(in_all, ends=True)
    points = lines(
        "{why} The last round scores {n} point; {total} in all.",
        "{why} The last round scores {n} points; {total} in all.",
        data["gold"],
        why=why,
    )
    return say(points, ends=True)


_TOLD: dict[str, Told] = {
    "reshuffle": _reshuffle,
    "drawn": _drawn,
    "dealt": _dealt,
    "turned": _turned,
    "king": say(
        "The {card} moves behind the Castle.",
        Motion("{card}", "village:{village}", "kings", then=True),
    ),
    "inn": say(
        "An Inn opens: it is dealt cards from the next round on.",
        Motion("inn", "village:{village}", "village:{inn}", then=True),
    ),
    "declared": _declared,
    "attack": _attack,
    "freed": say(
        "The {by} frees the {card}.", Motion("{card}", "prisoners", "discards", then=True)
    ),
    "captured": say(
        "The {card} is taken prisoner.",
        Motion("{card}", "village:{village}", "prisoners", then=True),
    ),
    "scouted": say(
        "The Scout discards the next card of the {village}: {card}.",
        Motion("{card}", "down:{village}", "discards", then=True),
    ),
    "used": say("Used up: {cards}.", Motion("{cards}", "hand", "discards")),
    "spent": _spent,
    "taken": _taken,
    "chicken": say("{name} plays a Chicken.", Motion("chicken", "hand", "discards")),
    "bunny": say(
        "{name} plays a Bunny: the {card} is discarded.",
        Motion("bunny", "hand", "discards"),
        Motion("{card}", "village:{village}", "discards"),
    ),
    "merchant": say("{name} plays the {card}.", Motion("{card}", "hand", "discards")),
    "added": say(
        "{name} adds the {card}: {gold} gold, {total} in all.",
        Motion("{card}", "hand", "prisoners"),
    ),
    "cashed": _cashed,
    "closed": _closed,
    "released": _released,
    "cleared": say("Every village is empty: round {round} is won."),
    "end": _end,
}
