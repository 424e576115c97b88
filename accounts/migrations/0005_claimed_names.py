"""Everybody who is there already has their names: a migration of its own, for PostgreSQL alters no
table whose rows have just been written."""

from typing import Any

from django.db import migrations

LENGTH = 150


def claim(apps: Any, schema_editor: Any) -> None:
    """Give everybody the names they have: usernames first, then names shown, the oldest first.

    A name shown that is somebody else's by now is taken off: its owner is shown by their username.
    """
    people = apps.get_model("accounts", "User").objects.order_by("pk")
    claims = apps.get_model("accounts", "Name").objects
    taken: dict[str, int] = {}
    for pk, username in people.values_list("pk", "username").iterator():
        taken.setdefault(username.casefold()[:LENGTH], pk)
    shown = people.exclude(shown_name="").values_list("pk", "shown_name")
    lost = [pk for pk, name in shown if taken.setdefault(name.casefold()[:LENGTH], pk) != pk]
    people.filter(pk__in=lost).update(shown_name="")
    rows = (apps.get_model("accounts", "Name")(key=key, user_id=pk) for key, pk in taken.items())
    claims.bulk_create(rows, batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_names"),
    ]

    operations = [
        migrations.RunPython(claim, migrations.RunPython.noop),
    ]
