"""What administrators do to accounts is in the audit log, by whatever way they did it."""

from typing import Any

import pytest
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from accounts.admin import PersonAdmin
from accounts.models import User
from tests.accounts.audit_log import written

pytestmark = pytest.mark.django_db
NEW = "violet-kettle-9"


def page(name: str, *keys: Any) -> str:
    return reverse(f"admin:{name}", args=keys)


def save(office: Client, user: User, **fields: Any) -> None:
    data = {"username": user.username, **fields}
    answer = office.post(page("accounts_user_change", user.pk), data)
    assert answer.status_code == 302, answer.content


def test_the_form_tells_flags_groups_and_permissions(office, amber):
    group = Group.objects.create(name="Moderator")
    permission = Permission.objects.get(codename="view_auditentry")
    rights: dict[str, Any] = {"groups": [group.pk], "user_permissions": [permission.pk]}
    flags = dict.fromkeys(["is_active", "is_staff", "is_superuser"], "on")
    save(office, amber, **flags, **rights)
    save(office, amber)
    subject, on, off = f"user:{amber.pk}", {"from": False, "to": True}, {"from": True, "to": False}
    told = {"username": "amber", "is_staff": on, "is_superuser": on}
    told |= {"groups": {"added": ["Moderator"]}, "permissions": {"added": ["view_auditentry"]}}
    gone = {"username": "amber", **dict.fromkeys(flags, off)}
    gone |= {"groups": {"removed": ["Moderator"]}, "permissions": {"removed": ["view_auditentry"]}}
    assert written() == [("user.rights", subject, told), ("user.rights", subject, gone)]


def test_what_changes_nothing_is_not_written_and_a_new_name_or_account_is_told(office, amber):
    save(office, amber, is_active="on")
    save(office, amber, is_active="on")
    office.post(page("accounts_user_change", amber.pk), {"username": ""})
    office.get(page("accounts_user_history", amber.pk))
    assert written() == []
    save(office, amber, username="ambrosia", is_active="on")
    form = {"username": "birch", "password1": NEW, "password2": NEW, "usable_password": "true"}
    office.post(page("accounts_user_add"), form)
    birch = User.objects.get(username="birch")
    assert written() == [
        ("user.rights", f"user:{amber.pk}", {"username": "ambrosia", "renamed_from": "amber"}),
        ("user.add", f"user:{birch.pk}", {"username": "birch", "is_active": True}),
    ]


@pytest.mark.parametrize(
    "form",
    [
        {"password1": NEW, "password2": NEW, "usable_password": "true", "set-password": "1"},
        {"usable_password": "false", "unset-password": "1"},
    ],
)
def test_the_password_form_tells_that_and_nothing_more(office, amber, form):
    old = amber.password
    answer = office.post(page("auth_user_password_change", amber.pk), form)
    assert answer.status_code == 302
    amber.refresh_from_db()
    assert amber.password != old
    assert written() == [("user.password", f"user:{amber.pk}", {"username": "amber"})]
    wrong = {"password1": NEW, "password2": "another", "usable_password": "true"}
    office.post(page("auth_user_password_change", amber.pk), wrong)
    assert len(written()) == 1


@pytest.mark.parametrize("across", ["0", "1"])
def test_deleting_from_the_list_or_a_page_tells_each(office, root, amber, across):
    birch = User.objects.create_user("birch")
    chosen = {
        "action": "delete_selected",
        ACTION_CHECKBOX_NAME: [amber.pk, birch.pk],
        "select_across": across,
        "post": "yes",
    }
    query = "?is_superuser__exact=0" if across == "1" else ""
    office.post(page("accounts_user_changelist") + query, chosen)
    cedar = User.objects.create_user("cedar")
    office.post(page("accounts_user_delete", cedar.pk), {"post": "yes"})
    assert [entry[1:] for entry in written()] == [
        (f"user:{user}", {"username": name})
        for user, name in [(amber.pk, "amber"), (birch.pk, "birch"), (cedar.pk, "cedar")]
    ]
    assert {entry[0] for entry in written()} == {"user.delete"}


