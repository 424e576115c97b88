"""Founding, joining, roles, removal, bans, closing: who may do what, and what becomes of it."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts import audit, blocks, notices, reports, roles, sanctions
from accounts.models import AuditEntry, Message, Report, Sanction, User
from accounts.moderation import audit_words
from accounts.talk import rooms, services as talk
from lobby.clubs import chat, selectors, services
from lobby.models import Club, Membership
from lobby.people import account_closure
from lobby.tasks import hand_on_clubs
from tests.lobby.clubs.conftest import refused, roles_in
from tests.pages.reading import challenged, page_of
from tests.support.guests import guest
from tests.support.log_in import logged_in
from toolbox import limits
from toolbox.errors import Forbidden, NotFound, Refusal

pytestmark = pytest.mark.django_db
EVERYONE = {"amber": "owner", "birch": "organizer", "cedar": "member"}


def names_for(club: Club, reader: User) -> list[str]:
    return [one.user.username for one in selectors.members_of(club, reader)]


@pytest.mark.parametrize(
    "name",
    [
        *("round table", "Round  Table!", "R0und-Table", "ab", "x" * 41, "The Moderators"),
        *("Site Support", "Hearth & Dragon fans", "Cіrcle of two alphabets", "<b>bold</b>"),
        *("", "\u2800\u2800\u2800"),
    ],
)
def test_a_name_that_is_taken_misleads_or_cannot_be_read_founds_nothing(club, dune, name):
    assert refused(services.found, user=dune, name=name) == "malformed"
    services.found(user=dune, name="Square Table")
    assert refused(services.edit, **words(club), user=dune) == "not_an_organizer"


def words(club: Club, **more: Any) -> dict[str, Any]:
    return {"club": club, "name": "Old Table", "description": "Mondays.", "open": False} | more


def test_organizers_edit_the_words_and_the_own_name_stays_theirs(club, birch, cedar):
    services.edit(**words(club, name="Round table"), user=birch)
    club.refresh_from_db()
    assert (club.name, club.description, club.open) == ("Round table", "Mondays.", False)
    assert refused(services.edit, **words(club), user=cedar) == "not_an_organizer"


def test_people_join_leave_and_come_back_but_not_a_fourth_club_of_their_own(club, dune, amber):
    services.join(club=club, user=dune)
    services.join(club=club, user=dune)
    assert roles_in(club) == EVERYONE | {"dune": "member"}
    services.leave(club=club, user=dune)
    assert refused(services.leave, club=club, user=dune) == "not_a_member"
    assert refused(services.leave, club=club, user=amber) == "owner_stays"
    for name in ("Second", "Third"):
        services.found(user=amber, name=name)
    assert refused(services.found, user=amber, name="Fourth") == "too_many_clubs"
    services.join(club=club, user=dune)
    for name in ("One", "Two", "Three"):
        services.found(user=dune, name=f"Dune {name}")
    handed = {"club": club, "user": amber, "member": "dune", "role": "owner"}
    assert refused(services.set_role, **handed) == "too_many_clubs"


def test_there_is_a_bound_for_a_persons_clubs_and_a_clubs_people(club, dune, monkeypatch):
    monkeypatch.setattr(services, "MEMBERS", 3)
    assert refused(services.join, club=club, user=dune) == "club_full"
    monkeypatch.setattr(services, "MEMBERS", 4)
    monkeypatch.setattr(services, "JOINED", 1)
    services.found(user=dune, name="Dunes")
    assert refused(services.join, club=club, user=dune) == "too_many_clubs"
    assert refused(services.found, user=dune, name="More dunes") == "too_many_clubs"


def test_the_owner_gives_roles_and_hands_the_club_on(club, amber, birch, cedar):
    give = {"club": club, "member": "cedar", "role": "organizer"}
    assert refused(services.set_role, user=birch, **give) == "not_the_owner"
    services.set_role(user=amber, **give)
    services.set_role(user=amber, **give | {"role": "member"})
    assert roles_in(club) == EVERYONE
    for role in ("king", "OWNER", "organ\u0131zer"):
        assert refused(services.set_role, user=amber, **give | {"role": role}) == "malformed"
    assert refused(services.set_role, user=amber, **give | {"member": "amber"}) == "yourself"
    assert refused(services.set_role, user=amber, **give | {"member": "dune"}) == "not_a_member"
    services.set_role(user=amber, **give | {"role": "owner"})
    assert roles_in(club) == {"cedar": "owner", "amber": "organizer", "birch": "organizer"}
    assert [notices.sentence(one) for one in notices.unread(cedar)] == [
        "You are the owner of the club Round Table now."
    ]
    services.leave(club=club, user=amber)


def test_organizers_remove_people_of_lower_roles_who_may_come_back(club, amber, birch, cedar):
    for member in ("amber", "birch"):
        code = refused(services.remove, club=club, user=birch, member=member, ban=True)
        assert code == "not_lower"
    for user in (cedar, guest()):
        assert refused(services.remove, club=club, user=user, member="birch") == "not_an_organizer"
    services.remove(club=club, user=birch, member="cedar")
    assert [notices.sentence(one) for one in notices.unread(cedar)] == [
        "Its organizers have removed you from the club Round Table."
    ]
    services.join(club=club, user=cedar)
    services.remove(club=club, user=amber, member="birch")
    assert roles_in(club) == {"amber": "owner", "cedar": "member"}


def test_the_banned_cannot_come_back_by_any_way_until_they_may(club, amber, birch, cedar):
    services.remove(club=club, user=birch, member="cedar", ban=True)
    digest = services.digest_of(services.new_link(club=club, user=amber))
    for open in (True, False):
        Club.objects.update(open=open)
        for invitation in ("", digest):
            code = refused(services.join, club=club, user=cedar, digest=invitation)
            assert code == "cannot_join"
    assert refused(services.unban, club=club, user=cedar, member="cedar") == "not_an_organizer"
    services.unban(club=club, user=birch, member="cedar")
    services.unban(club=club, user=birch, member="nobody")
    services.join(club=club, user=cedar, digest=digest)
    assert roles_in(club) == EVERYONE


def test_who_leaves_in_time_is_banned_all_the_same(club, amber, cedar):
    services.leave(club=club, user=cedar)
    assert refused(services.remove, club=club, user=amber, member="cedar") == "not_a_member"
    services.remove(club=club, user=amber, member="cedar", ban=True)
    assert refused(services.join, club=club, user=cedar) == "cannot_join"


def test_a_club_bans_only_so_many_people(club, amber, cedar, dune, monkeypatch):
    monkeypatch.setattr(services, "BANNED", 1)
    services.remove(club=club, user=amber, member="cedar", ban=True)
    banned = {"club": club, "user": amber, "member": "dune", "ban": True}
    assert refused(services.remove, **banned) == "too_many_banned"
    services.unban(club=club, user=amber, member="cedar")
    services.remove(**banned)
    assert refused(services.join, club=club, user=dune) == "cannot_join"
    services.join(club=club, user=cedar)


def test_an_account_that_closes_leaves_its_clubs_to_those_who_served_longest(
    club, amber, birch, cedar, dune
):
    alone = services.found(user=amber, name="Alone")
    services.join(club=alone, user=dune)
    sanctions.impose(
        user=dune, by=User.objects.create_superuser("boss"), kind="ban", reason="x", ends_at=None
    )
    for leaver, heir in ((amber, "birch"), (birch, "cedar")):
        account_closure.close_account(user=leaver)
        assert next(iter(roles_in(club))) == heir
        assert not Membership.objects.filter(user=leaver).exists()
    assert not Club.objects.filter(pk=alone.pk).exists(), "nobody who can come inherits it"
    account_closure.close_account(user=cedar)
    assert not Club.objects.exists()


def test_a_club_whose_owner_is_banned_for_good_is_handed_on_to_whoever_can_own_it(
    club, amber, birch, cedar, dune
):
    def ban(user: User, days: int | None) -> Sanction:
        ends_at = None if days is None else timezone.now() + timedelta(days=days)
        found = sanctions.impose(user=user, by=boss, kind="ban", reason="x", ends_at=ends_at)
        hand_on_clubs()
        return found

    boss = User.objects.create_superuser("boss")
    ban(amber, 9000)
    assert roles_in(club) == EVERYONE, "who comes back still owns it"
    lifted = ban(amber, None)
    assert roles_in(club) == {"birch": "owner", "amber": "member", "cedar": "member"}
    assert [notices.sentence(one) for one in notices.unread(birch)] == [
        "You are the owner of the club Round Table now."
    ]
    ban(birch, None)
    ban(cedar, None)
    assert roles_in(club)["cedar"] == "owner", "nobody else could"
    services.join(club=club, user=dune)
    hand_on_clubs()
    assert roles_in(club)["dune"] == "owner"
    sanctions.lift(sanction=lifted, by=boss, reason="A mistake.")
    hand_on_clubs()
    assert roles_in(club)["dune"] == "owner"


def test_whoever_is_in_a_club_can_be_closed_but_not_deleted(club, amber):
    office = logged_in(User.objects.create_superuser("boss"))
    page = f"/admin/accounts/user/{amber.pk}/delete/"
    answer = office.post(page, {"post": "yes"})
    assert "amber in Round Table" in answer.content.decode()
    assert roles_in(club) == EVERYONE
    account_closure.close_account(user=amber)
    assert office.post(page, {"post": "yes"}).status_code == 302
    assert not User.objects.filter(pk=amber.pk).exists()
    assert roles_in(club) == {"birch": "owner", "cedar": "member"}


def test_a_club_that_lost_its_owner_all_the_same_can_be_closed(club, cedar):
    club.memberships.filter(role=0).delete()
    assert logged_in(cedar).get(f"/clubs/{club.public_id}/report/").status_code == 404
    boss = User.objects.create_superuser("boss")
    services.close_as_moderator(club=club, user=boss, reason="Nobody’s.")
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    "state", [{"is_active": False}, {"banned_until": timezone.now() + timedelta(days=9000)}]
)
def test_nobody_hands_a_club_to_the_banned_or_closed(club, amber, cedar, state):
    User.objects.filter(pk=cedar.pk).update(**state)
    handed = {"club": club, "user": amber, "member": "cedar"}
    assert refused(services.set_role, **handed, role="owner") == "cannot_own"


def test_organizers_find_and_remove_those_who_block_them_or_whom_the_portal_banned(
    club, amber, birch, cedar, dune
):
    services.join(club=club, user=dune)
    blocks.block(user=cedar, other=birch)
    User.objects.filter(pk=dune.pk).update(banned_until=timezone.now() + timedelta(days=1))
    page = f"/clubs/{club.public_id}/members/"

    def row_of(name: str, reader: User) -> str:
        html = logged_in(reader).get(page).content.decode()
        rows = html.split('id="members"')[1].split("</ul>")[0].split("<li>")
        return next((row for row in rows if name in row), "")

    for name in ("cedar", "dune"):
        row = row_of(name, birch)
        assert f'name="member" value="{name}"' in row
        assert not {"<a", "since", "<small"} & set(row.split()), "the name alone"
    assert 'href="/people/cedar/"' in row_of("cedar", amber)
    assert [row_of(*pair) for pair in (("birch", cedar), ("dune", cedar))] == ["", ""]
    assert "cedar" not in names_for(club, birch), "in no other list"
    blocks.block(user=birch, other=amber)
    assert row_of("amber", birch) == "", "of a higher role"
    for name in ("cedar", "dune"):
        logged_in(birch).post(f"/clubs/{club.public_id}/remove/", {"member": name})
    assert roles_in(club) == {"amber": "owner", "birch": "organizer"}


def test_members_are_challenged_from_their_page(club, amber, birch, cedar, client):
    blocks.block(user=cedar, other=birch)
    page = f"/clubs/{club.public_id}/members/"
    assert challenged(page_of(logged_in(amber), page)) == ["birch", "cedar"]
    assert challenged(page_of(logged_in(birch), page)) == ["amber"]
    for browser in (logged_in(guest()), client):
        assert challenged(page_of(browser, page)) == []


def test_everyone_who_is_logged_in_but_the_owner_is_offered_to_report_the_club(
    club, amber, birch, cedar, dune, client
):
    page = f"/clubs/{club.public_id}/"
    offered = {
        name: "Report this club" in browser.get(page).content.decode()
        for name, browser in {
            **{user.username: logged_in(user) for user in (amber, birch, cedar, dune)},
            "guest": logged_in(guest()),
            "visitor": client,
        }.items()
    }
    assert offered == {
        **dict.fromkeys(("birch", "cedar", "dune", "guest"), True),
        **dict.fromkeys(("amber", "visitor"), False),
    }


def test_visitors_have_no_clubs_and_nothing_is_asked(club, amber, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert list(selectors.clubs_of(AnonymousUser())) == []
    assert list(selectors.clubs_of(amber)) == [club]


def test_blocked_and_banned_people_vanish_from_lists_but_stay_members(club, amber, birch, cedar):
    blocks.block(user=cedar, other=birch)
    assert [names_for(club, reader) for reader in (amber, birch, cedar)] == [
        ["amber", "birch", "cedar"],
        ["amber", "birch"],
        ["amber", "cedar"],
    ]
    User.objects.filter(pk=birch.pk).update(banned_until=timezone.now() + timedelta(days=1))
    assert names_for(club, amber) == ["amber", "cedar"]
    User.objects.filter(pk=birch.pk).update(banned_until=None, is_active=False)
    assert names_for(club, amber) == ["amber", "cedar"]
    assert roles_in(club) == EVERYONE


def offered(club: Club, reader: User) -> set[int]:
    """The lines that the club's page offers to take away."""
    shown = logged_in(reader).get(club.get_absolute_url()).content.decode()
    return {int(key) for key in re.findall(r"/chat/lines/(\d+)/take-away/", shown)}


