"""The board as data and as HTML: what can be touched, its places, what it tells and must not."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import get_template

from games.castle_panic import catalog, words
from games.castle_panic.actions import EndPlay, Exchange, Hit, Play
from games.castle_panic.board import ROOM
from games.castle_panic.components import (
    ARCS,
    CARDS,
    CASTLE,
    DISCARD,
    MONSTERS,
    POINTS,
    TOKENS,
    VICTORY_POINTS,
)
from games.castle_panic.game import CastlePanic
from games.castle_panic.state import Discards, Monster, Offer, Options, State
from games.plugin import (
    OMNISCIENT,
    SPECTATOR,
    FastChance,
    Seating,
    SeenEvent,
    Viewer,
    project,
    render,
)
from games.plugin.codec import clone
from tests.games.castle_panic.positions import act, at, position, to
from tests.pages.reading import Reader, dense
from tests.pages.test_every_page import pseudo, untranslated

__all__ = ["pseudo"]

GAME = CastlePanic()
NAMES = ["amber", "birch", "cedar", "dune", "elm", "fern"]
TABLES = [
    (1, Options()),
    (3, Options(mode="co-op", mans_home=True, heroic_powers=True)),
    (4, Options(mode="overlord", all_for_one=True)),
    (6, Options(easier_battles=True, under_construction=True)),
]


def html_of(state: State, viewer: Viewer, *, is_newest: bool = True) -> str:
    """The board with the seats' rows, as the match page puts them together for that viewer."""
    data = GAME.board(GAME.observation(state, viewer))
    seats = [
        SimpleNamespace(index=index, name=NAMES[index], ai=False, you=index == viewer, data=view)
        for index, view in enumerate(data["seats"])
    ]
    page = {
        "board": data,
        "names": NAMES,
        "parts": "castle_panic",
        "viewer": viewer if isinstance(viewer, int) else None,
        "is_newest": is_newest,
        "explains_end": bool(state.ending),
        "touch": isinstance(viewer, int) and is_newest and not state.ending,
        "result": [{"seat": vars(seat)} for seat in seats] if state.ending else [],
    }
    drawn = get_template("castle_panic/board.html").render(page)
    template = get_template("castle_panic/seat.html")
    return dense(drawn + "".join(template.render({**page, "seat": seat}) for seat in seats))


def targets(html: str) -> Counter[str]:
    return Counter(re.findall(r'data-target="([^"]*)"', html))


def places(html: str) -> list[str]:
    return re.findall(r'data-place="([^"]*)"', html)


def begun(seats: int, options: Options | None = None, seed: int = 1) -> State:
    own = options or Options()
    roles = tuple(role.key if role else None for role in GAME.format(own, seats).roles)
    return GAME.setup(own, Seating(seats, None, roles), FastChance(seed))


def playing(*hand: str, seats: int = 2, phase: Any = "play", **fields: Any) -> State:
    """A position in which seat 0 is to play, without any other cards or monsters than these."""
    state = begun(seats)
    state.active, state.turn, state.phase, state.trades_left = 0, 5, phase, 1
    state.monsters = []
    for player in state.players:
        player.hand, player.turns = {}, 2
    state.players[0].hand = dict(Counter(hand))
    for name, value in fields.items():
        setattr(state, name, value)
    return state


@cache
def game(seats: int, options: Options) -> tuple[tuple[State, tuple[Any, ...]], ...]:
    """A random game's positions, each with the events that led to it."""
    return tuple(_played(seats, options))


def _played(seats: int, options: Options) -> Iterator[tuple[State, tuple[Any, ...]]]:
    state, chance, whim = begun(seats, options), FastChance(seats), random.Random(seats)
    yield clone(state), ()
    while not state.ending:
        seat = whim.choice(sorted(GAME.active_seats(state)))
        action = whim.choice(GAME.legal_actions(state, seat))
        events = GAME.apply_action(state, seat, action, chance)
        yield clone(state), tuple(events)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_choice_can_be_made_by_touching_the_board(seats: int, options: Options) -> None:
    touched = set()
    for state, _ in game(seats, options)[:: max(1, seats - 2)]:
        for seat in range(seats):
            choices = GAME.choices(state, seat)
            if not choices:
                continue
            found = targets(html_of(state, seat))
            for choice in choices:
                assert Counter(choice.picks) <= found, choice.label
                touched.update(pick.split(":")[0] for pick in choice.picks)
    assert touched >= {"hand", "end"}


