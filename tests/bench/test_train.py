"""What computer players have learned: is it still true of the rules as they are?"""

import django
import pytest

from bench import train
from bench.ai_report import tables
from games.ai.values import networks
from games.plugin import Game, registry

LEARNED = [game for game in registry.installed() if networks(game)]


@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.meta.slug)
def test_the_weights_fit_the_rules_and_features_of_today(game):
    """A change of rules or features asks for `python -m bench.train`."""
    known = networks(game)
    errors = train.sample_error(game)
    assert errors
    assert errors == pytest.approx({cell: known[cell].sample for cell in errors}, rel=0.01)
    assert all(one.error < 0.97 * one.error_without for one in known.values())


def test_nothing_is_learned_without_features(monkeypatch, capsys):
    game = registry.get("burnt-to-ashes")
    monkeypatch.setattr(type(game), "features", Game.features)
    monkeypatch.setattr("sys.argv", ["train", game.meta.slug])
    monkeypatch.setattr(django, "setup", lambda: None)  # pytest has done it
    with pytest.raises(SystemExit):
        train.main()
    assert "burnt-to-ashes has no `features`" in capsys.readouterr().err


def test_positions_of_a_game_tell_its_number_and_how_it_ended():
    game = registry.get("please-dont-burn-my-village")
    table = list(tables(game))[1]
    positions = train.play_one(table, 5)
    assert positions == train.play_one(table, 5)
    assert {one.game for one in positions} == {5}
    assert {one.cell for one in positions} == {"3 players"}
    assert sum(one.outcome for one in positions) == len(positions) / 3, "one of three wins"
    assert len({len(one.features) for one in positions}) == 1


def test_the_error_is_the_log_loss():
    game = registry.get("please-dont-burn-my-village")
    ends = [train.Position("all", 0, (), outcome) for outcome in (1.0, 0.0, 0.5)]
    assert train.error_of(game, ends, lambda _features: 0.0) == pytest.approx(0.6931, abs=1e-4)
