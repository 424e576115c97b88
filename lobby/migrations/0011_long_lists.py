"""An index in the order of the list of tables."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("lobby", "0010_practice"),
        ("matches", "0012_log_texts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                fields=["-created_at", "-id", "listed", "status", "game"], name="table_newest"
            ),
        ),
    ]
