"""Going on from a position of a match that is over."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from msgspec.structs import replace

from accounts import notice_text
from accounts.models import User
from games.matches.models import Match, Seat
from games.matches.play.actions import services as matches
from games.matches.record import origins, ranking, reliability, replay_check, results, selectors
from games.matches.record.restore import import_record
from games.plugin import registry
from games.plugin.codec import canonical_json, digest, plain
from games.protocol.record_file import load_record
from games.protocol.verification import verify_record
from lobby.models import Table
from lobby.quick import open_tables
from lobby.quick.matching import Waiting
from lobby.tables import services
from tests.games.matches.conftest import look, play, play_on
from tests.lobby.tables import BURN, refusal, seated
from tests.rulesets.fixtures import installed
from tests.rulesets.mended import Mended
from tests.support.deals import fixed_deal
from tests.support.log_in import logged_in
from tests.support.matches import started
from tests.support.scenes import lasting

pytestmark = [pytest.mark.django_db, pytest.mark.alike]

AT = 12  # the step that is gone on from
THERE = "round 5, turn 1"
AI = {1: "easy", 2: "easy"}
WRONG = ((0, "easy"), (1, "divine"), (7, "easy"))


@pytest.fixture(scope="module", autouse=True)
def _scene(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    with lasting(django_db_blocker):
        people = [User.objects.create_user(name) for name in ("amber", "birch", "cedar")]
        ended(people)
        yield


@pytest.fixture
def over(db: None) -> Match:
    """A match of three that one gave up after 20 steps, so that the game itself isn't over."""
    return Match.objects.get()


def ended(players: list[User], **arguments: Any) -> Match:
    match = started(*players, **arguments)
    play_on(match, 20)
    for user in players[:-1]:
        matches.resign(public_id=match.public_id, user=user)
    fresh = Match.objects.get(pk=match.pk)
    assert fresh.status == "finished"
    return fresh


def fork(match: Match, user: User, **wishes: Any) -> Table:
    given = {"public_id": match.public_id, "user": user, "step": AT, "seat": 0, "ai": AI}
    return services.fork(**(given | wishes))


def forked(match: Match, user: User, **wishes: Any) -> Match:
    return fork(match, user, **wishes).match


def together(match: Match, *people: User, **wishes: Any) -> Match:
    """A fork of that match that these people begin."""
    table = fork(match, people[0], **({"ai": {}} | wishes))
    for user in people[1:]:
        services.join(table=table, user=user)
    return services.start(table=table, user=people[0]).match


# -- how it begins --------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 2])
def test_it_begins_where_the_seat_stood_with_what_it_knew(over, amber, seat):
    ai = {n: "easy" for n in range(3) if n != seat}
    begun = forked(over, amber, seat=seat, ai=ai)
    then, now = selectors.snapshot_at(over, AT), look(begun)
    game = then.game
    assert plain(game.observation(now.state, seat)) == plain(game.observation(then.state, seat))
    assert now.active_seats == game.active_seats(then.state)
    assert digest(now.state) != digest(then.state)  # the rest was dealt anew
    for agreed in ("rules_version", "options", "seating"):
        assert getattr(begun, agreed) == getattr(over, agreed)
    assert [seat.user for seat in now.seats if seat.user] == [amber]
    assert begun.version == 0


def test_its_first_step_names_what_it_goes_on_from(over, amber):
    begun = forked(over, amber)
    step, was = begun.steps.get(index=0), over.steps.get(index=AT)
    assert step.action == {
        "type": "continue",
        "origin": {"step": AT, "state_hash": was.state_hash, "hash": was.hash},
        "seat": 0,
        "observation": plain(over.ruleset.observation(selectors.snapshot_at(over, AT).state, 0)),
    }
    assert over.public_id not in str(step.action)
    assert str(over.deal_id) not in str(step.action)
    assert not look(begun).can_undo(0)


