"""The rules, by topic. `decisions` is the entry point; see `battle` and `rounds`."""

from collections import Counter

from games.plugin import msg
from games.village_assault.components import INN, INN_KEYS
from games.village_assault.state import State

REFUSALS = {
    "not-now": msg("That isn’t possible at this moment."),
    "card-missing": msg("You don’t hold that card."),
    "animals-dont-fight": msg("Animals don’t attack."),
    "no-such-village": msg("There is no such village."),
    "village-empty": msg("That village is empty."),
    "animals-arent-fought": msg("Nobody fights an animal: take it, it is free."),
    "not-free": msg("Only animals, and units of power 0 outside the Castle, are free to take."),
    "cant-be-spent": msg("Only a Warrior is spent on an Inn, and only an Assassin on a King."),
    "not-an-inn": msg("A Warrior can only tear down an Inn."),
    "inn-defended": msg("The Inn’s stack isn’t empty."),
    "not-at-the-castle": msg("An Assassin finds the Kings behind the Castle."),
    "castle-defended": msg("The Castle’s stack isn’t empty."),
    "no-king": msg("No King is behind the Castle."),
    "not-a-merchant": msg("Only a Merchant cashes in at any time."),
    "no-pigs": msg("You don’t hold that many Pigs."),
    "no-pigs-here": msg("Pigs only help in battle."),
    "no-sheep": msg("You don’t hold the Sheep."),
}


def pieces(state: State) -> dict[str, int]:
    """Return the same 69 cards in every state."""
    piles = [state.deck, state.hand, state.kings, state.prisoners, state.discards]
    for village in state.villages:
        piles.append([card for card, _ in village.down])
        piles.append([village.face] if village.face else [])
        piles.append([INN] if village.key in INN_KEYS else [])
    piles.append([state.merchant] if state.merchant else [])
    return dict(Counter(card for pile in piles for card in pile))
