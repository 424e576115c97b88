"""A viewer's words: the status line, and each event's log line and motions.

Motions name places: `hand`, `deck`, `discards`, `prisoners`, `kings`, `village:<key>` (the face-up
card) and `down:<key>` (the cards below it). Pieces are cards by name, and `card` for an unknown
one.
"""

from typing import Any

from games.plugin import Line, Motion, Narration, SeatName, SeenEvent, Viewer, line, lines
from games.plugin.telling import Told, filled, narrated, say
from games.village_assault import words
from games.village_assault.actions import Add, Attack, Take
from games.village_assault.rules.decisions import legal_actions
from games.village_assault.state import Observation, Phase, State

HIDDEN_CARD = "card"
PLAYER = SeatName(0)

# By phase and possible actions; the first that fits.
_PROMPTS: tuple[tuple[Phase, set[type], Line], ...] = (
    ("cashing", set(), line("The Merchant buys: add cards to the prisoners, or cash in.")),
    ("closing", {Add}, line("Round {round} is won: add hand cards to the prisoners, or finish.")),
    ("closing", set(), line("Round {round} is won: finish it.")),
    ("adding", {Add}, line("Add more hand cards to the prisoners, or finish.")),
    ("adding", set(), line("No card is left to add: finish the round.")),
    ("assault", {Attack, Take}, line("Choose a unit to attack with, or take what is free.")),
    ("assault", {Attack}, line("Choose a unit to attack with.")),
    ("assault", {Take}, line("Take what is free, or retreat.")),
    ("assault", set(), line("Play a card, or retreat.")),
)


def prompt(state: State, viewer: Viewer) -> Line:
    if viewer != 0:
        return line("{name} leads the assault.", name=PLAYER)
    if state.declared is not None:
        unit = words.card(state.declared.unit)
        if state.declared.spending:
            return line("Spend the {unit}, or the Sheep instead?", unit=unit)
        return line(
            "The {unit} attacks the {village}: add {helpers}, or attack alone.",
            unit=unit,
            village=words.village(state.declared.village),
            helpers=words.helpers(state.hand),
        )
    can = {type(action) for action in legal_actions(state, 0)}
    asked = next(text for phase, kinds, text in _PROMPTS if phase == state.phase and kinds <= can)
    return filled(asked, {"round": state.round}, {})


def moment(observation: Observation) -> Line:
    """Return the position's place in the game; attacks count through all rounds."""
    number, attacks = observation.round, observation.attacks
    if observation.phase in ("closing", "adding"):
        return line("the end of round {round}", round=number)
    if observation.phase == "cashing":
        return line("round {round}, cashing in", round=number)
    n = attacks if observation.ending and attacks else attacks + 1
    return line("round {round}, attack {n}", round=number, n=n)


def narrate(event: SeenEvent) -> Narration | None:
    alone = SeenEvent(event.type, {"seat": 0, **event.data})  # events don't name the only seat
    return narrated(alone, _TOLD, words.VOCABULARY)


def _either(field: str, yes: Narration, no: Narration) -> Told:
    return lambda data: yes if data[field] else no


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
    gone = [card for card in cards if card.startswith(("king", "inn"))]
    motions = [Motion(card, "deck", "discards" if card in gone else "hand") for card in cards]
    motions[0] = Motion(cards[0], "deck", motions[0].target, then=True)
    if gone:
        text = line("{name} draws {cards}. Discarded at once: {gone}.", gone=words.cards(gone))
        return say(text, *motions)
    return say("{name} draws {cards}.", *motions)


def _dealt(data: dict[str, Any]) -> Narration:
    motions = []
    for key, below, face in data["villages"]:
        motions += [Motion(HIDDEN_CARD, "deck", f"down:{key}") for _ in range(below)]
        if face is not None:
            motions.append(Motion(face, "deck", f"village:{key}"))
    last = line("Round {round} is dealt, and no card is left for more: it is the last.")
    return say(last if data["last"] else line("Round {round} is dealt."), *motions)


_ATTACKS = {  # by winner, and by whether the defender is at home
    (True, True): line(
        "The {unit} beats the {defender} at the {village}, {attack} against {defense}."
    ),
    (False, True): line(
        "The {unit} loses to the {defender} at the {village}, {attack} against {defense}."
    ),
    (True, False): line(
        "The {unit} attacks the {village} and beats the {defender}, who steps in, "
        "{attack} against {defense}."
    ),
    (False, False): line(
        "The {unit} attacks the {village} and loses to the {defender}, who steps in, "
        "{attack} against {defense}."
    ),
}


def _attack(data: dict[str, Any]) -> Narration:
    at_home = data["at"] == data["village"]
    motions = [Motion("{unit}", "hand", "village:{village}")]
    motions += [Motion("pig", "hand", "village:{village}")] * data["pigs"]
    if not at_home:
        motions.append(Motion("{defender}", "village:{at}", "village:{village}"))
    return say(_ATTACKS[data["won"], at_home], *motions)


def _spent(data: dict[str, Any]) -> Narration:
    if data["card"] == "inn":
        motion = Motion("inn", "village:{village}", "discards")
        return say("The {unit} tears down the {village}.", motion)
    motion = Motion("{card}", "kings", "discards")
    return say("The {unit} does away with the {card}.", motion)


def _closed(data: dict[str, Any]) -> Narration:
    points, buys = data["gold"], data["draws"]
    text = lines("Round {round} scores {n} point.", "Round {round} scores {n} points.", points)
    if buys:
        text = lines(
            "Round {round} scores {n} point, which buys {cards}.",
            "Round {round} scores {n} points, which buy {cards}.",
            points,
            cards=lines("{n} card", "{n} cards", buys),
        )
    return say(text) if points else say("Round {round} is over.")


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
    why, total, gold = _ENDS[data["ending"]], data["total"], data["gold"]
    if gold:
        why = lines(
            "{why} The last round scores {n} point; {total} in all.",
            "{why} The last round scores {n} points; {total} in all.",
            gold,
            why=why,
        )
    elif total:
        why = lines("{why} {n} point in all.", "{why} {n} points in all.", total, why=why)
    return say(why, ends=True)


_TOLD: dict[str, Told] = {
    "reshuffle": _reshuffle,
    "drawn": _drawn,
    "dealt": _dealt,
    "turned": say(
        "Turned up at the {village}: {card}.",
        Motion("{card}", "down:{village}", "village:{village}", then=True),
    ),
    "king": say(
        "The {card} moves behind the Castle.",
        Motion("{card}", "village:{village}", "kings", then=True),
    ),
    "inn": say(
        "An Inn opens: it is dealt cards from the next round on.",
        Motion("inn", "village:{village}", "village:{inn}", then=True),
    ),
    "declared": _either(
        "spending",
        say("{name} is about to spend the {unit}."),
        say("{name} sends the {unit} to the {village}."),
    ),
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
    "taken": _either(
        "animal",
        say(
            "{name} takes the {card} from the {village} into hand.",
            Motion("{card}", "village:{village}", "hand"),
        ),
        say(
            "{name} takes the {card} prisoner at the {village}, for free.",
            Motion("{card}", "village:{village}", "prisoners"),
        ),
    ),
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
    "cashed": lambda data: say(
        lines("{gold} gold buys {n} card.", "{gold} gold buys {n} cards.", data["draws"])
    ),
    "closed": _closed,
    "released": _released,
    "cleared": say("Every village is empty: round {round} is won."),
    "end": _end,
}
