"""The attack that floods the queue of computer turns: what it counts as a failure."""

from typing import Any

import pytest

from attack import flood

NOWHERE = "http://nowhere.invalid/"


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs it on made-up figures: answers in seconds, the flood's steps before and after."""

    def run(*times: float, steps: tuple[int, int] = (10, 50), running: int = 3) -> list[str]:
        counts = iter((count, running) for count in steps)
        monkeypatch.setattr(flood, "flood", lambda *_: ["one", "two", "three"])
        monkeypatch.setattr(flood, "answer_times", lambda *_: list(times))
        monkeypatch.setattr(flood, "steps_of", lambda *_: next(counts))
        return flood.run(NOWHERE)

    return run


def test_quick_answers_beside_a_flood_are_as_they_should_be(measured, capsys):
    assert measured(0.5, 0.7, 1.9) == []
    said = capsys.readouterr().out
    assert "3 matches that one account left, 3 still played out at the end" in said
    assert "another person's 3 answers: median 0.70 s, max 1.90 s" in said


def test_late_answers_and_a_flood_that_dried_up_are_not(measured):
    assert measured(0.5, 2.1, 2.2) == ["2 of 3 answers took over 2 s"]
    dry = ["the abandoned matches weren't played out during the measurement"]
    assert measured(0.5, steps=(10, 10)) == dry
    assert measured(0.5, running=0) == dry


def test_an_answer_that_never_comes_is_a_failure(measured, monkeypatch):
    def never(*_: Any) -> Any:
        raise TimeoutError

    monkeypatch.setattr(flood, "flood", lambda *_: ["one"])
    monkeypatch.setattr(flood, "steps_of", lambda *_: (0, 1))
    monkeypatch.setattr(flood, "answer_times", never)
    assert flood.run(NOWHERE) == ["an answer didn't come for 30 s"]
