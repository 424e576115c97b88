"""What goes on from a match knows of it what one seat knew, and tells that to that seat alone."""

import random
from typing import Any

import pytest

from games.matches.models import Deal, Match
from games.matches.play.actions import services
from games.matches.record import selectors
from games.plugin.codec import plain
from lobby.models import Table
from lobby.tables import services as tables
from tests.rulesets.marked import cards_in, known_to
from tests.secrets.conftest import READ, Onlooker, fresh
from tests.secrets.test_planted import begin, hidden_always, scan
from tests.support import twins
from tests.support.also import also
from tests.support.deals import fixed_deal

pytestmark = pytest.mark.django_db

BURN = "please-dont-burn-my-village"


def give_up(match: Match, *users: Any) -> Match:
    for user in users:
        services.resign(public_id=match.public_id, user=user)
    over = fresh(match)
    assert not over.running
    return over


def goes_on(origin: Match, step: int, seat: int, people: list[Any]) -> Match:
    """A fork in which everyone has the seat they had; who sits at `seat` opened it."""
    host = people[seat]
    table = tables.fork(public_id=origin.public_id, user=host, step=step, seat=seat)
    for index, user in enumerate(people):
        if index != seat:
            tables.join(table=table, user=user, seat=index)
    return tables.start(table=table, user=host).match


@pytest.fixture
def _one_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    def deal() -> Deal:
        return fixed_deal(77)

    monkeypatch.setattr("lobby.tables.new_tables.open_deal", deal)


@pytest.mark.usefixtures("frozen", "_one_deal")
@pytest.mark.parametrize("seat", [1, *also(0, 2)])
def test_what_the_seat_could_not_know_changes_nothing(person: Any, seat: int) -> None:
    """Of two matches that differ in that alone, forks with one seed are the same to everybody."""
    dice = random.Random(seat)
    match, users = twins.begin(BURN, person, seat + 1)
    twins.play_on(match, users, 12, dice)
    over = give_up(match, *users[1:])
    first = goes_on(over, over.version, seat, users)
    assert twins.become_twin(over, seat, dice)
    twin = fresh(over)
    second = goes_on(twin, twin.version, seat, users)
    assert bytes(first.state) == bytes(second.state)
    one, other = first.steps.get(index=0), second.steps.get(index=0)
    assert one.outcomes == other.outcomes
    assert one.action["observation"] == other.action["observation"]
    now = selectors.snapshot(first)
    knows = now.game.observation(now.state, seat)
    assert plain(knows) == one.action["observation"], "and the seat knows what it knew"
    assert one.action["origin"] != other.action["origin"]  # they are two matches
    own = [address for address in READ if address.startswith(("/matches/{id}", "/api/matches/{"))]
    look = [address for address in own if "?" not in address]
    for who in (*users, None):
        onlooker = Onlooker(who, None)
        told = [pages_of(onlooker, look, begun) for begun in (first, second)]
        assert told[0] == told[1], who


def pages_of(onlooker: Onlooker, addresses: list[str], match: Match) -> dict[str, str]:
    pages = onlooker.pages(addresses, id=match.public_id, step=0)
    names = (
        (match.public_id, "ID"),
        (f"#{match.number}", "NUMBER"),
        (match.deal.commitment, "PROMISE"),
    )
    told = {}
    for address, text in pages.items():
        for name, word in names:
            text = text.replace(name, word)
        told[address] = twins.without_ids(text)
    return told


@pytest.mark.whole  # sooner: what the seat could not know, above
def test_nobody_but_the_seat_reads_what_it_knew(marked):
    origin, _table, onlookers = begin(marked)
    users = [onlooker.user for onlooker in onlookers[:2]]
    dice = random.Random(2)
    twins.play_on(origin, users, 14, dice)
    over = give_up(origin, users[1])
    held = [n for n in range(14) if selectors.snapshot_at(over, n).state.hands[0]]
    begun = goes_on(over, held[-1], 0, users)
    table = Table.objects.get(match=begun)
    state = selectors.snapshot(fresh(begun)).state
    secret = known_to(state, 0) - known_to(state, None)
    assert secret, "the seat knew something"
    assert cards_in(str(begun.steps.get(index=0).action)) >= secret
    hidden = hidden_always(fresh(begun), onlookers)
    seen: set[str] = set()
    for onlooker in onlookers:
        pages = onlooker.pages(id=begun.public_id, table=table.public_id, step=0)
        for address, text in pages.items():
            scan(f"{address} to {onlooker.user}", text, known_to(state, onlooker.seat), hidden)
            seen |= cards_in(text) if onlooker.seat == 0 else set()
    assert secret <= seen, "and was told of it"
