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

from games.burnt_to_ashes import scoring, words
from games.burnt_to_ashes.components import ATTACKS, LOWEST_RED, STRIKE_GLORY, TRACK_LENGTH, WORTHS
from games.burnt_to_ashes.observation import Observation
from games.burnt_to_ashes.rules.decisions import deciding_seat
from games.burnt_to_ashes.state import Arranging, Battle, Naming, Placing, Spare, State
from games.plugin import Line, Motion, Narration, SeatName, SeenEvent, Viewer, line, lines, listed
from games.plugin.telling import Told, filled, narrated, say

HOLD = 1.5  # seconds to see the result of a card
GLANCE = 0.5  # seconds to see turned knight cards

# -- the status line -------------------------------------------------------------------------------


def prompt(state: State, viewer: Viewer) -> Line:
    """Return who must do what, or how the game ended."""
    result = scoring.result(state)
    if result is not None:
        return result.reason
    seat = deciding_seat(state)
    if top := state.top:
        yours, theirs = _ANSWERS[type(top)]
        fields = {**asdict(top), "seat": seat}
        if isinstance(top, Arranging) and state.lands[top.land].alike:
            yours = _ALIKE
    else:
        yours, theirs = _PHASES[state.phase]
        fields = {"seat": seat, "card": _aimed(state), "n": state.purse}
        if state.phase == "lay" and state.halfway:
            yours = line("Your values are laid. How many Xs do you add?")
        if state.phase == "buy" and not state.purse:
            spent = state.players[state.to_act].spent  # cards stay in hand until the end
            yours = line("Your gold is spent.") if spent else line("You have no gold to spend.")
    return filled(yours if viewer == seat else theirs, fields, words.VOCABULARY)


# The prompt for the deciding seat, and the one for everybody else.
_PHASES = {
    "claim": (line("Claim a land."), line("{name} claims a land.")),
    "knights": (
        line("Put your starting knight on one of your lands."),
        line("{name} places the starting knight."),
    ),
    "stone": (
        line("You lead: put the dragon stone on a card."),
        line("{name} leads and aims the dragon stone."),
    ),
    "lay": (line("Lay gold against {card}, or nothing."), line("{name} lays gold against {card}.")),
    "buy": (line("Spend your gold: {n} left."), line("{name} spends gold.")),
}
_ALIKE = line("The counters of {land} are alike: leave them as they are.")
_ANSWERS: dict[type, tuple[Line, Line]] = {
    Battle: (line("Your knight fights on {land}: what now?"), line("{name} fights on {land}.")),
    Spare: (
        line("Remove one attack marker from any land."),
        line("{name} removes one attack marker."),
    ),
    Placing: (line("Where does the {arms} go?"), line("{name} places a {arms}.")),
    Arranging: (
        line("Put the pile of {land} in order, from the top."),
        line("{name} looks at {land}."),
    ),
    Naming: (
        line("A tie! You are the regent: name the winner."),
        line("A tie: {name}, the regent, names the winner."),
    ),
}


def _aimed(state: State) -> Line | None:
    if state.stone is None:
        return None
    return words.card(red=state.cards[state.stone].red, place=state.stone)


def moment(observation: Observation) -> Line:
    """Return the position's place in the game."""
    if preparing := _PREPARING.get(observation.phase):
        return preparing
    if observation.phase == "buy":
        return line("round {n}, purchases", n=observation.round)
    return line("round {n}, attack {attack}", n=observation.round, attack=observation.number)


_PREPARING = {"claim": line("claiming lands"), "knights": line("placing knights")}


def topic(observation: Observation) -> Line | None:
    """Return the subject of talk: the attack that gold is laid against, now or next."""
    if observation.ending or observation.phase not in ("stone", "lay"):
        return None
    number, place = observation.number, observation.stone
    if observation.pending and observation.last is not None:  # its battles go on
        place = observation.last.card
    if place is None:
        return line("Attack {n}", n=number)
    card = words.card(red=observation.cards[place].red, place=place)
    return line("Attack {n}, {card}", n=number, card=card)


# -- the log ---------------------------------------------------------------------------------------


def narrate(event: SeenEvent) -> Narration | None:
    """Return the event as a sentence, with the motions that show it."""
    return narrated(event, _TOLD, words.VOCABULARY)


def _round(data: dict[str, Any]) -> Narration:
    regent = SeatName(data["regent"])
    return say(line("Round {n}: {name} is regent.", n=data["round"], name=regent))


def _gold(data: dict[str, Any]) -> Narration:
    """The owner sees the cards, everybody else their number."""
    name, cards = SeatName(data["seat"]), _in_words(data)
    motions = tuple(Motion(card, "deck", "hand:{seat}") for card in _cards(data))
    if data["earned"] is None:
        return say(line("{name} is dealt {cards}.", name=name, cards=cards), *motions)
    what = _earned(data)
    text = line("{name} exchanges {what} for {cards}.", name=name, what=what, cards=cards)
    return say(text, *motions)


def _earned(data: dict[str, Any]) -> Line:
    strikes = data["strikes"]
    glory = data["earned"] - STRIKE_GLORY * strikes
    parts = [line("{n} glory", n=glory)] if glory else []
    if strikes:
        parts.append(lines("{n} strike", "{n} strikes", strikes))
    return listed(parts)


def _cards(data: dict[str, Any]) -> list[str]:
    """Gold cards as pieces, by worth if it is known."""
    if "gold" not in data:
        return ["gold"] * data["count"]
    return [f"gold:{words.gold_card(w)}" for w in WORTHS for _ in range(data["gold"][w])]


