"""The board as data and as HTML: what can be touched, its places, what it tells and must not."""

import re
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from games.castle_panic import actions as do, catalog, labels
from games.castle_panic.board import ROOM
from games.castle_panic.components import CARDS, TOKENS
from games.castle_panic.state import Discards, Offer, Options, State
from games.plugin import SPECTATOR, FastChance, SeenEvent, Viewer, render
from tests.games.castle_panic.positions import (
    EVERYWHERE,
    GAME,
    NAMED,
    act,
    at,
    end,
    fresh,
    position,
    to,
)
from tests.pages.reading import Reader
from tests.pages.test_every_page import pseudo, untranslated
from tests.support import board_html

__all__ = ["pseudo"]

STATIC = Path(__file__).parents[3] / "games/castle_panic/static/castle_panic"


def data_of(state: State, viewer: Viewer = 0) -> Any:
    return GAME.board(GAME.observation(state, viewer))


html_of = partial(board_html.html_of, GAME)


def targets(html: str) -> Counter[str]:
    return Counter(re.findall(r'data-target="([^"]*)"', html))


def lording(**fields: Any) -> State:
    fixed: dict[str, Any] = {"phase": "overlord", "plays_left": 2, "may_place": True, **fields}
    return position("", "", "", lord=2, monsters="orc archer 1", **fixed)


@pytest.mark.parametrize(
    ("card", "points", "becomes"),
    [("archer-red", 2, "orc:1"), ("archer-red", 1, ""), ("tar", 2, "")],
)
def test_a_monster_that_is_hit_and_lives_turns(card: str, points: int, becomes: str) -> None:
    data = {"kind": "orc", "points": points, "ring": 1, "arc": 1}
    told = GAME.narrate(SeenEvent("play", {"seat": 0, "cards": [card], **data}))
    assert told
    flies, *turns = told.motions
    assert flies.target == "space:1:1"
    assert [(one.piece, one.becomes, one.then) for one in turns] == (
        [(f"orc:{points}", becomes, True)] if becomes else []
    )
    state = position("archer-red", "", monsters=f"orc:{points} archer 1")
    assert f'data-kind="orc:{points}"' in html_of(state)


# -- pieces ---------------------------------------------------------------------------------------


def test_every_card_and_token_has_a_face_and_every_face_a_picture() -> None:
    drawn = (STATIC / "pieces.svg").read_text()
    assert (*catalog.CARDS,) == CARDS
    assert (*catalog.TOKENS,) == TOKENS
    for row in catalog.PIECES.values():
        assert f'id="{row.face["icon"]}"' in drawn, row
    assert catalog.faces({"brick": 2, "archer-red": 1, "tar": 0}) == [
        [catalog.CARDS["archer-red"].face, 1],
        [catalog.CARDS["brick"].face, 2],
    ]
    assert render(labels.all_called(["brick", "tar", "brick"])) == "2 × Brick and Tar"


@pytest.mark.django_db
def test_everything_on_the_board_has_a_rule_and_every_rule_a_chapter() -> None:
    lord = lording(held=TOKENS)
    shown = html_of(position(CARDS, "", monsters="goblin forest 1, healer:1 archer 1"))
    shown += html_of(lord, 2) + html_of(lord, SPECTATOR)
    asked = set(re.findall(r'data-rule="([^"]*)"', shown))
    assert asked == set(re.findall(r'<article data-about="([^"]*)"', shown))
    assert {"fighter", "monster", "wall", "tower", "forest", "ring", "castle", "token"} <= asked
    helped = set(re.findall(r'data-help="([^"]*)"', shown))
    assert helped <= {chapter.anchor for chapter in GAME.book.chapters}


def test_monsters_share_a_space_and_many_alike_lie_on_one_token() -> None:
    def drawn(ring: int, monsters: list[Any]) -> list[dict[str, Any]]:
        spaces = data_of(position("", "", monsters=monsters))["arcs"][0]["spaces"]
        return list(spaces[ring]["monsters"])

    for name, ring in NAMED.items():
        orc = at(name, 1, "orc")
        few = drawn(ring, [orc] * ROOM[ring])
        assert [token["data"]["i"] for token in few] == list(range(ROOM[ring]))
        many = drawn(ring, [*[orc] * 11, at(name, 1, "troll")])
        told = [(one["face"]["kind"], one["face"]["count"], one["data"]["n"]) for one in many]
        assert told == [("orc", 11, 2), ("troll", 1, 2)]
    assert "11 alike: Orc, 2 of 2" in html_of(position("", "", monsters=[orc] * 11))


