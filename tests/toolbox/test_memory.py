"""The bounded memory of a process."""

from toolbox.memory import Memory, forget_words


def test_it_keeps_what_is_asked_for_and_stays_within_twice_its_size():
    memory: Memory[int, str] = Memory(10)
    memory.put(0, "kept")
    for key in range(1, 200):
        memory.put(key, str(key))
        assert memory.get(0) == "kept"
        assert len(memory) <= 20
    assert memory.get(1) is None
    assert memory.get(199) == "199"


def test_one_value_or_all_can_be_forgotten():
    memory: Memory[int, str] = Memory(2)
    for key in range(4):
        memory.put(key, str(key))  # 0 and 1 are old by now
    memory.forget(0)
    memory.forget(7)  # which it never knew
    assert [memory.get(key) for key in range(4)] == [None, "1", "2", "3"]
    memory.clear()
    assert memory.get(3) is None


def test_when_words_change_only_words_are_forgotten():
    words: Memory[int, str] = Memory(2, of_words=True)
    others: Memory[int, str] = Memory(2)
    for memory in (words, others):
        memory.put(0, "kept")
    forget_words()
    assert (words.get(0), others.get(0)) == (None, "kept")
