"""What a viewer reads: the status line, and the log line and motions of each event.

Motions name places: `land:<n>`, `pile:<n>`, `marker:<n>`, `card:<n>`, `hand:<seat>`, `laid:<seat>`,
`seat:<n>` (where power, glory and strikes are kept), `deck` (gold), `discards` (gold), `markers`
(attack markers not in use), `glory`, `wounds` (strikes not taken yet), `knight-cards`,
`battle:<land>` (the stage) and `box` (counters out of the game). Pieces are `gold`, gold cards by
their worth (`gold:x`), counters by kind, `dragon-stone`, `marker`, `glory`, `strike`, knight cards
(`card-dragon`), `coat`, and dragon cards (`yellow`, `red`), which become their number (`number:5`).
"""

from collections.abc import Callable
from typing import Any

from games.burnt_to_ashes import scoring, words
from games.burnt_to_ashes.components import ATTACKS, LOWEST_RED, TRACK_LENGTH, WORTHS
from games.burnt_to_ashes.observation import Observation
from games.burnt_to_ashes.rules.decisions import asked
from games.burnt_to_ashes.state import Arranging, Battle, Naming, Placing, Spare, State
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

HOLD = 1.5  # seconds for everyone to see what a card has brought

# -- the status line -------------------------------------------------------------------------------


def prompt(state: State, viewer: Viewer) -> Line:
    """Who must do what; at the end, how it ended."""
    result = scoring.result(state)
    if result is not None:
        return result.reason
    seat = asked(state)
    return _yours(state) if viewer == seat else _theirs(state, SeatName(seat))


def _yours(state: State) -> Line:
    if state.pending:
        return _your_answer(state)
    if state.phase == "stone":
        return line("You lead: put the dragon stone on a card.")
    if state.phase == "lay" and state.halfway:
        return line("Your values lie there. How many Xs do you add?")
    if state.phase == "lay":
        return line("Lay gold against {card}, or nothing.", card=_aimed(state))
    if state.phase == "buy":
        if not state.purse:
            return line("You have no gold to spend.")
        return line("Spend your gold: {n} left.", n=state.purse)
    if state.phase == "knights":
        return line("Put your starting knight on one of your lands.")
    return line("Claim a land.")


def _your_answer(state: State) -> Line:
    top = state.pending[-1]
    if isinstance(top, Battle):
        return line("Your knight fights on {land}: what now?", land=words.land(top.land))
    if isinstance(top, Spare):
        return line("Take one attack off, on any land.")
    if isinstance(top, Placing):
        return line("Where does the {arms} go?", arms=words.counter(top.arms))
    if isinstance(top, Arranging):
        return line("Put the pile of {land} in order, from the top.", land=words.land(top.land))
    return line("A tie! You are the regent: name the winner.")


def _theirs(state: State, name: SeatName) -> Line:
    if state.pending:
        return _their_answer(state, name)
    if state.phase == "stone":
        return line("{name} leads and aims the dragon stone.", name=name)
    if state.phase == "lay":
        return line("{name} lays gold against {card}.", name=name, card=_aimed(state))
    if state.phase == "buy":
        return line("{name} spends gold.", name=name)
    if state.phase == "knights":
        return line("{name} places the starting knight.", name=name)
    return line("{name} claims a land.", name=name)


def _their_answer(state: State, name: SeatName) -> Line:
    top = state.pending[-1]
    if isinstance(top, Battle):
        return line("{name} fights on {land}.", name=name, land=words.land(top.land))
    if isinstance(top, Spare):
        return line("{name} takes one attack off.", name=name)
    if isinstance(top, Placing):
        return line("{name} places a {arms}.", name=name, arms=words.counter(top.arms))
    if isinstance(top, Arranging):
        return line("{name} looks at {land}.", name=name, land=words.land(top.land))
    assert isinstance(top, Naming)
    return line("A tie: {name}, the regent, names the winner.", name=name)


