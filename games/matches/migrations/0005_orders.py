from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0004_replaced"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="order",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="step",
            name="kind",
            field=models.CharField(
                choices=[
                    ("setup", "setup"),
                    ("action", "action"),
                    ("undo", "taken back"),
                    ("time-out", "time ran out"),
                    ("order", "standing order"),
                    ("control", "control"),
                    ("admin", "administration"),
                ],
                max_length=8,
            ),
        ),
    ]