def test_nothing_can_be_touched_once_the_game_is_over() -> None:
    over = html_of(game(3, TABLES[1][1])[-1][0], 0)
    assert not targets(over)
    assert "next turn" not in over
    assert "taking a turn" not in over


def test_nothing_can_be_touched_by_those_who_watch_or_in_the_past() -> None:
    for state, _ in game(3, TABLES[1][1])[::7]:
        assert not targets(html_of(state, SPECTATOR))
        assert not targets(html_of(state, OMNISCIENT))
    state = playing("archer-red", monsters=[Monster("orc", 2, 1, 1)])
    trading = playing("archer-red", phase="trade")
    trading.players[1].hand = {"brick": 1}
    for past in (state, trading):
        assert targets(html_of(past, 0))
        assert not targets(html_of(past, 0, is_newest=False))


@pytest.mark.parametrize(("seats", "options"), [TABLES[1], TABLES[2]])
def test_pieces_move_between_places_of_the_board(seats: int, options: Options) -> None:
    before: dict[Any, set[str]] = {}
    turned = 0
    for state, events in game(seats, options)[:90]:
        for viewer in (0, SPECTATOR):
            now = places(html_of(state, viewer))
            assert len(now) == len(set(now))
            for event in events:
                told = GAME.narrate(project(event, viewer))
                for motion in told.motions if told else ():
                    assert {motion.source, motion.target, *motion.via} <= before[viewer] | set(now)
                    turned += bool(motion.becomes)
            before[viewer] = set(now)
    assert turned


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
    html = html_of(playing("archer-red", monsters=[Monster("orc", points, 1, 1)]), 0)
    assert f'data-kind="orc:{points}"' in html


def test_only_the_overlord_is_shown_the_tokens_in_its_hand() -> None:
    chance, differed, options = FastChance(1), False, TABLES[2][1]
    for state, _ in game(4, options)[:120:3]:
        if state.ending:
            break
        castle = next(seat for seat in range(4) if seat != state.overlord)
        other = GAME.determinize(GAME.observation(state, castle), castle, chance)
        assert html_of(other, castle) == html_of(state, castle)
        assert html_of(other, SPECTATOR) == html_of(state, SPECTATOR)
        differed |= html_of(other, state.overlord or 0) != html_of(state, state.overlord or 0)
    assert differed


def test_every_card_and_token_has_a_face_and_every_face_a_picture() -> None:
    drawn = (get_static() / "pieces.svg").read_text()
    assert (*catalog.CARDS,) == CARDS
    assert (*catalog.TOKENS,) == TOKENS
    for row in (*catalog.CARDS.values(), *catalog.TOKENS.values()):
        assert f'id="{row.face["icon"]}"' in drawn, row
    assert catalog.cards({"brick": 2, "archer-red": 1, "tar": 0}) == [
        [catalog.CARDS["archer-red"].face, 1],
        [catalog.CARDS["brick"].face, 2],
    ]


@pytest.mark.django_db
def test_everything_on_the_board_has_a_rule_and_every_rule_a_chapter() -> None:
    crowd = [Monster(kind, 1, ring, 1) for ring, kind in enumerate(("goblin", "healer"))]
    lord = begun(2, Options(mode="overlord"))
    lord.held = dict.fromkeys(TOKENS, 1)
    shown = html_of(playing(*CARDS, monsters=crowd), 0)
    shown += html_of(lord, lord.overlord or 0) + html_of(lord, SPECTATOR)
    asked = set(re.findall(r'data-rule="([^"]*)"', shown))
    told = set(re.findall(r'<article data-about="([^"]*)"', shown))
    assert asked == told
    assert {"fighter", "monster", "wall", "tower", "forest", "ring", "castle", "token"} <= asked
    helped = set(re.findall(r'data-help="([^"]*)"', shown))
    assert helped <= {chapter.anchor for chapter in GAME.chapters()}


def get_static() -> Path:
    return Path(__file__).parents[3] / "games/castle_panic/static/castle_panic"


def steps_of(state: State, viewer: Viewer = 0) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = GAME.board(GAME.observation(state, viewer))["steps"]
    return found


