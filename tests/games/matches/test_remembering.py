"""The bounded memory of what is dear to make."""

from games.matches.remembering import Memory


def test_it_keeps_what_is_asked_for_and_stays_within_twice_its_size() -> None:
    memory: Memory[int, str] = Memory(10)
    memory.put(0, "kept")
    for key in range(1, 200):
        memory.put(key, str(key))
        assert memory.get(0) == "kept"
        assert len(memory) <= 20
    assert memory.get(1) is None
    assert memory.get(199) == "199"


def test_cleared_it_knows_nothing() -> None:
    memory: Memory[int, str] = Memory(1)
    memory.put(0, "young")
    memory.put(1, "younger")
    memory.clear()
    assert memory.get(0) is None
    assert memory.get(1) is None
