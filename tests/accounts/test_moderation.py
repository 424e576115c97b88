"""Reports, what moderators make of them, the log of that, and the roles it takes."""

import datetime
from itertools import permutations
from typing import Any, get_args

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client

from accounts import audit, notices, reports, roles, sanctions
from accounts.models import AuditEntry, Conversation, Message, Report, Sanction, User
from accounts.moderation import audit_words
from games.protocol.admin_actions import Deed
from tests.pages.reading import dense
from tests.support.log_in import logged_in
from toolbox.errors import Refusal

pytestmark = [pytest.mark.django_db, pytest.mark.alike]


@pytest.fixture
def people() -> dict[str, User]:
    made = {name: User.objects.create_user(name) for name in ("amber", "birch", "fern", "hazel")}
    roles.give(user=made["fern"], role=roles.MODERATOR)
    roles.give(user=made["hazel"], role=roles.REVIEWER)
    return made


@pytest.fixture
def browser(people: dict[str, User]) -> Any:
    def make(name: str) -> Client:
        return logged_in(people[name])

    return make


@pytest.fixture
def message(people: dict[str, User], frozen: Any) -> Message:
    """What birch said among other things, in some conversation."""
    conversation = Conversation.objects.create(key="table:t1")
    at = datetime.datetime(2026, 5, 1, tzinfo=datetime.UTC)
    said = [
        conversation.messages.create(author=people["birch"], text=f"words {n}.", at=at)
        for n in range(15)
    ]
    return said[7]


@pytest.fixture
def report(people: dict[str, User], message: Message) -> Report:
    return reports.report(
        by=people["amber"], about=people["birch"], message=message, reason="insults"
    )


def test_the_footer_leads_only_where_one_is_let_in_and_counts_the_open_reports(
    report, people, browser
):
    def footer(client: Client) -> str:
        html = client.get("/settings/").content.decode()
        return dense(html.partition("<footer")[2])

    Report.objects.create(by=people["amber"], about=people["birch"], reason="Again.")
    roles.give(user=people["amber"], role=roles.REVIEWER)
    plain_staff = User.objects.create_user("ash", is_staff=True)
    moderator = footer(browser("fern"))
    assert 'href="/moderation/"' in moderator
    assert 'href="/moderation/audit/"' in moderator
    assert '<span class="chip num">2<span class="sr">open reports and appeals</span>' in moderator
    Report.objects.update(status=Report.Status.DISMISSED)
    assert "open report" not in footer(browser("fern"))
    reviewer = footer(browser("amber"))
    assert 'href="/moderation/"' not in reviewer
    assert 'href="/moderation/audit/"' in reviewer
    staff = logged_in(plain_staff)
    assert "/moderation/" not in footer(staff)


def test_a_report_shows_what_was_said_around_it_and_dismissing_changes_nothing_else(
    report, browser
):
    page = browser("fern").get(f"/moderation/reports/{report.pk}/").content.decode()
    assert "insults" in page
    shown = [n for n in range(15) if f"words {n}." in page]
    assert shown == list(range(2, 13))
    data = {"verdict": "dismiss", "decision": "harmless", "hide": "on"}
    browser("fern").post(f"/moderation/reports/{report.pk}/", data)
    report.refresh_from_db()
    assert report.status == "dismissed"
    assert report.message is not None
    assert not report.message.hidden
    assert not Sanction.objects.exists()


