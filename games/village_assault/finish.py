"""The end of a run in sentences: why it ended, and the best round."""

from collections.abc import Sequence

from games.plugin import Line, line, lines
from games.village_assault import words
from games.village_assault.components import CARDS
from games.village_assault.observation import Observation
from games.village_assault.rules import battle
from games.village_assault.rules.battle import Battle


def decisive(observation: Observation) -> Line:
    """Return what decided the end, as everyone could see it."""
    standing = [village for village in observation.villages if village.face is not None]
    if observation.ending == "conquered":
        return line("No village was left standing.")
    if observation.ending == "retreated":
        held = lines("{n} card in hand", "{n} cards in hand", len(observation.hand))
        return lines(
            "Retreated with {held}, while {n} village was standing.",
            "Retreated with {held}, while {n} villages were standing.",
            len(standing),
            held=held,
        )
    closest = _closest(observation)
    if closest is None:
        return lines(
            "No unit was left for the last village standing.",
            "No unit was left for the {n} villages still standing.",
            len(standing),
        )
    village, fought = closest
    return line(
        "The {unit} came closest: {attack} against {defense}, the {defender} at the {village}.",
        unit=words.with_pigs(words.card(fought.unit), fought.pigs),
        attack=fought.attack,
        defense=fought.defense,
        defender=words.card(fought.defender),
        village=words.village(village),
    )


def _closest(observation: Observation) -> tuple[str, Battle] | None:
    """The village and battle lost by least, a Joker's only if there is no other."""
    pigs = observation.hand.count("pig")
    fights = [
        (village.key, battle.fight(observation, unit, village, pigs))
        for village in observation.villages
        if battle.shows_unit(village)
        for unit in observation.hand
        if not CARDS[unit].is_animal
    ]
    measured = [one for one in fights if not one[1].joker] or fights
    return min(measured, key=lambda one: one[1].defense - one[1].attack, default=None)


def best_round(scored: Sequence[int]) -> Line | None:
    """Return the round that brought most and its share, or None without a comparison."""
    total = sum(scored)
    if len(scored) < 2 or not total:
        return None
    most = max(scored)
    return lines(
        "Round {round} brought most: {n} point, {share}% of all.",
        "Round {round} brought most: {n} points, {share}% of all.",
        most,
        round=scored.index(most) + 1,
        share=round(100 * most / total),
    )