# -- the bar, the button and the sentences --------------------------------------------------------


def steps_of(state: State) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = data_of(state)["steps"]
    return found


def test_the_phase_bar_says_where_the_turn_is_and_where_monsters_strike_next() -> None:
    at_a_wall, at_a_shield, at_a_gap = "orc sword 1", "orc sword 2", "orc sword 3"
    on_its_way, stuck = "troll castle 6", "troll sword 5 tarred"
    monsters = f"{at_a_wall}, {at_a_shield}, {at_a_gap}, {on_its_way}, {stuck}, goblin knight 4"
    fixed = {"walls": "12456", "fortified": "2", "towers": "12345"}
    state = position("archer-red", "", monsters=monsters, **fixed)
    assert [step["state"] for step in steps_of(state)] == ["done"] * 3 + ["now"] + ["next"] * 2
    html = html_of(state)
    assert "<em>walls: 1</em> <em>towers: 1, 3</em>shields: 2" in html
    assert "Wall 2: fortified, about to be attacked" in html
    assert "Tower 3 stands, about to be attacked" in html
    assert html.count("about to be attacked") == 4
    state.monsters = []
    assert "no wall or tower struck" in html_of(state, SPECTATOR)


def test_phases_that_are_over_say_what_they_have_brought() -> None:
    def brought() -> list[str]:
        return [render(step["does"]) for step in steps_of(state) if step["state"] == "done"]

    monsters = "goblin forest 1, orc forest 2"
    fixed = {"deck": "tar mortar barbarian", "pile": "orc troll discard", "hand_size": 4}
    state = position("archer-red brick", "", monsters=monsters, active=1, **fixed)
    end(state, "orc 4 troll 5 tar mortar")
    assert brought() == ["2 cards"]
    act(state, do.Exchange(("brick",)), "barbarian")
    assert brought() == ["2 cards", "1 card", "none"]
    act(state, do.Hit("archer-red", to("goblin archer 1")))
    end(state, "discard")
    assert brought() == ["2 cards", "1 card", "none", "1 card, 1 slain", "3 monsters"]
    assert not steps_of(state)[4]["strikes"]


def test_the_bar_knows_what_is_left_of_trades_and_tokens() -> None:
    html = html_of(position("brick", "", phase="trade", refused=2, missing=True))
    assert "1 trade left this turn; trading ends after 1 more refusal" in html
    assert "none: Missing was played" in html
    assert re.search(r"1 of 1 token\b", html_of(position("brick", "", pile="orc")))
    html = html_of(position("brick", phase="discard"))
    assert "up to 2 for new ones" in html
    assert "not at this table" in html


@pytest.mark.parametrize(
    ("ending", "told"),
    [
        ("won", "The last monster was gone in turn 12. Left standing: 2 towers, 0 walls."),
        ("lost", "The last tower fell on turn 12. On the board: 1 monster. To come: 0 tokens."),
    ],
)
def test_the_end_is_explained_with_everyones_trophies(ending: Any, told: str) -> None:
    left: dict[str, Any] = {
        "won": {"towers": "12"},
        "lost": {"towers": "", "monsters": "troll castle 1"},
    }[ending]
    state = position("", "", walls="", turn=12, ending=ending, pile="", **left)
    state.players[0].trophies = {"orc": 2, "troll": 1}
    words = " ".join(" ".join(Reader(html_of(state, SPECTATOR)).texts).split())
    assert told in words
    sheet = words[words.index("How the castle") :]
    assert re.search(r"amber \w+ 7 Points.*Orc 2 × 2.*birch \w+ 0", sheet)
    state.options = Options(mode="co-op")
    assert told in html_of(state, SPECTATOR)
    assert 'class="sheet"' not in html_of(state, SPECTATOR)
    assert not re.search("next turn|taking a turn", html_of(state))


def test_the_button_and_its_label_say_what_ending_the_turn_leaves_undone() -> None:
    monsters = "orc archer 1, orc archer 1, troll knight 1"
    state = position("archer-red tar", "", monsters=monsters)
    label = GAME.choices(state, 0)[-1].label
    assert (label.count, label.params["n"]) == (2, 2)
    assert "you can still hit 2 monsters" in html_of(state)
    state = position("archer-red tar missing", "", monsters="orc forest 1")
    label = GAME.choices(state, 0)[-1].label
    assert "can still play" in label.id
    assert label.count == 2  # tar and missing
    assert "you can still hit" not in html_of(state)
    for heroic in (False, True):
        state = position("hero-green", "", monsters=EVERYWHERE, options={"heroic_powers": heroic})
        hit = {c.action.target for c in GAME.choices(state, 0)[:-1]}  # type: ignore[union-attr]
        assert data_of(state)["buttons"][0]["more"].count == len(hit)