def test_members_alone_talk_and_organizers_take_lines_away(club, amber, birch, cedar, dune):
    key = chat.key(club)
    for user in (dune, guest()):
        with pytest.raises(NotFound):
            talk.say(user=user, key=key, text="hello")
    line = talk.say(user=cedar, key=key, text="well met")
    own = talk.say(user=birch, key=key, text="so long")
    kept = talk.say(user=amber, key=key, text="welcome")
    for user, message, code in (
        (cedar, own, "not_yours"),
        (birch, own, "yourself"),
        (birch, kept, "not_yours"),
    ):
        with pytest.raises(Forbidden) as caught:
            talk.take_away(user=user, message=message)
        assert caught.value.code == code
    with pytest.raises(NotFound):
        talk.take_away(user=dune, message=line)
    roles.give(user=cedar, role=roles.MODERATOR)
    cedar.refresh_from_db()
    line.refresh_from_db()
    with pytest.raises(Forbidden):  # as for moderators: only a superuser judges staff
        talk.take_away(user=birch, message=line)
    assert offered(club, birch) == set()
    User.objects.filter(pk=cedar.pk).update(is_staff=False)
    for user, taken in ((amber, {line, own}), (birch, {line}), (cedar, set())):
        assert offered(club, user) == {one.pk for one in taken}
    talk.take_away(user=birch, message=Message.objects.get(pk=line.pk))
    assert list(Message.objects.filter(hidden=False)) == [own, kept]
    services.remove(club=club, user=amber, member="cedar")
    with pytest.raises(NotFound):
        rooms.room_of(key, User.objects.get(pk=cedar.pk))


