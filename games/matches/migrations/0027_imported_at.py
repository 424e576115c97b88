from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0026_one_index_for_the_match"),
    ]

    operations = [
        migrations.AddField("match", "imported_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("match", "stepped_at", models.DateTimeField(blank=True, null=True)),
    ]
