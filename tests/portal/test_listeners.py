"""SharedMarks in which the web processes of a portal mark what they listen to."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from portal import listeners
from portal.listeners import Listeners, SharedMarks, understood
from portal.supervisor.streets import told


@pytest.fixture
def memory() -> Iterator[SharedMarks]:
    made = SharedMarks(3)
    yield made
    made.close()


def process(memory: SharedMarks, number: int) -> Listeners:
    return understood(told(number, memory.descriptors))


def test_what_one_listens_to_is_elsewhere_for_all_others(memory: SharedMarks) -> None:
    first, second, third = (process(memory, number) for number in (1, 2, 3))
    second.join("match.a")
    assert first.is_heard_elsewhere("match.a")
    assert third.is_heard_elsewhere("match.a")
    assert not second.is_heard_elsewhere("match.a")
    assert not first.is_heard_elsewhere("match.b")
    second.leave("match.a")
    assert not first.is_heard_elsewhere("match.a")


def test_two_groups_with_one_mark_keep_it_until_both_are_left(
    memory: SharedMarks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listeners, "_slot", lambda _group: 5)
    first, second = process(memory, 1), process(memory, 2)
    for group in ("a", "a", "b"):
        second.join(group)
    second.leave("a")
    second.leave("a")
    assert first.is_heard_elsewhere("a"), "in vain, which is all that can happen"
    second.leave("b")
    assert not first.is_heard_elsewhere("a")


def test_a_process_in_the_place_of_a_dead_one_begins_without_its_marks(memory: SharedMarks) -> None:
    first, dead = process(memory, 1), process(memory, 2)
    first.join("own")
    dead.join("a")
    assert first.is_heard_elsewhere("a"), "until then a push is sent"
    later = process(memory, 2)
    assert not first.is_heard_elsewhere("a")
    assert later.is_heard_elsewhere("own")


def test_marks_are_seen_by_another_process(memory: SharedMarks) -> None:
    first = process(memory, 1)
    code = "import sys; from portal.listeners import understood; understood(sys.argv[1]).join('a')"
    own = told(2, memory.descriptors)
    command = [sys.executable, "-c", code, own]
    subprocess.run(command, check=True, pass_fds=memory.descriptors)
    assert first.is_heard_elsewhere("a")


def test_a_system_without_such_memory_has_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "memfd_create", raising=False)
    memory = SharedMarks(2)
    process(memory, 2).join("a")
    assert process(memory, 1).is_heard_elsewhere("a")
    memory.close()