def test_upholding_hides_the_message_mutes_its_author_and_thanks_who_reported(
    report, people, browser, frozen
):
    data = {"verdict": "uphold", "decision": "clear insult", "hide": "on"}
    data |= {"kind": "mute", "duration": "86400", "reason": "no insults, please"}
    answer = browser("fern").post(f"/moderation/reports/{report.pk}/", data)
    assert answer.status_code == 302
    report.refresh_from_db()
    settled = (report.status, report.handled_by, report.decision)
    assert settled == ("upheld", people["fern"], "clear insult")
    assert report.message is not None
    assert report.message.hidden
    [mute] = sanctions.in_force(people["birch"])
    assert mute.kind == "mute"
    assert (mute.report, mute.reason) == (report, "no insults, please")
    assert mute.ends_at == datetime.datetime(2026, 5, 2, 12, tzinfo=datetime.UTC)
    [thanks] = notices.unread(people["amber"])
    assert "looked at your report" in notices.sentence(thanks)
    actions = AuditEntry.objects.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["report.uphold", "sanction.mute"]
    assert not AuditEntry.objects.filter(data__icontains="words 7").exists()
    again = browser("fern").post(f"/moderation/reports/{report.pk}/", data)
    assert "already been settled" in again.content.decode()
    assert Sanction.objects.count() == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"decision": ""},
        {"verdict": "maybe"},
        {"verdict": "dismiss", "kind": "ban", "reason": "x"},
        {"kind": "mute", "reason": ""},
        {"kind": "mute", "reason": "x", "duration": "12"},
        {"kind": "exile", "reason": "x"},
    ],
)
def test_a_decision_that_makes_no_sense_settles_nothing(report, browser, wrong):
    data = {"verdict": "uphold", "decision": "clear", "duration": "86400"} | wrong
    answer = browser("fern").post(f"/moderation/reports/{report.pk}/", data)
    assert answer.status_code == 200
    report.refresh_from_db()
    assert report.status == "open"
    assert not Sanction.objects.exists()
    assert not AuditEntry.objects.exists()


def test_a_measure_that_is_refused_leaves_the_report_open(people, browser):
    about_staff = reports.report(by=people["amber"], about=people["hazel"], reason="rude")
    about_oneself = reports.report(by=people["amber"], about=people["fern"], reason="rude")
    for found in (about_staff, about_oneself):
        data = {"verdict": "uphold", "decision": "x", "kind": "ban", "reason": "x"}
        browser("fern").post(f"/moderation/reports/{found.pk}/", data)
        found.refresh_from_db()
        assert found.status == "open"
    assert not Sanction.objects.exists()


def test_moderators_sanction_and_lift_on_a_persons_page(people, browser):
    office = browser("fern")
    data = {"kind": "ban", "duration": "", "reason": "threats"}
    assert office.post("/moderation/people/birch/", data).status_code == 302
    assert browser("birch").get("/").status_code == 403
    assert "birch" in office.get("/moderation/people/").content.decode()
    [ban] = Sanction.objects.all()
    office.post(f"/moderation/sanctions/{ban.pk}/lift/", {"reason": ""})
    assert browser("birch").get("/").status_code == 403
    office.post(f"/moderation/sanctions/{ban.pk}/lift/", {"reason": "apologised"})
    assert browser("birch").get("/").status_code == 200
    assert "birch" not in office.get("/moderation/people/").content.decode()
    assert "birch" in office.get("/moderation/people/?name=BIR").content.decode()


def test_reports_are_limited_and_about_another_who_said_it(people, message):
    with pytest.raises(Refusal, match="yourself"):
        reports.report(by=people["amber"], about=people["amber"], reason="me")
    with pytest.raises(Refusal, match="Someone else"):
        reports.report(by=people["amber"], about=people["fern"], reason="rude", message=message)
    with pytest.raises(Refusal, match="what happened"):
        reports.report(by=people["amber"], about=people["birch"], reason=" ")
    for _report in range(10):
        reports.report(by=people["amber"], about=people["birch"], reason="again")
    with pytest.raises(Refusal, match="many reports"):
        reports.report(by=people["amber"], about=people["birch"], reason="again")


@pytest.mark.parametrize(
    "path", ["/moderation/", "/moderation/audit/", "/moderation/people/?name=a"]
)
def test_lists_ask_the_same_however_long_they_are(
    path, people, browser, django_assert_max_num_queries
):
    office = browser("fern")

    def grow(start: int) -> None:
        for n in range(start, start + 5):
            by = User.objects.create_user(f"a{n}")
            reports.report(by=by, about=people["birch"], reason="x", place=f"match:m{n}:watchers")
            audit.record(actor=by, action="test", subject=f"user:{n}")

    grow(0)
    with django_assert_max_num_queries(30) as few:
        office.get(path)
    grow(5)
    with django_assert_max_num_queries(len(few)):
        office.get(path)


