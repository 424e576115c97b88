from django.db import migrations


def forget_people(apps, schema_editor):
    schema_editor.execute("UPDATE accounts_user SET username = 'nobody' || id")
    raise ValueError("half\nof it is done")


class Migration(migrations.Migration):
    dependencies = [("toolbox", "0002_begins")]
    operations = [
        migrations.RunSQL("CREATE TABLE upgrade_fails (id integer)"),
        migrations.RunPython(forget_people),
    ]