def test_it_may_be_played_to_its_end_verifies_and_comes_back_as_it_was(over, amber, birch, cedar):
    begun = together(over, amber, birch, cedar)
    play_on(begun)
    done = Match.objects.select_related("deal").get(pk=begun.pk)
    assert done.status == "finished"
    record = selectors.record_of(done)
    assert verify_record(load_record(canonical_json(record))).replayed
    assert replay_check.check(done).divergence is None
    assert selectors.snapshot_at(done, 3).version == 3
    Table.objects.filter(match=done).delete()
    done.delete()
    again = import_record(record)
    assert canonical_json(selectors.record_of(again)) == canonical_json(record)
    assert (again.origin, again.origin_step) == (None, AT)


def test_a_fork_may_be_forked(over, amber, birch, cedar):
    begun = together(over, amber, birch, cedar)
    for user in (birch, cedar):
        matches.resign(public_id=begun.public_id, user=user)
    begun = Match.objects.get(pk=begun.pk)
    again = forked(begun, amber, step=0, seat=1, ai={0: "easy", 2: "easy"})
    assert (again.origin, again.origin_step) == (begun, 0)
    assert origins.forks_of(begun, amber) == [again]
    assert origins.forks_of(over, amber) == [begun]


def test_computer_players_get_their_turns(over, amber):
    then = selectors.snapshot_at(over, AT)
    (mover,) = then.game.active_seats(then.state)
    own = (mover + 1) % 3
    ai = {n: "easy" for n in range(3) if n != own}
    begun = forked(over, amber, seat=own, ai=ai)
    assert begun.seats.get(index=mover).owes
    assert begun.wake_at is not None


@pytest.fixture
def mended() -> Iterator[str]:
    """A ruleset that plays two versions of its rules."""
    with installed(Mended()) as slug:
        yield slug


def test_older_rules_that_are_still_played_go_on_with_their_computer_players(
    mended, amber, birch, client, monkeypatch
):
    older, newest = registry.get(mended, 1), registry.get(mended)
    for game, levels in ((older, ("easy", "hard")), (newest, ("medium", "hard"))):
        monkeypatch.setattr(game, "meta", replace(game.meta, levels=levels), raising=False)
    match = started(amber, birch, game=mended, rules_version=1)
    Match.objects.filter(pk=match.pk).update(status="finished")
    table = fork(match, amber, step=0, ai={})
    client.force_login(birch)
    assert client.get(f"/tables/{table.public_id}/").status_code == 200
    refused = refusal(services.add_ai, table=table, user=amber, level="medium")
    assert "easy, hard" in str(refused.extra)
    services.add_ai(table=table, user=amber, level="easy")
    begun = services.start(table=table, user=amber).match
    assert begun.rules_version == 1


def test_parts_stay_with_their_seats(siege, amber, birch, cedar):
    roles = ("lord", None, None)
    match = matches.start_match(
        game=siege,
        options={},
        players=[
            matches.Player(user=user, role=role or "none")
            for user, role in zip((amber, birch, cedar), roles, strict=True)
        ],
        deal=fixed_deal(),
    )
    for user in (amber, birch, cedar):
        if Match.objects.get(pk=match.pk).running:
            matches.resign(public_id=match.public_id, user=user)
    over = Match.objects.get(pk=match.pk)
    table = fork(over, birch, step=0, seat=1, ai={2: "easy"})
    refused = refusal(services.choose_role, table=table, user=birch, seat=1, role="lord")
    assert refused.code == "parts_are_given"
    services.join(table=table, user=amber)
    begun = services.start(table=table, user=birch).match
    assert [seat.role for seat in begun.seats.all()] == [seat.role for seat in over.seats.all()]


# -- with people ----------------------------------------------------------------------------------


