"""Touched targets by their families."""

from games.plugin.why_not import last_touched, touched


def test_targets_of_a_family_are_told_by_the_rest_of_their_names() -> None:
    picks = ("hand:hop", "card:2:leap", "pass", "hand:hop", "handle:1")
    assert touched(picks, "hand") == ["hop", "hop"]
    assert touched(picks, "card") == ["2:leap"]
    assert touched(picks, "pass") == []


def test_the_last_target_has_a_family_and_maybe_more() -> None:
    assert last_touched(["hand:hop", "card:2:leap"]) == ("card", "2:leap")
    assert last_touched(["hand:hop", "pass"]) == ("pass", "")
