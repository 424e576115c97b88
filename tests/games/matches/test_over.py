"""A match that has been played to its end: what it keeps, and what it still answers."""

from collections.abc import Iterator

import pytest

from accounts.models import User
from games.matches import errors
from games.matches.models import Match
from games.matches.play.actions import services
from games.matches.record import selectors, states
from games.plugin.codec import digest
from tests.games.matches.conftest import BURN, look, play, play_on, verified
from tests.support.deals import fixed_deal
from tests.support.scenes import lasting

pytestmark = pytest.mark.django_db

DRAW = {"type": "draw"}


@pytest.fixture(scope="module")
def over(django_db_setup, django_db_blocker) -> Iterator[Match]:
    """A match of amber, who began with a draw that she called "a", and birch."""
    with lasting(django_db_blocker):
        users = [User.objects.create_user(name) for name in ("amber", "birch")]
        players = [services.Player(user=user) for user in users]
        match = services.start_match(
            game=BURN, options={}, players=players, first=0, deal=fixed_deal()
        )
        play(match, action=DRAW, client_id="a")
        yield play_on(match).match


def again(match: Match, **said) -> services.Accepted:
    amber = User.objects.get(username="amber")
    given = {"user": amber, "action": DRAW, "version": 0}
    return services.submit_action(public_id=match.public_id, **(given | said))


def test_it_takes_no_more_moves_and_has_a_record_that_verifies(over):
    with pytest.raises(errors.Over):
        again(over, version=over.version)
    shown = look(over)
    assert shown.match.result == selectors.record_of(shown.match).result
    assert sorted(seat.rank or 0 for seat in shown.seats)[0] == 1
    assert not any(seat.owes for seat in shown.seats)
    assert shown.match.wake_at is None
    assert shown.match.finished_at is not None
    verified(over)
    for step in over.steps.all():
        assert digest(states.state_at(over, step.index)) == step.state_hash


def test_a_repeated_client_id_is_answered_still(over):
    assert again(over, client_id="a").repeated
