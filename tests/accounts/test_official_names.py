"""Nobody can take a name that sounds as if the portal were speaking; its staff bear a mark."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts import roles
from accounts.errors import Refusal
from accounts.models import User
from accounts.official_names import sounds_official
from accounts.settings import services as own_settings
from accounts.talk import services as talk
from tests.accounts.test_names import PASSWORD, show_as
from tests.games.matches.conftest import begin, person
from tests.support.log_in import logged_in

__all__ = ["begin", "person"]

pytestmark = pytest.mark.django_db
WHY = "This name sounds as if you worked for this site. Please choose another."

OFFICIAL = [
    *("moderator", "Moderators", "support", "STAFF", "system", "admin", "Administrator", "mod"),
    *("the.staff", "Support-Team", "system_message", "SiteAdmin", "admin2", "24support", "ad-min"),
    *("m.o.d", "5taff", "adm1n", "adrnin", "AdmIn", "admln", "m0derat0r", "sуstem", "ѕуѕтем"),
    *("ѕtaff", "ᴀᴅᴍɪɴ", "ádmin", "admın", "modéràtor", "ｓｔａｆｆ", "ѕтаff", "ѕирроrт"),
    *("superadmin", "siteadmin", "adminteam", "modteam", "supportteam", "SuperMods", "theofficial"),
    *("supportstaff", "systemadmin", "adminsteam", "the-site-mods", "headmod2", "5uperadm1n"),
    *("админ", "Админ", "АДМИН", "модератор", "МОДЕРАТОР", "администратор", "супер.админ"),
    *("administrateur", "Modérateur", "moderador", "Moderatorin"),
    *("ad\u3164min", "\u115fadmin", "mod\u1160", "st\uffa0aff", "mod\u02bcs", "adminː", "modꟷteam"),
    *("ꓮꓓꓟꓲꓠ", "ꓢꓔꓮꓝꓝ", "ꓟꓳꓓ", "ѕтағғ", "ЅТАҒҒ", "ɑdmin", "stɑff", "ʃtaff", "ßtaff", "weßmaster"),
    *("admǀn", "ΑDΜΙΝ", "ΑΔΜΙΝ", "ΜΟD", "ΜΟΔ"),
    *("HearthDragon", "hearth.dragon", "Hearth_and_Dragon", "hearth-dragon-team", "hearthdragon"),
]
FINE = [
    *("staffan", "Adminka", "modest", "modern", "supporter", "systematic", "amber", "x", "Bo"),
    *("hearth", "dragon", "dragon.hearth", "badminton", "Madmint", "komodo", "иван", "Ωμέγα", "7"),
    *("flagstaff", "systemd", "themodern", "supermodel", "theodora", "teamster", "gamester"),
    *("superb", "headstrong", "steamod", "Модест", "Νίκη", "Großmann", "ΝΙΚΗ", "ꓡꓲꓢꓴ", "Kaʻiulani"),
    *("distaff", "ecosystem", "person-4", "Комод", "___", "1234"),
]


@pytest.mark.parametrize("name", OFFICIAL)
def test_what_sounds_official(name):
    assert sounds_official(name)


@pytest.mark.parametrize("name", FINE)
def test_what_does_not(name):
    assert not sounds_official(name)


def test_the_sites_own_name_is_what_the_settings_say(settings):
    settings.SITE_NAME = "Go"
    assert sounds_official("go")
    assert not sounds_official("gordon")
    settings.SITE_NAME = "Spieleabend Süd"
    assert sounds_official("spieleabend.sued") is False
    assert sounds_official("SpieleabendSud")


# -- doors -----------------------------------------------------------------------------------------

each_name = pytest.mark.parametrize("name", ["moderator", "The.Staff", "m0d", "ѕуѕтем"])


@each_name
def test_not_at_the_sign_up_page(name):
    answer = Client().post("/accounts/signup/", {"username": name, "password1": PASSWORD})
    assert WHY in answer.content.decode()
    assert not User.objects.exists()


@each_name
def test_not_in_the_api(name):
    account = {"username": name, "password": PASSWORD}
    answer = Client().post("/api/accounts/", account, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["fields"] == {"username": [WHY]}


@each_name
def test_not_as_the_name_shown(name):
    amber = User.objects.create_user("amber")
    with pytest.raises(Refusal) as refused:
        show_as(amber, name)
    assert refused.value.extra["fields"] == {"shown_name": [WHY]}


@pytest.fixture
def office() -> Client:
    return logged_in(User.objects.create_superuser("root"))


def new_account(office: Client, name: str) -> str:
    form = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    form |= {"usable_password": "true"}
    return office.post(reverse("admin:accounts_user_add"), form).content.decode()


def rename(office: Client, user: User, name: str, **more: str) -> None:
    form = {"username": name, "is_active": "on", **more}
    office.post(reverse("admin:accounts_user_change", args=[user.pk]), form)
    user.refresh_from_db()


@each_name
def test_not_in_the_administration_but_for_staff(office, name):
    assert WHY in new_account(office, name)
    amber = User.objects.create_user("amber")
    rename(office, amber, name)
    assert amber.username == "amber"
    rename(office, amber, name, is_staff="on")
    assert amber.username == name


@pytest.mark.parametrize("name", ["amber\u3164", "\u115fbirch", "ce\u1160dar", "fern\uffa0"])
def test_letters_that_nobody_sees_are_refused(name):
    account = {"username": name, "password": PASSWORD}
    answer = Client().post("/api/accounts/", account, content_type="application/json")
    assert answer.json()["fields"]["username"][0] == "Please use ordinary letters in this name."
    old = User.objects.create_user("gorse", shown_name=name)
    show_as(old, name)
    assert old.name == name
    with pytest.raises(Refusal):
        show_as(old, f"new{name}")


def test_lisu_is_not_mixed_with_look_alikes():
    account = {"username": "\ua4eember", "password": PASSWORD}
    answer = Client().post("/api/accounts/", account, content_type="application/json")
    assert answer.json()["fields"]["username"] == ["Please use a single alphabet in this name."]


def test_who_has_such_a_name_keeps_it(office):
    old = User.objects.create_user("support", shown_name="Helpdesk")
    old.set_password(PASSWORD)
    old.save()
    for shown in ("Helpdesk", "Support"):
        show_as(old, shown)
        assert old.name == shown
    own_settings.keep(user=old, name="theme", value="dark")
    rename(office, old, "support")
    assert old.is_active
    login = {"login": "support", "password": PASSWORD}
    assert Client().post("/accounts/login/", login).status_code == 302


# -- the mark --------------------------------------------------------------------------------------

MARK = '<span class="chip">staff</span>'


def test_staff_bear_a_mark_where_they_speak(begin, person):
    amber, birch, cedar = person("amber"), person("birch"), person("cedar")
    roles.give(user=cedar, role=roles.MODERATOR)
    match = begin(amber, birch)
    key = f"match:{match.public_id}:watchers"
    fern = person("fern")
    reader = logged_in(person("gorse"))
    for speaker, marked in ((fern, 0), (cedar, 1)):
        message = talk.say(user=speaker, key=key, text="Hello from me")
        page = reader.get(f"/chat/{key}/").content.decode()
        assert page.count("Hello from me") == 1
        assert page.count(MARK) == marked
        message.delete()
    User.objects.filter(pk=cedar.pk).update(is_staff=False)
    talk.say(user=User.objects.get(pk=cedar.pk), key=key, text="Hello from me")
    assert MARK not in reader.get(f"/chat/{key}/").content.decode()


def test_moderators_see_the_mark_around_a_reported_message(begin, person):
    from accounts import reports

    amber, birch, cedar = person("amber"), person("birch"), person("cedar")
    roles.give(user=cedar, role=roles.MODERATOR)
    match = begin(amber, birch)
    key = f"match:{match.public_id}:watchers"
    message = talk.say(user=cedar, key=key, text="Hello from me")
    report = reports.report(by=amber, about=cedar, reason="too friendly", message=message)
    reader = logged_in(User.objects.create_superuser("root"))
    assert MARK in reader.get(f"/moderation/reports/{report.pk}/").content.decode()
