from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='turn_slow',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
