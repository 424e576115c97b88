"""Indexes in the orders of long lists, and of the names in them."""

from django.conf import settings
from django.db import migrations, models

import accounts.beginnings


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0010_practice"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="match",
            name="match_by_game",
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                fields=[
                    "-started_at",
                    "-id",
                    "status",
                    "paused",
                    "game",
                    "visibility",
                    "embargo_until",
                ],
                name="match_newest",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                fields=["game", "-started_at", "-id", "status", "visibility", "embargo_until"],
                name="match_newest_of_game",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                fields=[
                    "status",
                    "-started_at",
                    "-id",
                    "paused",
                    "game",
                    "visibility",
                    "embargo_until",
                ],
                name="match_newest_in_state",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                fields=["embargo_until"],
                condition=models.Q(("embargo_until__isnull", False)),
                name="match_by_opening",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                models.F("user"),
                models.F("ai_level"),
                accounts.beginnings.Folded("name"),
                condition=models.Q(("ai_level", ""), ("user", None)),
                name="seat_of_the_deleted",
            ),
        ),
        migrations.AddIndex(
            model_name="step",
            index=models.Index(fields=["kind", "id"], name="step_by_kind"),
        ),
    ]