def test_the_phase_bar_says_where_the_turn_is_and_where_monsters_strike_next() -> None:
    monsters = [
        Monster("orc", 2, 3, 1),  # at a wall
        Monster("orc", 2, 3, 2),  # at a fortified wall
        Monster("orc", 2, 3, 3),  # at a gap, before a tower
        Monster("troll", 3, 4, 6),  # in the castle, on its way to tower 1
        Monster("troll", 3, 3, 5, True),  # stuck
        Monster("goblin", 1, 2, 4),
    ]
    state = playing("archer-red", monsters=monsters)
    state.walls[2] = False
    state.fortified[1] = True
    state.towers[5] = False
    steps = steps_of(state)
    assert [step["state"] for step in steps] == ["done"] * 3 + ["now"] + ["next"] * 2
    html = html_of(state, 0)
    assert "<em>walls: 1</em> <em>towers: 1, 3</em>shields: 2" in html
    assert "Wall 2: fortified, about to be attacked" in html
    assert "Tower 3 stands, about to be attacked" in html
    assert html.count("about to be attacked") == 4
    state.monsters = []
    assert "no wall or tower struck" in html_of(state, SPECTATOR)


def test_phases_that_are_over_say_what_they_have_brought() -> None:
    def brought() -> list[str]:
        return [render(step["does"]) for step in steps_of(state) if step["state"] == "done"]

    state = position(
        ["archer-red", "brick"],
        [],
        monsters=[at("forest", 1, "goblin"), at("forest", 2, "orc")],
        deck=["tar", "mortar", "barbarian"],
        pile=["orc", "troll", DISCARD],
        active=1,
        hand_size=4,
    )
    act(state, EndPlay(), "orc", 4, "troll", 5, "tar", "mortar")
    assert brought() == ["2 cards"]
    act(state, Exchange(("brick",)), "barbarian")
    assert brought() == ["2 cards", "1 card", "none"]
    act(state, Hit("archer-red", to("archer", 1, "goblin")))
    act(state, EndPlay(), DISCARD)
    assert brought() == ["2 cards", "1 card", "none", "1 card, 1 slain", "3 monsters"]
    assert not steps_of(state)[4]["strikes"]


def test_the_bar_knows_what_is_left_of_trades_and_tokens() -> None:
    state = playing("brick", phase="trade", refused=2, missing=True)
    assert "1 trade left this turn, trading ends after 1 more refusal" in html_of(state, 0)
    assert "none: Missing was played" in html_of(state, 0)
    state = playing("brick", phase="play", pile={"orc": 1})
    assert re.search(r"1 of 1 token\b", html_of(state, 0))
    alone = playing("brick", seats=1, phase="discard")
    assert "up to 2 for new ones" in html_of(alone, 0)
    assert "not at this table" in html_of(alone, 0)


@pytest.mark.parametrize(
    ("ending", "told"),
    [
        ("won", "The last monster was gone in turn 12. Left standing: 2 towers, 0 walls."),
        ("lost", "The last tower fell in turn 12. On the board: 1 monster. To come: 0 tokens."),
    ],
)
def test_the_end_is_explained_with_everyones_trophies(ending: Any, told: str) -> None:
    state = position("", "", towers=[1, 2] if ending == "won" else [], walls=[], turn=12)
    state.ending, state.pile = ending, {}
    state.monsters = [] if ending == "won" else [at("castle", 1, "troll")]
    state.players[0].trophies = {"orc": 2, "troll": 1}
    words = " ".join(" ".join(Reader(html_of(state, SPECTATOR)).texts).split())
    assert told in words
    sheet = words[words.index("How the castle") :]
    worth = 2 * VICTORY_POINTS["orc"] + VICTORY_POINTS["troll"]
    assert re.search(f"amber {worth} Points.*Orc 2 × {VICTORY_POINTS['orc']}.*birch 0", sheet)
    state.options = Options(mode="co-op")
    assert told in html_of(state, SPECTATOR)
    assert 'class="sheet"' not in html_of(state, SPECTATOR)


