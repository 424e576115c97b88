"""The board as data: what it tells, and what it must not."""

import re
from typing import Any

import pytest
from django.template.loader import get_template

from games.burnt_to_ashes.actions import Aim, Buy, Lay, Look, TakeOff
from games.burnt_to_ashes.rules import Run, endings
from games.burnt_to_ashes.state import Battle, State
from games.plugin import SPECTATOR, FastChance, Viewer, render
from tests.games.burnt_to_ashes.positions import GAME, act, lay, position
from tests.games.burnt_to_ashes.test_battles import attack


def board(state: State, viewer: Viewer = 0) -> dict[str, Any]:
    return GAME.board(GAME.observation(state, viewer))


def test_a_card_and_a_choice_of_gold_tell_what_is_attacked_at_worst_in_flight_order() -> None:
    lands = board(position("1", "1", burnt=(1,), cards="yyyy"))["lands"]
    risks = {land["name"]: land["risk"] for land in lands if land["risk"]}
    assert risks == {"N1": 1, "N3": 2, "N4": 3, "N5": 4}
    previews = [choice.preview for choice in GAME.choices(position("13", "1"), 0)]
    attacked = {preview["gold"]: preview["attacked"] for preview in previews if preview}
    assert attacked == {0: 4, 1: 3, 3: 1, 4: 0}


def test_an_attack_that_is_over_tells_what_it_has_brought_until_the_round_ends() -> None:
    state = position("3", "1")
    lay(state, "3", "1", outcomes=("4",))
    assert board(state)["cards"][0]["over"] == {"by": 0, "burnt": 0, "strikes": 0}
    state, _ = attack(3, "knight", "knight", "knight")
    assert board(state)["cards"][0]["over"] is None  # while its marker is still to be removed
    act(state, 0, TakeOff(0))
    act(state, 1, Aim(1))
    for viewer in (0, 1, SPECTATOR):
        cards = board(state, viewer)["cards"]
        assert [card["over"] for card in cards][:2] == [
            {"by": None, "burnt": 2, "strikes": 1},
            None,
        ]
        html = get_template("burnt_to_ashes/parts/dragon_card.html").render(
            {"dragon_card": cards[0], "touch": False, "parts": "burnt_to_ashes"}
        )
        assert "is over" in html
        assert "2 lands burnt, 1 strike" in re.sub(r"\s+", " ", html)


def test_a_card_may_have_the_numbers_that_its_back_and_the_open_ones_allow() -> None:
    state = position("1", "1", phase="stone", stone=None, cards="yry3", round=2)
    assert [card["possible"] for card in board(state)["cards"]] == [[2, 4], [5], [2, 4], [3]]
    assert board(state)["asks"] == "stone"
    act(state, 0, Aim(0))
    drawn = board(state)
    assert (drawn["needed"], drawn["asks"], drawn["attack"]) == ([2, 4], "lay", 1)


@pytest.mark.parametrize(
    ("cards", "round_", "told"),
    [
        ("yyyy", 1, "1–4"),
        ("yy3y", 1, "1, 2 or 4"),
        ("yry3", 2, "2 or 4"),
        ("y1y4", 1, "2 or 3"),
        ("y124", 1, "3"),
    ],
)
def test_a_card_face_down_says_just_what_it_may_be(cards: str, round_: int, told: str) -> None:
    drawn = board(position("1", "1", phase="stone", stone=None, cards=cards, round=round_))
    part = get_template("burnt_to_ashes/parts/either.html")
    assert part.render({"either": drawn["cards"][0]["possible"]}).strip() == told


def test_power_counts_for_nothing_in_a_team() -> None:
    """Neither points nor multiples of them are shown, before the end and after it."""
    state = position("1", "1", power=(2, 1), arms={0: "k"}, mode="team")
    state.wounds = [0, 1]
    assert [(seat["fighter"], seat["points"]) for seat in board(state)["seats"]] == [
        (False, None)
    ] * 2
    endings.slay(Run(state, FastChance(1)), 0)
    drawn = board(state)["seats"]
    assert [seat["points"] for seat in drawn] == [None, None]
    assert all("Points" not in map(render, seat["sheet"]["columns"]) for seat in drawn)


def test_seats_keep_their_order_and_who_is_followed_by_nobody_lays_last() -> None:
    def last(state: State) -> list[int]:
        return [row["seat"] for row in board(state)["seats"] if row["lays_last"]]

    for number in range(4):
        state = position("1", "1", "1", attack=number, to_act=number % 3)
        assert [slot["seat"] for slot in board(state)["slots"]] == [0, 1, 2]
        assert last(state) == [(number + 2) % 3]
    assert last(position("1", "2", "")) == [1]
    assert last(position("1", "2", "3", phase="stone", stone=None)) == []
    assert last(position("1", mode="team")) == []