def _aimed(state: State) -> Line:
    assert state.stone is not None
    return words.card(red=state.cards[state.stone].red, place=state.stone)


# -- the log ---------------------------------------------------------------------------------------


def narrate(event: SeenEvent) -> Narration | None:
    """The event in a sentence, with the motions that show it."""
    return _TOLD[event.type](event.data)


def _name(data: dict[str, Any]) -> SeatName:
    return SeatName(data["seat"])


def _claimed(data: dict[str, Any]) -> Narration:
    place = f"land:{data['land']}"
    told = line("{name} claims {land}.", name=_name(data), land=words.land(data["land"]))
    return Narration(told, (Motion("coat", f"seat:{data['seat']}", place),))


def _starts(data: dict[str, Any]) -> Narration:
    text = "{name} puts the starting knight on {land} and gets 1 power."
    told = line(text, name=_name(data), land=words.land(data["land"]))
    return Narration(told, (Motion("knight", "box", f"land:{data['land']}"),))


def _round(data: dict[str, Any]) -> Narration:
    regent = SeatName(data["regent"])
    return Narration(line("Round {n}: {name} is regent.", n=data["round"], name=regent))


def _gold(data: dict[str, Any]) -> Narration:
    """The owner sees which cards; everybody else sees how many."""
    seat, count = data["seat"], data["count"]
    motions = tuple(Motion(card, "deck", f"hand:{seat}") for card in _cards(data, count))
    cards = _in_words(data, count)
    if data["earned"] is None:
        return Narration(line("{name} is dealt {cards}.", name=_name(data), cards=cards), motions)
    text = "{name} exchanges {earned} glory for {cards}."
    told = line(text, name=_name(data), earned=data["earned"], cards=cards)
    return Narration(told, motions)


def _cards(data: dict[str, Any], count: int) -> list[str]:
    """Gold cards as pieces: by their worth where it is known."""
    if "gold" not in data:
        return ["gold"] * count
    return [f"gold:{words.gold_card(w)}" for w in WORTHS for _ in range(data["gold"][w])]


def _in_words(data: dict[str, Any], count: int) -> Line:
    cards = lines("{n} gold card", "{n} gold cards", count)
    if "gold" not in data or not count:
        return cards
    return line("{cards} ({gold})", cards=cards, gold=words.gold(data["gold"]))


def topic(observation: Observation) -> Line | None:
    """What the players talk about: the attack that they lay gold against, or are about to."""
    if observation.ending or observation.phase not in ("stone", "lay"):
        return None
    number, place = observation.attack + 1, observation.stone
    if observation.pending and observation.last is not None:  # its battles are still fought
        number, place = observation.attack, observation.last.card
    if place is None:
        return line("Attack {n}", n=number)
    card = words.card(red=observation.cards[place].red, place=place)
    return line("Attack {n}, {card}", n=number, card=card)


def _aimed_at(data: dict[str, Any]) -> Narration:
    seat, card = data["seat"], data["card"]
    told = line(
        "Attack {n}: {name} puts the dragon stone on the card of the {direction}.",
        n=data["attack"] + 1,
        name=_name(data),
        direction=words.direction(card),
    )
    return Narration(told, (Motion("dragon-stone", f"seat:{seat}", f"card:{card}"),))


def _laid(data: dict[str, Any]) -> Narration:
    seat, count = data["seat"], data["count"]
    if not count:
        return Narration(line("{name} lays nothing.", name=_name(data)))
    motions = tuple(Motion(card, f"hand:{seat}", f"laid:{seat}") for card in _cards(data, count))
    told = line("{name} lays {cards}.", name=_name(data), cards=_in_words(data, count))
    return Narration(told, motions)


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
    return Narration(_turned_up_line(data), tuple(motions), hold=HOLD)


