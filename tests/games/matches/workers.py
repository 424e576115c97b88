"""Workers that a test lets work one turn at a time, and the tokens on their queue."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.matches import tasks
from games.matches.models import Match, Step
from games.matches.play.actions import services
from tests.games.matches.conftest import look, play
from tests.support.deals import fixed_deal

FIVE = ("easy",) * 4  # beside a person

Committing = Callable[..., AbstractContextManager[Any]]


class Workers:
    """The queue `ai` as a list, in the order of its messages. What is done within `at_work` is
    committed, so that tokens are sent, and takes a millisecond."""

    def __init__(self, committing: Committing, time: time_machine.Traveller) -> None:
        self.tokens: list[tuple[datetime, tuple[Any, ...]]] = []
        self._committing, self._time = committing, time

    def send(self, args: tuple[Any, ...], countdown: float = 0.0) -> None:
        self.tokens.append((timezone.now() + timedelta(seconds=countdown), tuple(args)))

    @contextmanager
    def at_work(self) -> Iterator[None]:
        with self._committing(execute=True):
            yield
        self._time.shift(0.001)

    def sweep(self, after: timedelta | float = 0) -> None:
        self._time.shift(after)
        with self.at_work():
            tasks.sweep()

    def work(self) -> Match | None:
        """A free worker takes the first token that is due: the match in which it made a step."""
        now = timezone.now()
        token = next((token for token in self.tokens if token[0] <= now), None)
        assert token is not None, "no token is due"
        self.tokens.remove(token)
        return self.run(*token[1])

    def run(self, *args: Any) -> Match | None:
        before = Step.objects.order_by("-pk").values_list("pk", flat=True).first()
        with self.at_work():
            tasks.play_ai_turn(*args)
        made = Step.objects.filter(pk__gt=before, actor__in=["ai:easy", "caretaker"])
        return made.get().match if made else None

    def served(self, turns: int) -> list[Match | None]:
        return [self.work() for _ in range(turns)]


class Portal:
    """People and their matches, begun and moved on as if by their pages."""

    def __init__(self, workers: Workers, person: Callable[..., User], game: str) -> None:
        self.workers, self.person, self.game = workers, person, game

    def begin(self, *players: User | str, **arguments: Any) -> Match:
        seated = [
            services.Player(ai_level=one) if isinstance(one, str) else services.Player(user=one)
            for one in players
        ]
        given = {"game": self.game, "options": {}, "first": 0, "deal": fixed_deal(1)}
        with self.workers.at_work():
            return services.start_match(players=seated, **(given | arguments))

    def moved(self, *players: User | str, **arguments: Any) -> Match:
        match = self.begin(*players, **arguments)
        self.move(match)
        return match

    def move(self, match: Match) -> None:
        with self.workers.at_work():
            play(match, action={"type": "draw"})

    def left(self, user: User) -> Match:
        """One of five seats whose only person has given up: it is played out."""
        match = self.begin(user, *FIVE)
        with self.workers.at_work():
            services.resign(public_id=match.public_id, user=user)
        return match


def laid_out(match: Match) -> bool:
    return look(match).match.turn_due_at is not None


@pytest.fixture
def workers(
    monkeypatch: pytest.MonkeyPatch,
    settings: Any,
    frozen: time_machine.Traveller,
    django_capture_on_commit_callbacks: Committing,
) -> Workers:
    """Workers of their own, as with a broker; time stands still unless a test moves it."""
    settings.CELERY_TASK_ALWAYS_EAGER = False
    made = Workers(django_capture_on_commit_callbacks, frozen)
    monkeypatch.setattr(tasks.play_ai_turn, "apply_async", made.send)
    return made
