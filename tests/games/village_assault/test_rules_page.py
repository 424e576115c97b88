"""A player's questions about the rules, and the page that answers each where its anchor says."""

from typing import Any

from tests.support.rules_page import RulesPage, Sections

# A question, where the answer stands, and what it says.
QUESTIONS = [
    ("Can I lose?", "aim", "nobody wins or loses"),
    ("How many cards do I start with?", "setup", "You draw 8 cards"),
    ("What is different on Hard?", "setup", "a card costs 4 gold"),
    ("How many cards has a village in the third round?", "rounds", "two in the third"),
    ("What does a King do?", "rounds", "one more face-down card for each King"),
    ("Who wins a tie?", "attack", "ties are yours"),
    ("Is my unit gone when it wins?", "attack", "discarded, whether it wins or loses"),
    ("Whom do I meet when an Archer is shown?", "archer", "in place of the unit you attack"),
    ("Does an Archer guard a Princess I take?", "archer", "no Archer steps in for it"),
    ("When does an enemy Thief free a prisoner?", "battle", "is discarded first"),
    ("Does my Thief draw when he loses?", "battle", "even if he lost"),
    ("Whom may I take without a fight?", "free", "a Princess, a Merchant or a Priest prisoner"),
    ("What about the Castle?", "free", "There they must be beaten"),
    ("May two Pigs help?", "animals", "Several Pigs may help"),
    ("Can a Bunny reach a King?", "animals", "a King behind the Castle is out of reach"),
    ("Can I tear down the Tavern?", "spending", "Castle, Tower and Tavern stand forever"),
    ("Does a Merchant score?", "merchant", "but scores nothing"),
    ("May I add hand cards at the end of a round?", "closing", "add any cards from your hand"),
    ("Do I keep gold that is left over?", "closing", "Gold isn’t kept"),
    ("What happens when the deck is empty?", "reshuffle", "the discards are shuffled"),
    ("When is it over?", "end", "no attack of yours would win"),
    ("What does my hand score at the end?", "score", "Cards in hand count nothing then"),
    ("Who is ahead with equal scores?", "score", "fewer attacks are better"),
    ("Can I take a move back?", "known", "left something to chance"),
    ("What does a Goblin do?", "cards", "against the side that holds High Score"),
    ("Who says that a Golem has +2?", "readings", "A defending Golem has +2, and +1"),
]

FIGURES: list[tuple[dict[str, Any], str, str]] = [
    ({"HAND_SIZE": 9}, "setup", "You draw 9 cards"),
    ({"HAND_SIZE": 9}, "aim", "a band of 9"),
    ({"RATES": {"normal": 2, "hard": 5}}, "setup", "a card costs 5 gold"),
    ({"RATES": {"normal": 2, "hard": 5}}, "closing", "a card for every 2 gold (Hard: 5)"),
    ({"CASTLE_BONUS": 3}, "attack", "have +3"),
    ({"ARCHER_BONUS": 4}, "archer", "with +4"),
    ({"PIG_BONUS": 5}, "animals", "for +5"),
    ({"GOLEM_DEFENDING": 4}, "readings", "Golem has +4"),
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
