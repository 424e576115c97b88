from django.db import migrations, models
from django.db.models.deletion import CASCADE

INDEXES = {
    "seat": "matches_seat_match_id_778e1dae",
    "step": "matches_step_match_id_a70a3c34",
}  # as Django has called them on every database


def without_index(model: str) -> list[migrations.operations.base.Operation]:
    """Drop the column's own index. By SQL, because on SQLite Django would copy the whole table."""
    index, table = INDEXES[model], f"matches_{model}"
    drop = migrations.RunSQL(
        f'DROP INDEX IF EXISTS "{index}"',
        f'CREATE INDEX IF NOT EXISTS "{index}" ON "{table}" ("match_id")',
    )
    altered = migrations.AlterField(
        model_name=model,
        name="match",
        field=models.ForeignKey(
            db_index=False, on_delete=CASCADE, related_name=f"{model}s", to="matches.match"
        ),
    )
    return [migrations.SeparateDatabaseAndState([drop], [altered])]


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0025_pause_ends"),
    ]

    operations = [*without_index("seat"), *without_index("step")]
