"""A player's questions about the rules, and the page that answers each where its anchor says."""

from tests.games.matches.conftest import BURN
from tests.support.rules_page import RulesPage, Sections

# A question, where the answer stands, and what it says.
QUESTIONS = [
    ("How many of us can play?", "aim", "2 to 5 villages"),
    ("How many coins are in play with three?", "setup", "3 7 13 72"),
    ("May I open a bribe with coins alone?", "bribe", "you need at least one card of it"),
    ("When does a refill stop?", "refill", "the treasure you just bribed with, or a coin, is laid"),
    ("How far does a cursed token fall?", "curse", "one space for each card paid"),
    ("Is there a hand limit?", "draw", "any number of cards"),
    ("What does a coin left in my hand cost?", "wilds", "costs you 2 points"),
    ("What are the spaces worth?", "favor", "6 spaces in a row, worth 1 2 2 3 3 4 from left"),
    ("What do the stalls cost?", "market", "prices of 3, 2, 1, 0 cards"),
    ("Do the others get a last turn?", "end", "with no more turns for anyone"),
    ("Who wins a tie?", "ties", "more cards in their bribe of it is ahead"),
    ("What do the others know of my hand?", "privacy", "how many cards everyone holds"),
    (
        "Who says that the spaces are worth this?",
        "readings",
        "fit to the published scoring example",
    ),
]

VALUES = (1, 2, 3, 3, 3, 5)
FIGURES = [
    ({"HAND_SIZE": 9}, "setup", "dealt 9 cards"),
    ({"LEFTOVER_WILD_COST": 3}, "wilds", "costs you 3 points"),
    ({"LEFTOVER_WILD_COST": 3}, "scoring", "costs you 3 points"),
    ({"SPACE_VALUES": VALUES}, "favor", "worth 1 2 3 3 3 5"),
    ({"SPACE_VALUES": VALUES}, "readings", "1 2 3 3 3 5"),
    ({"TREASURE_COPIES": 12}, "setup", "with 12 cards each, 72 in all"),
]


class TestRulesPage(RulesPage):
    slug, questions, figures = BURN, QUESTIONS, FIGURES

    def test_the_example_counts_as_the_rules_count(self, page: Sections) -> None:
        words = page.words("scoring")
        assert "potion 4 · · × 4 16" in words
        assert "feather 2 +1 · × 3 9" in words
        assert "axe · · −1 × 1 −1" in words
        assert "coin · · −1 × 2 −2 Total 22" in words