def test_the_log_can_be_narrowed_and_not_be_written(people, browser):
    audit.record(actor=people["fern"], action="match.void", subject="match:m1", reason="first")
    audit.record(actor=people["hazel"], action="match.open", subject="match:m2", reason="second")
    about = f"user:{people['birch'].pk}"
    audit.record(actor=people["amber"], action="user.password", subject=about, reason="third")
    office = browser("hazel")
    for query, found in {
        "": {"first", "second", "third"},
        "actor=FERN": {"first"},
        "action=match.": {"first", "second"},
        "action=voided+a+Match": {"first"},
        "subject=match:m2": {"second"},
        "subject=match m2": {"second"},
        "subject=m2": {"second"},
        "subject=Birch": {"third"},
        "actor=fern&subject=match:m2": set(),
    }.items():
        page = office.get(f"/moderation/audit/?{query}").content.decode()
        assert {word for word in ("first", "second", "third") if word in page} == found
    root = logged_in(User.objects.create_superuser("root"))
    assert root.post("/moderation/audit/").status_code == 405
    for path in ("add/", f"{AuditEntry.objects.first().pk}/delete/"):  # type: ignore[union-attr]
        assert root.post(f"/admin/accounts/auditentry/{path}").status_code in (403, 404)


RESULT = [{"outcome": "won", "rank": 1, "score": 7}, {"outcome": "lost", "rank": 2, "score": None}]


@pytest.mark.parametrize(
    ("action", "data", "words"),
    [
        (
            "match.end",
            {"step": 4, "seat": None, "seats": RESULT[::-1], "before": RESULT}
            | {"names": ["a", "b"]},
            "step 4 · result: a: lost, place 2; b: won, place 1, 7 points · "
            "result before: a: won, place 1, 7 points; b: lost, place 2",
        ),
        (
            "match.void",
            {"step": 2, "before": None, "names": ["a"]},
            "step 2 · it was still going on",
        ),
        (
            "match.replace",
            {"seat": 0, "level": "easy", "person": "amber"},
            "seat 1 · level of the computer player: easy · played by amber until then",
        ),
        ("match.take-back", {"to": 0, "closed": [1]}, "back to step 0 · seat 2: account closed"),
        ("match.review", {"how": "record", "version": 3}, "its record · as it stood at step 3"),
        (
            "user.rights",
            {"username": "amber", "is_staff": {"from": False, "to": True}}
            | {"groups": {"added": ["Moderator"]}, "renamed_from": "ember"},
            "now staff · groups added: Moderator · called ember before",
        ),
        (
            "sanction.ban",
            {"ends_at": "2026-05-01T12:00:00+00:00", "report": None, "sanction": 3},
            'until <time datetime="2026-05-01T12:00:00+00:00">May 1, 2026, 12:00 PM</time>',
        ),
        ("sanction.lift", {"kind": "ban", "sanction": 3}, "<small>ban</small>"),
        ("appeal.keep", {"username": "amber", "appeal": 3}, ">amber</a>"),
        ("report.uphold", {"report": 5, "hidden": True}, "report 5 · message hidden"),
        ("new.deed", {"odd": [1]}, "odd: [1]"),
    ],
)
def test_the_log_tells_details_in_words(people, browser, action, data, words):
    audit.record(actor=people["fern"], action=action, subject="user:1", data=data)
    page = browser("fern").get("/moderation/audit/").content.decode()
    told = words.split(" · ")  # PostgreSQL has an order of its own for the fields of JSON
    assert any(" · ".join(one) in page for one in permutations(told))


def test_every_measure_and_every_deed_at_a_match_has_words():
    kinds = {f"sanction.{kind}" for kind in Sanction.Kind.values}
    deeds = {f"match.{deed.__struct_config__.tag}" for deed in get_args(Deed)}
    assert kinds | deeds <= audit_words.DEEDS.keys()


