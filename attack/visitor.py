"""A client that accepts any answer, with a program's token or a browser's cookies."""

import http.client
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from tests.support.running_portal import CSRF_COOKIE, SESSION_COOKIE

CSRF = "a" * 32  # in both cookie and form, which only have to agree
PATIENCE_SECONDS = 120  # more than anything takes on a busy machine


@dataclass(frozen=True)
class Answer:
    """An HTTP answer."""

    status: int
    headers: Mapping[str, str]  # by lower-case name
    text: str

    @property
    def data(self) -> Any:
        return json.loads(self.text)


@dataclass
class Visitor:
    """Somebody at `base_url`, on one connection, reopened when it closes."""

    base_url: str
    token: str = ""
    session: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    _connection: http.client.HTTPConnection | None = field(default=None, init=False)

    def get(self, path: str) -> Answer:
        return self.send("GET", path)

    def call(self, path: str, body: Any = None) -> Answer:
        """Post JSON, or bytes unchanged."""
        sent = body if isinstance(body, bytes) else json.dumps({} if body is None else body)
        return self.send("POST", f"api/{path}", sent, "application/json")

    def submit(self, path: str, fields: Mapping[str, Any]) -> Answer:
        """Post a form like a page of the portal."""
        form = urlencode({"csrfmiddlewaretoken": CSRF, **fields}, doseq=True)
        return self.send("POST", path, form, "application/x-www-form-urlencoded")

    def send(self, method: str, path: str, body: Any = None, kind: str = "") -> Answer:
        """Send a request. Raises OSError without an answer."""
        headers = {"Content-Type": kind} if kind else {}
        headers |= {"Authorization": f"Token {self.token}"} if self.token else {}
        cookies = [f"{CSRF_COOKIE}={CSRF}"]
        cookies += [f"{SESSION_COOKIE}={self.session}"] if self.session else []
        headers |= {"Cookie": "; ".join(cookies), **self.headers}
        address = self.encoded(path)
        encoded = body.encode(errors="surrogatepass") if isinstance(body, str) else body
        connection = self._connection or self._opened()
        try:
            connection.request(method, address, encoded, headers)
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace")
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise OSError(f"{method} {address}: {error!r}") from error
        if answer.will_close:
            self.close()
        found = {name.lower(): value for name, value in answer.getheaders()}
        return Answer(answer.status, found, text)

    @staticmethod
    def encoded(path: str) -> str:
        """The path with a leading slash, percent-encoded."""
        plain = path.encode(errors="replace").decode().lstrip("/")
        return "/" + quote(plain, safe="/?&=%:,;@+~!$'()*")

    def _opened(self) -> http.client.HTTPConnection:
        parts = urlsplit(self.base_url)
        assert parts.hostname == "127.0.0.1", "attacks stay on this machine"
        made = http.client.HTTPConnection("127.0.0.1", parts.port, timeout=PATIENCE_SECONDS)
        self._connection = made
        return made

    def close(self) -> None:
        if self._connection:
            self._connection.close()
        self._connection = None
