"""The pages of notices: reading them, following them, and that they are one's own."""

import pytest
from django.test import Client

from accounts import notices
from accounts.models import Notice, User
from tests.pages.reading import dense
from toolbox.links import ForeignLink

pytestmark = pytest.mark.django_db


def tell(user: User, key: str, link: str = "/my-matches/") -> Notice:
    params = {"who": "birch & co", "game": notices.message("Games")}
    notices.tell(user_id=user.pk, key=key, text="{who} and {game}", params=params, link=link)
    return user.notices.get(key=key)


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return dense(answer.content.decode())


def test_every_page_counts_the_unread_and_the_list_tells_them(amber, browser):
    tell(amber, "one")
    notices.mark_read(user=amber)
    tell(amber, "two")
    assert 'data-figure="unread">1</span>' in text_of(browser, "/")
    page = text_of(browser, "/notices/")
    assert page.count("birch &amp; co and Games") == 2
    assert page.count('<li class="new">') == 1


def test_following_a_notice_leads_there_and_has_read_it(amber, browser):
    notice, other = tell(amber, "one"), tell(amber, "two")
    assert browser.get(f"/notices/{notice.pk}/").url == "/my-matches/"
    assert list(notices.unread(amber)) == [other]
    assert browser.get(f"/notices/{notice.pk}/").url == "/my-matches/", "and once more"
    assert browser.get(f"/notices/{tell(amber, 'three', '').pk}/").url == "/notices/"
    assert browser.post("/notices/read/").url == "/notices/"
    assert not notices.unread(amber)
    assert "Mark all as read" not in text_of(browser, "/notices/")


@pytest.mark.parametrize(
    "link",
    [
        *("https://evil.example/", "//evil.example/", "/\t/evil.example/", "/\\evil.example/"),
        *(
            "https://evil.example/matches/a/",
            "javascript:1",
            "my-matches/",
            "/nowhere/",
            "http://[",
        ),
    ],
)
def test_what_is_no_path_of_a_page_of_ours_is_never_written(amber, link):
    with pytest.raises(ForeignLink):
        tell(amber, "one", link)
    with pytest.raises(ForeignLink):
        notices.tell_all([notices.Telling(amber.pk, "one", "Hello.", link)])
    assert not amber.notices.exists()


def test_nobody_reads_or_follows_those_of_others(amber, browser):
    birch = User.objects.create_user("birch", password="a long password")
    theirs = tell(birch, "one")
    assert "birch" not in text_of(browser, "/notices/")
    assert browser.get(f"/notices/{theirs.pk}/").status_code == 404
    browser.post("/notices/read/")
    assert notices.unread(birch)
    for address in ("/notices/", f"/notices/{theirs.pk}/"):
        assert Client().get(address).url == f"/accounts/login/?next={address}"
    assert Client().post("/notices/read/").status_code == 302
    assert browser.get("/notices/read/").status_code == 405


def test_an_empty_list_invites_and_a_long_one_has_pages(
    amber, browser, django_assert_max_num_queries
):
    assert "Nothing yet." in text_of(browser, "/notices/")
    for number in range(31):
        tell(amber, str(number))
    with django_assert_max_num_queries(6):
        assert text_of(browser, "/notices/").count("birch") == 30
    assert text_of(browser, "/notices/?page=2").count("birch") == 1
    for odd in ("x", "0", "99"):
        assert "birch" in text_of(browser, f"/notices/?page={odd}")
