"""The bare way of docs/deployment.md: Debian's nginx with our site before the units' own commands,
with the settings file, on PostgreSQL and Redis. Needs nginx-light, redis-server and postgresql.
"""

import http.client
import http.server
import json
import os
import re
import secrets
import shlex
import shutil
import socket
import ssl
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

import psycopg
import pytest
import redis
from websockets.sync.client import connect

from tests.support import deploy, services
from tests.support.deploy import DEPLOY, HOME
from tests.support.mail_server import MailServer
from tests.support.running_portal import ROOT, clean_environment
from tests.support.waiting import wait_for

pytestmark = pytest.mark.again


@dataclass
class Site:
    """A portal behind nginx."""

    home: Path
    environment: dict[str, str]
    port: int
    plain_port: int
    certificate: ssl.SSLContext
    mails: list[Any]
    webs: list[subprocess.Popen[bytes]]
    signs: dict[str, socket.socket]  # where systemd would listen, by unit

    def manage(self, *arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.home / ".venv/bin/python", "manage.py", *arguments],
            cwd=self.home,
            env=self.environment | changes,
            capture_output=True,
            text=True,
            check=False,
        )

    def ask(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[http.client.HTTPResponse, bytes]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPSConnection("localhost", self.port, context=self.certificate)
        with closing(connection):
            connection.request(method, path, body, named)
            answer = connection.getresponse()
            return answer, answer.read()

    def call(self, path: str, body: Any, **headers: str) -> Any:
        headers["Content_Type"] = "application/json"
        answer, said = self.ask("POST", f"/api/{path}", json.dumps(body), **headers)
        assert answer.status in (200, 201), said
        return json.loads(said)

    def ready(self) -> bool:
        try:
            return self.ask("GET", "/readyz")[0].status == 200
        except OSError:
            return False


def free_ports(count: int) -> list[int]:
    with ExitStack() as stack:
        open_ = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [one.getsockname()[1] for one in open_]


CERTIFICATE = """
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost
    -addext subjectAltName=DNS:localhost -keyout privkey.pem -out fullchain.pem
"""


def certified(folder: Path) -> ssl.SSLContext:
    """Make a certificate there, and a context that trusts it."""
    folder.mkdir()
    subprocess.run(CERTIFICATE.split(), cwd=folder, check=True, capture_output=True)
    return ssl.create_default_context(cafile=folder / "fullchain.pem")


def nginx(folder: Path, ports: dict[str, int]) -> list[str]:
    """The command of an nginx with our site, at other ports."""
    text = (DEPLOY / "nginx.conf").read_text().replace("/etc/hearth/tls", str(folder / "tls"))
    text = re.sub(r"listen \[::\].*", "", text)  # not every machine has IPv6
    text = text.replace("play.example.org", "localhost")
    for place, port in ports.items():
        assert place in text
        text = text.replace(place, f"{place.partition(' ')[0]} 127.0.0.1:{port}")
    places = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    main = [
        f"pid {folder}/nginx.pid; daemon off; error_log stderr; user root;"
        if not os.getuid()
        else "",
        "events {} http {",
        *(f"{place}_temp_path {folder}/{place};" for place in places),
        text,
        "}",
    ]
    (folder / "nginx.conf").write_text("\n".join(main))
    return ["nginx", "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")]


