"""Indexes in the orders of long lists, and of the names in them."""

from django.db import migrations, models

import accounts.beginnings


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0008_guests"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="auditentry",
            index=models.Index(
                accounts.beginnings.Folded("actor"), models.F("id"), name="audit_by_name"
            ),
        ),
        migrations.AddIndex(
            model_name="auditentry",
            index=models.Index(fields=["action", "id"], name="audit_by_action"),
        ),
        migrations.AddIndex(
            model_name="name",
            index=models.Index(accounts.beginnings.Folded("key"), name="name_by_beginning"),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(accounts.beginnings.Folded("username"), name="user_by_beginning"),
        ),
    ]
