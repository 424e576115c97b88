import toolbox.prefix_search
import django.db.models.deletion
import games.matches.identifiers
import games.matches.word_index
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Deal',
            fields=[
                ('id', models.UUIDField(default=games.matches.identifiers.uuid7, editable=False, primary_key=True, serialize=False)),
                ('seed', models.BinaryField(max_length=32)),
                ('commitment', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('away', models.JSONField(default=list)),
                ('moved_to', models.UUIDField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.UUIDField(default=games.matches.identifiers.uuid7, editable=False, primary_key=True, serialize=False)),
                ('public_id', models.CharField(default=games.matches.identifiers.public_id, editable=False, max_length=16, unique=True)),
                ('game', models.CharField(max_length=64)),
                ('rules_version', models.PositiveIntegerField()),
                ('state_schema', models.PositiveIntegerField()),
                ('options', models.JSONField(default=dict)),
                ('seating', models.JSONField()),
                ('origin_step', models.PositiveIntegerField(blank=True, null=True)),
                ('opening_seats', models.JSONField()),
                ('clock', models.JSONField(blank=True, null=True)),
                ('absence', models.JSONField(blank=True, null=True)),
                ('unranked', models.CharField(blank=True, choices=[('undo', 'a step was taken back'), ('token', 'a program took part'), ('computer', 'a computer player made a move'), ('clock', 'time ran out, and a move was made for you'), ('guest', 'you began it as a guest'), ('practice', 'it is practice'), ('fork', 'it goes on from another match'), ('staff', 'an administrator ended it')], default='', max_length=8)),
                ('visibility', models.CharField(choices=[('public', 'public'), ('private', 'private')], default='public', max_length=8)),
                ('embargo_until', models.DateTimeField(blank=True, null=True)),
                ('status', models.CharField(choices=[('active', 'running'), ('finished', 'finished'), ('voided', 'voided')], default='active', max_length=8)),
                ('settled', models.PositiveIntegerField(blank=True, null=True)),
                ('decided', models.PositiveIntegerField(blank=True, null=True)),
                ('paused', models.CharField(blank=True, choices=[('suspended', 'suspended'), ('flagged', 'waiting for an administrator'), ('consent', "waiting for everybody’s consent"), ('resting', 'resting')], default='', max_length=10)),
                ('version', models.PositiveIntegerField(default=0)),
                ('state', models.BinaryField()),
                ('last_hash', models.CharField(max_length=64)),
                ('chance_counters', models.JSONField(default=dict)),
                ('undo', models.JSONField(default=dict)),
                ('request', models.JSONField(blank=True, null=True)),
                ('look_at', models.DateTimeField(blank=True, null=True)),
                ('paused_at', models.DateTimeField(blank=True, null=True)),
                ('pause_ends', models.DateTimeField(blank=True, null=True)),
                ('wake_at', models.DateTimeField(blank=True, null=True)),
                ('acted_at', models.DateTimeField(blank=True, null=True)),
                ('turn_urgency', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('turn_due_at', models.DateTimeField(blank=True, null=True)),
                ('turn_served_at', models.DateTimeField(blank=True, null=True)),
                ('ai_lease_until', models.DateTimeField(blank=True, null=True)),
                ('ai_lease_by', models.CharField(blank=True, default='', max_length=96)),
                ('started_at', models.DateTimeField()),
                ('stepped_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('imported_at', models.DateTimeField(blank=True, null=True)),
                ('result', models.JSONField(blank=True, null=True)),
                ('acted_by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('deal', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='matches', to='matches.deal')),
                ('origin', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='forks', to='matches.match')),
            ],
            options={
                'verbose_name': 'match',
                'verbose_name_plural': 'matches',
            },
        ),
        migrations.CreateModel(
            name='Served',
            fields=[
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='SigningKey',
            fields=[
                ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('since', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name='RecordSignature',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='record_signature', serialize=False, to='matches.match')),
                ('version', models.PositiveIntegerField()),
                ('signature', models.JSONField(null=True)),
                ('told', models.JSONField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='LogText',
            fields=[
                ('id', models.BigIntegerField(primary_key=True, serialize=False)),
                ('words', models.TextField()),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='log_text', to='matches.match')),
            ],
        ),
        migrations.CreateModel(
            name='FollowUp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('task', models.CharField(max_length=120)),
                ('due_at', models.DateTimeField()),
                ('sent', models.PositiveIntegerField(default=1)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='follow_ups', to='matches.match')),
            ],
        ),
        migrations.CreateModel(
            name='Checkpoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveIntegerField()),
                ('state_schema', models.PositiveIntegerField()),
                ('state', models.BinaryField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='checkpoints', to='matches.match')),
            ],
        ),
        migrations.CreateModel(
            name='Notepad',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=4000)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notepads', to='matches.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notepads', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField()),
                ('ai_level', models.CharField(blank=True, default='', max_length=8)),
                ('name', models.CharField(max_length=64)),
                ('role', models.CharField(blank=True, default='', max_length=32)),
                ('caretaker', models.BooleanField(default=False)),
                ('missed', models.PositiveSmallIntegerField(default=0)),
                ('resigned', models.PositiveIntegerField(blank=True, null=True)),
                ('forfeited', models.BooleanField(default=False)),
                ('replaced', models.PositiveIntegerField(blank=True, null=True)),
                ('order', models.JSONField(blank=True, null=True)),
                ('epoch', models.PositiveIntegerField(default=0)),
                ('owes', models.BooleanField(default=False)),
                ('owes_since', models.DateTimeField(blank=True, null=True)),
                ('nudged_at', models.DateTimeField(blank=True, null=True)),
                ('decision_version', models.PositiveIntegerField(default=0)),
                ('deadline', models.DateTimeField(blank=True, null=True)),
                ('bank', models.DurationField(blank=True, null=True)),
                ('reckoned', models.JSONField(blank=True, null=True)),
                ('notified_version', models.PositiveIntegerField(blank=True, null=True)),
                ('tell_at', models.DateTimeField(blank=True, null=True)),
                ('outcome', models.CharField(blank=True, default='', max_length=8)),
                ('rank', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('score', models.IntegerField(blank=True, null=True)),
                ('statistics', models.JSONField(default=dict)),
                ('erased', models.BooleanField(default=False)),
                ('stayed', models.BooleanField(blank=True, null=True)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='matches.match')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='match_seats', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['index'],
            },
        ),
        migrations.CreateModel(
            name='SeatVisit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('began_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='visits', to='matches.match')),
            ],
        ),
        migrations.CreateModel(
            name='Step',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveIntegerField()),
                ('base', models.PositiveIntegerField(null=True)),
                ('kind', models.CharField(choices=[('setup', 'setup'), ('action', 'action'), ('undo', 'taken back'), ('time-out', 'time ran out'), ('order', 'standing order'), ('control', 'control'), ('admin', 'administration')], max_length=8)),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('actor', models.CharField(max_length=16)),
                ('action', models.JSONField(null=True)),
                ('outcomes', models.JSONField(default=list)),
                ('events', models.JSONField(default=list)),
                ('state_hash', models.CharField(max_length=64)),
                ('state_schema', models.PositiveIntegerField()),
                ('hash', models.CharField(max_length=64)),
                ('banks', models.JSONField(null=True)),
                ('client_id', models.CharField(max_length=64, null=True)),
                ('payload_hash', models.CharField(blank=True, default='', max_length=64)),
                ('at', models.DateTimeField()),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='matches.match')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['index'],
            },
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['-started_at', '-id', 'status', 'paused', 'game', 'visibility', 'embargo_until'], name='match_newest'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['game', '-started_at', '-id', 'status', 'visibility', 'embargo_until'], name='match_newest_of_game'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['status', '-started_at', '-id', 'paused', 'game', 'visibility', 'embargo_until'], name='match_newest_in_state'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('embargo_until__isnull', False)), fields=['embargo_until'], name='match_by_opening'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('origin__isnull', False)), fields=['origin', '-started_at', '-id'], name='match_forks'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('wake_at__isnull', False)), fields=['wake_at'], name='match_wake'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('look_at__isnull', False)), fields=['look_at'], name='match_look'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('clock__isnull', False), ('wake_at__isnull', False)), fields=['-id'], name='match_clocked'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('turn_due_at__isnull', False)), fields=['status', 'paused', 'turn_urgency', 'turn_due_at'], name='match_turn_waiting'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('ai_lease_until__isnull', False)), fields=['ai_lease_until'], name='match_turn_taken'),
        ),
        migrations.AddIndex(
            model_name='logtext',
            index=games.matches.word_index.WordIndex(fields=['words'], name='log_text_by_word'),
        ),
        migrations.AddIndex(
            model_name='followup',
            index=models.Index(fields=['due_at'], name='follow_up_by_time'),
        ),
        migrations.AddConstraint(
            model_name='followup',
            constraint=models.UniqueConstraint(fields=('match', 'task'), name='one_follow_up_per_task'),
        ),
        migrations.AddConstraint(
            model_name='checkpoint',
            constraint=models.UniqueConstraint(fields=('match', 'index'), name='one_checkpoint_per_index'),
        ),
        migrations.AddConstraint(
            model_name='notepad',
            constraint=models.UniqueConstraint(fields=('match', 'user'), name='one_notepad_per_person'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('owes', True)), fields=['user'], name='seat_waiting'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('stayed__isnull', False)), fields=['user', '-id'], name='seat_counted'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('tell_at__isnull', False)), fields=['tell_at'], name='seat_to_be_told'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(models.F('user'), models.F('ai_level'), toolbox.prefix_search.Folded('name'), condition=models.Q(('ai_level', ''), ('user', None)), name='seat_of_the_deleted'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('match', 'index'), name='one_seat_per_index'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('match', 'user'), name='one_seat_per_user'),
        ),
        migrations.AddIndex(
            model_name='seatvisit',
            index=models.Index(fields=['match', 'seat', 'ended_at'], name='visit_by_seat'),
        ),
        migrations.AddIndex(
            model_name='seatvisit',
            index=models.Index(fields=['ended_at'], name='visit_by_end'),
        ),
        migrations.AddIndex(
            model_name='step',
            index=models.Index(fields=['kind', 'id'], name='step_by_kind'),
        ),
        migrations.AddConstraint(
            model_name='step',
            constraint=models.UniqueConstraint(fields=('match', 'index'), name='one_step_per_index'),
        ),
        migrations.AddConstraint(
            model_name='step',
            constraint=models.UniqueConstraint(fields=('match', 'seat', 'client_id'), name='one_step_per_client_id'),
        ),
    ]
