"""Makes matches of people in the portal's database and prints ids and tokens as JSON."""

import json
import os
import sys
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
os.environ.setdefault("SITE_URL", "http://localhost")  # pages are rendered without a server

import django

django.setup()  # before anything that imports models

from django.contrib.auth import (  # noqa: E402
    BACKEND_SESSION_KEY,
    HASH_SESSION_KEY,
    SESSION_KEY,
)
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402

from accounts.models import User  # noqa: E402
from accounts.services import issue_token  # noqa: E402
from games.matches.play import services  # noqa: E402

GAME = "please-dont-burn-my-village"


def prepared(matches: int, seats: int, game: str = GAME) -> list[dict[str, Any]]:
    """New matches of new people: the id of each, and the seats' tokens and sessions."""
    made = []
    for number in range(matches):
        people = [User.objects.create(username=f"load{number}-{seat}") for seat in range(seats)]
        match = services.start_match(
            game=game,
            options={},
            players=[services.Player(user=user) for user in people],
            deal=services.open_deal(),
        )
        tokens = [issue_token(user=user) for user in people]
        sessions = [session_of(user) for user in people]
        made.append({"id": match.public_id, "tokens": tokens, "sessions": sessions})
    return made


def session_of(user: User) -> str:
    """The cookie of a browser that this person has logged in with."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "accounts.authentication.NameOrEmailBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return str(session.session_key)


if __name__ == "__main__":
    print(json.dumps(prepared(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])))
