"""A player's questions about the rules, and the page that answers each where its anchor says."""

from django.template.loader import get_template

from games.castle_panic.game import CastlePanic
from tests.support.rules_page import RulesPage

# A question, where the answer stands, and what it says.
QUESTIONS = [
    ("How many of us can play?", "aim", "1 to 6 players"),
    ("How many tokens are in the pile?", "setup", "The other 43 tokens form the pile"),
    ("How many cards do three of us hold?", "setup", "3 5 1"),
    ("How many cards may I exchange?", "turn", "you may discard one card and draw another"),
    ("Can an archer hit in the Forest?", "cards", "None reaches into the Forest"),
    ("Who takes the damage at a wall?", "move", "the player whose turn it is chooses"),
    ("When do the tokens of Draw 3 come?", "tokens", "those are drawn last"),
    ("What is the Healer worth?", "monsters", "Healer 1 2 4"),
    ("What stops a boulder?", "boulder", "the first wall: its shield is destroyed if it has one"),
    ("How do I play alone?", "alone", "holds six cards, may discard up to two cards"),
    ("How many tokens does the Overlord see?", "overlord", "holds up to 3 tokens"),
    ("What does Easier Battles take out?", "options", "11 of the worst tokens stay in the box"),
    ("Which group strikes first?", "readings", "walls from arc 1 to 6, then towers"),
]

FIGURES = [
    ({"TRADES": {1: 0, 2: 3}, "HAND_SIZES": {2: 6, 1: 6}}, "setup", "2 6 3"),
    ({"FORTIFY_TOKENS": 5}, "cards", "There are 5 shields"),
    ({"OVERLORD_HAND": 4}, "overlord", "holds up to 4 tokens"),
    ({"TOKENS_A_TURN": 7}, "tokens", "7 tokens a turn"),
]


class TestRulesPage(RulesPage):
    slug, questions, figures = "castle-panic", QUESTIONS, FIGURES


def test_the_picture_shows_what_its_caption_says() -> None:
    html = get_template("castle_panic/rules.html").render(
        {"figures": CastlePanic().figures(), "parts": "castle_panic"}
    )
    for said in ("Troll, 3 of 3", "Orc, 1 of 2", "held by tar", "Wall 4: fortified"):
        assert said in html
    assert "Wall 3: broken" in html
    assert "Tower 3 has fallen" in html
    assert "data-target" not in html
