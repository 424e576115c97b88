"""Roles of the staff."""

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts import roles
from accounts.models import User

pytestmark = pytest.mark.django_db


def _fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


def test_each_role_is_its_own():
    user = User.objects.create_user("Ada")
    assert not roles.is_moderator(user)
    assert not roles.is_moderator(AnonymousUser())
    roles.give(user=user, role=roles.MODERATOR)
    assert roles.is_moderator(_fresh(user))
    assert not roles.is_reviewer(_fresh(user))
    assert _fresh(user).is_staff


def test_a_superuser_has_every_role():
    boss = User.objects.create_superuser("Boss")
    assert roles.is_moderator(boss)
    assert roles.is_reviewer(boss)
    for role in roles.ROLES:
        roles.give(user=boss, role=role)
    assert roles.reviewers() == [boss.pk], "once"


@pytest.mark.parametrize("lost", ["is_staff", "is_active"])
def test_a_role_ends_with_being_staff_and_active(lost):
    user = User.objects.create_user("Ada")
    roles.give(user=user, role=roles.REVIEWER)
    user = _fresh(user)
    setattr(user, lost, False)
    assert not roles.is_reviewer(user)