def test_slots_show_who_has_laid_and_who_is_still_to() -> None:
    state = position("12", "x1", "")
    lay(state, "2")
    slots = board(state, 1)["slots"]
    assert [slot["state"] for slot in slots] == ["laid", "now", "out"]
    assert (slots[0]["count"], slots[0]["cards"]) == (1, None)
    assert board(state, 0)["slots"][0]["cards"] == ["2"]


def test_after_the_card_is_turned_all_gold_lies_open_until_the_next_stone() -> None:
    state = position("12", "x1", cards="yyyy")
    lay(state, "2", "x1", outcomes=("3",))
    drawn = board(state, SPECTATOR)
    assert [slot["cards"] for slot in drawn["slots"]] == [["2"], ["1", "x"]]
    assert (drawn["slots"][0]["value"], drawn["slots"][0]["glory"]) == (2, 1)
    assert (drawn["cards"][0]["number"], drawn["cards"][0]["aimed"]) == (3, True)


def test_a_battle_shows_its_cards_counts_and_rights() -> None:
    state, _ = attack(2, "dragon", "sword", "dragon", arms={0: "kh"}, power=(1, 0))
    stage = board(state)["battle"]
    assert [card["kind"] for card in stage["turned"]] == ["dragon", "sword", "dragon"]
    counts = {row["kind"]: row["count"] for row in stage["tally"] if row["matters"]}
    assert counts == {"dragon": 2, "knight": 0, "shield": 0}
    assert (stage["left"], stage["dragons"], stage["stop"], stage["spend"]) == (17, 5, False, True)
    assert board(state)["lands"][0]["fighting"]


def test_each_card_of_a_battle_brings_the_count_of_its_kind_along() -> None:
    battle = Battle(0, ["dragon", "knight", "dragon", "dragon", "knight", "dragon"], 2)
    state = position("1", "1", arms={0: "k"}, pending=[battle], attacked=[0], power=(1, 0))
    turned = board(state)["battle"]["turned"]
    assert [card["so_far"] for card in turned] == [None, 1, None, 1, 2, 2]
    assert [card["void"] for card in turned] == [True, False, True, False, False, False]


def test_battles_that_have_just_ended_are_shown_until_the_next_action() -> None:
    state, _ = attack(
        2, "dragon", "dragon", "dragon", "knight", "knight", "knight", arms={0: "ks", 1: "k"}
    )
    fought = board(state, SPECTATOR)["fought"]
    assert [(row["name"], row["seat"]) for row in fought] == [("N1", 0), ("N2", 1)]
    assert [row["tally"][2]["matters"] for row in fought] == [True, False]  # swords
    assert [card["kind"] for card in fought[0]["turned"]] == ["dragon"] * 3
    assert not state.lands[0].sword
    act(state, 1, Aim(1))
    assert board(state)["fought"] == []


def slain(mode: str = "crown") -> State:
    """Seat 0, with a strike, has struck last; seat 1 has a strike, seat 2 none."""
    known = {0: ["power", "power", "sword"], 3: ["shield", "power"], 1: ["attack"], 2: ["power"]}
    owners = {0: [0, 3], 1: [1], 2: [2, 4]}
    lands: dict[str, Any] = {"known": known, "owners": owners, "burnt": tuple(range(5, 24))}
    fixed: dict[str, Any] = {**lands, "phase": "stone", "stone": None, "cards": "5678", "round": 6}
    state = position("1", "x", "", mode=mode, power=(1, 2, 4), wounds=[1], **fixed)
    state.lands[4].size = 0
    state.wounds += [0] * 6
    endings.slay(Run(state, FastChance(0)), 0)
    return state


def test_at_the_end_everyones_power_grows_pile_by_pile() -> None:
    seats = board(slain())["seats"]
    piles = [["power", "power", "sword"], ["shield"]]
    grown = {"before": 1, "piles": piles, "grown": [[0, 3]], "times": 3, "points": 9}
    assert seats[0]["crowning"] == grown
    assert [seat["crowning"]["points"] for seat in seats] == [9, 4, 5]
    assert [seat["crowning"]["grown"] for seat in seats] == [[[0, 3]], [], [[0, 5]]]