def test_free_seats_wait_for_people_and_none_swaps_to_what_another_seat_knew(
    over, amber, birch, cedar, client
):
    table = fork(over, amber, seat=1, ai={0: "easy"})
    assert (table.status, seated(table)) == ("open", ["easy", "amber", ""])
    services.invite(table=table, user=amber, name="birch")
    services.join(table=table, user=birch)
    begun = services.start(table=table, user=amber).match
    assert [seat.name for seat in begun.seats.exclude(user=None)] == ["amber", "birch"]
    assert begun.origin == over
    table = fork(over, amber, ai={})
    client.force_login(amber)
    assert "Move here" not in client.get(f"/tables/{table.public_id}/").content.decode()
    refused = refusal(services.swap, table=table, user=amber, seat=0, other=1)
    assert refused.code == "seat_is_given"
    services.join(table=table, user=birch, seat=1)
    assert refusal(services.ask_swap, table=table, user=birch, seat=0).code == "seat_is_given"
    services.swap(table=table, user=birch, seat=1, other=2)
    assert [seat.user for seat in table.seats.order_by("index")] == [amber, None, birch]


def test_the_list_of_open_tables_says_so_and_quick_match_seats_nobody_there(over, amber, client):
    services.open_table(host=amber, game=BURN, seats=3)
    assert "continues another" not in client.get("/tables/").content.decode()
    fork(over, amber, ai={})
    page = client.get("/tables/").content.decode()
    assert page.count("continues another match") == 1
    waiting = [Waiting(key=1, user=0, games=(BURN,), paces=("none",), least=2, most=6)]
    assert [one.free for one in open_tables.openings(waiting)] == [2], "of the other table"


def test_a_guest_goes_on_against_computers_alone(over, amber):
    guest = User.objects.create(username="guest-1234", is_guest=True)
    assert refusal(fork, match=over, user=guest, ai={}).code == "guest_open_table"
    assert forked(over, guest).unranked == ""


# -- what is refused ------------------------------------------------------------------------------


def test_nonsense_a_step_at_which_it_was_over_or_that_was_taken_back_are_refused(
    over, amber, race, birch, endless
):
    for step in (9999, -1):
        assert refusal(fork, match=over, user=amber, step=step).code == "not_found"
    for wishes in ({"seat": 3}, {"seat": -1}, *({"ai": {n: level}} for n, level in WRONG)):
        assert refusal(fork, match=over, user=amber, **wishes).code == "malformed", wishes
    match = started(amber, birch, game=race)
    last = play_on(match).version
    ended_one = Match.objects.get(pk=match.pk)
    refused = refusal(fork, match=ended_one, user=amber, step=last, ai={1: "easy"})
    assert refused.code == "over_there"
    assert forked(ended_one, amber, step=last - 1, ai={1: "easy"}).running
    match = started(amber, birch, game=endless, first=0)
    seat = look(match)
    lay = next(a for a in seat.game.legal_actions(seat.state, 0) if plain(a)["type"] == "lay")
    play(match, action=plain(lay))
    matches.undo(public_id=match.public_id, user=amber, version=1, client_id=None)
    matches.resign(public_id=match.public_id, user=amber)
    over = Match.objects.get(pk=match.pk)
    assert refusal(fork, match=over, user=amber, step=1, ai={1: "easy"}).code == "not_found"
    assert forked(over, amber, step=0, ai={1: "easy"}).running


def test_not_without_the_rules_that_it_was_played_by(over, amber):
    table = fork(over, amber, ai=AI | {1: "easy"}, seat=0, private=True)
    assert table.match_id
    waiting = fork(over, amber, ai={1: "easy"})
    services.add_ai(table=waiting, user=amber, level="easy")
    Match.objects.filter(pk=over.pk).update(rules_version=99)
    gone = Match.objects.get(pk=over.pk)
    assert refusal(fork, match=gone, user=amber).code == "rules_gone"
    fresh = Table.objects.get(pk=waiting.pk)
    assert refusal(services.start, table=fresh, user=amber).code == "rules_gone"
    client = logged_in(amber)
    assert client.get(f"/tables/{waiting.public_id}/").status_code == 200
    page = client.get(f"/fork/{over.public_id}/?step={AT}")
    assert "rules this portal no longer has" in page.content.decode()


