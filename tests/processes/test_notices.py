"""Whatever dies on the way, every notice is on the page once, and mailed at least once as one mail.

The worker, the broker and the mail server are killed or taken away while notices come in.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime

import pytest

from tests.support.mail_server import CUT, MailServer
from tests.support.running_portal import RunningPortal
from tests.support.stubborn_player import call, registered
from tests.support.waiting import wait_for

pytestmark = [pytest.mark.whole, pytest.mark.xdist_group("kills")]
GAME = "please-dont-burn-my-village"
PATIENCE = 600  # seconds: what found no mail server comes again after one minute, then after five
STATES = """
SELECT n.id, n.key, d.state, d.message_id FROM accounts_notice n
JOIN accounts_delivery d ON d.notice_id = n.id AND d.channel = 'mail'
JOIN accounts_user u ON u.id = n.user_id WHERE u.username = 'birch2' AND n.event = ?
"""


@pytest.fixture(scope="module")
def server() -> Iterator[MailServer]:
    with MailServer() as server:
        yield server


@pytest.fixture(scope="module")
def portal(tmp_path_factory, server, migrated):
    data = tmp_path_factory.mktemp("portal")
    with RunningPortal(data, server.environment, database=migrated) as portal:
        yield portal


class Inviting:
    """Somebody who invites somebody else, whose address is confirmed, to table after table."""

    def __init__(self, portal: RunningPortal) -> None:
        self.portal = portal
        self.token = registered(portal, "amber2")
        registered(portal, "birch2")
        with closing(self._database()) as database, database:
            database.execute(
                "INSERT INTO account_emailaddress (user_id, email, verified, 'primary')"
                " SELECT id, 'birch@post.example', 1, 1 FROM accounts_user WHERE username='birch2'"
            )
        self.tables: list[str] = []

    def _database(self) -> sqlite3.Connection:
        return sqlite3.connect(self.portal.data_dir / "portal.sqlite3", timeout=30)

    def invite(self) -> None:
        """Once, without trying again: an answer means that it is stored."""
        base, token = self.portal.base_url, self.token
        table = call(base, "tables/", {"game": GAME, "seats": 2}, token)["id"]
        call(base, f"tables/{table}/invite/", {"name": "birch2"}, token)
        self.tables.append(table)

    def deliveries(self, event: str = "invitation") -> list[tuple[int, str, str, str]]:
        with closing(self._database()) as database:
            return database.execute(STATES, [event]).fetchall()

    def make_due(self) -> None:
        """Let nobody wait for minutes: what is to be tried again is due now."""
        now = datetime.now(UTC).replace(tzinfo=None).isoformat(" ")
        with closing(self._database()) as database, database:
            database.execute("UPDATE accounts_delivery SET due_at=? WHERE state='queued'", [now])


@pytest.fixture(scope="module")
def somebody(portal: RunningPortal) -> Inviting:
    return Inviting(portal)


def test_every_mail_arrives_whatever_dies(portal, server, somebody):
    server.mails.clear()
    somebody.invite()
    wait_for(lambda: server.mails, "the first mail")

    portal.kill("worker-default", wait=False)
    for _number in range(3):
        somebody.invite()
    server.faults.append(CUT)

    portal.kill("broker", wait=False)
    for _number in range(3):
        somebody.invite()

    server.down()
    for _number in range(3):
        somebody.invite()
    portal.kill("worker-default", wait=False)
    server.up()
    for _number in range(2):
        somebody.invite()

    def settled() -> bool:
        somebody.make_due()
        return {state for _pk, _key, state, _id in somebody.deliveries()} == {"accepted"}

    wait_for(settled, "every mail to be accepted", PATIENCE)
    told = somebody.deliveries()
    assert len(told) == len(somebody.tables) == len({key for _pk, key, _state, _id in told})
    arrived = defaultdict(list)
    for mail in server.mails:
        arrived[mail["Message-ID"]].append(mail["Subject"])
    assert set(arrived) == {message_id for _pk, _key, _state, message_id in told}
    assert len(server.mails) > len(told)  # the one that was cut off came twice, as one
