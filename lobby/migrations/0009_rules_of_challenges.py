from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("lobby", "0008_challenges"),
    ]

    operations = [
        migrations.AddField(
            model_name="challenge",
            name="rules_version",
            field=models.PositiveIntegerField(default=1),  # no other has been played so far
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="challenge",
            name="told_at",
            field=models.DateTimeField(null=True),
        ),
    ]
