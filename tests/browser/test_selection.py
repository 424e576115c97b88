"""The selection by itself: repeats, order, changing one's mind, a list that changes under it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

# Every step is [what, argument]; the answer tells how things stand after each.
RUN = """async ([choices, steps]) => {
  const { Selection } = await import("/static/js/match/choices.js");
  const whole = (choice) => ({ label: choice.picks.join(), ordered: false, ...choice });
  const full = (some) => some.map(whole);
  const selection = new Selection();
  selection.offer(full(choices));
  return steps.map(([what, argument]) => {
    const answer = selection[what](what === "offer" ? full(argument) : argument);
    const { picks, choice, next } = selection;
    return { answer, picks: [...picks], choice: choice?.label ?? null, next: [...next].sort() };
  });
}"""


@pytest.fixture
def run(bare_page: Page) -> Callable[..., list[dict[str, Any]]]:
    """Plays steps on a new selection among choices with these picks."""

    def play(choices: list[Any], *steps: list[Any]) -> list[dict[str, Any]]:
        offered = [c if isinstance(c, dict) else {"picks": c} for c in choices]
        answer: list[dict[str, Any]] = bare_page.evaluate(RUN, [offered, list(steps)])
        return answer

    return play


def test_repeats_count_and_their_order_does_not(run: Any) -> None:
    choices = [["a"], ["a", "a"], ["a", "a", "b"]]
    one, two, three = run(choices, ["add", "a"], ["add", "b"], ["add", "a"])
    assert (one["choice"], one["next"]) == ("a", ["a", "b"])
    assert (two["choice"], two["next"]) == (None, ["a"])
    assert (three["choice"], three["next"]) == ("a,a,b", [])


def test_what_leads_nowhere_is_refused_and_changes_nothing(run: Any) -> None:
    before, after = run([["a", "a"], ["b"]], ["add", "a"], ["add", "c"])
    assert before["answer"] is True
    assert after["answer"] is False
    assert after["picks"] == ["a"]


def test_a_third_of_a_kind_is_one_too_many(run: Any) -> None:
    assert run([["a", "a"]], ["add", "a"], ["add", "a"], ["add", "a"])[-1]["answer"] is False


def test_a_target_that_goes_along_changes_nothing_before_or_after(run: Any) -> None:
    """Nor where it would be a part of another choice."""
    choices = [{"picks": ["h:a"], "along": "t:a"}, ["h:a", "stall", "t:a"]]
    alone, along, without = run(choices, ["add", "h:a"], ["add", "t:a"], ["remove", "t:a"])
    assert [alone["choice"], along["choice"], without["choice"]] == ["h:a"] * 3
    assert along["picks"] == ["h:a", "t:a"]
    first, both, other = run(choices, ["add", "t:a"], ["add", "h:a"], ["add", "stall"])
    assert [first["choice"], both["choice"], other["choice"]] == [None, "h:a", "h:a,stall,t:a"]


def test_ordered_picks_are_touched_in_their_order(run: Any) -> None:
    orders = (["a", "b", "c"], ["a", "c", "b"], ["b", "b", "c"])
    choices = [{"picks": picks, "ordered": True} for picks in orders]
    start, second, wrong = run(choices, ["clear", None], ["add", "a"], ["add", "a"])
    assert start["next"] == ["a", "b"]
    assert second["next"] == ["b", "c"]
    assert wrong["answer"] is False


def test_in_a_sequence_what_alone_can_follow_takes_its_place_by_itself(run: Any) -> None:
    orders = (["a", "b", "b"], ["b", "a", "b"], ["b", "b", "a"])
    choices = [{"picks": picks, "ordered": True} for picks in orders]
    steps = [["add", "a"], ["remove", "a"], ["clear", None], ["add", "b"], ["add", "a"]]
    picks = [each["picks"] for each in run(choices, *steps)]
    assert picks == [["a", "b", "b"], ["b", "b", "a"], [], ["b"], ["b", "a", "b"]]


def test_one_can_change_ones_mind_about_the_only_pick(run: Any) -> None:
    assert run([["deck"], ["hand:a", "x"]], ["add", "deck"], ["add", "hand:a"])[-1]["picks"] == [
        "hand:a"
    ]


def test_another_place_takes_the_place_of_the_first_and_the_rest_stays(run: Any) -> None:
    choices = [["stall:1", "hand:a"], ["stall:2", "hand:a", "hand:b"]]
    steps = [["add", "hand:a"], ["add", "stall:1"], ["add", "stall:2"]]
    assert run(choices, *steps)[-1]["picks"] == ["hand:a", "stall:2"]


def test_several_of_a_family_are_not_thrown_away_by_one_touch(run: Any) -> None:
    choices = [["h:a", "h:a"], ["h:b"]]
    last = run(choices, ["add", "h:a"], ["add", "h:a"], ["add", "h:b"])[-1]
    assert (last["answer"], last["picks"]) == (False, ["h:a", "h:a"])


def test_a_pick_can_be_put_back(run: Any) -> None:
    choices = [["a", "a"], ["a", "b"]]
    last = run(choices, ["add", "a"], ["add", "b"], ["remove", "a"])[-1]
    assert (last["picks"], last["next"]) == (["b"], ["a"])


def test_after_an_update_what_still_leads_somewhere_stays(run: Any) -> None:
    steps = [["add", "a"], ["add", "a"], ["offer", [{"picks": ["a", "b"]}]], ["offer", []]]
    _, both, one, none = run([["a", "a"]], *steps)
    assert [both["choice"], one["choice"], none["choice"]] == ["a,a", None, None]
    assert [one["picks"], one["next"], none["picks"]] == [["a"], ["b"], []]


def test_an_ordered_choice_is_whole_only_in_its_order(run: Any) -> None:
    choices = [{"picks": picks, "ordered": True} for picks in (["a", "b"], ["a", "c"])]
    start, first, both = run(choices, ["clear", None], ["add", "a"], ["add", "b"])
    assert [start["next"], first["next"], both["next"]] == [["a"], ["b", "c"], []]
    assert [start["choice"], first["choice"], both["choice"]] == [None, None, "a,b"]


def test_what_stood_on_a_pick_goes_with_it(run: Any) -> None:
    orders = (["a", "b", "c"], ["a", "b", "d"], ["a", "e"])
    choices = [{"picks": picks, "ordered": True} for picks in orders]
    steps = [["add", "a"], ["add", "b"], ["add", "c"], ["remove", "b"]]
    assert run(choices, *steps)[-1]["picks"] == ["a"]


def test_of_repeats_the_newest_is_put_back(run: Any) -> None:
    steps = [["add", "a"], ["add", "b"], ["add", "a"], ["remove", "a"]]
    assert run([["a", "a", "b"]], *steps)[-1]["picks"] == ["a", "b"]


def test_nothing_picked_is_no_choice_and_clearing_leads_there(run: Any) -> None:
    """A choice without any picks can only be made in the list."""
    picked, cleared = run([["a"], ["b"], []], ["add", "a"], ["clear", None])
    assert picked["choice"] == "a"
    assert (cleared["choice"], cleared["picks"], cleared["next"]) == (None, [], ["a", "b"])


def test_putting_back_what_is_not_picked_changes_nothing(run: Any) -> None:
    assert run([["a", "b"]], ["add", "a"], ["remove", "b"])[-1]["picks"] == ["a"]


def test_a_long_list_is_quick(run: Any) -> None:
    """1,176 choices are worked through without hundreds of thousands of comparisons a touch."""
    choices = [
        [f"h:{kind}"] * count + ["h:wild"] * wilds
        for kind in "abcdef"
        for count in range(1, 15)
        for wilds in range(14)
    ]
    last = run(choices, *[["add", "h:a"]] * 14, *[["add", "h:wild"]] * 13)[-1]
    assert last["choice"] == ",".join(["h:a"] * 14 + ["h:wild"] * 13)
