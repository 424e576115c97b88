"""A player's questions about the rules, and the page that answers each where its anchor says."""

from tests.games.burnt_to_ashes.positions import GAME
from tests.support.rules_page import RulesPage

# A question, where the answer stands, and what it says.
QUESTIONS = [
    ("How many of us can play?", "aim", "1 to 6 rulers"),
    ("How is the dragon slain?", "aim", "7 strikes slay the dragon"),
    ("How many counters lie on a land?", "setup", "a face-down pile of 3, a start land one of 4"),
    ("How much gold is there?", "gold", "24 gold cards, worth 24 in all"),
    ("What is a strike worth as gold?", "gold", "each new strike for 4, once"),
    ("Who gets the glory?", "dragon", "it goes to the one who laid first"),
    ("Which lands does it attack?", "flight", "from the start land of that track onward"),
    ("When may I stop?", "rights", "right after the third shield card, or a later one"),
    ("What does a counter cost?", "purchase", "2 buys the top counter of one of their piles"),
    (
        "What is power worth in the end?",
        "finale",
        "counts 3 for the player who landed the last strike",
    ),
    ("Who wins a tie?", "finale", "the regent names the winner among those tied"),
    ("May the regent be it?", "finale", "A regent who is one of them may name themselves"),
    ("Who knows what I have seen in my pile?", "secrets", "you alone know its order"),
    ("Which figures are yours?", "readings", "These are our reading: 4 tracks of 6 lands"),
]

FIGURES = [
    ({"PILE": 5, "START_PILE": 9}, "setup", "a face-down pile of 5, a start land one of 9"),
    ({"STRIKE_GLORY": 6}, "gold", "each new strike for 6, once"),
    ({"COUNTER_PRICE": 3}, "purchase", "3 buys the top counter"),
    ({"VICTOR": 5}, "finale", "counts 5 for the player who landed"),
    ({"STRIKES": 9}, "end", "Strike number 9 stops everything"),
    ({"TRACK_LENGTH": 8}, "readings", "4 tracks of 8 lands"),
]


class TestRulesPage(RulesPage):
    slug, questions, figures = "burnt-to-ashes", QUESTIONS, FIGURES


def test_the_pictures_show_what_is_said_of_them() -> None:
    picture = GAME.figures()["picture"]
    lands = picture["lands"]
    assert (lands[1]["burnt"], lands[2]["attacked"]) == (True, True)
    arms = [[kind for kind, _drawing in land["arms"]] for land in lands]
    assert arms[:5] == [["knight", "sword", "shield"], [], [], ["sword"], ["knight"]]
    assert [slot["cards"] for slot in picture["slots"]] == [["1"], ["x", "x"]]
    card = picture["cards"][0]
    assert card["number"] - sum(slot["value"] for slot in picture["slots"]) == 2
    (battle,) = picture["fought"]
    assert battle["turned"][-1] == {"kind": "knight", "void": False, "so_far": 3}