def _in_words(data: dict[str, Any]) -> Line:
    cards = lines("{n} gold card", "{n} gold cards", data["count"])
    if "gold" not in data or not data["count"]:
        return cards
    return line("{cards} ({gold})", cards=cards, gold=words.gold(data["gold"]))


def _aimed_at(data: dict[str, Any]) -> Narration:
    text = line(
        "Attack {n}: {name} puts the dragon stone on the card of the {direction}.",
        n=data["attack"] + 1,
    )
    return say(text, Motion("dragon-stone", "seat:{seat}", "card:{card}"))


def _laid(data: dict[str, Any]) -> Narration:
    if not data["count"]:
        return say("{name} lays nothing.")
    motions = tuple(Motion(card, "hand:{seat}", "laid:{seat}") for card in _cards(data))
    text = line("{name} lays {cards}.", name=SeatName(data["seat"]), cards=_in_words(data))
    return say(text, *motions)


def _turned_up(data: dict[str, Any]) -> Narration:
    """The card and all the gold turn together; then the glory goes, or the dragon flies."""
    card, number = data["card"], data["number"]
    color = "red" if number >= LOWEST_RED else "yellow"
    place = f"card:{card}"
    motions = [Motion(color, place, place, becomes=f"number:{number}")]
    for seat, gold in enumerate(data["gold"]):
        motions += [
            Motion("gold", f"laid:{seat}", f"laid:{seat}", becomes=f"gold:{words.gold_card(worth)}")
            for worth in WORTHS
            for _ in range(gold[worth])
        ]
    if data["winner"] is not None:
        motions.append(Motion("glory", place, f"seat:{data['winner']}", then=True))
    motions += _flight(card, data["lands"])
    return say(_turned_up_line(data), *motions, hold=HOLD)


def _flight(card: int, lands: list[int]) -> list[Motion]:
    """Each marker flies along the track, also over burnt lands, to the land it strikes."""
    motions = []
    start = card * TRACK_LENGTH
    for land in lands:
        steps = (land - start) % (ATTACKS * TRACK_LENGTH)
        via = tuple(f"land:{(start + step) % (ATTACKS * TRACK_LENGTH)}" for step in range(steps))
        motions.append(Motion("marker", f"card:{card}", f"land:{land}", via=via, then=True))
    return motions


def _turned_up_line(data: dict[str, Any]) -> Line:
    fields: dict[str, Any] = {
        "direction": words.direction(data["card"]),
        "number": data["number"],
        "offered": data["offered"],
        "gold": _offers(data["gold"]),
    }
    if data["winner"] is not None:
        return line(
            "The {direction} wants {number} and gets {offered} ({gold}). "
            "Prevented: {name} takes {glory} glory.",
            name=SeatName(data["winner"]),
            glory=data["glory"],
            **fields,
        )
    if not any(map(sum, data["gold"])):
        text = "The {direction} wants {number} and gets nothing. The dragon attacks {lands}."
        fields.pop("gold")
        return line(text, lands=words.lands(data["lands"]), **fields)
    return line(
        "The {direction} wants {number} and gets {offered} ({gold}). The dragon attacks {lands}.",
        lands=words.lands(data["lands"]),
        **fields,
    )


def _offers(gold: list[list[int]]) -> Line:
    laid = [
        line("{name} {cards}", name=SeatName(seat), cards=words.gold(cards))
        for seat, cards in enumerate(gold)
        if sum(cards)
    ]
    return listed(laid) if laid else line("nothing")


def _burnt(data: dict[str, Any]) -> Narration:
    motions = tuple(
        Motion("coat", f"land:{land}", f"land:{land}", then=place == 0)
        for place, land in enumerate(data["lands"])
    )
    if len(motions) == 1:
        only = words.land(data["lands"][0])
        return say(line("{land} is burnt to ashes.", land=only), *motions)
    return say("{lands} are burnt to ashes.", *motions)


def _bought(data: dict[str, Any]) -> Narration:
    goal = "land:{land}" if data["counter"] == "attack" else "seat:{seat}"
    text = line("{name} buys from the pile of {land}: {counter}.")
    return say(text, Motion("{counter}", "pile:{land}", goal))


def _looked(data: dict[str, Any]) -> Narration:
    if not data.get("counters"):
        return say("{name} looks at the pile of {land}.")
    counters = words.pieces(data["counters"])
    return say(line("{name} looks at the pile of {land}: {counters}.", counters=counters))


def _arranged(data: dict[str, Any]) -> Narration | None:
    """Only the owner reads it; to others it goes without saying."""
    if "counters" not in data:
        return None
    return say("{land} is now, from the top: {counters}.")


def _done(data: dict[str, Any]) -> Narration:
    motions = (Motion("gold", "hand:{seat}", "discards"),) * data["cards"]
    if data["spent"]:
        return say("{name} has spent {spent}.", *motions)
    return say("{name} buys nothing.", *motions)


def _finale(data: dict[str, Any]) -> Narration:
    text = line(
        "{name} turns up {land}: {counters}.",
        name=SeatName(data["seat"]),
        land=words.land(data["land"]),
        counters=words.pieces(data["turned"]),
    )
    return say(text, ends=True)


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
    "round": _round,
    "gold": _gold,
    "aimed": _aimed_at,
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
    "looked": _looked,
    "arranged": _arranged,
    "done": _done,
    "slain": say("{name} slays the dragon!", hold=HOLD, ends=True),
    "finale": _finale,
    "named": say("{name}, the regent, crowns {winner}.", ends=True),
    "end": lambda data: say(_ENDS[data["ending"]], ends=True),
}
