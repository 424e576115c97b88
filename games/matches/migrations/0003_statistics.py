from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0002_follow_ups"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="statistics",
            field=models.JSONField(default=dict),
        ),
    ]
