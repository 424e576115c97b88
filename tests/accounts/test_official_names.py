"""Nobody can take a name that sounds as if the portal were speaking; its staff bear a mark."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts import names, reports, roles
from accounts.models import User
from accounts.official_names import sounds_like_guest, sounds_official
from accounts.settings import services as own_settings
from accounts.talk import services as talk
from tests.accounts.test_names import PASSWORD, show_as
from tests.support.log_in import logged_in
from toolbox.errors import Refusal

pytestmark = pytest.mark.django_db

OFFICIAL = [
    *("moderator", "Moderators", "support", "STAFF", "system", "admin", "Administrator", "mod"),
    *("the.staff", "Support-Team", "system_message", "SiteAdmin", "admin2", "24support", "ad-min"),
    *("m.o.d", "5taff", "adm1n", "adrnin", "AdmIn", "sуstem", "ѕуѕтем"),
    *("ᴀᴅᴍɪɴ", "ádmin", "admın", "modéràtor", "ｓｔａｆｆ", "ѕирроrт"),
    *("supportteam", "SuperMods", "theofficial", "adminsteam", "the-site-mods", "5uperadm1n"),
    *("админ", "МОДЕРАТОР", "супер.админ", "administrateur", "Modérateur", "Moderatorin"),
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


LIKE_GUESTS = [
    *("Guest", "GUESTS", "Guest4821", "guest-4821", "4821guest", "Guest4821x"),
    *("guest48b", "Gue5t", "GuestOne", "the.guest", "g.u.e.s.t", "Güest"),
    *("Gu\u0435st", "\uff27uest"),  # a Cyrillic e, a wide G
]
NOT_LIKE_GUESTS = ["guestbook", "august", "Gus", "guesthouse", "honorguestly", "amber"]


@pytest.mark.parametrize(
    ("sounds", "alike", "other"),
    [(sounds_official, OFFICIAL, FINE), (sounds_like_guest, LIKE_GUESTS, NOT_LIKE_GUESTS)],
)
def test_what_sounds_official_or_like_a_guest(sounds, alike, other):
    assert [name for name in alike if not sounds(name)] == []
    assert [name for name in other if sounds(name)] == []


def test_a_guests_own_name_can_be_no_username_and_only_it_is_one():
    name = names.of_guest(4821)
    assert names.is_of_guest(name)
    with pytest.raises(Exception, match="digits"):
        names.VALIDATORS[0](name)
    others = ("Guest4821", "guest-left-3f9a1c", "left-guest")
    assert not any(names.is_of_guest(other) for other in others)


def test_the_sites_own_name_is_what_the_settings_say(settings):
    settings.SITE_NAME = "Go"
    assert sounds_official("go")
    assert not sounds_official("gordon")
    settings.SITE_NAME = "Spieleabend Süd"
    assert sounds_official("spieleabend.sued") is False
    assert sounds_official("SpieleabendSud")


def rename(office: Client, user: User, name: str, **more: str) -> None:
    form = {"username": name, "is_active": "on", **more}
    office.post(reverse("admin:accounts_user_change", args=[user.pk]), form)
    user.refresh_from_db()


def test_staff_may_be_called_so_and_who_has_such_a_name_keeps_it(office):
    amber = User.objects.create_user("amber")
    rename(office, amber, "moderator", is_staff="on")
    assert amber.username == "moderator"
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


@pytest.mark.parametrize("name", ["amber\u3164", "\u115fbirch", "ce\u1160dar", "fern\uffa0"])
def test_who_has_letters_that_nobody_sees_keeps_them(name):
    old = User.objects.create_user("gorse", shown_name=name)
    show_as(old, name)
    assert old.name == name
    with pytest.raises(Refusal):
        show_as(old, f"new{name}")


MARK = '<span class="chip">staff</span>'


def test_staff_bear_a_mark_where_they_speak(begin, person, amber, office):
    birch, cedar = person("birch"), person("cedar")
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
        report = reports.report(by=amber, about=speaker, reason="too friendly", message=message)
        page = office.get(f"/moderation/reports/{report.pk}/").content.decode()
        assert (MARK in page) is bool(marked)
        message.delete()
    User.objects.filter(pk=cedar.pk).update(is_staff=False)
    talk.say(user=User.objects.get(pk=cedar.pk), key=key, text="Hello from me")
    assert MARK not in reader.get(f"/chat/{key}/").content.decode()
