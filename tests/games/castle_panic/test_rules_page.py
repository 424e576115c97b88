"""A player's questions about the rules, and the page that answers each where its anchor says."""

import re

from django.template.loader import get_template

from games.castle_panic.game import CastlePanic
from tests.games.castle_panic.test_board import begun, html_of
from tests.support.rules_page import RulesPage

# A question, where the answer stands, and what it says.
QUESTIONS = [
    ("How many of us can play?", "aim", "1 to 6 players"),
    ("How do we win?", "aim", "every monster is slain while a tower still stands"),
    ("How many tokens are in the pile?", "setup", "The other 43 tokens form the pile"),
    ("How many cards do three of us hold?", "setup", "3 5 1"),
    ("Which arcs are green?", "table", "3 and 4 green"),
    ("Do I draw in my first turn?", "turn", "On your first turn you draw nothing"),
    ("How many cards may I exchange?", "turn", "you may discard one card and draw another"),
    ("May I give a card away?", "trade", "you can’t give a card away"),
    ("Is a refused counter-offer a refusal?", "trade", "that you refuse counts as one of them"),
    ("Can an archer hit in the Forest?", "cards", "None reaches into the Forest"),
    ("Does Nice Shot help the Barbarian?", "cards", "It doesn’t go with a Barbarian"),
    ("Who takes the damage at a wall?", "move", "the player whose turn it is chooses"),
    ("Who is hurt as the castle falls?", "move", "unless the castle falls in the same move"),
    ("When do the tokens of Draw 3 come?", "tokens", "at the end of the line"),
    ("Does a plague take heroes?", "tokens", "Heroes stay"),
    ("What is the Healer worth?", "monsters", "Healer 1 2 4"),
    ("What stops a boulder?", "boulder", "the first wall: its shield is destroyed if it has one"),
    ("Do we lose with the last monster's blow?", "end", "even if the monster that destroyed it"),
    ("How do I play alone?", "alone", "holds six cards, may discard up to two cards"),
    ("How many tokens does the Overlord see?", "overlord", "holds up to 3 tokens"),
    ("Can the Overlord just wait?", "overlord", "must play at least one token"),
    ("Do heroes help All for One?", "options", "Heroes and Nice Shot take no part"),
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


def test_every_help_on_the_board_leads_to_a_chapter() -> None:
    state = begun(3)
    state.phase, state.turn = "trade", 1
    state.players[state.active].hand = {"scavenge": 1}
    shown = html_of(state, state.active)
    asked = set(re.findall(r'href="/rules/castle-panic/#([\w-]+)"', shown))
    assert asked >= {"cards", "trade", "tokens", "monsters"}
    assert asked <= {chapter.anchor for chapter in CastlePanic().chapters()}


def test_the_picture_shows_what_its_caption_says() -> None:
    html = get_template("castle_panic/rules.html").render(
        {"figures": CastlePanic().figures(), "parts": "castle_panic"}
    )
    for said in ("Troll, 3 of 3", "Orc, 1 of 2", "held by tar", "Wall 4: fortified"):
        assert said in html
    assert "Wall 3: broken" in html
    assert "Tower 3 has fallen" in html
    assert "data-target" not in html