def test_a_moderator_closes_a_club_the_log_and_the_owner_say_why_and_its_chat_is_kept(
    club, amber, cedar, dune
):
    said = talk.say(user=cedar, key=chat.key(club), text="terrible things")
    complaint = reports.report(by=amber, about=cedar, reason="rude", message=said)
    roles.give(user=dune, role=roles.MODERATOR)
    dune.refresh_from_db()
    shut = {"club": club, "user": dune, "reason": "Hate."}
    assert refused(services.close_as_moderator, **shut | {"user": amber}) == "forbidden"
    assert refused(services.close_as_moderator, **shut | {"reason": " "}) == "malformed"
    assert rooms.looked_into(complaint.place, timezone.now()) == f"/clubs/{club.public_id}/"
    services.close_as_moderator(**shut)
    entry = AuditEntry.objects.get(action="club.close")
    assert (entry.subject, entry.reason, entry.data) == (
        f"club:{club.public_id}",
        "Hate.",
        {"club": "Round Table"},
    )
    assert (audit_words.subject(entry), audit_words.facts(entry)) == ("Round Table", [])
    assert audit.first_broken() is None
    assert [notices.sentence(one) for one in notices.unread(amber)] == [
        "Moderators closed your club Round Table: Hate."
    ]
    assert reports.context(said) == [said]
    assert rooms.looked_into(complaint.place, timezone.now()) == ""
    with pytest.raises(NotFound):
        talk.say(user=cedar, key=chat.key(club), text="and more")
    for call in (services.join, services.leave, services.withdraw_link):
        with pytest.raises(NotFound):
            call(club=club, user=amber)