def _flight(card: int, lands: list[int]) -> list[Motion]:
    """Each marker flies along the track, over burnt lands too, and stops where it strikes."""
    found = []
    start = card * TRACK_LENGTH
    for land in lands:
        steps = (land - start) % (ATTACKS * TRACK_LENGTH)
        via = tuple(f"land:{(start + step) % (ATTACKS * TRACK_LENGTH)}" for step in range(steps))
        found.append(Motion("marker", f"card:{card}", f"land:{land}", via=via, then=True))
    return found


def _turned_up_line(data: dict[str, Any]) -> Line:
    said: dict[str, Any] = {
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
            **said,
        )
    if not any(map(sum, data["gold"])):
        text = "The {direction} wants {number} and gets nothing. The dragon attacks {lands}."
        said.pop("gold")
        return line(text, lands=words.lands(data["lands"]), **said)
    return line(
        "The {direction} wants {number} and gets {offered} ({gold}). The dragon attacks {lands}.",
        lands=words.lands(data["lands"]),
        **said,
    )


def _offers(gold: list[list[int]]) -> Line:
    """Who laid what."""
    told = [
        line("{name} {cards}", name=SeatName(seat), cards=words.gold(cards))
        for seat, cards in enumerate(gold)
        if sum(cards)
    ]
    return listed(told) if told else line("nothing")


def _battle(data: dict[str, Any]) -> Narration:
    """The knight steps from its land onto the stage, which is seen from then on."""
    land = data["land"]
    told = line(
        "{name}'s knight on {land} faces the dragon.", name=_name(data), land=words.land(land)
    )
    return Narration(told, (Motion("knight", f"land:{land}", f"battle:{land}", then=True),))


def _knight_cards(data: dict[str, Any]) -> Narration:
    """Each card is turned in the middle of the stage before it joins its kind."""
    stage = f"battle:{data['land']}"
    motions = tuple(
        Motion(f"card-{card}", "knight-cards", stage, via=(stage,), then=True)
        for card in data["cards"]
    )
    told = line("Turned: {cards}.", cards=words.knight_cards(data["cards"]))
    return Narration(told, motions)


def _stopped(data: dict[str, Any]) -> Narration:
    text = "{name} ends the battle on {land} behind the shield."
    return Narration(line(text, name=_name(data), land=words.land(data["land"])))


def _spent(data: dict[str, Any]) -> Narration:
    told = line("{name} spends 1 power: two dragons no longer count.", name=_name(data))
    return Narration(told, (Motion("power", f"seat:{data['seat']}", "box"),))


def _won(data: dict[str, Any]) -> Narration:
    told = line(
        "{name}'s knight wins on {land}: strike {strike}.",
        name=_name(data),
        land=words.land(data["land"]),
        strike=data["strike"],
    )
    motion = Motion("strike", "wounds", f"seat:{data['seat']}", then=True)
    return Narration(told, (motion,), hold=HOLD)


def _lost(data: dict[str, Any]) -> Narration:
    place = f"land:{data['land']}"
    told = line(
        "{name}'s knight falls on {land}, but the land stands.",
        name=_name(data),
        land=words.land(data["land"]),
    )
    motions = (Motion("knight", place, place, then=True), Motion("marker", place, place))
    return Narration(told, motions, hold=HOLD)


def _spared(data: dict[str, Any]) -> Narration:
    place = f"land:{data['land']}"
    told = line(
        "{name} takes the attack off {land}.", name=_name(data), land=words.land(data["land"])
    )
    return Narration(told, (Motion("marker", place, "markers"),))


def _burnt(data: dict[str, Any]) -> Narration:
    motions = tuple(
        Motion("coat", f"land:{land}", f"land:{land}", then=place == 0)
        for place, land in enumerate(data["lands"])
    )
    lands = words.lands(data["lands"])
    if len(data["lands"]) == 1:
        return Narration(line("{land} is burnt to ashes.", land=lands), motions)
    return Narration(line("{lands} are burnt to ashes.", lands=lands), motions)


