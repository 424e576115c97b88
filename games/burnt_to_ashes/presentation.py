"""A viewer's words: the status line, and each event's log line and motions.

Motions name places: `land:<n>`, `pile:<n>`, `marker:<n>`, `card:<n>`, `hand:<seat>`, `laid:<seat>`,
`seat:<n>` (for power, glory and strikes), `deck` (gold), `discards` (gold), `markers` (unused
attack markers), `glory`, `wounds` (strikes not taken yet), `knight-cards`, `battle:<land>` (the
stage) and `box` (counters out of the game). Pieces are `gold`, gold cards by worth (`gold:x`),
counters by kind, `dragon-stone`, `marker`, `glory`, `strike`, knight cards (`card-dragon`), `coat`,
and dragon cards (`yellow`, `red`), which become their number (`number:5`).
"""

from typing import Any

from msgspec.structs import asdict

from games.burnt_to_ashes import words
from games.burnt_to_ashes.components import LOWEST_RED, STRIKE_GLORY, TRACK_LENGTH, flight_from
from games.burnt_to_ashes.observation import Observation
from games.burnt_to_ashes.state import Arranging, Battle, Naming, Placing, Spare, State
from games.plugin import Line, Motion, Narration, SeatName, SeenEvent, Viewer, line, lines, listed
from games.plugin.telling import Told, filled, narrated, say

HOLD = 1.5  # seconds to see the result of a card
GLANCE = 0.5  # seconds to see turned knight cards


def prompt(state: State, viewer: Viewer) -> Line:
    seat, top, question = state.decider, state.top, state.question
    card = None if state.stone is None else words.card(state, state.stone)
    fields = {"card": card, "n": state.purse, **(asdict(top) if top else {}), "seat": seat}
    _asks, yours, theirs = QUESTIONS[question]
    if isinstance(top, Arranging) and state.lands[top.land].alike:
        yours = line("The counters of {land} are alike: leave them as they are.")
    elif question == "buy" and not state.purse:
        spent = state.players[seat].spent  # cards stay in hand until the end
        yours = line("Your gold is spent.") if spent else line("You have no gold to spend.")
    return filled(yours if viewer == seat else theirs, fields, words.VOCABULARY)


# What the board calls the question, the prompt for the deciding seat, and everybody else's.
QUESTIONS: dict[str | type, tuple[str, Line, Line]] = {
    "claim": ("claim", line("Claim a land."), line("{name} claims a land.")),
    "knights": (
        "place",
        line("Put your starting knight on one of your lands."),
        line("{name} places the starting knight."),
    ),
    "stone": (
        "stone",
        line("You lead: put the dragon stone on a card."),
        line("{name} leads and aims the dragon stone."),
    ),
    "lay": (
        "lay",
        line("Lay gold against {card}, or nothing."),
        line("{name} lays gold against {card}."),
    ),
    "xs": (
        "xs",
        line("Your cards with a value are laid. How many Xs do you add?"),
        line("{name} lays gold against {card}."),
    ),
    "buy": ("buy", line("Spend your gold: {n} left."), line("{name} spends gold.")),
    Battle: (
        "battle",
        line("Your knight fights on {land}: what now?"),
        line("{name} fights on {land}."),
    ),
    Spare: (
        "marker",
        line("Remove one attack marker from any land."),
        line("{name} removes one attack marker."),
    ),
    Placing: ("place", line("Where does the {arms} go?"), line("{name} places a {arms}.")),
    Arranging: (
        "order",
        line("Put the pile of {land} in order, from the top."),
        line("{name} looks at the pile of {land}."),
    ),
    Naming: (
        "crown",
        line("A tie! You are the regent: name the winner."),
        line("A tie: {name}, the regent, names the winner."),
    ),
}


def moment(observation: Observation) -> Line:
    match observation.phase:
        case "claim":
            return line("claiming lands")
        case "knights":
            return line("placing knights")
        case "buy":
            return line("round {n}, purchases", n=observation.round)
    return line("round {n}, attack {attack}", n=observation.round, attack=observation.number)


