from typing import Any

from django.db import migrations, models

from games.plugin.requests import Wish, deed_of


def note(apps: Any, _editor: Any) -> None:
    """Note when pauses end that began before that was kept."""
    matches = apps.get_model("matches", "Match").objects
    for match in matches.filter(paused="consent").only("paused_at", "started_at"):
        begun, wish = match.paused_at or match.started_at, Wish()
        told = match.steps.filter(kind="control", at__gte=begun).order_by("index")
        for index, at, action in told.values_list("index", "at", "action"):
            wish.follow(index, at, deed_of(action))
        matches.filter(pk=match.pk).update(pause_ends=wish.ends(begun))


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0024_forks_in_order"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="pause_ends",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(note, migrations.RunPython.noop),
    ]