@pytest.mark.parametrize("spelling", ["+{}", "{}_0", "_2B{}", "\u0660{}"])
def test_keys_in_any_spelling_are_watched(office, root, spelling):
    """Django finds the account by `int(unquote(key))`, which takes more than digits."""
    number = 50 if "_0" in spelling else 5  # what "5_0" means
    amber = User.objects.create_user("amber", pk=number)
    key = spelling.format(5)
    address = page("accounts_user_changelist")
    saved = office.post(f"{address}{key}/change/", {"username": "amber", "is_staff": "on"})
    amber.refresh_from_db()
    new = {"password1": NEW, "password2": NEW, "usable_password": "true", "set-password": "1"}
    office.post(f"{address}{key}/password/", new)
    office.post(f"{address}{key}/delete/", {"post": "yes"})
    assert saved.status_code == 302
    assert not User.objects.filter(pk=number).exists()
    told = [(action, subject) for action, subject, _data in written()]
    deeds = ("user.rights", "user.password", "user.delete")
    assert told == [(deed, f"user:{number}") for deed in deeds]


@pytest.mark.parametrize(("chosen", "across"), [("0_5", "0"), ("0", "01")])
def test_rows_chosen_in_any_spelling_are_watched(office, root, chosen, across):
    User.objects.create_user("amber", pk=5)
    form = {"action": "delete_selected", ACTION_CHECKBOX_NAME: [chosen], "post": "yes"}
    query = "?is_superuser__exact=0"
    office.post(page("accounts_user_changelist") + query, form | {"select_across": across})
    assert written() == [("user.delete", "user:5", {"username": "amber"})]


def test_any_action_of_the_list_that_changes_rights_is_told(office, amber, monkeypatch):
    def promote(_admin: Any, _request: Any, queryset: Any) -> None:
        queryset.update(is_staff=True)

    monkeypatch.setattr(PersonAdmin, "actions", [promote])
    birch = User.objects.create_user("birch")
    for across, chosen in (("0", [amber.pk]), ("1", [amber.pk])):
        form = {"action": "promote", ACTION_CHECKBOX_NAME: chosen, "select_across": across}
        office.post(page("accounts_user_changelist"), form)
    change = {"is_staff": {"from": False, "to": True}}
    assert written() == [
        ("user.rights", f"user:{user.pk}", {"username": user.username, **change})
        for user in (amber, birch)
    ]


def test_a_list_with_fields_in_it_is_watched_too(office, root, amber, monkeypatch):
    monkeypatch.setattr(PersonAdmin, "list_editable", ["is_staff"])
    monkeypatch.setattr(PersonAdmin, "ordering", ["pk"])
    form = {"form-TOTAL_FORMS": 2, "form-INITIAL_FORMS": 2, "_save": "1"}
    for number, user in enumerate((root, amber)):
        form |= {f"form-{number}-id": user.pk, f"form-{number}-is_staff": "on"}
    office.post(page("accounts_user_changelist"), form)
    [(action, subject, _data)] = written()
    assert (action, subject) == ("user.rights", f"user:{amber.pk}")


def test_what_becomes_of_a_group_is_told(office, amber):
    office.post(page("auth_group_add"), {"name": "Helpers"})
    group = Group.objects.get()
    amber.groups.add(group)
    office.post(page("auth_group_change", group.pk), {"name": "Moderator"})
    office.post(page("auth_group_delete", group.pk), {"post": "yes"})
    assert [
        (action, subject, data["name"], data["members"]) for action, subject, data in written()
    ] == [
        ("group.add", f"group:{group.pk}", "Helpers", []),
        ("group.change", f"group:{group.pk}", "Moderator", ["amber"]),
        ("group.delete", f"group:{group.pk}", "Moderator", ["amber"]),
    ]