@pytest.mark.parametrize("decided", [False, True])
def test_where_an_administrator_named_the_result_no_points_by_the_rules_are_shown(decided):
    data = board(slain(), SPECTATOR)
    seat = {"index": 0, "data": data["seats"][0], "decided": decided}
    page: dict[str, Any] = {"parts": "burnt_to_ashes", "board": data, "names": ["a", "b", "c"]}
    page |= {"explains_end": not decided, "result": []}
    row = get_template("burnt_to_ashes/seat.html").render({**page, "seat": seat})
    drawn = get_template("burnt_to_ashes/board.html").render(page)
    assert ('class="points"' in row, 'class="ending"' in drawn) == (not decided, not decided)


def test_a_score_sheet_adds_up_to_the_score() -> None:
    state = slain()
    result = GAME.result(state)
    assert result
    sheets = [seat["sheet"] for seat in board(state, SPECTATOR)["seats"]]
    assert [sheet["total"] for sheet in sheets] == [seat.score for seat in result.seats]
    rows = [(render(row["title"]), row["cells"], row["points"]) for row in sheets[0]["rows"]]
    assert rows == [("kept to the end", ["1", "× 3"], 3), ("in the piles", ["2", "× 3"], 6)]
    titles = ["victorious dragon fighter", "successful dragon fighter", "no strike"]
    assert [render(sheet["title"]) for sheet in sheets] == titles


def test_in_a_team_a_sheet_counts_the_lands_saved() -> None:
    state = slain("team")
    sheets = [seat["sheet"] for seat in board(state)["seats"]]
    assert [[row["points"] for row in sheet["rows"]] for sheet in sheets] == [
        [2, 3],
        [1, 4],
        [2, 3],
    ]
    assert {(sheet["total"], render(sheet["deeds"][1][1])) for sheet in sheets} == {(5, "6 rounds")}
    assert all(seat["crowning"] is None for seat in board(state)["seats"])


def test_power_and_glory_are_always_in_sight_until_points_are() -> None:
    state = position("1", "1", power=(2, 0))
    state.players[1].glory = 3
    glances = [seat["glance"] for seat in board(state, SPECTATOR)["seats"]]
    assert glances == [[["power", 2], ["glory", 0]], [["power", 0], ["glory", 3]]]
    assert [seat["glance"] for seat in board(slain())["seats"]] == [[], [], []]


def test_a_pile_looked_at_is_shown_to_its_owner_alone_and_so_is_the_purse() -> None:
    state = position("3", "1", phase="buy", stone=None)
    assert [board(state, seat)["purse"] for seat in (0, 1)] == [3, None]
    act(state, 0, Look(4), "attack", "power", "knight")
    own, other = board(state, 0), board(state, 1)
    assert own["pile"]["counters"] == own["lands"][4]["known"] == ["attack", "power", "knight"]
    assert other["pile"]["counters"] is None
    assert other["lands"][4] | {"own": True} == own["lands"][4] | {"known": None}
    assert [dict(data["unseen"])["power"] for data in (own, other)] == [19, 20]


@pytest.mark.parametrize(
    ("phase", "stone", "said"),
    [
        ("stone", None, "Attack 2"),
        ("lay", 2, "Attack 2, the red card in the south"),
        ("buy", None, None),
    ],
)
def test_what_players_say_is_tied_to_the_attack_in_question(phase, stone, said):
    state = position("11", "1", phase=phase, stone=stone, attack=1, cards="1yrr")
    topic = GAME.topic(GAME.observation(state, SPECTATOR))
    assert (topic and render(topic)) == said


def test_while_an_attack_is_fought_players_talk_of_that_one_and_its_leader_leads() -> None:
    fixed: dict[str, Any] = {"arms": {0: "kh", 3: "k"}, "power": (1, 0), "cards": "r678"}
    state = position("", "1", **fixed, round=5, attack=3, stone=0, to_act=1)
    act(state, 1, Lay(one=1), "5", "dragon", "dragon")
    assert state.pending
    seen = GAME.observation(state, SPECTATOR)
    topic = GAME.topic(seen)
    assert topic is not None
    assert render(topic) == "Attack 4, the red card in the north"
    assert [seat["leads"] for seat in GAME.board(seen)["seats"]] == [False, True]
    state = position("", "1", attack=1, phase="stone", stone=None, cards="1yrr")
    assert [seat["leads"] for seat in board(state)["seats"]] == [False, True], "the next one"


def test_nobody_is_asked_to_spend_gold_that_is_not_there() -> None:
    state = position("x", "1", phase="buy", stone=None)
    assert render(GAME.prompt(state, 0)) == "You have no gold to spend."
    state = position("11", "1", phase="buy", stone=None)
    buy = next(action for action in GAME.legal_actions(state, 0) if isinstance(action, Buy))
    act(state, 0, buy, "power")
    assert render(GAME.prompt(state, 0)) == "Your gold is spent."
