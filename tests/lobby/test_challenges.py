"""Challenging people: a table that is opened with invitations."""

from typing import Any

import pytest
from django.test import Client

from accounts import blocks, follows, notices, presence as sockets, sanctions
from accounts.models import User
from games.matches.play.actions.services import resign
from games.matches.play.parts import attendance
from lobby import presence
from lobby.models import Invitation, Table
from lobby.tables import invitations, services
from tests.games.matches.conftest import BURN
from tests.lobby.tables import opened, refusal
from tests.pages.reading import dense
from tests.support.guests import friends_match, guest, visitor
from tests.support.log_in import logged_in
from toolbox import limits
from toolbox.errors import NotFound

pytestmark = pytest.mark.django_db
FORM = f"/tables/new/{BURN}/"


def text(answer: Any) -> str:
    return dense(answer.content.decode())


def test_one_chooses_a_game_then_terms_and_the_invitation_goes_out_with_the_table(amber, birch):
    mine = logged_in(amber)
    assert 'href="/people/birch/challenge/"' in text(mine.get("/people/birch/"))
    games = text(mine.get("/people/birch/challenge/"))
    assert f'href="{FORM}?invite=birch"' in games
    assert "castle-panic" in games
    assert "village-assault" not in games, "which is played alone"
    form = text(mine.get(f"{FORM}?invite=birch"))
    assert '<input type="hidden" name="invite" value="birch">' in form
    assert "is invited when the table opens." in form
    assert 'value="unused" selected' in form.partition('name="seat-2"')[2].partition("</select")[0]
    assert not Invitation.objects.exists()
    sent = {"invite": "birch", "seat-1": "open", "seat-2": "unused", "rated": "on"}
    sent |= {f"seat-{n}": "unused" for n in (3, 4)}
    answer = mine.post(FORM, sent)
    table = Table.objects.get()
    assert answer["Location"] == f"/tables/{table.public_id}/"
    assert (table.size, table.rated) == (2, True)
    assert Invitation.objects.get().user == birch
    said = [notices.sentence(one) for one in notices.unread(birch)]
    assert said == ["amber invites you to a table of Please Don’t Burn My Village."]


def test_several_are_invited_each_once(amber, birch, cedar):
    opened(amber, invite=["birch", "CEDAR", "birch"])
    assert {one.user for one in Invitation.objects.all()} == {birch, cedar}


def test_any_number_of_names_in_any_case_takes_two_queries(
    amber, birch, cedar, django_assert_num_queries
):
    élise = User.objects.create_user("Élise", shown_name="Lizzy")
    with django_assert_num_queries(2):  # the people, and those whom amber doesn't meet
        people = invitations.challenged(["BIRCH", " cedar", "élise", "birch"], by=amber)
    assert people == [birch, cedar, élise]
    with pytest.raises(NotFound):
        invitations.challenged(["Lizzy"], by=amber)  # that isn't a user name


def test_who_can_not_be_challenged_is_refused_and_no_table_opens(
    amber, birch, cedar, dune, monkeypatch
):
    blocks.block(user=birch, other=amber)
    blocks.block(user=amber, other=cedar)
    came = guest()
    wrong = [("birch", "nobody"), ("cedar", "nobody"), ("x", "nobody"), ("amber", "already_seated")]
    mine = logged_in(amber)
    for name, code in [*wrong, (came.username, "nobody"), ("a\0b", "nobody")]:
        asked = {"host": amber, "game": BURN, "seats": 2, "invite": [name]}
        assert refusal(services.open_table, **asked).code == code
        status = 409 if name == "amber" else 404
        assert mine.get(FORM, {"invite": name}).status_code == status
        assert mine.get(f"/people/{name}/challenge/").status_code == status
    monkeypatch.setattr(invitations, "AT_MOST", 1)
    two = {"host": amber, "game": BURN, "seats": 3, "invite": ["dune", "dune"]}
    assert refusal(services.open_table, **two).code == "too_many"
    full = {"host": amber, "game": BURN, "seats": 2, "ai": {1: "easy"}, "invite": ["dune"]}
    assert refusal(services.open_table, **full).extra["fields"].keys() == {"invite"}
    monkeypatch.setattr(limits, "configured", lambda scope: "1/m")
    limits.forget_all()
    opened(amber, invite=["dune"])
    assert refusal(services.open_table, **full | {"ai": {}}).code == "too_fast"


def test_a_program_invites_as_it_opens_a_table(amber, birch):
    client = logged_in(amber)

    def call(**more: Any) -> Any:
        body = {"game": BURN, "seats": 2, **more}
        return client.post("/api/tables/", body, content_type="application/json")

    assert call(invite=["birch"], client_id="one").status_code == 201
    assert call(invite=["birch"], client_id="one").status_code == 201, "sent again"
    assert Invitation.objects.get().user == birch
    refused = call(invite=["nobody"])
    assert (refused.status_code, refused.json()["code"]) == (404, "nobody")
    assert call(invite="birch").status_code == 400
    assert call(invite=["birch"], client_id="one", seats=3).json()["code"] == "client_id_taken"


def test_players_challenge_each_other_beside_the_result(begin, amber, birch, cedar):
    match = begin(amber, birch, "easy")
    at = f"/matches/{match.public_id}/"
    assert "?challenge" not in logged_in(amber).get(at).content.decode(), "while it runs"
    for user in (birch, amber):
        resign(public_id=match.public_id, user=user)
    page = logged_in(amber).get(at).content.decode()
    assert page.count(f'href="{at}seats/1/?challenge"') == page.count("?challenge") == 1
    assert "?challenge" not in logged_in(cedar).get(at).content.decode()
    answer = logged_in(amber).get(f"{at}seats/1/?challenge")
    assert answer["Location"] == f"{FORM}?invite=birch"
    assert logged_in(amber).get(f"{at}seats/2/?challenge").status_code == 404
    blocks.block(user=birch, other=amber)
    assert logged_in(amber).get(answer["Location"]).status_code == 404


