"""What the service worker keeps to be read offline, and when it forgets it."""

import re
from typing import Any

import pytest
from django.conf import settings

from accounts.models import User
from lobby.site_files import views
from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.games.matches.conftest import play
from tests.support.waiting import wait_for

RULES = "/rules/castle-panic/"
KEPT = """async () => {
    const found = (await caches.keys()).map(async (name) => {
        const keys = await (await caches.open(name)).keys();
        return keys.map(({ url }) => [name, new URL(url).pathname]);
    });
    return (await Promise.all(found)).flat().filter(([, path]) => !path.startsWith("/static/"));
}"""
CONTROLLED = "navigator.serviceWorker.controller !== null"


def kept(person: Person) -> set[str]:
    """The addresses of the pages that are kept."""
    return {path for _name, path in person.page.evaluate(KEPT)} - {"/offline/"}


def with_worker(somebody: Any) -> Person:
    """Somebody with an account, whose browser has a worker."""
    person = somebody(service_workers="allow", fresh=True).sign_up()
    person.page.goto("/")
    wait_for(lambda: person.page.evaluate(CONTROLLED), "the worker")
    return person


def reads(person: Person, path: str) -> None:
    """Open the page, and wait until it is kept."""
    person.page.goto(path)
    wait_for(lambda: path in kept(person), f"{path} to be kept")


def test_kept_pages_are_read_offline_say_so_and_are_fresh_again_with_the_network(
    somebody, at_the_server
):
    amber = with_worker(somebody)
    page, banner = amber.page, amber.page.locator("#offline")
    birch = User.objects.create_user("birch")
    begun = at_the_server(_begun, amber.name, birch.username, game="burnt-to-ashes")
    match = f"/matches/{begun.public_id}/"
    sending = page.locator(".board .btn, .controls, .acts").filter(visible=True)
    reads(amber, RULES)
    reads(amber, match)
    amber.is_connected()
    expect(banner).to_be_hidden()
    expect(sending).to_have_count(3)
    page.goto("/settings/")
    page.context.set_offline(True)

    page.goto(RULES)
    expect(banner).to_contain_text("You are offline")
    expect(banner.locator("time")).to_contain_text(re.compile(r"\d:\d\d"))
    expect(page.locator("article.rules")).to_be_visible()
    styled = "getComputedStyle(document.querySelector('body > .bar')).display"
    assert page.evaluate(styled) == "flex", "its style sheets are kept, too"
    page.goto(match)
    expect(banner).to_be_visible()
    expect(page.locator(".board")).to_be_visible()
    expect(page.locator("html")).not_to_have_class(re.compile("started"))
    expect(sending).to_have_count(0)
    page.goto("/settings/")
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    expect(page.get_by_role("link", name=settings.SITE_NAME)).to_have_attribute("href", "/")
    expect(page.get_by_role("link", name="Rules of Castle Panic")).to_be_visible()

    page.goto(match)
    page.context.set_offline(False)
    expect(banner).to_be_hidden()
    amber.is_connected()
    amber.complained()  # sockets that didn't open


def test_a_kept_match_stands_as_it_was_last_seen(somebody, at_the_server):
    amber, birch = with_worker(somebody), somebody().sign_up()
    match = at_the_server(_begun, amber.name, birch.name)
    reads(amber, f"/matches/{match.public_id}/")
    amber.is_connected()
    at_the_server(play, match)
    amber.sees_version(1)
    stored = """async (path) => (await (await caches.match(path, { ignoreVary: true })).text())
        .includes('data-version="1"')"""
    path = f"/matches/{match.public_id}/"
    wait_for(lambda: amber.page.evaluate(stored, path), "the next position to be kept")


def _begun(*names: str, **how: Any) -> Any:
    from tests.support.matches import started

    return started(*[User.objects.get(username=name) for name in names], first=0, **how)


