"""Blocked people vanish for each other."""

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts import blocks
from accounts.models import User
from toolbox.errors import Refusal

pytestmark = pytest.mark.django_db


def test_a_block_hides_both_from_each_other_until_its_owner_takes_it_back():
    ada, bo, cy = (User.objects.create_user(name) for name in ("Ada", "Bo", "Cy"))
    blocks.block(user=ada, other=bo)
    assert blocks.hidden_from(ada) == {bo.pk}
    assert blocks.hidden_from(bo) == {ada.pk}
    assert blocks.hidden_from(cy) == set()
    assert blocks.any_between([ada.pk, bo.pk, cy.pk])
    assert not blocks.any_between([ada.pk, cy.pk])
    assert blocks.hidden_from(AnonymousUser()) == blocks.hidden_from(None) == set()
    with pytest.raises(Refusal):
        blocks.block(user=ada, other=ada)
    blocks.unblock(user=bo, other=ada)
    assert blocks.hidden_from(bo) == {ada.pk}
    blocks.unblock(user=ada, other=bo)
    assert blocks.hidden_from(bo) == set()
