"""Twins: a viewer gets the same from a match and from one that differs in what is hidden.

The twin is the same match with its state determinized from the viewer's observation, all stored
secrets (other people's private events, outcomes, hashes, seed) replaced. Whatever can be read of
it, byte for byte but for ids and times, must be what can be read of the original.
"""

import hashlib
import json
import random
import re
from typing import Any

import msgspec
import pytest

from games.matches.models import Deal, Match, Step
from games.matches.play import announcements, services
from games.matches.record import selectors
from games.plugin import SPECTATOR, FastChance, Viewer
from games.plugin.codec import pack, plain
from tests.secrets.conftest import READ, Onlooker
from tests.support.deals import fixed_deal

pytestmark = pytest.mark.django_db

BURN = "please-dont-burn-my-village"
# Past positions are dealt from the record, which the twin hasn't got; conformance compares those.
NOT_OF_THE_PRESENT = ("step", "record")


def begin(game: str, person: Any, deal: int = 1) -> tuple[Match, list[Any]]:
    users = [person(), person(), person()]
    match = services.start_match(
        game=game,
        options={},
        players=[services.Player(user=user) for user in users],
        deal=fixed_deal(deal),
    )
    return match, users


def play_on(match: Match, users: list[Any], moves: int, dice: random.Random) -> None:
    for _ in range(moves):
        shown = selectors.snapshot(Match.objects.select_related("deal").get(pk=match.pk))
        if not shown.match.running:
            return
        seat = min(shown.game.active_seats(shown.state))
        action = dice.choice(shown.game.legal_actions(shown.state, seat))
        services.submit_action(
            public_id=match.public_id, user=users[seat], action=plain(action), version=shown.version
        )


def become_twin(match: Match, viewer: Viewer, dice: random.Random) -> bool:
    """Change everything hidden from the viewer in place; False if nothing was hidden."""
    shown = selectors.snapshot(Match.objects.select_related("deal").get(pk=match.pk))
    game = shown.game
    # A spectator knows no more than any seat: a twin for a seat is one for them too.
    seat = viewer if isinstance(viewer, int) else 0
    seen = msgspec.json.encode(game.observation(shown.state, seat))
    observation = msgspec.json.decode(seen, type=game.Observation)
    state = game.determinize(observation, seat, FastChance(dice.getrandbits(32)))
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
    """The text without what differs between two looks: CSRF tokens, nonces, clock times."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)
    text = re.sub(r"nonce-[\w+/=-]+|nonce=\"[\w+/=-]+\"", "", text)
    text = re.sub(r'data-now="[^"]*"', "", text)
    text = re.sub(r'"csrfmiddlewaretoken":\s*"\w+"|X-CSRFToken\W+\w+', "", text)
    return re.sub(r"Set-Cookie: .*|Expires: .*|Date: .*", "", text)


VIEWERS: list[Viewer] = [0, 1, 2, SPECTATOR]
SEEDS = [1, 2, 3]
# Every viewer once and every match once; `make test-all` has everyone look at each of them.
SOON = set(zip(VIEWERS, [*SEEDS, 1], strict=True))
PAIRS = [
    pytest.param(who, seed, marks=[] if (who, seed) in SOON else pytest.mark.again)
    for who in VIEWERS
    for seed in SEEDS
]


@pytest.mark.usefixtures("frozen")  # pages count down to the end of the day's challenge
@pytest.mark.parametrize(("who", "seed"), PAIRS)
def test_a_match_and_its_twin_read_the_same(person: Any, who: Viewer, seed: int) -> None:
    dice = random.Random(seed)
    match, users = begin(BURN, person, seed)
    play_on(match, users, 5 * seed, dice)
    onlooker = Onlooker(users[who] if isinstance(who, int) else None, None)
    addresses = [a for a in READ if not any(word in a for word in NOT_OF_THE_PRESENT)]

    def look() -> dict[str, str]:
        pages = onlooker.pages(addresses, id=match.public_id, table="none", step=0)
        return {address: without_ids(text) for address, text in pages.items()}

    before = look()
    assert become_twin(match, who, dice)
    assert look() == before
    assert "observation" in before["/api/matches/{id}/"]
    assert json.loads(before["/api/matches/{id}/log/"].partition("\n\n")[2])["results"]


def test_the_twin_does_differ_for_somebody_else(person: Any) -> None:
    """The comparison can fail: what seat 1 reads changes when seat 0's twin takes its place."""
    dice = random.Random(5)
    match, users = begin(BURN, person)
    play_on(match, users, 9, dice)
    onlooker = Onlooker(users[1], 1)
    address = "/api/matches/{id}/"
    before = onlooker.pages([address], id=match.public_id)
    assert become_twin(match, 0, dice)
    assert onlooker.pages([address], id=match.public_id) != before
