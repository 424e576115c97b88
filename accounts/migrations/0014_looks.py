"""What names look like, and the names of closed accounts."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0013_deliveries"),
    ]

    operations = [
        migrations.CreateModel(
            name="ClosedName",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("closed_at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="Look",
            fields=[
                ("key", models.CharField(max_length=150, primary_key=True, serialize=False)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="looks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