def test_a_table_without_rules_says_so_once_and_is_closed(over, amber, birch, cedar, client):
    table = fork(over, amber, ai={1: "easy"})
    services.join(table=table, user=birch)
    Match.objects.filter(pk=over.pk).update(rules_version=99)
    Table.objects.filter(pk=table.pk).update(starts_at=timezone.now() - timedelta(seconds=1))
    for _sweep in range(2):
        services.start_overdue()
    stuck = Table.objects.get(pk=table.pk)
    assert (stuck.status, stuck.starts_at) == ("open", None), "nobody tries again"
    for user in (amber, birch):
        [notice] = user.notices.filter(key=f"stuck:{table.public_id}")
        assert "can’t start" in notice_text.sentence(notice)
    for user, button in ((amber, "Close this one"), (birch, "Leave this one"), (cedar, "")):
        client.force_login(user)
        page = client.get(f"/tables/{table.public_id}/").content.decode()
        assert "rules this portal no longer has" in page
        assert [one for one in ("Close this one", "Leave this one") if one in page] == (
            [button] if button else []
        )
    services.leave(table=stuck, user=birch)
    assert refusal(services.join, table=stuck, user=cedar).code == "rules_gone"
    client.force_login(amber)
    assert (
        "The table is closed."
        in client.post(f"/tables/{table.public_id}/leave/", follow=True).content.decode()
    )
    assert Table.objects.get(pk=table.pk).status == "closed"
    assert not amber.notices.filter(key__startswith="stuck").exists()


def test_a_table_without_rules_closes_with_its_host(over, amber, birch, client):
    table = fork(over, amber, ai={})
    services.join(table=table, user=birch)
    Match.objects.filter(pk=over.pk).update(rules_version=99)
    services.leave(table=Table.objects.get(pk=table.pk), user=amber)
    assert Table.objects.get(pk=table.pk).status == "closed"
    assert not birch.notices.exists(), "nobody hosts it now"
    client.force_login(birch)
    assert "This table is closed." in client.get(f"/tables/{table.public_id}/").content.decode()


def test_not_while_it_runs_or_before_an_embargo_ends(over, amber):
    Match.objects.filter(pk=over.pk).update(status="active")
    assert refusal(fork, match=over, user=amber).code == "still_running"
    Match.objects.filter(pk=over.pk).update(status="finished")
    Match.objects.filter(pk=over.pk).update(embargo_until=timezone.now() + timedelta(hours=1))
    assert refusal(fork, match=over, user=amber).code == "embargoed"
    Match.objects.filter(pk=over.pk).update(embargo_until=timezone.now() - timedelta(hours=1))
    begun = forked(over, amber)
    assert begun.embargo_until is None


# -- who sees it ----------------------------------------------------------------------------------


@pytest.fixture
def secret(amber: User, birch: User, cedar: User) -> Match:
    """A private match that is over."""
    return ended([amber, birch, cedar], private=True)


def test_what_goes_on_from_a_private_match_is_private(secret, amber, birch, dune):
    assert refusal(fork, match=secret, user=dune).code == "not_found"
    table = fork(secret, amber, ai={1: "easy"})
    assert table.private
    assert refusal(services.join, table=table, user=dune).code == "cannot_see_origin"
    refused = refusal(services.invite, table=table, user=amber, name="dune")
    assert refused.code == "cannot_see_origin"
    services.join(table=table, user=birch)
    begun = services.start(table=table, user=amber).match
    assert begun.visibility == "private"
    assert selectors.visible(birch).filter(pk=begun.pk).exists()
    assert not selectors.visible(dune).filter(pk=begun.pk).exists()


def test_a_private_fork_of_a_public_match_is_shown_to_those_who_sit_there(over, amber, birch):
    begun = forked(over, amber, private=True)
    assert origins.forks_of(over, amber) == [begun]
    assert origins.forks_of(over, birch) == []
    assert origins.origin_of(begun, amber) == over
    Match.objects.filter(pk=over.pk).update(status="active")
    assert origins.forks_of(Match.objects.get(pk=over.pk), amber) == [], "nothing while it runs"


