"""Somebody with a confirmed address, and somebody who administers."""

import pytest
from django.test import Client

from accounts.models import User
from tests.games.matches.conftest import begin, person
from tests.support.log_in import logged_in

__all__ = ["begin", "person"]


@pytest.fixture
def amber(db: None) -> User:
    user = User.objects.create_user("amber", "amber@post.example", "a long password")
    user.emailaddress_set.create(email=user.email, primary=True, verified=True)
    return user


@pytest.fixture
def browser(amber: User) -> Client:
    return logged_in(amber)


@pytest.fixture
def root(db: None) -> User:
    return User.objects.create_superuser("root", password="a long password")


@pytest.fixture
def office(root: User) -> Client:
    return logged_in(root)
