"""The load of moves: what is asked for and what is told."""

from typing import Any

from bench import load
from bench.load import Outcome


def test_what_was_measured_is_told():
    outcome = Outcome([float(n) for n in range(1, 201)], 200, errors=["late"], cpu=4.25)
    assert outcome.report() == [
        "p50 100.5 ms, p90 180.9 ms, p99 199.0 ms",
        "CPU per move 4.2 ms",
        "errors 1",
        "error: late",
    ]
    assert Outcome().report() == ["no move reached everyone", "errors 0"]


def test_people_sign_up_and_sit_down_by_the_api(monkeypatch):
    calls: list[tuple[str, str]] = []

    def call(base_url: str, path: str, body: Any, token: str = "") -> Any:
        calls.append((path, token))
        number = len([one for one, _token in calls if one == "accounts/"])
        return {"token": f"t{number}", "id": "tab", "match": "mat"}

    monkeypatch.setattr(load, "call", call)
    assert load.seated("http://x/", 3, "castle-panic") == {
        "id": "mat",
        "tokens": ["t1", "t2", "t3"],
    }
    assert calls == [
        *[("accounts/", "")] * 3,
        ("tables/", "t1"),
        ("tables/tab/join/", "t2"),
        ("tables/tab/join/", "t3"),
        ("tables/tab/start/", "t1"),
    ]
