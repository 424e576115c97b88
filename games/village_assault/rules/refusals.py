"""A sentence for each code of `IllegalAction`."""

from games.plugin import msg

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
    "no-pigs-here": msg("Pigs help in battle only."),
    "no-sheep": msg("You don’t hold the Sheep."),
}