def test_the_button_and_its_label_say_what_ending_the_turn_leaves_undone() -> None:
    monsters = [Monster("orc", 2, 1, 1), Monster("orc", 2, 1, 1), Monster("troll", 3, 2, 1)]
    state = playing("archer-red", "tar", monsters=monsters)
    label = GAME.choices(state, 0)[-1].label
    assert (label.count, label.params["n"]) == (2, 2)
    assert "you can still hit 2 monsters" in html_of(state, 0)
    state = playing("archer-red", "tar", "missing", monsters=[Monster("orc", 2, 0, 1)])
    label = GAME.choices(state, 0)[-1].label
    assert "can still play" in label.id
    assert label.count == 2  # tar and missing
    assert "you can still hit" not in html_of(state, 0)


@pytest.mark.parametrize("card", ["barbarian", "hero-green", "swordsman-any"])
def test_what_could_still_be_hit_is_counted_as_the_rules_count(card: str) -> None:
    spaces = [Monster("orc", 2, ring, arc) for ring in range(5) for arc in ARCS]
    for heroic in (False, True):
        state = playing(card, monsters=spaces)
        state.options = Options(heroic_powers=heroic)
        hit = {c.action.target for c in GAME.choices(state, 0)[:-1]}  # type: ignore[union-attr]
        (button,) = GAME.board(GAME.observation(state, 0))["buttons"]
        assert button["more"].count == len(hit)


def test_an_open_offer_is_shown_to_all_and_answered_by_one() -> None:
    state = playing("archer-red", seats=3, phase="trade", pending=[Offer(1, "archer-red", "brick")])
    state.players[1].hand = {"brick": 1, "tar": 1}
    sent, asked, other = (targets(html_of(state, seat)) for seat in (0, 1, 2))
    assert sent["withdraw"] == 1
    assert not sent["accept"]
    assert asked["accept"] == asked["decline"] == asked["card:0:archer-red"] == 1
    assert not {"accept", "withdraw"} & other.keys()
    for viewer in (2, SPECTATOR):
        html = html_of(state, viewer)
        assert "amber gives" in html
        assert "birch gives" in html
    for viewer, partner in ((0, "birch"), (1, "amber")):
        html = html_of(state, viewer)
        assert f"{partner} gives" in html
        assert html.count("you give<") == 1
    state.pending = [Offer(1, "archer-red", "tar", countered=True)]
    assert targets(html_of(state, 0))["accept"] == 1
    assert not targets(html_of(state, 1))["accept"]
    assert "birch answers with this; amber can" in html_of(state, SPECTATOR)
    assert "birch answers with this; you can" in html_of(state, 0)


def test_a_monster_says_what_it_is_and_how_hurt() -> None:
    state = playing("tar", monsters=[Monster("troll", 1, 2, 4, True), Monster("orc", 2, 4, 2)])
    html = html_of(state, 0)
    assert "Troll, 1 of 3, in the green Knight ring, held by tar" in html
    assert "Orc, 2 of 2, in the Castle" in html
    assert 'data-hits="2"' in html


def test_seats_show_hands_trophies_and_what_is_owed() -> None:
    state = playing("tar", seats=3, pending=[Discards([1])], phase="tokens")
    state.players[1].hand = {"brick": 2}
    state.players[1].trophies = {"troll": 2, "goblin": 1}
    state.players[2].out, state.players[2].tower = True, 3
    seats = GAME.board(GAME.observation(state, 0))["seats"]
    purses = [seat["purse"] for seat in seats]
    assert purses[1]["points"] == 7
    assert [purse["must"] for purse in purses] == [False, True, False]
    html = html_of(state, 0)
    assert "must discard a card" in html
    assert "their tower has fallen" in html


def test_the_discards_can_be_looked_through_and_scavenged() -> None:
    state = playing("scavenge", discards={"brick": 2, "hero-red": 1})
    html = html_of(state, 0)
    assert targets(html)["discarded:brick"] == targets(html)["discarded:hero-red"] == 1
    watched = html_of(state, SPECTATOR)
    listed = watched[watched.index('id="castle-discards"') :]
    assert "Brick" in listed
    assert "×2" in listed


