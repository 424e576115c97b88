"""Signatures under records, the keys that made them, and names that have to go from records.

Matches that were imported are marked, for this portal doesn't sign them. Names of accounts that
were closed already leave their matches' records: the sweeper asks for `A_SECOND` from then on.
"""

from datetime import timedelta

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q
from django.utils import timezone

A_SECOND = 20
AT_ONCE = 2_000  # rows that are written together
TASK = "games.matches.tasks.sign_record"


def mark_imported(apps, schema_editor):
    """A match that was played here counted the outcomes that it used; no import did."""
    match, step, signature = (
        apps.get_model("matches", name) for name in ("Match", "Step", "RecordSignature")
    )
    dealt = step.objects.exclude(outcomes=[]).values("match")
    found = match.objects.exclude(status="active").filter(chance_counters={}, pk__in=dealt)
    told = found.values_list("pk", "version", "result")
    signature.objects.bulk_create(
        [
            signature(match_id=key, version=version, told={"result": result})
            for key, version, result in told.iterator()
        ],
        batch_size=AT_ONCE,
    )


def ask_for_erasure(apps, schema_editor):
    match, seat, follow_up = (
        apps.get_model("matches", name) for name in ("Match", "Seat", "FollowUp")
    )
    left = Q(user__username__startswith="left-") | Q(user__username__startswith="guest-left-")
    closed = seat.objects.filter(left, user__is_active=False)
    seat.objects.filter(pk__in=closed.values("pk")).update(erased=True)
    over = match.objects.exclude(status="active").filter(seats__erased=True).distinct()
    now = timezone.now()
    follow_up.objects.bulk_create(
        [
            follow_up(match_id=key, task=TASK, due_at=now + timedelta(seconds=count / A_SECOND))
            for count, key in enumerate(over.values_list("pk", flat=True))
        ],
        batch_size=AT_ONCE,
        ignore_conflicts=True,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0013_visits"),
    ]

    operations = [
        migrations.CreateModel(
            name="RecordSignature",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="record_signature",
                        serialize=False,
                        to="matches.match",
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("signature", models.JSONField(null=True)),
                ("told", models.JSONField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="SigningKey",
            fields=[
                ("key", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("since", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.AddField(
            model_name="seat",
            name="erased",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(mark_imported, migrations.RunPython.noop),
        migrations.RunPython(ask_for_erasure, migrations.RunPython.noop),
    ]
