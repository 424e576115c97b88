"""Texts of logs to be searched, and an index of their words.

Those of matches that are over already are made by the sweeper, `A_SECOND` of them from then on, the
newest first: this migration only asks for them, and nobody waits.
"""

from datetime import timedelta

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone

import games.matches.word_index

A_SECOND = 20
AT_ONCE = 2_000  # rows that are written together
TASK = "games.matches.tasks.keep_log_text"


def ask_for_texts(apps, schema_editor):
    match, follow_up = (apps.get_model("matches", name) for name in ("Match", "FollowUp"))
    over = match.objects.exclude(finished_at=None).order_by("-started_at", "-pk")
    now, asked = timezone.now(), []
    for count, key in enumerate(over.values_list("pk", flat=True)):
        due = now + timedelta(seconds=count / A_SECOND)
        asked.append(follow_up(match_id=key, task=TASK, due_at=due))
    follow_up.objects.bulk_create(asked, batch_size=AT_ONCE, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [("matches", "0011_long_lists")]

    operations = [
        migrations.CreateModel(
            name="LogText",
            fields=[
                ("id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("words", models.TextField()),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="log_text",
                        to="matches.match",
                    ),
                ),
            ],
            options={
                "indexes": [
                    games.matches.word_index.WordIndex(fields=["words"], name="log_text_by_word")
                ],
            },
        ),
        migrations.RunPython(ask_for_texts, migrations.RunPython.noop),
    ]
