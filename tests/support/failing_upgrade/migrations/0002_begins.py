from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("toolbox", "0001_was")]
    operations = [migrations.RunSQL("CREATE TABLE upgrade_begins (id integer)")]
