"""The rules' objections to touched targets that belong to no choice."""

from collections.abc import Sequence

from games.plugin import Line, line
from games.plugin.why_not import last_touched, touched
from games.village_assault import words
from games.village_assault.components import CARDS, CASTLE, INN_KEYS
from games.village_assault.rules import REFUSALS, battle
from games.village_assault.state import State

TARGETS = r"(hand|act):[a-z-]+|village:(castle|tower|tavern|inn-[12])|kings"


def objection(state: State, seat: int, picks: Sequence[str]) -> Line | None:
    """Return why these targets, the last touched just now, fit no choice; None if unknown."""
    units = touched(picks, "hand")
    family, name = last_touched(picks)
    if any(unit not in state.hand for unit in units):
        return line(REFUSALS["card-missing"])
    if state.phase == "boosting":
        return _boosting(state, family)
    if state.phase in ("adding", "cashing"):
        return line("Now cards go to the prisoners: choose one in your hand, or finish.")
    if family == "act":
        return line(REFUSALS["not-now"])
    about = {"hand": _hand, "village": _village, "kings": _kings}
    return about[family](state, units, name)


def _boosting(state: State, family: str) -> Line:
    assert state.declared is not None
    if family == "hand" and state.declared.spending:
        return line("Only the Sheep can be discarded instead of the unit you spend.")
    return line(
        "The {unit} is on the way: add {helpers}, or let the unit go alone.",
        unit=words.kind(state.declared.unit),
        helpers=words.helpers(state.hand, spending=state.declared.spending),
    )


def _hand(state: State, units: Sequence[str], name: str) -> Line | None:
    if state.phase == "closing":
        return line("Choose one card at a time: each is added on its own.")
    if name == "pig":
        return line("A Pig goes with a unit that attacks.")
    if name == "sheep":
        return line("The Sheep goes with a unit that is used, and is discarded in its place.")
    return line("One unit attacks at a time.") if len(units) > 1 else None


def _village(state: State, units: Sequence[str], name: str) -> Line | None:
    village = state.village(name)
    if village is None:
        return line(REFUSALS["no-such-village"])
    kinds = {CARDS[unit].kind for unit in units}
    if village.face is None:
        if name in INN_KEYS:
            return line("Nobody is left there. A Warrior can tear down the empty Inn.")
        if name == CASTLE and "assassin" in kinds:
            return line("Choose the Kings behind the Castle for that.")
        return line(REFUSALS["village-empty"])
    if not battle.shows_unit(village):
        if "bunny" in kinds:
            return line("A Bunny discards units, not animals.")
        return line(REFUSALS["animals-arent-fought"])
    if any(CARDS[unit].is_animal and unit not in ("pig", "sheep") for unit in units):
        return line(REFUSALS["animals-dont-fight"])
    return line("Choose a unit from your hand to attack there.")


def _kings(state: State, units: Sequence[str], name: str) -> Line | None:
    if not state.kings:
        return line(REFUSALS["no-king"])
    if any(CARDS[unit].kind != "assassin" for unit in units):
        return line(REFUSALS["cant-be-spent"])
    if state.at(CASTLE).face is not None:
        return line("Empty the Castle first: then an Assassin can do away with a King.")
    return line("An Assassin can do away with a King; you hold none.")
