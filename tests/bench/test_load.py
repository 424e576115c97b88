"""The load of moves: what is asked for, what is told, and a peer's figures beside it."""

from pathlib import Path
from typing import Any

import pytest

from bench import load
from bench.load import Asked, Outcome

PEER = """
12 tables, 4 seats: 50.0 moves/s
p50 11.5 ms, p90: 20 ms; p99 = 1,200.5 ms
cpu per move: 3.2 ms
0 errors
"""


def test_a_peers_figures_are_found_in_its_output() -> None:
    assert load.peers_figures(PEER) == {
        "p50": 11.5,
        "p90": 20.0,
        "p99": 1200.5,
        "CPU per move": 3.2,
        "errors": 0.0,
    }
    assert load.peers_figures("nothing of that kind: p500 1") == {}


def test_ones_own_output_can_be_a_peers() -> None:
    outcome = Outcome([float(n) for n in range(1, 201)], 200, errors=["late"], cpu=4.25)
    lines = load.report(outcome, {})
    figures = load.peers_figures("\n".join(lines))
    assert figures == pytest.approx(outcome.figures(), abs=0.05)
    assert lines[-1] == "error: late"


def test_a_peer_is_named_beside_what_was_measured() -> None:
    lines = load.report(Outcome([1.0, 2.0, 3.0], 3, cpu=None), {"p50": 7.0, "CPU per move": 2.5})
    assert lines[0] == "p50: 2.0 ms (the peer: 7.0 ms)"
    assert "CPU per move: not measured (the peer: 2.5 ms)" in lines
    assert lines[-1] == "errors: 0"


def test_without_moves_there_are_no_times() -> None:
    assert load.report(Outcome([], 0), {})[0] == "p50: not measured"


def test_the_command_takes_it_all(monkeypatch: pytest.MonkeyPatch) -> None:
    said = "load --base-url http://127.0.0.1:1 --tables 3 --seats 2 --spectators 5 --rate 7"
    said += " --game castle-panic --seconds 9 --pid 11 --peer other.txt"
    monkeypatch.setattr("sys.argv", said.split())
    asked = Asked("http://127.0.0.1:1/", 3, 2, 5, 7, "castle-panic", 9.0, 11, Path("other.txt"))
    assert load._asked() == asked


def test_people_sign_up_and_sit_down_by_the_api(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[str, str]] = []

    def call(asked: Any, path: str, body: Any, token: str = "") -> Any:
        calls.append((path, token))
        number = len([one for one, _token in calls if one == "accounts/"])
        return {"token": f"t{number}", "id": "tab", "match": "mat"}

    monkeypatch.setattr(load, "call", call)
    asked = Asked("http://x/", 1, 3, 0, 1, "castle-panic", 1.0, None, None)
    assert load.seated(asked) == [{"id": "mat", "tokens": ["t1", "t2", "t3"]}]
    assert calls == [
        *[("accounts/", "")] * 3,
        ("tables/", "t1"),
        ("tables/tab/join/", "t2"),
        ("tables/tab/join/", "t3"),
        ("tables/tab/start/", "t1"),
    ]
