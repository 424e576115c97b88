import toolbox.prefix_search
import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('shown_name', models.CharField(blank=True, default='', max_length=32, verbose_name='name shown')),
                ('time_zone', models.CharField(blank=True, default='', max_length=64, verbose_name='time zone')),
                ('theme', models.CharField(blank=True, choices=[('', 'as the device'), ('light', 'light'), ('dark', 'dark')], default='', max_length=5, verbose_name='theme')),
                ('confirm_moves', models.BooleanField(default=True, verbose_name='confirm moves')),
                ('telling_speed', models.CharField(choices=[('careful', 'careful'), ('normal', 'normal'), ('fast', 'fast'), ('at-once', 'all at once')], default='normal', max_length=7, verbose_name="speed of others’ moves")),
                ('sounds', models.BooleanField(default=True, verbose_name='sounds')),
                ('blink', models.BooleanField(default=True, verbose_name='blinking title')),
                ('show_presence', models.BooleanField(default=True, verbose_name='others see that I am here')),
                ('banned_until', models.DateTimeField(editable=False, null=True)),
                ('warned', models.BooleanField(default=False, editable=False)),
                ('reliability', models.PositiveSmallIntegerField(editable=False, null=True)),
                ('is_guest', models.BooleanField(default=False, editable=False)),
                ('seen_at', models.DateTimeField(editable=False, null=True)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='ClosedName',
            fields=[
                ('digest', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('closed_at', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='Conversation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=80, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name='Availability',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='availability', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('night', models.JSONField(blank=True, null=True)),
                ('free_days', models.JSONField(default=list)),
                ('vacations', models.JSONField(default=list)),
            ],
            options={
                'verbose_name_plural': 'availabilities',
            },
        ),
        migrations.CreateModel(
            name='NoticeChoices',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='notice_choices', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('events', models.JSONField(default=dict)),
                ('digest_hour', models.PositiveSmallIntegerField(default=18)),
            ],
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('actor_id', models.BigIntegerField(null=True)),
                ('actor', models.CharField(max_length=150)),
                ('action', models.CharField(max_length=40)),
                ('subject', models.CharField(max_length=80)),
                ('reason', models.CharField(blank=True, default='', max_length=500)),
                ('data', models.JSONField(default=dict)),
                ('previous', models.CharField(max_length=64, unique=True)),
                ('hash', models.CharField(max_length=64)),
            ],
            options={
                'verbose_name_plural': 'audit entries',
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['subject', 'id'], name='audit_by_subject'), models.Index(fields=['actor_id', 'id'], name='audit_by_actor'), models.Index(toolbox.prefix_search.Folded('actor'), models.F('id'), name='audit_by_name'), models.Index(fields=['action', 'id'], name='audit_by_action')],
            },
        ),
        migrations.CreateModel(
            name='GuestAddress',
            fields=[
                ('digest', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('made', models.JSONField(default=list)),
                ('used_at', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(fields=['used_at'], name='guest_address_by_use')],
            },
        ),
        migrations.AddField(
            model_name='user',
            name='guest_address',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='guests', to='accounts.guestaddress'),
        ),
        migrations.CreateModel(
            name='Look',
            fields=[
                ('key', models.CharField(max_length=150, primary_key=True, serialize=False)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='looks', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=500)),
                ('phrase', models.BooleanField(default=False)),
                ('topic', models.JSONField(default=None, null=True)),
                ('at', models.DateTimeField()),
                ('hidden', models.BooleanField(default=False)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to=settings.AUTH_USER_MODEL)),
                ('conversation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='accounts.conversation')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Mute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mutes', to=settings.AUTH_USER_MODEL)),
                ('muted', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='muted_by', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Name',
            fields=[
                ('key', models.CharField(max_length=150, primary_key=True, serialize=False)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='names', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=120)),
                ('event', models.CharField(choices=[('turn', 'your turn'), ('deadline', 'time is running out'), ('caretaker', 'a computer player took over'), ('invitation', 'an invitation'), ('table', 'news of your table'), ('over', 'a match is over'), ('message', 'a message'), ('undo', 'a step is to be taken back'), ('vote', 'a question to everyone at a match'), ('nudge', 'a nudge'), ('portal', 'news from the people who run this portal')], default='portal', max_length=12)),
                ('text', models.CharField(max_length=300)),
                ('params', models.JSONField(default=dict)),
                ('link', models.CharField(blank=True, default='', max_length=200)),
                ('quiet', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField()),
                ('read_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(max_length=12)),
                ('state', models.CharField(choices=[('queued', 'waiting'), ('sent', 'on its way'), ('accepted', 'accepted'), ('failed', 'failed'), ('dropped', 'not sent')], default='queued', max_length=8)),
                ('message_id', models.CharField(max_length=120)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('queued_at', models.DateTimeField()),
                ('due_at', models.DateTimeField()),
                ('sent_at', models.DateTimeField(null=True)),
                ('settled_at', models.DateTimeField(null=True)),
                ('said', models.CharField(blank=True, default='', max_length=200)),
                ('notice', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='accounts.notice')),
            ],
            options={
                'verbose_name': 'delivery of a notice',
                'verbose_name_plural': 'deliveries of notices',
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('said', models.CharField(blank=True, default='', max_length=500)),
                ('place', models.CharField(blank=True, default='', max_length=80)),
                ('reason', models.CharField(max_length=500)),
                ('status', models.CharField(choices=[('open', 'open'), ('upheld', 'upheld'), ('dismissed', 'dismissed')], default='open', max_length=9)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('handled_at', models.DateTimeField(null=True)),
                ('decision', models.CharField(blank=True, default='', max_length=500)),
                ('about', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports_about', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports_made', to=settings.AUTH_USER_MODEL)),
                ('handled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('message', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='accounts.message')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Sanction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('warning', 'warning'), ('mute', 'mute'), ('ban', 'ban')], max_length=7)),
                ('reason', models.CharField(max_length=500)),
                ('created_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField(null=True)),
                ('lifted_at', models.DateTimeField(null=True)),
                ('seen_at', models.DateTimeField(null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('report', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='sanctions', to='accounts.report')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sanctions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Appeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=1000)),
                ('status', models.CharField(choices=[('open', 'open'), ('lifted', 'ban lifted'), ('kept', 'ban kept'), ('ended', 'ban over')], default='open', max_length=6)),
                ('created_at', models.DateTimeField()),
                ('handled_at', models.DateTimeField(null=True)),
                ('answer', models.CharField(blank=True, default='', max_length=500)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='appeals', to=settings.AUTH_USER_MODEL)),
                ('handled_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['status', 'id'], name='appeal_by_status')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('by',), name='one_open_appeal')],
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocked_by', to=settings.AUTH_USER_MODEL)),
                ('blocker', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('blocker', 'blocked'), name='one_block_per_pair'), models.CheckConstraint(condition=models.Q(('blocker', models.F('blocked')), _negated=True), name='nobody_blocks_themselves')],
            },
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('is_guest', True)), fields=['seen_at'], name='guest_by_last_visit'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(toolbox.prefix_search.Folded('username'), name='user_by_beginning'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('banned_until__isnull', False)), fields=['banned_until'], name='user_by_end_of_ban'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='one_username_in_any_case', violation_error_message='This name is taken.'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('shown_name'), condition=models.Q(('shown_name', ''), _negated=True), name='one_shown_name_in_any_case', violation_error_message='This name is taken.'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('is_guest', False), models.Q(('is_staff', False), ('is_superuser', False)), _connector='OR'), name='guests_have_no_rights', violation_error_message="A guest can’t have special rights."),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(fields=['conversation', 'id'], name='message_by_place'),
        ),
        migrations.AddConstraint(
            model_name='mute',
            constraint=models.UniqueConstraint(fields=('by', 'muted'), name='one_mute_per_pair'),
        ),
        migrations.AddIndex(
            model_name='name',
            index=models.Index(toolbox.prefix_search.Folded('key'), name='name_by_beginning'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(fields=('user', 'key'), name='one_notice_per_occasion'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('state__in', ('queued', 'sent'))), fields=['due_at', 'id'], name='delivery_due'),
        ),
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(fields=['message_id'], name='delivery_by_message'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(fields=('notice', 'channel'), name='one_delivery_per_channel'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['status', 'id'], name='report_by_status'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(condition=models.Q(('message__isnull', False)), fields=('by', 'message'), name='one_report_per_message'),
        ),
        migrations.AddIndex(
            model_name='sanction',
            index=models.Index(fields=['user', 'kind'], name='sanction_by_user'),
        ),
    ]
