"""Names are found by how they begin, in any case, by an index."""

import pytest
from django.db import connection

from accounts.beginnings import begins, is_called
from accounts.models import AuditEntry, Name, User
from tests.support.plans import plan_of

pytestmark = pytest.mark.django_db

NAMES = ("amber", "Amberley", "am_ber", "birch", "Äpfel", "zoé")


@pytest.fixture(autouse=True)
def _people() -> None:
    for name in NAMES:
        User.objects.create(username=name)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("amber", ["Amberley", "amber"]),
        ("AMB", ["Amberley", "amber"]),
        ("am_", ["am_ber"]),
        ("%", []),
        ("mber", []),
        ("Äp", ["Äpfel"]),
        ("zo", ["zoé"]),
        ("birch", ["birch"]),
        ("birchy", []),
    ],
)
def test_a_name_is_found_by_its_beginning(text: str, names: list[str]) -> None:
    found = User.objects.filter(begins("username", text))
    assert sorted(found.values_list("username", flat=True)) == names


def test_a_whole_name_is_found_in_any_case() -> None:
    found = User.objects.filter(is_called("username", "AMBER"))
    assert [user.username for user in found] == ["amber"]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="its plans are asked for")
def test_the_index_is_used() -> None:
    for found, index in (
        (User.objects.filter(begins("username", "am")), "user_by_beginning"),
        (Name.objects.filter(begins("key", "am")), "name_by_beginning"),
        (AuditEntry.objects.filter(is_called("actor", "am")), "audit_by_name"),
        (AuditEntry.objects.filter(begins("actor", "am")).order_by(), "audit_by_name"),
    ):
        assert f"USING INDEX {index}" in plan_of(found)