def topic(observation: Observation) -> Line | None:
    """Return the subject of talk: the attack that gold is laid against, now or next."""
    if observation.ending or observation.phase not in ("stone", "lay"):
        return None
    number, place = observation.number, observation.stone
    if observation.pending and observation.last is not None:  # its battles go on
        place = observation.last.card
    if place is None:
        return line("Attack {n}", n=number)
    return line("Attack {n}, {card}", n=number, card=words.card(observation, place))


def narrate(event: SeenEvent) -> Narration | None:
    return narrated(event, _TOLD, words.VOCABULARY)


def _gold(data: dict[str, Any]) -> Narration:
    """The owner sees the cards, everybody else their number."""
    cards = _in_words(data)
    motions = tuple(Motion(card, "deck", "hand:{seat}") for card in _cards(data))
    if data["earned"] is None:
        return say(line("{name} is dealt {cards}.", cards=cards), *motions)
    glory = data["earned"] - STRIKE_GLORY * data["strikes"]
    parts = [line("{n} glory", n=glory)] if glory else []
    if data["strikes"]:
        parts.append(lines("{n} strike", "{n} strikes", data["strikes"]))
    text = line("{name} exchanges {what} for {cards}.", what=listed(parts), cards=cards)
    return say(text, *motions)


def _cards(data: dict[str, Any]) -> list[str]:
    """Gold cards as pieces, by worth if it is known."""
    if "gold" not in data:
        return ["gold"] * data["count"]
    return [f"gold:{card}" for card in reversed(words.gold_cards(data["gold"]))]


def _in_words(data: dict[str, Any]) -> Line:
    cards = lines("{n} gold card", "{n} gold cards", data["count"])
    if "gold" not in data or not data["count"]:
        return cards
    return line("{cards} ({gold})", cards=cards, gold=words.gold(data["gold"]))


def _laid(data: dict[str, Any]) -> Narration:
    if not data["count"]:
        return say("{name} lays nothing.")
    motions = tuple(Motion(card, "hand:{seat}", "laid:{seat}") for card in _cards(data))
    return say(line("{name} lays {cards}.", cards=_in_words(data)), *motions)


def _turned_up(data: dict[str, Any]) -> Narration:
    """The card and all the gold turn together; then the glory goes, or the dragon flies."""
    number, place = data["number"], f"card:{data['card']}"
    color = "red" if number >= LOWEST_RED else "yellow"
    motions = [Motion(color, place, place, becomes=f"number:{number}")]
    for seat, gold in enumerate(data["gold"]):
        laid = f"laid:{seat}"
        motions += [Motion("gold", laid, laid, becomes=card) for card in _cards({"gold": gold})]
    if data["winner"] is not None:
        motions.append(Motion("glory", place, f"seat:{data['winner']}", then=True))
    # Each marker flies along the track, also over burnt lands, to the land it strikes.
    course = [f"land:{land}" for land in flight_from(data["card"] * TRACK_LENGTH)]
    for goal in (f"land:{land}" for land in data["lands"]):
        way = tuple(course[: course.index(goal)])
        motions.append(Motion("marker", place, goal, via=way, then=True))
    return say(_outcome(data), *motions, hold=HOLD)


def _outcome(data: dict[str, Any]) -> Line:
    given = [
        line("{name} {cards}", name=SeatName(seat), cards=words.gold(cards))
        for seat, cards in enumerate(data["gold"])
        if sum(cards)
    ]
    if data["winner"] is not None:
        return line(
            "In the {direction} the dragon wants {number} and gets {offered} ({gold}). "
            "Prevented: {name} takes {glory} glory.",
            name=SeatName(data["winner"]),
            gold=listed(given),
        )
    if not given:
        return line(
            "In the {direction} the dragon wants {number} and gets nothing. It attacks {lands}."
        )
    return line(
        "In the {direction} the dragon wants {number} and gets {offered} ({gold}). "
        "It attacks {lands}.",
        gold=listed(given),
    )


