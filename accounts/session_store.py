"""Setting SESSION_ENGINE: Django's sessions, but what a log-in opened ends with it.

Log-out, here or in the administration, and a log-in as somebody else all flush the session.
"""

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db

from accounts import pushes
from toolbox.commits import after_commit


class SessionStore(db.SessionStore):
    def flush(self) -> None:
        user_id = self.get(SESSION_KEY)
        super().flush()
        if user_id is not None:
            after_commit(pushes.check, int(user_id))
