"""What a match is called: the same in mails, in notices and on its page."""

from datetime import timedelta

import pytest

from accounts import blocks, closure, deliveries, notices
from accounts.models import Notice, User
from games.matches.models import Match
from games.matches.play.actions import requests
from games.matches.play.parts import turn_notices
from games.matches.record import match_names
from tests.pages.reading import dense
from tests.support.log_in import logged_in

pytestmark = pytest.mark.django_db
GAME = "Please Don’t Burn My Village"
DAY = {"type": "move", "seconds": 24 * 3600}


def told(user: User) -> str:
    from django.utils import timezone

    turn_notices.tell_due(timezone.now())
    [notice] = notices.unread(user)
    return notices.sentence(notice)


@pytest.mark.parametrize(
    ("others", "words"),
    [
        (["birch"], "with birch"),
        (["birch", "cedar"], "with birch and cedar"),
        (["birch", "cedar", "dahlia"], "with birch, cedar and dahlia"),
        (["birch", "easy"], "with birch"),
        (["easy"], ""),
    ],
)
def test_it_names_the_other_people(begin, person, others, words):
    amber = person("amber")
    seated = [other if other == "easy" else person(other) for other in others]
    match = begin(amber, *seated, first=0, clock=DAY)
    name = match_names.name_of(match, match.seats.all(), 0)
    assert name == f"{GAME} #{match.public_id[:4]} {words}".strip()


def test_notice_and_page_call_it_the_same(begin, person):
    amber, birch, cedar = person("amber"), person("birch"), person("cedar")
    match = begin(amber, birch, cedar, first=0, clock=DAY)
    name = f"{GAME} #{match.public_id[:4]} with birch and cedar"
    assert f"It’s your turn in {name}. You have until" in told(amber)
    html = logged_in(amber).get(f"/matches/{match.public_id}/").content.decode()
    assert f"<title>(1) Your turn · {name}</title>" in dense(html)
    assert f'id="match-name">{name}</p>' in html
    desk = logged_in(amber).get("/").content.decode()
    assert f"{GAME} #{match.public_id[:4]}" in desk


def test_who_leaves_is_called_otherwise_and_whom_one_has_blocked_is_not_named(begin, person):
    amber, birch, cedar = person("amber"), person("birch"), person("cedar")
    match = begin(amber, birch, cedar, first=0, clock=DAY)
    assert f"#{match.number} with birch and cedar." in told(amber)
    closure.erase(user=birch, name="left-1")
    assert "birch" not in str(list(Notice.objects.values_list("params", flat=True)))
    assert f"#{match.number} with left-1 and cedar." in told(amber)
    other = begin(amber, cedar, person("dune"), first=0, clock=DAY)
    blocks.block(user=amber, other=cedar)
    Notice.objects.all().delete()
    said = told(amber)
    assert f"#{other.number} with dune and 1 other." in said
    assert "cedar" not in said


def test_who_asks_or_nudges_is_named_once(begin, person, frozen):
    two = begin(person("amber"), person("birch"), first=0)
    three = begin(person("cedar"), person("dahlia"), person("elder"), first=0)
    for match in (two, three):
        requests.ask(public_id=match.public_id, user=match.seats.get(index=0).user, what="pause")
    assert told_of(two, 1) == [f"amber asks to pause your match of {GAME} #{two.number}."]
    assert told_of(three, 1) == [
        f"cedar asks to pause your match of {GAME} #{three.number} with elder."
    ]
    no = two.seats.get(index=1).user
    requests.answer(public_id=two.public_id, user=no, request=1, yes=False)
    assert told_of(two, 0) == [f"birch doesn’t agree to pause your match of {GAME} #{two.number}."]
    frozen.shift(timedelta(days=2))
    requests.nudge(public_id=two.public_id, user=no, seat=0)
    assert told_of(two, 0)[0] == f"birch is waiting for you in your match of {GAME} #{two.number}."


def told_of(match: Match, seat: int) -> list[str]:
    user = match.seats.get(index=seat).user
    return [notices.sentence(one) for one in user.notices.order_by("-pk")]


def test_mails_of_one_match_make_one_thread(begin, person, mailoutbox):
    """Whatever they tell, and however it names the match; another match makes another thread."""
    amber, birch = person("amber"), person("birch")
    amber.emailaddress_set.create(email="amber@post.example", primary=True, verified=True)
    for match in (begin(amber, birch, first=0, clock=DAY), begin(amber, birch, first=0, clock=DAY)):
        for text in ("It’s your turn in {game}.", "{name} asks in {game}."):
            notices.tell(
                user_id=amber.pk,
                key=f"{text}{match.public_id}",
                text=text,
                params={"game": match_names.name_for(match, match.seats.all(), 0), "name": "birch"},
                link=f"/matches/{match.public_id}/?chat=open",
                event=notices.Event.NUDGE,
            )
    deliveries.send_due(seconds=60)
    subjects = [letter.subject for letter in mailoutbox]
    ids = [f"matches.match.{match.public_id}" for match in Match.objects.order_by("pk")]
    threads = [letter.extra_headers["References"] for letter in mailoutbox]
    assert threads == [f"<{ids[0]}@localhost>"] * 2 + [f"<{ids[1]}@localhost>"] * 2
    assert threads == [letter.extra_headers["In-Reply-To"] for letter in mailoutbox]
    named = [f"[Hearth & Dragon] {GAME} #{match.number}" for match in Match.objects.order_by("pk")]
    assert subjects == [named[0]] * 2 + [named[1]] * 2
    assert "birch asks in" in mailoutbox[1].body
    assert len({letter.extra_headers["Message-ID"] for letter in mailoutbox}) == 4