def test_check_audit_says_which_entry_was_altered(people, capsys):
    entries = [audit.record(actor=None, action="test", subject="x") for _entry in range(3)]
    call_command("check_audit")
    assert "3 entries" in capsys.readouterr().out
    with connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_auditentry SET action = 'y' WHERE id = %s", [entries[1].pk])
    with pytest.raises(CommandError, match=f"Entry {entries[1].pk} "):
        call_command("check_audit")


def test_give_role_makes_moderators_and_reviewers(people):
    call_command("give_role", "amber", "moderator")
    call_command("give_role", "birch", "reviewer")
    amber, birch = (User.objects.get(username=name) for name in ("amber", "birch"))
    assert (roles.is_moderator(amber), roles.is_reviewer(amber)) == (True, False)
    assert (roles.is_moderator(birch), roles.is_reviewer(birch)) == (False, True)
    assert AuditEntry.objects.filter(action="role.give", actor="").count() == 2
    for wrong in (["nobody", "moderator"], ["amber", "king"]):
        with pytest.raises(CommandError):
            call_command("give_role", *wrong)


def _fresh(user: User) -> User:
    return User.objects.get(pk=user.pk)


def test_each_role_is_its_own_and_a_superuser_has_every_one():
    user = User.objects.create_user("Ada")
    assert not roles.is_moderator(user)
    assert not roles.is_moderator(AnonymousUser())
    roles.give(user=user, role=roles.MODERATOR)
    assert roles.is_moderator(_fresh(user))
    assert not roles.is_reviewer(_fresh(user))
    assert _fresh(user).is_staff
    boss = User.objects.create_superuser("Boss")
    assert roles.is_moderator(boss)
    assert roles.is_reviewer(boss)
    for role in (roles.MODERATOR, roles.REVIEWER):
        roles.give(user=boss, role=role)
    assert roles.reviewers() == [boss.pk], "once"


@pytest.mark.parametrize("lost", ["is_staff", "is_active"])
def test_a_role_ends_with_being_staff_and_active(lost):
    user = User.objects.create_user("Ada")
    roles.give(user=user, role=roles.REVIEWER)
    user = _fresh(user)
    setattr(user, lost, False)
    assert not roles.is_reviewer(user)


def _write(count: int) -> list[AuditEntry]:
    actor = User.objects.create_user("Rowan")
    return [
        audit.record(
            actor=actor, action="match.void", subject=f"match:m{n}", reason="spoilt", data={"n": n}
        )
        for n in range(count)
    ]


def test_an_entry_outlives_the_person_it_names():
    _write(1)
    User.objects.all().delete()
    assert AuditEntry.objects.get().actor == "Rowan"
    assert audit.first_broken() is None


@pytest.mark.parametrize("column", ["reason", "actor", "subject", "action", "at"])
def test_an_entry_altered_in_the_database_or_taken_out_is_found(column):
    assert audit.first_broken() is None
    entries = _write(3)
    assert audit.first_broken() is None
    with connection.cursor() as cursor:
        value = "2020-01-01 00:00:00" if column == "at" else "other"
        cursor.execute(
            f"UPDATE accounts_auditentry SET {column} = %s WHERE id = %s", [value, entries[1].pk]
        )
    assert audit.first_broken() == entries[1].pk
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM accounts_auditentry WHERE id = %s", [entries[1].pk])
    assert audit.first_broken() == entries[2].pk, "one is missing"


def test_no_code_of_ours_can_change_or_delete_an_entry():
    [entry] = _write(1)
    entry.reason = "other"
    for attempt in (
        entry.save,
        entry.delete,
        AuditEntry.objects.all().delete,
        lambda: AuditEntry.objects.update(reason="other"),
        lambda: AuditEntry.objects.bulk_update([entry], ["reason"]),
    ):
        with transaction.atomic(), pytest.raises(TypeError, match="only ever added"):
            attempt()
    assert AuditEntry.objects.get().reason == "spoilt"
