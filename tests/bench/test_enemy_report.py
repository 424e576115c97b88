"""The table of games that a common enemy may win."""

from bench import enemy_report
from bench.enemy_report import Job, Played
from games.plugin import registry

SLUG = "burnt-to-ashes"


def test_a_game_of_rivals_with_a_mode_for_a_team_is_one() -> None:
    assert enemy_report.team_options(registry.get(SLUG)) == {"mode": "team"}
    others = [game for game in registry.installed() if game.meta.slug != SLUG]
    assert [enemy_report.team_options(game) for game in others] == [None] * len(others)


def test_a_row_counts_the_games_in_which_the_enemy_is_beaten() -> None:
    jobs: list[Job] = []

    def run(play: object, asked: list[Job]) -> list[Played]:
        jobs.extend(asked)
        return [Played(number % 2 == 0, 4 + number, 10) for number in range(len(asked))]

    rows = list(enemy_report.lines(registry.get(SLUG), 10, run))
    assert rows[2] == "| team | medium | 1 | 10 | 5 | 50.0 % (23.7 %–76.3 %) | 8.5 | 10.0 |"
    assert rows[-1].startswith("| each alone | medium | 6 | 4 | 2 |")
    assert {job.seats for job in jobs} == set(range(1, 7))


def test_a_game_is_the_same_whenever_it_is_played() -> None:
    job = Job(SLUG, {"mode": "team"}, 3, "medium", 2)
    one, other = enemy_report.play(job), enemy_report.play(job)
    assert one == other
    assert one.rounds >= 1
