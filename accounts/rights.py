"""The rights of accounts, compared before and after an administrator's change.

The audit log gets the difference, whichever page made it: never a password or its hash, only that
it changed.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q

from accounts import audit, pushes
from accounts.models import User
from toolbox.commits import after_commit

FLAGS = ("is_active", "is_staff", "is_superuser")


@dataclass(frozen=True)
class Rights:
    """An account's rights. `password` is the stored hash, only for comparison."""

    username: str
    flags: dict[str, bool]
    groups: frozenset[str]
    permissions: frozenset[str]
    password: str


@contextmanager
def watched(*, by: User, users: Q) -> Iterator[None]:
    """Record the block's changes to the rights of these users; rolled back with the block."""
    with transaction.atomic():
        before = _rights(users)
        yield
        after = _rights(Q(pk__in=before))
        for key, old in before.items():
            _record(by, key, old, after.get(key))
            if after.get(key) != old:
                after_commit(pushes.check, key)


def record_new(*, by: User, user: User) -> None:
    """Record that an account was created, and its rights."""
    rights = _rights(Q(pk=user.pk))[user.pk]
    given = {name: True for name, value in rights.flags.items() if value}
    groups = {"groups": sorted(rights.groups)} if rights.groups else {}
    _write(by, "user.add", user.pk, {"username": rights.username, **given, **groups})


def _rights(users: Q) -> dict[int, Rights]:
    found = list(User.objects.filter(users).order_by("pk"))
    keys = [user.pk for user in found]
    groups = _names(User.groups.through.objects.filter(user__in=keys), "group__name")
    permissions = _names(
        User.user_permissions.through.objects.filter(user__in=keys), "permission__codename"
    )
    return {
        user.pk: Rights(
            username=user.username,
            flags={name: getattr(user, name) for name in FLAGS},
            groups=frozenset(groups[user.pk]),
            permissions=frozenset(permissions[user.pk]),
            password=user.password,
        )
        for user in found
    }


def _names(rows: Any, field: str) -> dict[int, list[str]]:
    by_user: dict[int, list[str]] = defaultdict(list)
    for key, name in rows.values_list("user_id", field):
        by_user[key].append(name)
    return by_user


def _record(by: User, key: int, old: Rights, new: Rights | None) -> None:
    if new is None:
        _write(by, "user.delete", key, {"username": old.username})
        return
    changes: dict[str, Any] = {
        name: {"from": old.flags[name], "to": new.flags[name]}
        for name in FLAGS
        if old.flags[name] != new.flags[name]
    }
    changes |= _exchanged("groups", old.groups, new.groups)
    changes |= _exchanged("permissions", old.permissions, new.permissions)
    if old.username != new.username:
        changes["renamed_from"] = old.username
    if changes:
        _write(by, "user.rights", key, {"username": new.username, **changes})
    if old.password != new.password:
        _write(by, "user.password", key, {"username": new.username})


def _exchanged(what: str, old: Iterable[str], new: Iterable[str]) -> dict[str, Any]:
    gone, come = set(old) - set(new), set(new) - set(old)
    parts = {"added": sorted(come), "removed": sorted(gone)}
    return {what: {name: names for name, names in parts.items() if names}} if gone | come else {}


def _write(by: User, action: str, key: int, data: dict[str, Any]) -> None:
    audit.record(actor=by, action=action, subject=f"user:{key}", data=data)
