"""The load of moves: what is asked for and what is told."""

from bench import scenarios
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


def test_a_scenario_tells_percentiles_of_each_kind():
    times = [float(n) for n in range(1, 201)]
    assert scenarios.told(times) == "p50 100, p90 181, p99 199 ms, 200 measured"
    assert scenarios.told([7.0]) == "1 measured"