@contextmanager
def running(command: list[str], log: Path, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A program, which is told to end with the block."""
    with log.open("ab") as file:
        program = subprocess.Popen(command, stdout=file, stderr=file, **options)
    try:
        yield program
    finally:
        program.terminate()
        program.wait(60)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with tempfile.TemporaryDirectory(prefix="hearth-deploy-") as folder:
        Path(folder).chmod(0o711)  # PostgreSQL has a user of its own
        yield from deployed(Path(folder))


def deployed(folder: Path) -> Iterator[Site]:
    """Install and start everything as the guide says."""
    version, home, tls, log = (folder / name for name in ("1.0", "current", "tls", "log"))
    home.symlink_to(version)
    for name in deploy.shipped():
        source, target = ROOT / name, version / name
        target.parent.mkdir(exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
    (home / ".venv").symlink_to(ROOT / ".venv")
    context = certified(tls)
    web_1, web_2, http_port, https_port = free_ports(4)
    with ExitStack() as stack:
        mails = stack.enter_context(MailServer())
        text = (DEPLOY / "portal.env").read_text()
        text = re.sub("<[A-Z]+>", lambda _found: secrets.token_hex(32), text)
        text = text.replace("https://play.example.org", f"https://localhost:{https_port}")
        text = text.replace("=play.example.org,", "=localhost,")
        server = stack.enter_context(services.postgresql(folder))
        subprocess.run(  # as the image does with ours of compose.yaml
            ["psql", "-v", "ON_ERROR_STOP=1", "-f", DEPLOY / "database.sql", server],
            env=os.environ | {"POSTGRES_PASSWORD": secrets.token_hex()},
            check=True,
            stdout=subprocess.DEVNULL,
        )
        chosen = {
            "DATABASE_URL": re.sub(r"portal(?=@|$)", "hearth", server),
            "REDIS_URL": stack.enter_context(services.redis_server(folder)),
            "DATA_DIR": str(folder / "data"),
            "SSL_CERT_FILE": str(tls / "fullchain.pem"),
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(mails.port),
            "EMAIL_USE_TLS": "0",
        }
        (folder / "data").mkdir()
        environment = clean_environment(**deploy.variables(text) | chosen)
        found = Site(home, environment, https_port, http_port, context, mails.mails, [], {})
        own = {"cwd": home, "env": environment}

        def lines(unit: str) -> list[list[str]]:
            here = [line.replace(HOME, str(home)) for line in deploy.commands(unit)]
            here = [Template(line).substitute(deploy.environment(unit)) for line in here]
            ports = {"8001": str(web_1), "8002": str(web_2)}
            return [[ports.get(word, word) for word in shlex.split(line)] for line in here]

        for line in lines("hearth-migrate"):
            subprocess.run(line, check=True, **own)
        for unit in deploy.units():
            (line,) = lines(unit)
            heard = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
            heard.bind(str(folder / f"{unit}.sign"))
            found.signs[unit] = heard
            notify = {"NOTIFY_SOCKET": heard.getsockname()}
            started = stack.enter_context(running(line, log, cwd=home, env=environment | notify))
            if "-web@" in unit:
                found.webs.append(started)
        ports = {"server web-1:8001": web_1, "server web-2:8002": web_2}
        ports |= {"listen 80": http_port, "listen 443": https_port}
        stack.enter_context(running(nginx(folder, ports), log))
        wait_for(found.ready, "the portal to be ready")
        yield found


def test_the_doctor_finds_nothing_wrong(site):
    done = site.manage("doctor", "--mail", "me@example.org")
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("ok ") == len(done.stdout.splitlines()) > 9
    [mail] = site.mails
    assert mail["To"] == "me@example.org"


def test_the_doctor_asks_the_proxy_where_the_site_cannot_be_reached(site):
    done = site.manage("doctor", "--url", f"https://127.0.0.1:{site.port}")
    assert done.returncode == 0, done.stdout


def test_the_doctor_asks_the_servers_themselves(site):
    told = site.manage("doctor", DATABASE_POOL="60").stdout
    assert "2 web processes with DATABASE_POOL=60 and 6 worker processes may need 126" in told
    with redis.Redis.from_url(site.environment["REDIS_URL"]) as server:
        server.config_set("maxmemory-policy", "allkeys-lru")
        try:
            assert "maxmemory-policy allkeys-lru" in site.manage("doctor").stdout
        finally:
            server.config_set("maxmemory-policy", "noeviction")


def test_the_doctor_sees_web_processes_that_were_set_up_differently(site):
    done = site.manage("doctor", SECRET_KEY=secrets.token_hex(32))
    assert done.returncode == 1
    assert "another SECRET_KEY" in done.stdout
    assert "ALLOWED_HOSTS" in site.manage("doctor", ALLOWED_HOSTS="other.example").stdout


def test_a_page_comes_by_https_alone(site):
    answer, page = site.ask("GET", "/")
    assert answer.status == 200
    assert b"Hearth &amp; Dragon" in page
    assert answer.headers["Strict-Transport-Security"]
    [sheet] = re.findall(rb"/static/css/site\.\w+\.css", page)
    assert "immutable" in site.ask("GET", sheet.decode())[0].headers["Cache-Control"]
    answer = plain(site, "localhost")
    assert (answer.status, answer.headers["Location"]) == (308, "https://localhost/rules/")


def plain(site: Site, host: str) -> http.client.HTTPResponse:
    """The answer to who asks for that host without TLS."""
    with closing(http.client.HTTPConnection("127.0.0.1", site.plain_port)) as connection:
        connection.request("GET", "/rules/", headers={"Host": host})
        return connection.getresponse()


def test_another_name_leads_nowhere(site):
    answer = plain(site, "elsewhere.example")
    assert (answer.status, answer.headers["Location"]) == (421, None)
    assert site.ask("GET", "/healthz", Host="elsewhere.example")[0].status == 421
    with (
        socket.create_connection(("127.0.0.1", site.port)) as asking,
        pytest.raises(ssl.SSLError, match="UNRECOGNIZED_NAME"),
    ):
        site.certificate.wrap_socket(asking, server_hostname="elsewhere.example")


def test_no_old_tls(site):
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        asked = ssl.create_default_context()
        asked.check_hostname, asked.verify_mode = False, ssl.CERT_NONE
        asked.minimum_version = asked.maximum_version = version
        with socket.create_connection(("127.0.0.1", site.port)) as plain_socket:
            assert asked.wrap_socket(plain_socket, server_hostname="localhost").version()
    asked.set_ciphers("ALL:@SECLEVEL=0")
    asked.minimum_version = asked.maximum_version = ssl.TLSVersion.TLSv1_1
    with (
        socket.create_connection(("127.0.0.1", site.port)) as plain_socket,
        pytest.raises(ssl.SSLError, match="PROTOCOL_VERSION"),
    ):
        asked.wrap_socket(plain_socket, server_hostname="localhost")


def test_the_portals_role_owns_its_database_alone(site):
    with psycopg.connect(site.environment["DATABASE_URL"]) as connection:
        asked = "SELECT rolsuper, rolcreaterole, rolcreatedb, current_user FROM pg_roles"
        found = connection.execute(f"{asked} WHERE rolname = current_user").fetchone()
    assert found == (False, False, False, "hearth")


def test_a_move_over_a_socket(site):
    account = {"username": "amber", "password": secrets.token_hex()}
    token = {"Authorization": f"Token {site.call('accounts/', account)['token']}"}
    wanted = {"game": "please-dont-burn-my-village", "seats": 2, "ai": {"1": "easy"}}
    table = site.call("tables/", wanted, **token)
    match = site.call(f"tables/{table['id']}/start/", {}, **token)["match"]
    address = f"wss://localhost:{site.port}/ws/api/matches/{match}/"
    with connect(address, ssl=site.certificate, additional_headers=token) as socket_:
        moves: set[int] = set()
        made = 0
        while made < 3:  # the computer player has moved between them
            message = json.loads(socket_.recv(timeout=120))
            if message["type"] == "state" and message["actions"]:
                version = message["version"]
                if version not in moves:
                    moves.add(version)
                    move = {"type": "action", "action": message["actions"][0]["action"]}
                    move |= {"version": version, "client_id": str(version)}
                    socket_.send(json.dumps(move))
            assert message["type"] != "error", message
            made += message["type"] == "accepted"


def test_a_redirect_that_repeats_a_long_address_passes(site):
    """Or it would count as a failure of the web process, and close it to everybody."""
    for _ in range(6):
        assert site.ask("GET", f"/settings?{'a' * 6_500}")[0].status == 308
    assert site.ask("GET", "/healthz")[0].status == 200


def test_a_forged_address_counts_for_nothing(site):
    """Ten wrong passwords of one address are too many, whatever addresses a visitor invents."""
    tries = [
        site.ask(
            "POST",
            "/api/token/",
            json.dumps({"username": "nobody", "password": "wrong"}),
            Content_Type="application/json",
            X_Forwarded_For=f"198.51.100.{number}",
        )[0].status
        for number in range(11)
    ]
    assert tries == [401] * 9 + [429] * 2


@pytest.mark.parametrize(("kilobytes", "status"), [(79, 405), (81, 413)])
def test_a_body_has_its_limit_at_the_proxy(site, kilobytes, status):
    answer, said = site.ask("POST", "/healthz", "x" * kilobytes * 1024, Content_Type="text/plain")
    assert answer.status == status
    assert (b"nginx" in said) == (status == 413)


def test_the_door_of_the_doctor_is_shut_for_strangers(site):
    assert site.ask("GET", "/doctor")[0].status == 404


def test_each_process_tells_systemd_that_it_lives(site):
    for unit, heard in site.signs.items():
        heard.settimeout(120)
        assert heard.recv(99) == b"READY=1\nWATCHDOG=1", unit
    assert len(site.signs) == len(deploy.units()) > 5


def test_a_failure_is_told_by_the_portals_own_mail(site):
    site.mails.clear()
    done = site.manage("tell_operator", "hearth-backup has failed", OPERATOR_MAIL="me@example.org")
    assert done.returncode == 0, done.stderr
    [mail] = site.mails
    assert mail["To"] == "me@example.org"
    assert mail["Subject"].endswith(": hearth-backup has failed")


def test_processes_keep_their_version_while_the_next_is_put_in_place(site):
    began = site.home.resolve()
    site.home.unlink()
    try:
        site.home.symlink_to(began.with_name("1.1"))  # nothing is there
        assert {os.readlink(f"/proc/{web.pid}/cwd") for web in site.webs} == {str(began)}
        for page in ("/watch/", "/privacy/"):  # opened for the first time
            assert site.ask("GET", page)[0].status == 200
    finally:
        site.home.unlink()
        site.home.symlink_to(began)


def test_while_a_web_process_drains_all_are_answered_and_nothing_is_made_twice(site):
    """The last test with that site: only systemd would start the process again."""
    account = {"username": "birch", "password": secrets.token_hex()}
    token = {"Authorization": f"Token {site.call('accounts/', account)['token']}"}
    headers = token | {"Content_Type": "application/json"}
    wanted = json.dumps({"game": "please-dont-burn-my-village", "seats": 2})
    ending, looked, made = site.webs[0], [], []
    for number in range(20):
        if number == 4:
            ending.terminate()
        looked.append(site.ask("GET", "/")[0].status)
        made.append(site.ask("POST", "/api/tables/", wanted, **headers)[0].status)
    wait_for(lambda: ending.poll() is not None, "the web process to end")
    assert set(looked) == {200}
    assert set(made) <= {201, 502}  # whoever sent what was lost can see that it was
    tables = json.loads(site.ask("GET", "/api/tables/?page_size=50", **token)[1])["results"]
    mine = [table for table in tables if table["host"] == "birch"]
    assert made.count(201) <= len(mine) <= len(made)


def test_the_tables_wait_for_a_database_that_is_not_there_yet():
    (line,) = re.findall(r"^ExecStartPre=(.+)", deploy.unit("hearth-migrate"), re.M)
    assert "sleep 5" in line
    with tempfile.TemporaryDirectory(prefix="hearth-deploy-") as name, ExitStack() as stack:
        folder = Path(name)
        folder.chmod(0o711)
        with services.postgresql(folder) as address:
            pass
        log, environment = folder / "log", clean_environment(DATABASE_URL=address, DATA_DIR=name)
        command = shlex.split(line.replace("sleep 5", "sleep 0.2"))
        waits = stack.enter_context(running(command, log, cwd=ROOT, env=environment))
        wait_for(lambda: log.read_text().count("psql: error") > 1, "it to try again")
        assert waits.poll() is None
        with services.postgresql(folder) as again:
            assert again == address
            assert waits.wait(120) == 0


# -- nginx before stand-ins for the web processes ------------------------------------------------


class Web(http.server.BaseHTTPRequestHandler):
    """Answers with the status of its server; with 0 it ends in the middle of each request."""

    protocol_version = "HTTP/1.1"
    server: Any

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.asked.append(self.command)
        if self.server.status:
            self.send_response(self.server.status)
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            self.close_connection = True

    do_POST = do_GET  # noqa: N815

    def log_message(self, *_said: Any) -> None:
        pass


@contextmanager
def web(status: int) -> Iterator[Any]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web) as server:
        server.status, server.asked = status, []  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield server
        server.shutdown()


@contextmanager
def before(folder: Path, first: int, *, several_machines: bool = False) -> Iterator[Any]:
    """Our site before two web processes: of one with that status, and of one that is well."""
    plain_port, port = free_ports(2)
    site = Site(folder, {}, port, plain_port, certified(folder / "tls"), [], [], {})
    with web(first) as faulty, web(200) as well:
        ports = {"server web-1:8001": faulty.server_port, "server web-2:8002": well.server_port}
        ports |= {"listen 80": plain_port, "listen 443": port}
        command = nginx(folder, ports)
        file = folder / "nginx.conf"
        text = file.read_text().replace("fail_timeout=5s", "fail_timeout=600s")
        assert "# proxy_next_upstream" in text
        file.write_text(text.replace("# proxy_next", "proxy_next") if several_machines else text)
        with running(command, folder / "log"):
            wait_for(lambda: connects(port), "nginx to listen")
            yield site, faulty, well


def met(site: Site, faulty: Any, well: Any, method: str) -> tuple[int, int]:
    """Ask until the faulty one was asked; that answer, and how often the other was asked for it."""
    faulty.asked.clear()
    for _ in range(4):
        well.asked.clear()
        answer, _said = site.ask(method, "/", b"x" if method == "POST" else None)
        if faulty.asked:
            return answer.status, len(well.asked)
    raise AssertionError("nobody asked the faulty one")


def test_nginx_asks_the_other_process_again_but_sends_nothing_twice_that_may_change_something(
    tmp_path,
):
    with before(tmp_path, 0) as (site, ends, lives):
        assert met(site, ends, lives, "POST") == (502, 0)
        assert met(site, ends, lives, "GET") == (200, 1)


def test_a_web_host_without_its_database_leaves_its_share_to_others(tmp_path):
    with before(tmp_path, 504, several_machines=True) as (site, away, lives):
        assert met(site, away, lives, "POST") == (504, 0)
        away.asked.clear()
        assert {site.ask("GET", "/")[0].status for _ in range(12)} == {200}
        assert away.asked == ["GET"] * 3, "then it is left alone"


def test_who_makes_a_portal_busy_takes_no_web_host_out(tmp_path):
    with before(tmp_path, 503, several_machines=True) as (site, busy, lives):
        for _ in range(4):
            assert met(site, busy, lives, "GET") == (503, 0)


def test_during_an_upgrade_a_new_file_comes_from_who_has_it(tmp_path):
    with before(tmp_path, 404) as (site, old, _new):
        assert {site.ask("GET", "/static/new.css")[0].status for _ in range(8)} == {200}
        assert len(old.asked) == 4
        assert {site.ask("GET", "/new")[0].status for _ in range(4)} == {200, 404}


@pytest.mark.parametrize(
    ("target", "host", "status"),
    [
        ("https://elsewhere.example/", "localhost", 421),
        ("https://localhost/", "elsewhere.example", 421),
        ("/", "localhost.elsewhere.example", 421),
        ("https://localhost/", "Localhost.:8443", 200),
    ],
)
def test_a_foreign_host_gets_nowhere_however_it_is_named(tmp_path, target, host, status):
    with before(tmp_path, 200) as (site, *webs):
        assert site.ask("GET", target, Host=host)[0].status == status
        assert sum(len(web.asked) for web in webs) == (status == 200)


def connects(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True
