import django.db.models.deletion
import django.utils.timezone
import games.matches.identifiers
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('matches', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='CalendarFeed',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='calendar_feed', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=64)),
                ('day', models.DateField()),
                ('rules_version', models.PositiveIntegerField()),
                ('options', models.JSONField(default=dict)),
                ('told_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('deal', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='challenge', to='matches.deal')),
            ],
        ),
        migrations.CreateModel(
            name='OwnData',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked_at', models.DateTimeField()),
                ('touched_at', models.DateTimeField()),
                ('ready_at', models.DateTimeField(null=True)),
                ('matches', models.PositiveIntegerField()),
                ('matches_done', models.PositiveIntegerField(default=0)),
                ('last_seat', models.BigIntegerField(default=0)),
                ('pieces_made', models.PositiveIntegerField(default=0)),
                ('size', models.PositiveBigIntegerField(default=0)),
                ('directory', models.BinaryField(default=bytes)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='own_data', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='OwnDataPiece',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('content', models.BinaryField()),
                ('of', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pieces', to='lobby.owndata')),
            ],
        ),
        migrations.CreateModel(
            name='Run',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=64)),
                ('board', models.CharField(blank=True, default='', max_length=64)),
                ('score', models.IntegerField()),
                ('ties', models.IntegerField(default=0)),
                ('ended_at', models.DateTimeField()),
                ('day', models.DateField()),
                ('week', models.DateField()),
                ('best_of_day', models.BooleanField(default=False)),
                ('best_of_week', models.BooleanField(default=False)),
                ('best_ever', models.BooleanField(default=False)),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='run', to='matches.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='runs', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-score', 'ties', 'ended_at', 'match_id'],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=games.matches.identifiers.public_id, editable=False, max_length=16, unique=True)),
                ('game', models.CharField(max_length=64)),
                ('options', models.JSONField(default=dict)),
                ('clock', models.JSONField(blank=True, null=True)),
                ('absence', models.JSONField(blank=True, null=True)),
                ('reliable', models.PositiveSmallIntegerField(default=0)),
                ('private', models.BooleanField(default=False)),
                ('practice', models.BooleanField(default=False)),
                ('status', models.CharField(choices=[('open', 'waiting for players'), ('started', 'playing'), ('closed', 'closed')], default='open', max_length=8)),
                ('first', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('quick', models.BooleanField(default=False)),
                ('pace', models.CharField(choices=[('live', 'live'), ('days', 'over days'), ('none', 'no clock')], default='none', max_length=4)),
                ('size', models.PositiveSmallIntegerField(default=0)),
                ('free', models.PositiveSmallIntegerField(default=0)),
                ('ai_seats', models.PositiveSmallIntegerField(default=0)),
                ('starts_at', models.DateTimeField(blank=True, null=True)),
                ('held', models.BooleanField(default=False)),
                ('listed', models.GeneratedField(db_persist=True, expression=models.ExpressionWrapper(models.Q(('private', False), ('rematch_of', None)), output_field=models.BooleanField()), output_field=models.BooleanField())),
                ('touched_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('fork_step', models.PositiveIntegerField(blank=True, null=True)),
                ('fork_seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('client_id', models.CharField(blank=True, default='', max_length=64)),
                ('asked', models.CharField(blank=True, default='', max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('barred', models.ManyToManyField(blank=True, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('deal', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='table', to='matches.deal')),
                ('fork_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='fork_tables', to='matches.match')),
                ('host', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hosted_tables', to=settings.AUTH_USER_MODEL)),
                ('match', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='table', to='matches.match')),
                ('rematch_of', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rematch', to='matches.match')),
            ],
        ),
        migrations.CreateModel(
            name='QuickTicket',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('games', models.JSONField()),
                ('paces', models.JSONField()),
                ('least', models.PositiveSmallIntegerField(default=2)),
                ('most', models.PositiveSmallIntegerField(default=6)),
                ('offer_ai_at', models.DateTimeField(null=True)),
                ('wants_ai', models.BooleanField(default=False)),
                ('seen_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('seated', 'seated'), ('left', 'left')], default='waiting', max_length=7)),
                ('game', models.CharField(blank=True, default='', max_length=64)),
                ('pace', models.CharField(blank=True, default='', max_length=16)),
                ('created_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='quick_tickets', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='quick_tickets', to='lobby.table')),
            ],
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('declined', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='lobby.table')),
            ],
        ),
        migrations.CreateModel(
            name='TableSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField()),
                ('ai_level', models.CharField(blank=True, default='', max_length=8)),
                ('role', models.CharField(blank=True, default='', max_length=32)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='lobby.table')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='table_seats', to=settings.AUTH_USER_MODEL)),
                ('wants', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='wanted_by', to='lobby.tableseat')),
            ],
            options={
                'ordering': ['index'],
            },
        ),
        migrations.CreateModel(
            name='Try',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('score', models.IntegerField(null=True)),
                ('ties', models.IntegerField(default=0)),
                ('ended_at', models.DateTimeField(null=True)),
                ('challenge', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tries', to='lobby.challenge')),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='try_of', to='matches.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tries', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-score', 'ties', 'ended_at', 'match_id'],
            },
        ),
        migrations.AddConstraint(
            model_name='challenge',
            constraint=models.UniqueConstraint(fields=('game', 'day'), name='one_challenge_a_day'),
        ),
        migrations.AddConstraint(
            model_name='owndatapiece',
            constraint=models.UniqueConstraint(fields=('of', 'number'), name='one_piece_per_number'),
        ),
        migrations.AddIndex(
            model_name='run',
            index=models.Index(condition=models.Q(('best_of_day', True)), fields=['game', 'board', 'day', '-score', 'ties', 'ended_at', 'match'], name='runs_of_a_day'),
        ),
        migrations.AddIndex(
            model_name='run',
            index=models.Index(condition=models.Q(('best_of_week', True)), fields=['game', 'board', 'week', '-score', 'ties', 'ended_at', 'match'], name='runs_of_a_week'),
        ),
        migrations.AddIndex(
            model_name='run',
            index=models.Index(condition=models.Q(('best_ever', True)), fields=['game', 'board', '-score', 'ties', 'ended_at', 'match'], name='runs_of_all_time'),
        ),
        migrations.AddIndex(
            model_name='run',
            index=models.Index(fields=['user', 'game', 'board', '-ended_at'], name='runs_of_a_person'),
        ),
        migrations.AddConstraint(
            model_name='run',
            constraint=models.UniqueConstraint(condition=models.Q(('best_of_day', True)), fields=('user', 'game', 'board', 'day'), name='one_best_run_a_day'),
        ),
        migrations.AddConstraint(
            model_name='run',
            constraint=models.UniqueConstraint(condition=models.Q(('best_of_week', True)), fields=('user', 'game', 'board', 'week'), name='one_best_run_a_week'),
        ),
        migrations.AddConstraint(
            model_name='run',
            constraint=models.UniqueConstraint(condition=models.Q(('best_ever', True)), fields=('user', 'game', 'board'), name='one_best_run_ever'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['-created_at', '-id', 'listed', 'status', 'game'], name='table_newest'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['status', 'created_at'], name='table_by_status'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('status', 'open')), fields=['touched_at'], name='table_by_last_touch'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('starts_at__isnull', False)), fields=['starts_at'], name='table_by_start'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(condition=models.Q(('client_id', ''), _negated=True), fields=('host', 'client_id'), name='table_opened_once'),
        ),
        migrations.AddIndex(
            model_name='quickticket',
            index=models.Index(condition=models.Q(('status', 'waiting')), fields=['created_at'], name='ticket_by_age'),
        ),
        migrations.AddIndex(
            model_name='quickticket',
            index=models.Index(condition=models.Q(('ended_at__isnull', False)), fields=['-ended_at'], name='ticket_by_end'),
        ),
        migrations.AddConstraint(
            model_name='quickticket',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'waiting')), fields=('user',), name='one_waiting_ticket_a_person'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(fields=('table', 'user'), name='one_invitation_per_person'),
        ),
        migrations.AddConstraint(
            model_name='tableseat',
            constraint=models.UniqueConstraint(fields=('table', 'index'), name='one_table_seat_per_index'),
        ),
        migrations.AddConstraint(
            model_name='tableseat',
            constraint=models.UniqueConstraint(fields=('table', 'user'), name='one_table_seat_per_user'),
        ),
        migrations.AddIndex(
            model_name='try',
            index=models.Index(condition=models.Q(('score__isnull', False)), fields=['challenge', '-score', 'ties', 'ended_at', 'match'], name='tries_by_score'),
        ),
        migrations.AddConstraint(
            model_name='try',
            constraint=models.UniqueConstraint(fields=('challenge', 'user'), name='one_try_per_person'),
        ),
    ]