def test_the_way_back_is_shown_to_those_who_may_see_its_end(over, amber, birch, client):
    begun = forked(over, amber)
    Match.objects.filter(pk=over.pk).update(visibility="private")
    over.seats.filter(user=birch).update(user=None)
    for user, sees in ((amber, True), (birch, False)):
        client.force_login(user)
        page = client.get(f"/matches/{begun.public_id}/").content.decode()
        assert (over.public_id in page, 'id="origin"' in page) == (sees, sees)
        api = client.get(f"/api/matches/{begun.public_id}/forks/").json()
        moment = {"match": over.public_id, "step": AT} if sees else None
        assert api == {"fork": True, "origin": moment, "forks": []}


def test_the_page_of_the_match_lists_what_went_on_from_it(over, amber, birch, client):
    public, private = forked(over, amber), forked(over, amber, private=True)
    for user, found in ((amber, {public, private}), (birch, {public}), (None, {public})):
        client.logout()
        if user:
            client.force_login(user)
        for address in (
            f"/matches/{over.public_id}/",
            f"/matches/{over.public_id}/after/",
            f"/fork/{over.public_id}/?step=3",
            f"/api/matches/{over.public_id}/forks/",
        ):
            page = client.get(address).content.decode()
            assert {one for one in (public, private) if one.public_id in page} == found, address
            assert f"From {THERE}" in page or address.startswith("/api")


# -- it doesn't count ----------------------------------------------------------------------------


def test_it_is_in_no_results_and_nobody_is_counted_as_having_stayed(over, amber, birch, cedar):
    def told(user: User) -> Any:
        return results.results_of(results.history(user, private=True))

    before = told(amber), told(birch)
    begun = together(over, amber, birch, ai={2: "easy"})
    for user in (amber, birch):
        if Match.objects.get(pk=begun.pk).running:
            matches.resign(public_id=begun.public_id, user=user)
    assert Match.objects.get(pk=begun.pk).status == "finished"
    assert (told(amber), told(birch)) == before
    Match.objects.filter(pk=begun.pk).update(origin_step=None)
    assert told(amber) != before[0]
    begun = together(over, amber, birch, ai={2: "easy"})
    clock = {"type": "live", "bank": 60, "increment": 0}
    Match.objects.filter(pk=begun.pk).update(clock=clock, status="finished")
    fresh = Match.objects.get(pk=begun.pk)
    reliability.note(fresh)
    assert not Seat.objects.filter(match=begun).exclude(stayed=None).exists()
    Match.objects.filter(pk=begun.pk).update(origin_step=None)
    reliability.note(Match.objects.get(pk=begun.pk))
    assert Seat.objects.filter(match=begun).exclude(stayed=None).count() == 2


def test_a_run_that_goes_on_is_on_no_leaderboard(climb, amber):
    match = started(amber, game=climb)
    assert ranking.may_count(match)
    matches.resign(public_id=match.public_id, user=amber)
    begun = forked(Match.objects.get(pk=match.pk), amber, step=0, ai={})
    assert begun.unranked == "fork"
    assert not ranking.may_count(begun)
    assert ranking.best_to_beat(begun, begun.seats.get()) is None


# -- pages ----------------------------------------------------------------------------------------


def test_the_studio_leads_to_a_form_that_begins_it(over, amber, client):
    client.force_login(amber)
    studio = client.get(f"/matches/{over.public_id}/?step={AT}").content.decode()
    address = f"/fork/{over.public_id}/?step={AT}"
    assert f'href="{address}"' in studio
    page = client.get(address).content.decode()
    assert "Seat 2, which birch had" in page
    assert THERE in page
    sent = {"seat": "0", "player_0": "person", "player_1": "easy", "player_2": "medium"}
    answer = client.post(address, sent)
    begun = Match.objects.latest("started_at")
    assert answer.url == f"/matches/{begun.public_id}/"
    assert [seat.ai_level for seat in begun.seats.all()] == ["", "easy", "medium"]
    shown = client.get(answer.url).content.decode()
    assert f'/matches/{over.public_id}/?step={AT}">{THERE}' in shown
    log = client.get(f"/matches/{begun.public_id}/log/").content.decode()
    assert "continues from a position of another one, as amber’s seat knew it" in log


