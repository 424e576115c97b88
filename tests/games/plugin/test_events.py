"""Projection: every viewer is told the public part, and the secrets meant for them."""

import pytest

from games.plugin import OMNISCIENT, SPECTATOR, Event, Narration, SeenEvent, line, project

EVENT = Event("swap", {"from": 0, "to": 1}, {0: {"given": "pear"}, 1: {"given": "pear", "had": 2}})
PUBLIC = {"from": 0, "to": 1}


@pytest.mark.parametrize(
    ("viewer", "data"),
    [
        (0, PUBLIC | {"given": "pear"}),
        (1, PUBLIC | {"given": "pear", "had": 2}),
        (2, PUBLIC),
        (SPECTATOR, PUBLIC),
        (OMNISCIENT, PUBLIC | {"given": "pear", "had": 2}),
    ],
)
def test_each_viewer_is_told_what_they_may_know(viewer, data):
    assert project(EVENT, viewer) == SeenEvent("swap", data)


def test_projecting_leaves_the_event_alone_and_so_does_a_viewer():
    project(EVENT, 0).data["given"] = "plum"
    assert project(EVENT, 2).data == PUBLIC
    assert EVENT.private[0] == {"given": "pear"}
    project(EVENT, SPECTATOR).data["to"] = 3
    assert project(EVENT, 2).data == PUBLIC


@pytest.mark.parametrize("hold", [-0.1, 10.1, float("nan"), float("inf")])
def test_nothing_told_is_held_for_less_than_no_time_or_too_long(hold):
    for fine in (0, 1.5, 10):
        assert Narration(line("A six!"), hold=fine).hold == fine
    with pytest.raises(ValueError, match="hold is from 0 to 10 seconds"):
        Narration(line("A six!"), hold=hold)