def test_others_matches_and_settings_are_not_kept_and_a_log_out_forgets_all(somebody):
    amber, birch = with_worker(somebody), somebody().sign_up()
    page = amber.page
    reads(amber, RULES)
    mine, theirs = amber.new_match(), birch.new_match()
    for path in (theirs, "/settings/", f"{mine}?step=0", f"{mine}?as=spectator", "/"):
        page.goto(path)
    reads(amber, mine)
    assert kept(amber) == {RULES, mine}

    page.goto("/settings/")
    page.get_by_role("banner").get_by_role("button", name="Log out").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Log in")).to_be_visible()
    assert kept(amber) == set()
    page.context.set_offline(True)
    page.goto(mine)
    expect(page.get_by_role("heading", name="You are offline")).to_be_visible()
    expect(page.locator("#kept")).to_be_empty()
    amber.complained()


def test_what_is_being_kept_at_a_log_out_is_forgotten_too(somebody):
    amber = with_worker(somebody)
    worker = amber.page.context.service_workers[0]
    worker.evaluate("""() => {
        const { open } = CacheStorage.prototype;
        const { put } = Cache.prototype;
        const goOn = new Promise((resolve) => { self.goOn = resolve; });
        CacheStorage.prototype.open = async function (name) {
            await goOn;
            return open.call(this, name);
        };
        Cache.prototype.put = async function (...page) {
            await put.apply(this, page);
            self.isPut = true;
        };
    }""")
    amber.page.goto(RULES)
    amber.page.get_by_role("banner").get_by_role("button", name="Log out").click()
    expect(amber.page.get_by_role("banner").get_by_role("link", name="Log in")).to_be_visible()
    worker.evaluate("() => self.goOn()")
    wait_for(lambda: worker.evaluate("() => self.isPut"), "it to be kept")
    wait_for(lambda: not kept(amber), "it to be forgotten")
    amber.complained()


@pytest.mark.parametrize("path", ["/accounts/logout/", "/settings/"])
def test_what_another_site_posts_here_forgets_nothing(somebody, path):
    """It comes without the cookies, and the answer isn't told who reads."""
    amber = with_worker(somebody)
    context = amber.page.context
    cookies = context.cookies()
    context.clear_cookies()
    context.add_cookies([cookie | {"sameSite": "Lax"} for cookie in cookies])  # as the portal's are
    reads(amber, RULES)
    form = f'<form method="post" action="{amber.portal}{path}"><button>Go</button></form>'
    elsewhere = "http://elsewhere.example/"
    amber.page.route(elsewhere, lambda route: route.fulfill(content_type="text/html", body=form))
    amber.page.goto(elsewhere)
    amber.page.get_by_role("button", name="Go").click()
    expect(amber.page.get_by_role("heading", level=1)).to_be_visible()
    assert kept(amber) == {RULES}
    amber.complained()


def test_who_logs_out_is_logged_out_even_if_the_storage_fails(somebody):
    amber = with_worker(somebody)
    worker = amber.page.context.service_workers[0]
    worker.evaluate("() => { caches.keys = () => Promise.reject(new Error('full')); }")
    amber.page.goto("/settings/")
    amber.page.get_by_role("banner").get_by_role("button", name="Log out").click()
    expect(amber.page.get_by_role("banner").get_by_role("link", name="Log in")).to_be_visible()
    amber.complained()


def test_pages_of_one_person_are_gone_when_another_reads(somebody):
    """Their log-in ended elsewhere, and no form of this browser said so."""
    amber, birch = with_worker(somebody), somebody().sign_up()
    reads(amber, amber.new_match())
    amber.page.context.add_cookies(birch.page.context.cookies())
    amber.page.goto("/settings/")
    wait_for(lambda: not kept(amber), "them to be forgotten")


def test_a_new_version_drops_what_the_old_one_kept(somebody, monkeypatch):
    amber = with_worker(somebody)
    reads(amber, RULES)
    before = {name for name, _path in amber.page.evaluate(KEPT)}
    old = views._worker()
    monkeypatch.setattr(views, "_worker", lambda: old.replace('"plain"', '"newer"'))
    amber.page.goto("/settings/")  # the browser asks for the worker

    def is_replaced() -> bool:
        names = {name for name, _path in amber.page.evaluate(KEPT)}
        return bool(names) and not names & before

    wait_for(is_replaced, "the new worker to forget")
    assert kept(amber) == set()
