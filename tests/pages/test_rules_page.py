"""A player's questions about the rules, and the page that answers each where its anchor says."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from accounts import memory
from games.burn_my_village import components
from tests.games.matches.conftest import BURN

ADDRESS = f"/rules/{BURN}/"
ANCHORS = "setup turn bribe refill visit curse draw wilds favor market end scoring ties readings"

# A question, where the answer stands, and what it says.
QUESTIONS = [
    ("How many of us can play?", "aim", "2 to 5 villages"),
    ("How many cards do I start with?", "setup", "Everyone is dealt 7 cards"),
    ("How many coins are in play with three?", "setup", "3 7 13 72"),
    ("How many cards of each treasure are there?", "setup", "6 treasures with 14 cards each"),
    ("May I pass?", "turn", "You may not pass"),
    ("May I open a bribe with coins alone?", "bribe", "you need at least one card of it"),
    ("How far does a bribe move the token?", "bribe", "For each card laid, coins included, the"),
    ("May I bribe with what is already at the top?", "bribe", "the bribe is still allowed"),
    ("Where does a refill begin?", "refill", "Every refill starts at stall 3"),
    ("When does a refill stop?", "refill", "the treasure you just bribed with is laid, or a"),
    ("May I buy from an empty stall?", "visit", "An empty stall can't be visited"),
    ("May I pay with coins only?", "visit", "coins alone never pay"),
    ("Does the free stall curse anything?", "visit", "Stall 0 is free: you pay nothing there, and"),
    ("How far does a cursed token fall?", "curse", "one space for each card paid"),
    ("Who chooses what is cursed?", "curse", "you choose which of them is cursed"),
    ("Is there a hand limit?", "draw", "any number of cards"),
    ("Does drawing the last card end the game?", "draw", "the last card doesn't end the game"),
    ("What does a coin left in my hand cost?", "wilds", "costs you 2 points"),
    ("What are the spaces worth?", "favor", "6 spaces in a row, worth 1 2 2 3 3 4 from left"),
    ("What do the stalls cost?", "market", "prices of 3, 2, 1, 0 cards"),
    ("Are the discards shuffled again?", "market", "never shuffled back"),
    ("Do the others get a last turn?", "end", "with no more turns for anyone"),
    ("May I still bribe with an empty deck?", "end", "A bribe is allowed while the deck is empty"),
    ("What becomes of treasures left in my hand?", "scoring", "join your bribes of the same"),
    ("Can I end below zero?", "scoring", "A total may be below zero"),
    ("Who wins a tie?", "ties", "more cards in their bribe of it is ahead"),
    ("What do the others know of my hand?", "privacy", "how many cards everyone holds"),
    (
        "Who says that the spaces are worth this?",
        "readings",
        "fit to the published scoring example",
    ),
]


class Sections(HTMLParser):
    """The words of each section of a page, by its anchor."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "section":
            self._open.append(dict(attrs).get("id") or "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "section":
            self._open.pop()

    def handle_data(self, data: str) -> None:
        for anchor in self._open:
            self.found.setdefault(anchor, []).append(data)

    def words(self, anchor: str) -> str:
        return re.sub(r"\s+", " ", " ".join(self.found[anchor])).strip()


def page() -> str:
    answer = Client().get(ADDRESS)
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.fixture
def sections(db: None) -> Sections:
    return Sections(page())


@pytest.mark.parametrize(("question", "anchor", "answer"), QUESTIONS)
def test_the_page_answers(sections: Sections, question: str, anchor: str, answer: str) -> None:
    assert answer in sections.words(anchor), question


@pytest.mark.parametrize("anchor", [*ANCHORS.split(), "privacy"])
def test_help_finds_its_anchor_and_the_contents_lead_there(sections: Sections, anchor: str) -> None:
    assert sections.words(anchor)
    assert f'href="#{anchor}"' in page()


@pytest.mark.parametrize(
    ("name", "value", "anchor", "answer"),
    [
        ("HAND_SIZE", 9, "setup", "dealt 9 cards"),
        ("LEFTOVER_WILD_COST", 3, "wilds", "costs you 3 points"),
        ("LEFTOVER_WILD_COST", 3, "scoring", "costs you 3 points"),
        ("SPACE_VALUES", (1, 2, 3, 3, 3, 5), "favor", "worth 1 2 3 3 3 5"),
        ("SPACE_VALUES", (1, 2, 3, 3, 3, 5), "readings", "1 2 3 3 3 5"),
        ("TREASURE_COPIES", 12, "setup", "with 12 cards each, 72 in all"),
    ],
)
def test_the_pages_numbers_are_the_rules_own(
    db: None, monkeypatch: pytest.MonkeyPatch, name: str, value: Any, anchor: str, answer: str
) -> None:
    assert getattr(components, name) != value
    monkeypatch.setattr(f"games.burn_my_village.figures.{name}", value)
    memory.forget_words()
    assert answer in Sections(page()).words(anchor)
    memory.forget_words()


def test_the_example_counts_as_the_rules_count(sections: Sections) -> None:
    words = sections.words("scoring")
    assert "potion 4 4 0 0 16" in words
    assert "feather 3 2 1 0 9" in words
    assert "axe 1 0 0 1 -1" in words
    assert "coin 1 -2 Total 22" in words


def test_a_ruleset_without_rules_says_so_and_is_not_linked(endless: str, db: None) -> None:
    missing = Client().get(f"/rules/{endless}/")
    assert missing.status_code == 404
    assert "has no rules page yet" in missing.content.decode()
    assert f"/rules/{endless}/" not in Client().get("/").content.decode()
    assert Client().get("/rules/no-such-game/").status_code == 404


def test_home_table_and_match_lead_to_the_rules(begin: Any, person: Any, browser_of: Any) -> None:
    from lobby.tables import services

    amber = person()
    match = begin(amber, "easy", first=0)
    table = services.open_table(host=amber, game=BURN, seats=3)
    for path in ("/", f"/tables/{table.public_id}/", f"/matches/{match.public_id}/"):
        assert f'href="{ADDRESS}"' in browser_of(amber).get(path).content.decode(), path


def test_help_links_to_an_anchor_and_is_silent_without_rules(endless: str) -> None:
    from django.template import Context, Template

    asking = Template('{% load boards %}{% help "bribe" %}')
    shown = asking.render(Context({"parts": "burn_my_village"}))
    assert f'href="{ADDRESS}#bribe"' in shown
    assert "The rules on this: Bribe" in shown
    assert asking.render(Context({"parts": "endless"})) == ""