def test_no_text_on_the_board_is_hard_wired(pseudo: None) -> None:
    crowd = [Monster("orc", 1, ring, arc) for ring in range(5) for arc in (1, 3, 6)]
    offer = Offer(1, "archer-red", "brick")
    shown = [
        playing("archer-red", "scavenge", monsters=crowd, discards={"brick": 2}, gone={"tar": 1}),
        playing("archer-red", phase="trade"),
        playing("archer-red", phase="trade", pending=[offer]),
        playing("brick", phase="discard", missing=True),
        begun(2),
    ]
    lord = begun(2, Options(mode="overlord"))
    lord.phase, lord.turn, lord.held, lord.may_place = "overlord", 1, dict.fromkeys(TOKENS, 1), True
    for state in (*shown, lord):
        for viewer in (0, 1, SPECTATOR):
            texts = Reader(html_of(state, viewer)).texts
            assert texts
            assert not [text for text in texts if untranslated(text)]


def drawn_in(ring: int, *monsters: str) -> list[dict[str, Any]]:
    """The tokens drawn of these monsters, unhurt, in that ring of arc 1."""
    crowd = [Monster(kind, POINTS[kind], ring, 1) for kind in monsters]  # type: ignore[arg-type]
    data = GAME.board(GAME.observation(playing(monsters=crowd), 0))
    tokens: list[dict[str, Any]] = data["arcs"][0]["spaces"][ring]["monsters"]
    assert len({token["id"] for token in tokens}) == len(tokens)
    return tokens


@pytest.mark.parametrize("ring", range(5))
def test_monsters_share_a_space_and_many_alike_lie_on_one_token(ring: int) -> None:
    few = drawn_in(ring, *["orc"] * ROOM[ring])
    assert [token["data"]["i"] for token in few] == list(range(ROOM[ring]))
    assert {(one["data"]["n"], one["face"]["count"], one["look"]) for one in few} == {
        (ROOM[ring], 1, "monster shaped")
    }
    many = drawn_in(ring, *["orc"] * 11, "troll")
    assert [(one["face"]["kind"], one["face"]["count"], one["data"]["n"]) for one in many] == [
        ("orc", 11, 2),
        ("troll", 1, 2),
    ]
    html = html_of(playing(monsters=[Monster("orc", 2, ring, 1)] * 11), 0)
    assert "×11" in html
    assert "11 alike: Orc, 2 of 2" in html


def test_where_too_many_differ_they_are_small() -> None:
    kinds = [*MONSTERS, *MONSTERS]
    crowd = [
        Monster(kind, 1 + (place > 6 and POINTS[kind] > 1), CASTLE, 1)  # type: ignore[arg-type]
        for place, kind in enumerate(kinds)
    ]
    data = GAME.board(GAME.observation(playing(monsters=crowd), 0))
    tokens = data["arcs"][0]["spaces"][CASTLE]["monsters"]
    assert len(tokens) == 13  # goblins have one point and are alike
    assert all(token["look"].endswith("small") for token in tokens)
    assert [token["data"]["i"] for token in tokens] == [
        *range(12),
        11,
    ]  # as many as the style sheet
    assert {token["data"]["n"] for token in tokens} == {12}


def test_the_overlord_is_told_what_is_left_to_do() -> None:
    state = playing(seats=3, phase="overlord", monsters=[Monster("orc", 2, 1, 1)])
    state.options, state.overlord, state.held = Options(mode="overlord"), 2, {"goblin": 3}
    state.plays_left, state.may_place = 2, True
    assert asked(state) == "place one monster, or play up to 2 tokens."
    state.held = {"boulder": 1, "clockwise": 2}
    assert asked(state) == "play up to 2 tokens, or stop."
    state.held = {"goblin": 3}
    GAME.apply_action(state, 2, Play("goblin"), FastChance(1))
    assert asked(state) == "play 1 more token, or stop."
    state.plays_left = 4
    assert asked(state) == "play up to 4 more tokens, or stop."
    state.must_play = True
    assert asked(state) == "the board is empty, so play at least one token."


def asked(state: State) -> str:
    return render(GAME.prompt(state, 2)).removeprefix("Your turn, Overlord: ")


def test_alone_the_status_line_offers_two_exchanges() -> None:
    alone = playing("brick", "tar", seats=1, phase="discard")
    several = playing("brick", "tar", phase="discard")
    assert render(GAME.prompt(alone, 0)) == ("Your turn: exchange up to 2 cards, or keep them all.")
    assert render(GAME.prompt(several, 0)) == "Your turn: exchange a card, or keep them all."


def test_several_cards_alike_are_counted() -> None:
    assert render(words.all_called(["brick", "tar", "brick"])) == "2 × Brick and Tar"
