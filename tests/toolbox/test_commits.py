"""What is called after a commit, and may fail."""

from functools import partial

import pytest

from toolbox.commits import after_commit

pytestmark = pytest.mark.django_db


def fail(whom: str) -> None:
    raise ZeroDivisionError(whom)


@pytest.mark.parametrize(("failing", "name"), [(fail, "fail"), (partial(fail), "partial")])
def test_it_is_called_and_nobody_but_the_log_hears_of_a_failure(
    failing, name, caplog, django_capture_on_commit_callbacks
):
    called: list[tuple[int, int]] = []
    with django_capture_on_commit_callbacks(execute=True):
        after_commit(failing, "somebody")
        after_commit(lambda one, two: called.append((one, two)), 1, two=2)
        assert not called
    assert called == [(1, 2)]
    (record,) = caplog.records
    assert f"Error calling {name} in on_commit()" in record.message
    assert record.exc_info
