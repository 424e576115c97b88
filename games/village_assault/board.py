"""The data of the board's templates: an observation, in the order in which people look at it.

Texts are Lines (`{% say %}`). All of it is public except forecasts, which only the player gets.

A village's `how` foretells an attack there; `guard` is the Archer who would step in. A hand card's
`adds` is its gold if it can be added to the prisoners now, `declared` whether it waits for Pigs and
Sheep. `told` is for `board.js`: the previews of all attacks with the card, alone and with Pigs,
separated by `|`, their fields by spaces (see `forecast.preview`).
"""

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import Any

from games.plugin import Line, line, lines
from games.village_assault import forecast, words
from games.village_assault.catalog import COLORS, FIGURES, KINDS
from games.village_assault.components import CARDS, CASTLE, INN
from games.village_assault.observation import SEAT
from games.village_assault.rules import battle, piles
from games.village_assault.state import Observation, VillageView

Face = dict[str, Any]

PAYING = ("closing", "adding", "cashing")  # prisoners
LONG_WAY = 40  # points; the least length of the track to the personal best
COUNTED = 11  # steps in which the ending counts the last prisoners' gold

_COLORS = (*COLORS, None)
_ORDER = {
    card: (_COLORS.index(printed.color), place)
    for place, (card, printed) in enumerate(CARDS.items())
}  # in hand: by color, grays last


def board(observation: Observation) -> dict[str, Any]:
    hand = [_held(observation, card) for card in sorted(observation.hand, key=_ORDER.__getitem__)]
    deck, discards = observation.deck, faces(observation.discards[::-1])
    return {
        "rate": observation.rate,
        "pays": observation.phase in PAYING,
        "ending": observation.ending,
        "villages": [_village(observation, village) for village in observation.villages],
        "hand": hand,
        "fights": observation.phase == "assault" and any(held["told"] for held in hand),
        "prisoners": _prisoners(observation),
        "score": _score(observation) if observation.ending and observation.scored else {},
        "holds": "low" if observation.difficulty == "normal" else "high",
        "deck": {
            "count": observation.deck_size,
            "cards": None if deck is None else faces(deck[::-1]),
        },
        "discards": {
            "count": len(discards),
            "top": discards[0] if discards else None,
            "cards": discards,
        },
        "acts": _acts(observation),
        "look": "btn quiet" if observation.phase == "assault" else "btn",  # a retreat gives up
        "words": forecast.WORDS,
        "seats": [_seat(observation)],
    }


@cache
def face(card: str) -> Face:
    """Return the drawing of a card."""
    kind, color = CARDS[card].kind, CARDS[card].color
    printed = KINDS[kind].printed
    return {
        "card": card,
        "kind": kind,
        "mark": COLORS[color].mark if color else None,
        "name": printed.name,
        "note": printed.note,
        "power": printed.power if color else None,
        "gold": printed.gold,
        "data": {"piece": card, "rule": kind, "tone": color or "gray"},
    }


def faces(cards: Sequence[str]) -> list[Face]:
    return [face(card) for card in cards]


def _village(observation: Observation, village: VillageView) -> dict[str, Any]:
    shown, building = village.face, village.key.partition("-")[0]
    free = shown if battle.is_free(village) else None
    meets = forecast.meets(observation, village)
    home = next((one for one in observation.villages if meets and one.key == meets["at"]), village)
    last = observation.last_round or observation.ending
    how = line("for good") if last else line("until the next round")
    if free and CARDS[free].is_animal:
        how = line("into your hand")
    elif free:
        how = line("a prisoner, {n} gold", n=piles.gain(observation.prisoners, free))
    elif meets:
        how = meets["words"]
    return {
        "key": village.key,
        "name": words.village(village.key),
        "rule": building if building in (CASTLE, INN) else "village",
        "home": f"at-{building}",
        "face": face(shown) if shown else None,
        "down": len(village.down),
        "cards": None if village.cards is None else faces(village.cards[::-1]),
        "free": free is not None,
        "how": how,
        "meets": meets,
        "guard": face(home.face) if home is not village and home.face else None,
        "kings": faces(observation.kings) if village.key == CASTLE else [],
    }


def _seat(observation: Observation) -> dict[str, Any]:
    total = sum(observation.scored)
    return {
        "points": observation.points,
        "total": total,
        "in_short": line("{total} banked", total=total),
        "gold": observation.points - total,
        "attacks": observation.attacks,
        "scale": max(LONG_WAY, observation.points),
        "over": observation.ending is not None,
        "rounds": observation.round - (observation.ending != "conquered"),
    }


def _held(observation: Observation, card: str) -> dict[str, Any]:
    declared = observation.declared
    adds = observation.phase in PAYING
    waits = declared is not None and declared.unit == card
    attacks = observation.phase == "assault" or waits
    previews = []
    if attacks and observation.you == SEAT and not observation.ending and not CARDS[card].is_animal:
        for pigs in range(1 if declared else observation.hand.count("pig") + 1):
            for village in observation.villages:
                if battle.shows_unit(village) and (not declared or declared.village == village.key):
                    previews.append(_told(observation, card, village, pigs))
    return {
        "face": face(card),
        "adds": piles.gain(observation.prisoners, card) if adds else None,
        "told": "|".join(previews) or None,
        "declared": waits,
    }


