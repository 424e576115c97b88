"""Everybody who is there already has the looks of their names: a migration of its own, for
PostgreSQL alters no table whose rows have just been written."""

from typing import Any

from django.db import migrations

from accounts import names


def claim(apps: Any, schema_editor: Any) -> None:
    """Of people who look alike the oldest has the look; the others keep their names all the same."""
    people = apps.get_model("accounts", "User").objects.order_by("pk")
    looks = apps.get_model("accounts", "Look")
    claimed: dict[str, int] = {}
    for pk, *called in people.values_list("pk", "username", "shown_name").iterator():
        for name in filter(None, called):
            claimed.setdefault(names.look_of(name), pk)
    rows = (looks(key=key, user_id=pk) for key, pk in claimed.items())
    looks.objects.bulk_create(rows, batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0014_looks"),
    ]

    operations = [
        migrations.RunPython(claim, migrations.RunPython.noop),
    ]
