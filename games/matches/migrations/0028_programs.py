from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0027_imported_at")]

    operations = [
        migrations.AlterField(
            model_name="match",
            name="unranked",
            field=models.CharField(
                blank=True,
                choices=[
                    ("undo", "a step was taken back"),
                    ("token", "a program took part"),
                    ("computer", "a computer player made a move"),
                    ("clock", "time ran out, and a move was made for you"),
                    ("guest", "you began it as a guest"),
                    ("practice", "it is practice"),
                    ("fork", "it goes on from another match"),
                    ("staff", "an administrator ended it"),
                ],
                default="",
                max_length=8,
            ),
        ),
    ]
