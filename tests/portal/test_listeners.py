"""Memory in which the web processes of a portal mark what they listen to."""

import os
from collections.abc import Iterator

import pytest

from portal import listeners
from portal.listeners import Listeners, Memory, told, understood


@pytest.fixture
def memory() -> Iterator[Memory]:
    made = Memory(3)
    yield made
    made.close()


def process(memory: Memory, number: int) -> Listeners:
    return understood(told(number, memory.descriptors))


def test_what_one_listens_to_is_elsewhere_for_all_others(memory: Memory) -> None:
    first, second, third = (process(memory, number) for number in (1, 2, 3))
    second.join("match.a")
    assert [one.elsewhere("match.a") for one in (first, second, third)] == [True, False, True]
    assert not first.elsewhere("match.b")
    second.leave("match.a")
    assert not first.elsewhere("match.a")


def test_two_groups_with_one_mark_keep_it_until_both_are_left(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listeners, "_slot", lambda _group: 5)
    first, second = process(memory, 1), process(memory, 2)
    for group in ("a", "a", "b"):
        second.join(group)
    second.leave("a")
    second.leave("a")
    assert first.elsewhere("a"), "in vain, which is all that can happen"
    second.leave("b")
    assert not first.elsewhere("a")


def test_a_process_in_the_place_of_a_dead_one_begins_without_its_marks(memory: Memory) -> None:
    first, dead = process(memory, 1), process(memory, 2)
    first.join("own")
    dead.join("a")
    assert first.elsewhere("a"), "until then a push is sent"
    later = process(memory, 2)
    assert not first.elsewhere("a")
    assert later.elsewhere("own")


def test_marks_are_seen_by_another_process(memory: Memory) -> None:
    first = process(memory, 1)
    child = os.fork()
    if not child:
        process(memory, 2).join("a")
        os._exit(0)
    os.waitpid(child, 0)
    assert first.elsewhere("a")


def test_a_system_without_such_memory_has_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "memfd_create", raising=False)
    memory = Memory(2)
    process(memory, 2).join("a")
    assert process(memory, 1).elsewhere("a")
    memory.close()
