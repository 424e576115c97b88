"""The challenge of the day as two people meet it."""

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games.matches.models import Match
from lobby.models import Challenge, Try
from tests.browser import assault
from tests.browser.castle import Ears
from tests.browser.expecting import expect
from tests.browser.people import Person
from tests.games.village_assault.positions import position

Somebody = Callable[..., Person]
PAGE = "/daily/village-assault/"
OFTEN = ("", "my-matches/", "notices/", "people/amber/", "people/birch/", "api/matches/")
BOARDS = tuple(
    f"{kind}leaderboards/village-assault/?span={span}"
    for kind in ("", "api/")
    for span in ("day", "week", "ever")
)
OF_A_MATCH = ("", "?step=0", "?step=1&as=0", "?step=1&as=omniscient", "log/", "download/")
BY_API = ("", "log/", "steps/0/", "steps/1/?as=0", "steps/1/?as=omniscient", "record/")
# What the socket at that address says until the portal closes it, in one text.
HEARD = """(address) => new Promise((done) => {
  const url = new URL(address, location);
  url.protocol = url.protocol.replace("http", "ws");
  const socket = new WebSocket(url);
  const heard = [];
  socket.onmessage = ({ data }) => heard.push(data);
  socket.onclose = ({ code }) => done({ code, heard: heard.join(" ") });
})"""


@pytest.fixture
def two(somebody: Somebody) -> tuple[Person, Person]:
    """Two people whose accounts are from days ago."""
    people = somebody().sign_up(), somebody().sign_up()
    User.objects.update(date_joined=timezone.now() - timedelta(days=9))
    return people


def begin(person: Person) -> str:
    """Begin the only try; the address of its match."""
    person.page.goto(PAGE)
    person.page.get_by_role("button", name="Begin your only try").click()
    person.page.wait_for_url("**/matches/**")
    person.is_connected()
    return person.page.url


def give_up(person: Person) -> None:
    person.page.locator("#resign-s").click()
    person.page.locator("#resign-now").click()
    person.page.get_by_role("link", name="To the challenge").click()


def play(person: Person, points: int) -> None:
    """One move of the own try, and its end with so many points."""
    assault.put(person, position(hand=("dragon-red",), castle="farmer-red", scored=[points]))
    before = person.version
    person.page.locator('[data-target="hand:dragon-red"]').click()
    person.page.locator('[data-target="village:castle"]').click()
    person.confirm.click()
    person.moved_on_from(before)
    give_up(person)


@pytest.mark.whole  # sooner: tests/lobby/daily/test_gate.py
def test_a_try_is_begun_once_ends_at_its_points_and_is_shut_for_the_other(
    two: tuple[Person, Person],
) -> None:
    amber, birch = two
    amber.page.goto(PAGE)
    expect(amber.page.locator("[data-countdown]").first).to_have_text(re.compile(r"\(\d\d:\d\d:"))
    match = begin(amber)
    answer = birch.page.goto(match)
    assert answer is not None
    assert answer.status == 404
    give_up(amber)
    expect(amber.page.get_by_text("You scored 0 points.")).to_be_visible()
    expect(amber.page.get_by_label("To share")).to_have_value(re.compile("0 points · 1 day"))
    answer = amber.page.goto(match)
    assert answer is not None
    assert answer.status == 403
    assert len(amber.complained()) == 2


@pytest.mark.whole  # sooner: tests/lobby/daily/test_gate.py reads every address
def test_nothing_of_a_try_reaches_the_other_before_both_open(two: tuple[Person, Person]) -> None:
    amber, birch = two
    match = begin(amber)
    heard = Ears(birch)
    begin(birch)
    play(amber, 57_311)
    expect(amber.page.get_by_text(re.compile(r"You scored 57314 points"))).to_be_visible()
    secrets = secrets_of(match)
    heard.reload()
    for address, text in received(birch, match):
        assert not told_in(text, secrets), address
    give_up(birch)
    expect(birch.page.get_by_text("You scored 0 points.")).to_be_visible()
    told = [*heard.pages, *heard.while_it_ran]
    assert told
    assert not told_in(" ".join(told), secrets)
    the_days_pass(2)
    both_see_both(two, match)
    for person in two:  # the position was put there, so that its points can't be found again
        assert all("409" in said for said in person.complained())


def secrets_of(match: str) -> dict[str, str]:
    """What the other mustn't read of that try, by what it is."""
    stored = Match.objects.get(public_id=match.rstrip("/").rpartition("/")[2])
    found = {f"the hash of step {step.index}": step.hash for step in stored.steps.all()}
    return found | {"the points": "57314", "the seed": bytes(stored.deal.seed).hex()}


def told_in(text: str, secrets: dict[str, str]) -> list[str]:
    """What of them stands there as a word of its own: a hash may hold such figures."""
    words = set(re.findall(r"\w+", text))
    return [what for what, secret in secrets.items() if secret in words]


def received(reader: Person, match: str) -> Iterator[tuple[str, str]]:
    """Each address that might tell of that match, with what the reader gets there."""
    site, _, name = match.rstrip("/").rpartition("/matches/")
    api = f"{site}/api/matches/{name}/"
    mine = (PAGE, f"{PAGE}{Challenge.objects.filter(tries__isnull=False).distinct().get().day}/")
    general = [f"{site}/{path.lstrip('/')}" for path in (*OFTEN, *BOARDS, *mine)]
    general += [f"{site}/api{path}" for path in (*mine, f"{mine[1]}places/")]
    for address in general:
        text = reader.page.request.get(address).text()
        assert name not in text, address
        yield address, text
    for address in [*(match + path for path in OF_A_MATCH), *(api + path for path in BY_API)]:
        answer = reader.page.request.get(address)
        assert answer.status == 404, address
        yield address, answer.text()
    socket = f"/ws/matches/{name}/"
    said = reader.page.evaluate(HEARD, socket)
    yield socket, said["heard"]


def the_days_pass(days: int) -> None:
    """What is stored of challenges and their tries is older by so many days."""
    ago = timedelta(days=days)
    Challenge.objects.filter(tries__isnull=True).delete()
    for challenge in Challenge.objects.all():
        challenge.day -= ago
        challenge.save()
    Match.objects.update(
        embargo_until=F("embargo_until") - ago,
        started_at=F("started_at") - ago,
        finished_at=F("finished_at") - ago,
    )
    Try.objects.update(ended_at=F("ended_at") - ago)


def both_see_both(people: tuple[Person, ...], match: str) -> None:
    day: date = Challenge.objects.filter(tries__isnull=False).distinct().get().day
    for person in people:
        person.page.goto(f"{PAGE}{day}/")
        board = person.page.get_by_role("main")
        for points, name in (("57314", "amber"), ("0", "birch")):
            row = board.get_by_role("row").filter(has_text=name)
            expect(row).to_contain_text(points)
        board.get_by_role("row").filter(has_text="amber").get_by_role("link").last.click()
        person.page.wait_for_url(f"{match}?step=0")
        person.page.goto(match)
        expect(person.page.locator("#live")).to_have_attribute("data-over", "")
        expect(person.page.locator(".log")).to_contain_text("red Dragon")
        name = match.rstrip("/").rpartition("/")[2]
        record: Any = person.page.request.get(f"{person.portal}/api/matches/{name}/record/")
        assert record.json()["deal"]["seed"]