def _burnt(data: dict[str, Any]) -> Narration:
    places = [f"land:{land}" for land in data["lands"]]
    motions = [Motion("coat", one, one, then=one is places[0]) for one in places]
    if places[1:]:
        return say("{lands} are burnt to ashes.", *motions)
    return say(line("{land} is burnt to ashes.", land=words.land(data["lands"][0])), *motions)


def _bought(data: dict[str, Any]) -> Narration:
    goal = "land:{land}" if data["counter"] == "attack" else "seat:{seat}"
    text = line("{name} buys from the pile of {land}: {counter}.")
    return say(text, Motion("{counter}", "pile:{land}", goal))


def _done(data: dict[str, Any]) -> Narration:
    motions = (Motion("gold", "hand:{seat}", "discards"),) * data["cards"]
    return say(
        "{name} has spent {spent} gold." if data["spent"] else "{name} buys nothing.", *motions
    )


_ENDS = {
    "slain": line("The kingdom is saved."),
    "no-land": line("All lands are burnt to ashes."),
    "no-knight": line("No knight is left on any land."),
}
_TOLD: dict[str, Told] = {
    "claimed": say("{name} claims {land}.", Motion("coat", "seat:{seat}", "land:{land}")),
    "starts": say(
        "{name} puts the starting knight on {land} and gets 1 power.",
        Motion("knight", "box", "land:{land}"),
    ),
    "round": lambda data: say(
        line("Round {n}: {name} is regent.", n=data["round"], name=SeatName(data["regent"]))
    ),
    "gold": _gold,
    "aimed": lambda data: say(
        line(
            "Attack {n}: {name} puts the dragon stone on the card in the {direction}.",
            n=data["attack"] + 1,
        ),
        Motion("dragon-stone", "seat:{seat}", "card:{card}"),
    ),
    "laid": _laid,
    "turned-up": _turned_up,
    # The knight steps from its land onto the stage, which is visible from then on.
    "battle": say(
        "{name}’s knight on {land} faces the dragon.",
        Motion("knight", "land:{land}", "battle:{land}", then=True),
    ),
    # Each card turns in the middle of the stage before it joins its kind.
    "cards": say(
        "Turned: {cards}.",
        Motion("card-{cards}", "knight-cards", "battle:{land}", via=("battle:{land}",), then=True),
        hold=GLANCE,
    ),
    "stopped": say("{name} ends the battle on {land} behind the shield."),
    "spent": say(
        "{name} spends 1 power: two dragons no longer count.", Motion("power", "seat:{seat}", "box")
    ),
    "won": say(
        "{name}’s knight wins on {land}: strike {strike}.",
        Motion("strike", "wounds", "seat:{seat}", then=True),
        hold=HOLD,
    ),
    "lost": say(
        "{name}’s knight falls on {land}, but the land stands.",
        Motion("knight", "land:{land}", "land:{land}", then=True),
        Motion("marker", "land:{land}", "land:{land}"),
        hold=HOLD,
    ),
    "spared": say(
        "{name} removes the attack marker from {land}.", Motion("marker", "land:{land}", "markers")
    ),
    "burnt": _burnt,
    "bought": _bought,
    "placed": say(
        "{name} puts the {arms} on {land}.",
        Motion("{arms}", "seat:{seat}", "land:{land}", then=True),
    ),
    "no-room": say("{name} has no room for the {arms}: it leaves the game."),
    "looked": lambda data: say(
        line("{name} looks at the pile of {land}: {counters}.")
        if data.get("counters")
        else line("{name} looks at the pile of {land}.")
    ),
    # Only the owner reads it; to others it goes without saying.
    "arranged": lambda data: (
        say("{land} is now, from the top: {counters}.") if "counters" in data else None
    ),
    "done": _done,
    "slain": say("{name} slays the dragon!", hold=HOLD, ends=True),
    "finale": lambda data: say(
        line("{name} turns up {land}: {counters}.", counters=words.pieces(data["turned"])),
        ends=True,
    ),
    "named": say("{name}, the regent, crowns {whom}.", ends=True),
    "end": lambda data: say(_ENDS[data["ending"]], ends=True),
}
