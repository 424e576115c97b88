"""Setting SESSION_ENGINE: Django's sessions; flushing one also closes what its log-in opened.

Log-out, here or in the administration, and log-in as another person all flush the session.
"""

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db

from accounts import pushes
from toolbox.commits import after_commit


class SessionStore(db.SessionStore):
    def __init__(self, session_key: str | None = None) -> None:
        """Ignore a cookie that can't be a key: "\\000" in it is a NUL, which PostgreSQL refuses."""
        super().__init__(session_key if session_key and session_key.isalnum() else None)

    def flush(self) -> None:
        user_id = self.get(SESSION_KEY)
        super().flush()
        if user_id is not None:
            after_commit(pushes.check, int(user_id))