def test_an_open_offer_is_shown_to_all_and_answered_by_one() -> None:
    offer = Offer(1, "archer-red", "brick")
    state = position("archer-red", "brick tar", "", phase="trade", pending=[offer])
    sent, asked, other = (targets(html_of(state, seat)) for seat in (0, 1, 2))
    assert sent["withdraw"] == 1
    assert not sent["accept"]
    assert asked["accept"] == asked["decline"] == asked["card:0:archer-red"] == 1
    assert not {"accept", "withdraw"} & other.keys()
    for viewer in (2, SPECTATOR):
        assert "amber gives" in html_of(state, viewer)
        assert "birch gives" in html_of(state, viewer)
    for viewer, partner in ((0, "birch"), (1, "amber")):
        html = html_of(state, viewer)
        assert f"{partner} gives" in html
        assert html.count("you give<") == 1
    state.pending = [Offer(1, "archer-red", "tar", countered=True)]
    assert targets(html_of(state))["accept"] == 1
    assert not targets(html_of(state, 1))["accept"]
    assert "birch answers with this; amber can" in html_of(state, SPECTATOR)
    assert "birch answers with this; you can" in html_of(state)


def test_a_monster_says_what_it_is_and_how_hurt() -> None:
    html = html_of(position("tar", "", monsters="troll:1 knight 4 tarred, orc castle 2"))
    assert "Troll, 1 of 3, in the green Knight ring, held by tar" in html
    assert "Orc, 2 of 2, in the Castle" in html
    assert 'data-i="2"' in html


def test_seats_show_hands_trophies_and_what_is_owed() -> None:
    owed = [Discards([1])]
    state = position("tar", "brick brick", "", pending=owed, phase="tokens", owners=[1, 2, 3])
    state.players[1].trophies = {"troll": 2, "goblin": 1}
    state.players[2].out = True
    seats = data_of(state)["seats"]
    assert seats[1]["points"] == 7
    assert [seat["must"] for seat in seats] == [False, True, False]
    html = html_of(state)
    assert "must discard a card" in html
    assert "their tower has fallen" in html


def test_the_discards_can_be_looked_through_and_scavenged() -> None:
    state = position("scavenge", "", discards="brick brick hero-red")
    found = targets(html_of(state))
    assert found["discarded:brick"] == found["discarded:hero-red"] == 1
    watched = html_of(state, SPECTATOR)
    listed = watched[watched.index('id="castle-discards"') :]
    assert "Brick" in listed
    assert "×2" in listed


def test_no_text_on_the_board_is_hard_wired(pseudo: None) -> None:
    offer = Offer(1, "archer-red", "brick")
    scavenging = {"monsters": EVERYWHERE, "discards": "brick", "gone": {"tar": 1}}
    shown = [
        position("archer-red scavenge", "", **scavenging),
        position("archer-red", "brick", phase="trade"),
        position("archer-red", "brick", phase="trade", pending=[offer]),
        position("brick", "", phase="discard", missing=True),
        fresh(2),
        lording(held=TOKENS),
    ]
    for state in shown:
        for viewer in (*range(len(state.players)), SPECTATOR):
            texts = Reader(html_of(state, viewer)).texts
            assert texts
            assert not [text for text in texts if untranslated(text)]


def asked(state: State, seat: int) -> str:
    return render(GAME.prompt(state, seat)).removeprefix("Your turn, Overlord: ")


def test_the_overlord_is_told_what_is_left_to_do() -> None:
    state = lording(held="goblin goblin goblin")
    assert asked(state, 2) == "place one monster, or play up to 2 tokens."
    assert asked(lording(held="boulder clockwise"), 2) == "play up to 2 tokens, or stop."
    GAME.apply_action(state, 2, do.Play("goblin"), FastChance(1))
    assert asked(state, 2) == "play 1 more token, or stop."
    state.plays_left = 4
    assert asked(state, 2) == "play up to 4 more tokens, or stop."
    state.must_play = True
    assert asked(state, 2) == "the board is empty, so play at least one token."


def test_alone_the_status_line_offers_two_exchanges() -> None:
    alone, several = (position(*hands, phase="discard") for hands in (("tar",), ("tar", "tar")))
    assert asked(alone, 0) == "Your turn: exchange up to 2 cards, or keep them all."
    assert asked(several, 0) == "Your turn: exchange a card, or keep them all."
