"""A player's questions about the rules, and the page that answers each where its anchor says."""

from typing import Any

from games.village_assault.catalog import FIGURES as OF
from tests.support.rules_page import RulesPage, Sections

# A question, where the answer stands, and what it says.
QUESTIONS = [
    ("Can I lose?", "aim", "nobody wins or loses"),
    ("How many cards do I start with?", "setup", "You draw 8 cards"),
    ("What is different on Hard?", "setup", "a card costs 4 gold"),
    ("How many cards has a village in the third round?", "rounds", "two in the third"),
    ("Who wins a tie?", "attack", "ties are yours"),
    ("Whom do I meet when an Archer is shown?", "archer", "in place of the unit you attack"),
    ("Which of two equal Archers does?", "archer", "in this order: Castle, Tower, Tavern"),
    ("When does an enemy Thief free a prisoner?", "battle", "is discarded first"),
    ("Whom may I take without a fight?", "free", "a Princess, a Merchant or a Priest prisoner"),
    ("May two Pigs help?", "animals", "Several Pigs may help"),
    ("Does a Merchant score?", "merchant", "but scores nothing"),
    ("When is it over?", "end", "no attack of yours would win"),
    ("Who is ahead with equal scores?", "score", "fewer attacks are better"),
    ("Who says that a Golem has +2?", "readings", "A defending Golem has +2, and +1"),
]

FIGURES: list[tuple[dict[str, Any], str, str]] = [
    ({"HAND_SIZE": 9}, "setup", "You draw 9 cards"),
    ({"HAND_SIZE": 9}, "aim", "a band of 9"),
    ({"RATES": {"normal": 2, "hard": 5}}, "setup", "a card costs 5 gold"),
    ({"RATES": {"normal": 2, "hard": 5}}, "closing", "a card for every 2 gold (Hard: 5)"),
    ({"CASTLE_BONUS": 3}, "attack", "have +3"),
    ({"FIGURES": {**OF, "archer": {"guarding": 4}}}, "archer", "with +4"),
    ({"FIGURES": {**OF, "pig": {"helping": 5}}}, "animals", "for +5"),
    ({"FIGURES": {**OF, "golem": {"defending": 4, "builder": 1}}}, "readings", "Golem has +4"),
    ({"RESHUFFLES_BY_DRAWS_IN_A_ROUND": 2}, "reshuffle", "can cause 2 reshuffles a round"),
]


class TestRulesPage(RulesPage):
    slug, questions, figures = "village-assault", QUESTIONS, FIGURES

    def test_the_gallery_tells_of_every_kind_of_card(self, page: Sections) -> None:
        words = page.words("cards")
        assert "Farmer red, orange, yellow, green, blue, purple No special ability" in words
        assert "Sheep 1 × Discard it in place of a unit" in words

    def test_the_examples_fight_as_the_rules_do(self, page: Sections) -> None:
        words = page.words("attack")
        assert "blue Knight Tavern orange Archer 2 against 2, a tie: you win" in words
        assert "the Archer from the Tavern steps in, 5 against 4, you win" in words
        assert "an Assassin always wins" in words

    def test_every_kind_of_card_is_drawn_as_on_the_board(self, page: Sections) -> None:
        words = page.words("cards")
        for card in ("red Farmer, power 1, gold 3", "Sheep, gold 1", "Inn, gold 3"):
            assert card in words
        assert "blue Builder, power 1, gold 3" in page.words("closing")