def _bought(data: dict[str, Any]) -> Narration:
    seat, counter = data["seat"], data["counter"]
    told = line(
        "{name} buys on {land}: {counter}.",
        name=_name(data),
        land=words.land(data["land"]),
        counter=words.counter(counter),
    )
    target = f"land:{data['land']}" if counter == "attack" else f"seat:{seat}"
    return Narration(told, (Motion(counter, f"pile:{data['land']}", target),))


def _placed(data: dict[str, Any]) -> Narration:
    told = line(
        "{name} puts the {arms} on {land}.",
        name=_name(data),
        arms=words.counter(data["arms"]),
        land=words.land(data["land"]),
    )
    motion = Motion(data["arms"], f"seat:{data['seat']}", f"land:{data['land']}", then=True)
    return Narration(told, (motion,))


def _no_room(data: dict[str, Any]) -> Narration:
    text = "{name} has no room for the {arms}: it leaves the game."
    return Narration(line(text, name=_name(data), arms=words.counter(data["arms"])))


def _looked(data: dict[str, Any]) -> Narration:
    said = {"name": _name(data), "land": words.land(data["land"])}
    if not data.get("counters"):
        return Narration(line("{name} looks at the pile of {land}.", **said))
    return Narration(
        line(
            "{name} looks at the pile of {land}: {counters}.",
            counters=words.counters(data["counters"]),
            **said,
        )
    )


def _arranged(data: dict[str, Any]) -> Narration | None:
    """Only the owner is told; that a pile was put in order goes without saying."""
    if "counters" not in data:
        return None
    told = line(
        "{land} is now, from the top: {counters}.",
        land=words.land(data["land"]),
        counters=words.counters(data["counters"]),
    )
    return Narration(told)


def _done(data: dict[str, Any]) -> Narration:
    seat = data["seat"]
    motions = tuple(Motion("gold", f"hand:{seat}", "discards") for _ in range(data["cards"]))
    if data["spent"]:
        told = line("{name} has spent {spent}.", name=_name(data), spent=data["spent"])
        return Narration(told, motions)
    return Narration(line("{name} buys nothing.", name=_name(data)), motions)


def _slain(data: dict[str, Any]) -> Narration:
    return Narration(line("{name} slays the dragon!", name=_name(data)), hold=HOLD, ends=True)


def _finale(data: dict[str, Any]) -> Narration:
    told = line(
        "{name} turns up {land}: {counters}.",
        name=_name(data),
        land=words.land(data["land"]),
        counters=words.counters(data["turned"]),
    )
    return Narration(told, ends=True)


def _named(data: dict[str, Any]) -> Narration:
    winner = SeatName(data["winner"])
    told = line("{name}, the regent, crowns {winner}.", name=_name(data), winner=winner)
    return Narration(told, ends=True)


_ENDS = {
    "slain": line("The kingdom is saved."),
    "no-land": line("All lands are burnt to ashes."),
    "no-knight": line("No knight is left on any land."),
}


def _end(data: dict[str, Any]) -> Narration:
    return Narration(_ENDS[data["ending"]], ends=True)


_TOLD: dict[str, Callable[[dict[str, Any]], Narration | None]] = {
    "claimed": _claimed,
    "starts": _starts,
    "round": _round,
    "gold": _gold,
    "aimed": _aimed_at,
    "laid": _laid,
    "turned-up": _turned_up,
    "battle": _battle,
    "cards": _knight_cards,
    "stopped": _stopped,
    "spent": _spent,
    "won": _won,
    "lost": _lost,
    "spared": _spared,
    "burnt": _burnt,
    "bought": _bought,
    "placed": _placed,
    "no-room": _no_room,
    "looked": _looked,
    "arranged": _arranged,
    "done": _done,
    "slain": _slain,
    "finale": _finale,
    "named": _named,
    "end": _end,
}
