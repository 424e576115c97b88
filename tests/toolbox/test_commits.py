"""What is called after a commit, and may fail."""

from functools import partial

import pytest
from django.db import transaction

from toolbox.commits import after_commit

pytestmark = pytest.mark.django_db(transaction=True)


def fail(whom: str) -> None:
    raise ZeroDivisionError(whom)


def test_it_is_called_after_the_commit_with_what_it_was_given():
    called: list[tuple[int, int]] = []
    with transaction.atomic():
        after_commit(lambda one, two: called.append((one, two)), 1, two=2)
        assert not called
    assert called == [(1, 2)]


def test_it_is_not_called_after_a_rollback():
    called: list[int] = []

    def roll_back() -> None:
        with transaction.atomic():
            after_commit(called.append, 1)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        roll_back()
    assert not called


@pytest.mark.parametrize(("failing", "name"), [(fail, "fail"), (partial(fail), "partial")])
def test_nobody_but_the_log_hears_of_a_failure(failing, name, caplog):
    called: list[int] = []
    with transaction.atomic():
        after_commit(failing, "somebody")
        after_commit(called.append, 1)
    assert called == [1]
    (record,) = caplog.records
    assert f"Error calling {name} in on_commit()" in record.message
    assert record.exc_info
