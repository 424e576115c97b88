from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0003_statistics"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="replaced",
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
    ]
