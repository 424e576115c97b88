"""Names are found by how they begin, in any case, by an index."""

import pytest

from accounts.models import User
from toolbox.prefix_search import begins, is_called

pytestmark = pytest.mark.django_db

NAMES = ("amber", "Amberley", "am_bient", "birch", "Äpfel", "zoé")


@pytest.fixture(autouse=True)
def _people() -> None:
    for name in NAMES:
        User.objects.create(username=name)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("amber", ["Amberley", "amber"]),
        ("AMB", ["Amberley", "amber"]),
        ("am_", ["am_bient"]),
        ("%", []),
        ("mber", []),
        ("Äp", ["Äpfel"]),
        ("zo", ["zoé"]),
        ("birch", ["birch"]),
        ("birchy", []),
    ],
)
def test_a_name_is_found_by_its_beginning(text, names):
    found = User.objects.filter(begins("username", text))
    assert sorted(found.values_list("username", flat=True)) == names


def test_a_whole_name_is_found_in_any_case():
    found = User.objects.filter(is_called("username", "AMBER"))
    assert [user.username for user in found] == ["amber"]