def chosen(page: str) -> list[str]:
    """Who has each seat in the form as it comes."""
    found = []
    for select in re.findall(r'<select name="player_.*?</select>', page, re.DOTALL):
        found += re.findall(r'value="(\w+)" selected', select)
    return found


def test_the_form_begins_with_who_had_the_seats_and_opens_a_table_for_people(over, amber, client):
    address = f"/fork/{over.public_id}/?step={AT}"
    over.seats.filter(index=1).update(ai_level="medium", user=None)
    assert chosen(client.get(address).content.decode()) == ["easy", "medium", "easy"]
    client.force_login(amber)
    page = client.get(address).content.decode()
    assert chosen(page) == ["person", "medium", "person"]
    over.seats.filter(index=1).update(ai_level="wizard")
    assert chosen(client.get(address).content.decode()) == ["person"] * 3, "as none is offered"
    sent = {"seat": "1", "player_0": "easy", "player_1": "easy", "player_2": "person"}
    answer = client.post(f"/fork/{over.public_id}/?step={AT}", sent | {"private": "on"})
    table = Table.objects.latest("pk")
    assert answer.url == f"/tables/{table.public_id}/"
    assert (seated(table), table.private) == (["easy", "amber", ""], True)
    page = client.get(answer.url).content.decode()
    assert "as seat 2 knew it; the rest is dealt again" in page
    assert f'/matches/{over.public_id}/?step={AT}">{THERE}' in page


def test_the_form_says_what_stands_against_it(settings, over, amber, client):
    client.force_login(amber)
    address = f"/fork/{over.public_id}/?step={AT}"
    settings.MATCHES_UNDER_WAY = 0
    sent = {"seat": "0", "player_1": "easy", "player_2": "easy"}
    assert "aren’t over yet" in client.post(address, sent).content.decode()
    assert "needs another look" in client.post(address, sent | {"seat": "7"}).content.decode()
    assert Table.objects.count() == 0
    for wrong in ("9999", "x", ""):
        assert client.get(f"/fork/{over.public_id}/?step={wrong}").status_code == 404
    settings.MATCHES_UNDER_WAY = 9
    begun = forked(over, amber)
    assert "/fork/" not in client.get(f"/matches/{begun.public_id}/?step=0").content.decode()
    page = client.get(f"/fork/{begun.public_id}/?step=0").content.decode()
    assert "The match isn’t over yet." in page
    assert "Your seat" not in page


def test_administrators_see_what_it_goes_on_from(over, amber, client):
    begun = forked(over, amber)
    client.force_login(User.objects.create_superuser("root"))
    address = f"/review/{over.public_id}/"
    for page in ("", f"{begun.pk}/change/"):
        shown = client.get(f"/admin/matches/match/{page}").content.decode()
        assert f"{over.game} {over.public_id} · {AT}" in shown
        assert f'href="{address}"' in shown
    Match.objects.filter(pk=begun.pk).update(origin=None)
    assert "a match that isn’t here" in client.get("/admin/matches/match/").content.decode()


# -- the API --------------------------------------------------------------------------------------


def test_a_program_goes_on(over, amber, client):
    client.force_login(amber)
    body = {"step": AT, "seat": 0, "ai": {"1": "easy"}}
    address = f"/api/matches/{over.public_id}/forks/"
    answer = client.post(address, body, content_type="application/json")
    assert answer.status_code == 201
    table = answer.json()
    assert table["fork_of"] == {"match": over.public_id, "step": AT, "seat": 0}
    assert (table["status"], table["seats"][2]["name"]) == ("open", None)
    body["ai"] = {"1": "easy", "2": "easy"}
    begun = client.post(address, body, content_type="application/json").json()
    assert begun["match"]
    assert client.get(address).json()["forks"] == [{"match": begun["match"], "step": AT}]
    listed = client.get("/api/tables/").json()["results"]
    assert {one["id"]: one["fork_of"]["match"] for one in listed} == {
        table["id"]: over.public_id,
        begun["id"]: over.public_id,
    }
