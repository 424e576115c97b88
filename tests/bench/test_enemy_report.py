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
        return [Played(number % 2 == 0, 4 + number, 10, [0.002]) for number in range(len(asked))]

    rows = list(enemy_report.lines(registry.get(SLUG), 10, run))
    share = "50.0% (23.7%–76.3%)"
    assert rows[2] == f"| team | medium | 1 | 10 | 5 | {share} | 8.5 | 10.0 | 2 ms | 2 ms | 2 ms |"
    assert rows[-1].startswith("| each alone | easy | 6 | 2 | 1 |")
    assert len({row.count("|") for row in rows}) == 1
    assert len(rows) == 2 + 2 * (6 + 5)
    assert {job.seats for job in jobs} == set(range(1, 7))


def test_a_game_is_the_same_whenever_it_is_played() -> None:
    job = Job(SLUG, {"mode": "team"}, 3, "medium", 2)
    one, other = enemy_report.play(job), enemy_report.play(job)
    assert one._replace(seconds=[]) == other._replace(seconds=[])
    assert one.rounds >= 1
    assert len(one.seconds) == len(other.seconds) > one.rounds
