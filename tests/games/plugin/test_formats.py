"""How seats stand to each other once it is known who plays which part."""

import pytest

from tests.rulesets.siege import DRAGON, GARDENER, Siege, SiegeOptions

FORMAT = Siege().format(SiegeOptions(mode="siege"), 4)


def test_teams_follow_the_roles_to_their_seats():
    seated = FORMAT.seated((None, "gardener", "dragon", None))
    assert seated.roles == (None, GARDENER, DRAGON, None)
    assert seated.teams == (1, 1, 0, 1)
    assert seated.kind == FORMAT.kind
    assert FORMAT.seated(()) == FORMAT


@pytest.mark.parametrize("keys", [("dragon", "dragon", None, None), ("wizard", None, None, None)])
def test_roles_that_the_format_does_not_have_are_refused(keys):
    with pytest.raises(ValueError, match="no such role"):
        FORMAT.seated(keys)