def _told(observation: Observation, card: str, village: VillageView, pigs: int) -> str:
    fought = battle.fight(observation, card, village, pigs)
    would = forecast.preview(observation, fought)
    fields = [would[name] for name in ("village", "at", "outcome", "attack", "defense")]
    fields.append("yes" if would["won"] else "no")
    lists = [would[name] for name in ("why", "against", "then")]
    fields += [",".join(f"{code}:{by}" for code, by in parts) for parts in lists]
    return " ".join(map(str, (pigs, *fields)))


def _prisoners(observation: Observation) -> dict[str, Any]:
    """The prisoners and the cards that they buy, with a Merchant or when the round ends."""
    gold, rate = observation.gold, observation.rate
    buying = observation.merchant is not None
    ends = observation.last_round and not buying
    left = 0 if ends else piles.left(observation, by_card=buying)
    return {
        "cards": faces(observation.prisoners),
        "gold": gold,
        "buys": min(gold // rate, left),
        "left": left,
        "coins": gold % rate,
        "missing": rate - gold % rate,
    }


def _score(observation: Observation) -> dict[str, Any]:
    """The sources of the points; `counted` leads from those before the last prisoners to all."""
    scored, total, last = observation.scored, sum(observation.scored), observation.scored[-1]
    shown = min(last, COUNTED)
    rounds = zip(scored, accumulate(scored, initial=0), strict=False)
    scale = max(LONG_WAY, total)
    return {
        "total": total,
        "attacks": observation.attacks,
        "last": last,
        "counted": [total - last + last * step // shown for step in range(shown)] + [total],
        "rounds": [{"gold": gold, "total": before, "scale": scale} for gold, before in rounds],
        "decisive": _decisive(observation),
        "best_round": _best_round(scored),
    }


def _decisive(observation: Observation) -> Line:
    """Return the reason for the end, as everyone could see it."""
    standing = sum(village.face is not None for village in observation.villages)
    if observation.ending == "conquered":
        return line("No village was left standing.")
    if observation.ending == "retreated":
        return lines(
            "Retreated with {held}, while {n} village was standing.",
            "Retreated with {held}, while {n} villages were standing.",
            standing,
            held=lines("{n} card in hand", "{n} cards in hand", len(observation.hand)),
        )
    pigs = observation.hand.count("pig")
    fights = [
        battle.fight(observation, unit, village, pigs)
        for village in observation.villages
        if battle.shows_unit(village)
        for unit in observation.hand
        if not CARDS[unit].is_animal
    ]
    if not fights:
        return lines(
            "No unit was left to attack the last village standing.",
            "No unit was left to attack the {n} villages still standing.",
            standing,
        )
    # lost by least; a Joker's fight only if there is no other
    measured = [fought for fought in fights if not fought.joker] or fights
    closest = min(measured, key=lambda fought: fought.defense - fought.attack)
    return line(
        "The {unit} came closest: {attack} against {defense}, the {defender} at the {village}.",
        unit=words.with_pigs(words.card(closest.unit), pigs),
        attack=closest.attack,
        defense=closest.defense,
        defender=words.card(closest.defender),
        village=words.village(closest.village),
    )


def _best_round(scored: Sequence[int]) -> Line | None:
    """Return the round with the most points and its share, or None without a comparison."""
    total, most = sum(scored), max(scored)
    if len(scored) < 2 or not total:
        return None
    return lines(
        "Round {round} brought the most: {n} point, {share}% of the total.",
        "Round {round} brought the most: {n} points, {share}% of the total.",
        most,
        round=scored.index(most) + 1,
        share=round(100 * most / total),
    )


def _acts(observation: Observation) -> dict[str, Line]:
    """The buttons for whole moves, the most useful first."""
    if observation.ending is not None:
        return {}
    if observation.phase == "assault":
        return {"retreat": line("Retreat")}
    if observation.phase == "boosting":
        return {"go": line("Go alone")}
    gold, buys = observation.gold, _prisoners(observation)["buys"]
    if observation.phase == "cashing":
        return {"finish": lines("Cash in: draw {n} card", "Cash in: draw {n} cards", buys)}
    moves = {"finish": lines("Finish: {n} point", "Finish: {n} points", gold)}
    if not observation.last_round:
        moves["finish"] = lines(
            "Finish: {n} point, draw {cards}", "Finish: {n} points, draw {cards}", gold, cards=buys
        )
    if observation.phase == "closing":
        draws = min(FIGURES["chicken"]["draws"], piles.left(observation, by_card=True))
        for card in observation.hand:
            if card == "chicken":
                moves[card] = line("Play the Chicken: draw {cards}", cards=draws)
            elif CARDS[card].kind == "merchant":
                moves[card] = line("Play the {card}: cash in now", card=words.card(card))
    return moves