def test_only_the_owner_closes_a_club_and_its_name_is_free_again(club, amber, birch, dune):
    assert refused(services.close, club=club, user=birch) == "not_the_owner"
    services.close(club=club, user=amber)
    assert services.found(user=dune, name="Round Table").pk


def test_a_report_tells_what_the_club_was_called(club, dune, client):
    client.force_login(dune)
    page = f"/clubs/{club.public_id}/report/"
    assert "Report Round Table" in client.get(page).content.decode()
    assert client.post(page, {"reason": "offensive"}).status_code == 302
    client.force_login(User.objects.create_superuser("boss"))
    report = client.get(f"/moderation/reports/{Report.objects.get().pk}/").content.decode()
    assert f'href="/clubs/{club.public_id}/"' in report
    assert "The match at that moment" not in report
    services.close(club=club, user=Membership.objects.get(club=club, role=0).user)
    complaint = Report.objects.get()
    assert (complaint.about.username, complaint.said) == ("amber", "Round Table: Sundays.")


def test_changes_come_in_measure(club, dune, client, settings):
    rates = {**settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "clubs": "2/h"}
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "DEFAULT_THROTTLE_RATES": rates}
    limits.forget_all()
    client.force_login(dune)
    for what in ("join", "leave", "join"):
        client.post(f"/clubs/{club.public_id}/{what}/")
    assert "dune" not in roles_in(club)


def test_guests_are_refused_with_a_code_of_its_own(club):
    for call in (
        lambda user: services.join(club=club, user=user),
        lambda user: services.found(user=user, name="Guests’ club"),
    ):
        with pytest.raises(Refusal) as caught:
            call(guest())
        assert caught.value.code == "guest_club"
