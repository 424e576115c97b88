"""What the rules page is made of, what every card does, and what the board says about things."""

from collections.abc import Mapping

from games.plugin import Book, Chapter, Line, explain, line
from games.village_assault import components as box
from games.village_assault import words
from games.village_assault.readings import GOLEM_DEFENDING, GOLEM_FOR_EACH_BUILDER

_CHAPTERS = (
    Chapter("aim", line("What it's about")),
    Chapter("setup", line("Setting up")),
    Chapter("rounds", line("A round begins")),
    Chapter("attack", line("Attacking")),
    Chapter("archer", line("Archers step in")),
    Chapter("battle", line("A battle, step by step")),
    Chapter("free", line("What is free")),
    Chapter("animals", line("Animals")),
    Chapter("spending", line("Tearing down Inns, doing away with Kings")),
    Chapter("merchant", line("Merchants")),
    Chapter("closing", line("Closing a round")),
    Chapter("reshuffle", line("When the deck is empty")),
    Chapter("end", line("The end")),
    Chapter("score", line("The score")),
    Chapter("known", line("What can be known")),
    Chapter("cards", line("All cards")),
    Chapter("readings", line("Our readings")),
)

# What a card does, in full.
TEXTS: Mapping[str, Line] = {
    "farmer": line("No tricks, but worth a card on Normal."),
    "builder": line("No tricks. Each one shown elsewhere makes a defending Golem stronger."),
    "king": line(
        "Turned up in a village, he moves behind the Castle, which is dealt one more card each "
        "round. Drawn into hand, he is discarded and not replaced."
    ),
    "princess": line("No power, much gold. Free to take, but not in the Castle."),
    "merchant": line(
        "From hand, at any time: discard him, add hand cards to the prisoners if you like, and "
        "cash them in at once, without scoring. In a village he is free, but not in the Castle."
    ),
    "priest": line(
        "Worth one gold for each card in the prisoner pile, himself included. Free to take, but "
        "not in the Castle."
    ),
    "knight": line(
        "+{more} when he defends, and +{dragon} against a Dragon. Both add up.",
        more=box.KNIGHT_DEFENDING,
        dragon=box.KNIGHT_AGAINST_DRAGON,
    ),
    "archer": line(
        "Shown in a village, she defends in place of any unit attacked elsewhere, with +{more}. "
        "Attacked at home, she has no bonus.",
        more=box.ARCHER_BONUS,
    ),
    "golem": line(
        "+{more} when it defends, and +{each} for each Builder shown in another village.",
        more=GOLEM_DEFENDING,
        each=GOLEM_FOR_EACH_BUILDER,
    ),
    "warrior": line(
        "+{more} when he attacks. Or spend him to tear down an Inn that has no cards.",
        more=box.WARRIOR_ATTACKING,
    ),
    "orc": line(
        "Attacking, his power is the number of cards in the attacked stack, face-down ones "
        "included, and at the Castle the Kings behind it, too."
    ),
    "dragon": line("The strongest unit, without tricks."),
    "assassin": line(
        "Always wins when she attacks. Or spend her to do away with a King while the Castle has "
        "no cards."
    ),
    "ace": line("+{more} against a unit of its own color.", more=box.ACE_AGAINST_OWN),
    "wizard": line("−{less} against a unit of his own color.", less=-box.WIZARD_AGAINST_OWN),
    "thief": line(
        "Yours draws {cards} card after the battle, won or lost. Defeating the enemy's frees a "
        "prisoner at random first.",
        cards=box.THIEF_DRAWS,
    ),
    "scout": line(
        "If yours wins, the next face-down card below the loser is discarded. Defeating the "
        "enemy's frees a prisoner at random first."
    ),
    "joker": line("Used or met: the lower power wins, and ties go to the defender."),
    "goblin": line("+{more} against the side that holds High Score.", more=box.GOBLIN_BONUS),
    "hero": line("+{more} for the side that holds Low Score.", more=box.HERO_BONUS),
    "chicken": line("Discard it and draw {cards} cards.", cards=box.CHICKEN_DRAWS),
    "pig": line("Discard it with a unit that attacks, for +{more}.", more=box.PIG_BONUS),
    "bunny": line("Discard it with a unit that a village shows. That one is no prisoner."),
    "sheep": line("Discard it in place of a unit you just used: that unit stays in hand."),
    "inn": line(
        "Turned up, it becomes one more village from the next round on. Drawn into hand, it is "
        "discarded and not replaced."
    ),
}
_READ_ON = {
    "king": ("rounds", "spending", "cards"),
    "princess": ("free", "cards"),
    "merchant": ("merchant", "free", "cards"),
    "priest": ("free", "score", "cards"),
    "archer": ("archer", "cards"),
    "golem": ("cards", "readings"),
    "warrior": ("spending", "cards"),
    "assassin": ("spending", "cards"),
    "thief": ("battle", "cards"),
    "scout": ("battle", "cards"),
    "joker": ("attack", "cards"),
    "chicken": ("animals", "cards"),
    "pig": ("animals", "cards"),
    "bunny": ("animals", "cards"),
    "sheep": ("animals", "cards"),
    "inn": ("rounds", "spending", "cards"),
}

_THINGS = (
    explain(
        "village",
        "A village",
        "Overcome the unit it shows and the next card turns up. When all villages are empty, the "
        "round is won.",
        ("attack", "rounds", "closing"),
    ),
    explain(
        "castle",
        "The Castle",
        "Units that live here are stronger, and each King behind it brings one card more.",
        ("attack", "rounds", "spending"),
    ),
    explain(
        "prisoners",
        "Prisoners",
        "At the end of the round their gold is scored, and buys new cards.",
        ("closing", "score"),
    ),
    explain(
        "deck",
        "The deck",
        "Villages are dealt from it, and gold buys its cards. Empty, it is reshuffled.",
        ("reshuffle", "rounds"),
    ),
    explain(
        "discards",
        "The discards",
        "Used cards and cashed prisoners lie here until the deck runs out. They are open.",
        ("reshuffle", "known"),
    ),
    explain(
        "scores",
        "High Score and Low Score",
        "Who holds which decides whose Goblins and whose Heroes are stronger.",
        ("setup", "cards"),
    ),
    explain(
        "points",
        "Points",
        "All rounds that were scored, and what the prisoners are worth now.",
        ("score", "end"),
    ),
)

_CARDS = tuple(
    explain(kind, words.CALLED[kind].name, text, _READ_ON.get(kind, ("attack", "cards")))
    for kind, text in TEXTS.items()
)
BOOK = Book(_CHAPTERS, (*_CARDS, *_THINGS))
