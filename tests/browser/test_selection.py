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
        return bare_page.evaluate(RUN, [offered, list(steps)])

    return play


IN_ORDER = [{"picks": [*picks], "ordered": True} for picks in ("abc", "abd", "ae")]
# Choices; what is added, or removed where a minus stands before it; how things stand then.
LAST: dict[str, tuple[list[Any], str, dict[str, Any]]] = {
    "what leads nowhere is refused and changes nothing": (
        *([["a", "a"], ["b"]], "a c"),
        {"answer": False, "picks": ["a"]},
    ),
    "a third of a kind is one too many": ([["a", "a"]], "a a a", {"answer": False}),
    "one can change one's mind about the only pick": (
        *([["deck"], ["hand:a", "x"]], "deck hand:a"),
        {"picks": ["hand:a"]},
    ),
    "another place takes the place of the first, and the rest stays": (
        *([["stall:1", "hand:a"], ["stall:2", "hand:a", "hand:b"]], "hand:a stall:1 stall:2"),
        {"picks": ["hand:a", "stall:2"]},
    ),
    "several of a family are not thrown away by one touch": (
        *([["h:a", "h:a"], ["h:b"]], "h:a h:a h:b"),
        {"answer": False, "picks": ["h:a", "h:a"]},
    ),
    "a pick can be put back": ([["a", "a"], ["a", "b"]], "a b -a", {"picks": ["b"], "next": ["a"]}),
    "what stood on a pick goes with it": (IN_ORDER, "a b c -b", {"picks": ["a"]}),
    "of repeats the newest is put back": ([["a", "a", "b"]], "a b a -a", {"picks": ["a", "b"]}),
    "putting back what is not picked changes nothing": ([["a", "b"]], "a -b", {"picks": ["a"]}),
}


@pytest.mark.parametrize(("choices", "steps", "stands"), LAST.values(), ids=LAST)
def test_at_last(run, choices, steps, stands):
    touches = [
        ["remove" if step.startswith("-") else "add", step.removeprefix("-")]
        for step in steps.split()
    ]
    last = run(choices, *touches)[-1]
    assert {name: last[name] for name in stands} == stands


def test_repeats_count_and_their_order_does_not(run):
    choices = [["a"], ["a", "a"], ["a", "a", "b"]]
    one, two, three = run(choices, ["add", "a"], ["add", "b"], ["add", "a"])
    assert (one["choice"], one["next"]) == ("a", ["a", "b"])
    assert (two["choice"], two["next"]) == (None, ["a"])
    assert (three["choice"], three["next"]) == ("a,a,b", [])


def test_a_target_that_goes_along_changes_nothing_before_or_after(run):
    """Nor where it would be a part of another choice."""
    choices = [{"picks": ["h:a"], "along": "t:a"}, ["h:a", "stall", "t:a"]]
    alone, along, without = run(choices, ["add", "h:a"], ["add", "t:a"], ["remove", "t:a"])
    assert [alone["choice"], along["choice"], without["choice"]] == ["h:a"] * 3
    assert along["picks"] == ["h:a", "t:a"]
    first, both, other = run(choices, ["add", "t:a"], ["add", "h:a"], ["add", "stall"])
    assert [first["choice"], both["choice"], other["choice"]] == [None, "h:a", "h:a,stall,t:a"]


def test_ordered_picks_are_touched_in_their_order(run):
    orders = (["a", "b", "c"], ["a", "c", "b"], ["b", "b", "c"])
    choices = [{"picks": picks, "ordered": True} for picks in orders]
    start, second, wrong = run(choices, ["clear", None], ["add", "a"], ["add", "a"])
    assert start["next"] == ["a", "b"]
    assert second["next"] == ["b", "c"]
    assert wrong["answer"] is False


def test_in_a_sequence_what_alone_can_follow_takes_its_place_by_itself(run):
    orders = (["a", "b", "b"], ["b", "a", "b"], ["b", "b", "a"])
    choices = [{"picks": picks, "ordered": True} for picks in orders]
    steps = [["add", "a"], ["remove", "a"], ["clear", None], ["add", "b"], ["add", "a"]]
    picks = [each["picks"] for each in run(choices, *steps)]
    assert picks == [["a", "b", "b"], ["b", "b", "a"], [], ["b"], ["b", "a", "b"]]


def test_after_an_update_what_still_leads_somewhere_stays(run):
    steps = [["add", "a"], ["add", "a"], ["offer", [{"picks": ["a", "b"]}]], ["offer", []]]
    _, both, one, none = run([["a", "a"]], *steps)
    assert [both["choice"], one["choice"], none["choice"]] == ["a,a", None, None]
    assert [one["picks"], one["next"], none["picks"]] == [["a"], ["b"], []]


def test_an_ordered_choice_is_whole_only_in_its_order(run):
    choices = [{"picks": picks, "ordered": True} for picks in (["a", "b"], ["a", "c"])]
    start, first, both = run(choices, ["clear", None], ["add", "a"], ["add", "b"])
    assert [start["next"], first["next"], both["next"]] == [["a"], ["b", "c"], []]
    assert [start["choice"], first["choice"], both["choice"]] == [None, None, "a,b"]


def test_nothing_picked_is_no_choice_and_clearing_leads_there(run):
    """A choice without any picks can only be made in the list."""
    picked, cleared = run([["a"], ["b"], []], ["add", "a"], ["clear", None])
    assert picked["choice"] == "a"
    assert (cleared["choice"], cleared["picks"], cleared["next"]) == (None, [], ["a", "b"])


def test_a_long_list_is_quick(run):
    """1,176 choices are worked through without hundreds of thousands of comparisons a touch."""
    choices = [
        [f"h:{kind}"] * count + ["h:wild"] * wilds
        for kind in "abcdef"
        for count in range(1, 15)
        for wilds in range(14)
    ]
    last = run(choices, *[["add", "h:a"]] * 14, *[["add", "h:wild"]] * 13)[-1]
    assert last["choice"] == ",".join(["h:a"] * 14 + ["h:wild"] * 13)