def test_guests_neither_challenge_nor_are_challenged(amber, birch):
    browser = visitor()
    match = friends_match(browser, amber)
    resign(public_id=match.public_id, user=amber)
    page = logged_in(amber).get(f"/matches/{match.public_id}/").content.decode()
    assert "?challenge" not in page
    assert browser.get("/people/birch/challenge/").status_code == 403
    profile = browser.get("/people/birch/").content.decode()
    assert "challenge" not in profile
    assert 'name="follow"' not in profile
    assert Client().get("/people/birch/challenge/").status_code == 302


def test_names_of_people_one_follows_come_first_even_before_a_letter(amber, birch, cedar, dune):
    for name in ("abe", "abel", "abigail"):
        User.objects.create_user(name)
    follows.follow(user=amber, other=User.objects.get(username="abigail"))
    for other in (birch, cedar, dune):
        follows.follow(user=amber, other=other)
    sanctions.impose(
        user=dune, by=User.objects.create_superuser("root"), kind="ban", reason="x", ends_at=None
    )
    table = services.join(table=opened(amber), user=birch)

    def hinted(start: str) -> list[str]:
        hints = invitations.hints(table=table, user=amber, start=start)
        return [hint.username for hint in hints]

    assert hinted("ab") == ["abigail", "abe", "abel"]
    assert hinted("") == ["abigail", "cedar"], "who may come and isn't there"
    assert hinted("a") == []


def online(reader: User) -> presence.Online:
    return presence.online(reader, follows.followed_ids(reader))


@pytest.fixture
def friends(begin, amber, birch, cedar, dune, person) -> dict[str, Any]:
    """Whom amber follows, each somewhere else, and one more whom amber doesn't."""
    elm, fern = person("elm"), person("fern")
    joinable, full = opened(birch), opened(cedar, seats=2, ai={1: "easy"})
    public, private = begin(dune, "easy"), begin(elm, "easy", private=True)
    where = {
        birch: presence.place_of_table(joinable.public_id),
        cedar: presence.place_of_table(full.public_id),
        dune: attendance.place(public.public_id),
        elm: attendance.place(private.public_id),
        User.objects.create_user("aaron"): sockets.SITE,
    }
    sockets.Board().tell({place: {who.pk: 1} for who, place in where.items()})
    for other in (birch, cedar, dune, elm, fern):
        follows.follow(user=amber, other=other)
    return {"joinable": joinable, "full": full, "public": public, "private": private}


def test_the_desk_names_people_one_follows_first_and_what_they_do_in_public(amber, friends):
    found = online(amber)
    assert [one.name for one in found.people] == ["birch", "cedar", "dune", "elm", "aaron"]
    assert [one.button for one in found.followed] == ["Join", "Take a look", "Watch", ""]
    page = text(logged_in(amber).get("/"))
    here = page.partition('id="friends"')[2].partition("</section>")[0]
    assert f'href="/tables/{friends["joinable"].public_id}/"' in here
    assert f'href="/matches/{friends["public"].public_id}/"' in here
    assert 'href="/people/elm/challenge/"' in here
    assert "fern" not in here, "who is away"
    assert friends["private"].public_id not in page
    assert page.partition('id="online-h"')[2].count("you follow<") == 4
    assert "you follow<" not in text(logged_in(User.objects.get(username="birch")).get("/"))


def test_who_hides_and_whom_a_block_hides_is_not_on_the_desk(amber, birch, cedar, dune, friends):
    User.objects.filter(username="birch").update(show_presence=False)
    blocks.block(user=cedar, other=amber)
    services.join(table=friends["joinable"], user=User.objects.get(username="fern"))
    assert [one.name for one in online(amber).followed] == ["dune", "elm"]


def test_a_table_where_somebody_blocked_sits_is_no_way_to_a_friend(amber, birch, friends):
    fern = User.objects.get(username="fern")
    services.join(table=friends["joinable"], user=fern)
    blocks.block(user=fern, other=amber)
    assert online(amber).people[0] == presence.Somebody("birch", "/people/birch/", followed=True)


def test_tables_of_people_one_follows_come_first_at_home_and_are_marked_in_the_list(
    amber, birch, cedar
):
    theirs, newer = opened(birch), [opened(cedar) for _ in range(7)]
    opened(birch, private=True)
    assert theirs.public_id not in text(logged_in(amber).get("/")), "only the newest"
    follows.follow(user=amber, other=birch)
    page = text(logged_in(amber).get("/"))
    assert page.index(theirs.public_id) < page.index(newer[-1].public_id)
    for address in ("/", "/tables/"):
        shown = text(logged_in(amber).get(address))
        row = shown.partition(f'id="t-{theirs.public_id}"')[2].partition("</li>")[0]
        assert "you follow" in row
        assert shown.count("you follow<") == 1
        assert "you follow<" not in text(logged_in(birch).get(address))


def test_any_number_of_friends_costs_the_same(amber, django_assert_num_queries):
    for count in (1, 12):
        people = [User.objects.create_user(f"one{count}-{number}") for number in range(count)]
        for one in people:
            follows.follow(user=amber, other=one)
        sockets.forget_all()
        sockets.Board().tell({sockets.SITE: {one.pk: 1 for one in people}})
        with django_assert_num_queries(3):  # blocks, who shows it, who is followed
            assert len(online(amber).followed) >= count
