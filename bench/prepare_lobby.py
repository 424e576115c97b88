"""Makes people and open tables in the portal's database; prints cookies and a token as JSON."""

import json
import sys

from bench.prepare import GAME, session_of  # first: it sets Django up

from django.db import transaction  # isort: skip

from accounts.models import User
from accounts.services import issue_token
from lobby.tables import services

CLOCKS = [None, {"type": "live", "bank": 600, "increment": 10}, {"type": "move", "seconds": 86_400}]


def main(people: int, tables: int) -> None:
    with transaction.atomic():
        users = User.objects.bulk_create(
            User(username=f"load{number}", password="!") for number in range(people)
        )
        for number in range(tables):
            services.open_table(
                host=users[number % people],
                game=GAME,
                seats=2 + number % 4,
                ai={1: "easy"} if number % 4 > 1 else {},
                clock=CLOCKS[number % len(CLOCKS)],
            )
        guest = User.objects.create(username="guest", password="!")
    with transaction.atomic():
        told = {
            "sessions": [session_of(user) for user in users],
            "guest": issue_token(user=guest),
            "table": services.open_table(host=users[0], game=GAME, seats=3).public_id,
        }
    print(json.dumps(told))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
