"""The suite's own promises: it stays in its folder and on this machine, and skips can be refused."""

import socket
from pathlib import Path

import pytest
from django.conf import settings


def test_data_goes_to_a_temporary_folder():
    assert Path(settings.DATA_FOLDER) == settings.DATA_DIR
    assert not settings.DATA_DIR.is_relative_to(settings.BASE_DIR)


def test_other_machines_are_out_of_reach():
    with socket.socket() as plug, pytest.raises(RuntimeError, match=r"reached for"):
        plug.connect(("192.0.2.1", 80))
    with pytest.raises(RuntimeError, match=r"looked up"):
        socket.getaddrinfo("example.org", 80)


def test_time_stands_still(frozen):
    from django.utils import timezone

    before = timezone.now()
    frozen.shift(60)
    assert (timezone.now() - before).total_seconds() == 60
