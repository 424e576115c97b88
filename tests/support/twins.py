"""Twins: a match that differs from another only in things that some viewer can't know.

The twin is the same match with its state determinized from the viewer's observation, and all stored
secrets (other people's private events, outcomes, hashes, seed) replaced. Everything that the viewer
can read must be the same for both, byte for byte except ids and times.
"""

import hashlib
import random
import re
from typing import Any

import msgspec

from games.matches.models import Deal, Match, Step
from games.matches.play.actions import services
from games.matches.play.parts import announcements
from games.matches.record import selectors
from games.plugin import FastChance, Viewer
from games.plugin.codec import pack, plain
from tests.support.matches import started

# Past positions are dealt from the record, which a twin lacks; conformance compares those.
NOT_OF_THE_PRESENT = ("step", "record")


def begin(
    game: str, person: Any, deal: int = 1, seats: int = 3, **more: Any
) -> tuple[Match, list[Any]]:
    """A match of new people. `more`: other arguments of `start_match`."""
    users = [person() for _ in range(seats)]
    return started(*users, game=game, number=deal, **more), users


def play_on(match: Match, users: list[Any], moves: int, dice: random.Random) -> None:
    """Play that many random actions, or until the match is over."""
    for _ in range(moves):
        shown = selectors.snapshot(Match.objects.select_related("deal").get(pk=match.pk))
        if not shown.match.running:
            return
        seat = min(shown.game.active_seats(shown.state))
        action = dice.choice(shown.game.legal_actions(shown.state, seat))
        services.submit_action(
            public_id=match.public_id, user=users[seat], action=plain(action), version=shown.version
        )


def imagined(shown: selectors.Snapshot, viewer: Viewer, dice: random.Random) -> Any:
    """A state that looks the same to this viewer, with everything hidden drawn anew."""
    game = shown.game
    # A spectator knows no more than any seat: a twin for a seat is a twin for spectators, too.
    seat = viewer if isinstance(viewer, int) else 0
    seen = msgspec.json.encode(game.observation(shown.state, seat))
    observation = msgspec.json.decode(seen, type=game.Observation)
    return game.determinize(observation, seat, FastChance(dice.getrandbits(32)))


def become_twin(match: Match, viewer: Viewer, dice: random.Random) -> bool:
    """Change everything hidden from the viewer in place; False if nothing was hidden."""
    shown = selectors.snapshot(Match.objects.select_related("deal").get(pk=match.pk))
    state = imagined(shown, viewer, dice)
    deal = Deal.objects.create(seed=dice.randbytes(32), commitment=shown.match.deal.commitment)
    Match.objects.filter(pk=match.pk).update(
        state=pack(state), deal=deal, last_hash="0" * 64, chance_counters={"deck": 10_000}
    )
    for step in match.steps.all():
        for event in step.events:
            for owner in list(event.get("private", {})):
                if owner != str(viewer):
                    event["private"][owner] = {
                        name: _other(value) for name, value in event["private"][owner].items()
                    }
        name = hashlib.sha256(f"{match.pk}/{step.index}/{viewer}".encode()).hexdigest()
        hidden = {"outcomes": [], "state_hash": "1" * 64, "hash": name}
        Step.objects.filter(pk=step.pk).update(events=step.events, **hidden)
    announcements.recent.forget(match.public_id)
    return pack(state) != pack(shown.state)


def _other(value: Any) -> Any:
    kinds = ["sword", "scroll", "feather", "potion", "axe", "crown", "wild"]
    return kinds[(kinds.index(value) + 1) % len(kinds)] if value in kinds else value


def without_ids(text: str) -> str:
    """The text without parts that differ between two reads: CSRF tokens, nonces, clock times."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)
    text = re.sub(r"nonce-[\w+/=-]+|nonce=\"[\w+/=-]+\"", "", text)
    text = re.sub(r'data-now="[^"]*"', "", text)
    text = re.sub(r'"csrfmiddlewaretoken":\s*"\w+"|X-CSRFToken\W+\w+', "", text)
    return re.sub(r"Set-Cookie: .*|Expires: .*|Date: .*", "", text)
