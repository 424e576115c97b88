"""A mail server on this machine that takes mails, refuses them, or breaks off, as a test demands.

    with MailServer() as server:
        server.faults.append("550 no such person")   # for the next mail's recipient
        ...
        [mail] = server.mails

It speaks as much SMTP (RFC 5321) as `smtplib` needs. "cut" is a fault, too: the server takes the
mail and cuts the line before the answer.
"""

import socketserver
import threading
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, Self

CUT = "cut"


class _Talk(socketserver.StreamRequestHandler):
    server: "_Server"

    def handle(self) -> None:
        self._say("220 a mail server of the tests")
        while line := self.rfile.readline():
            verb = line.decode().strip().upper()
            if verb == "QUIT":
                self._say("221 goodbye")
                return
            if verb == "DATA":
                if not self._take():
                    return
            elif verb.startswith("RCPT") and (fault := self._fault(but=CUT)):
                self._say(fault)
            else:
                self._say("250 fine")

    def _take(self) -> bool:
        self._say("354 go on")
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line.removeprefix(b"."))
        parsed: Any = message_from_bytes(b"".join(lines), policy=policy.default)
        self.server.mails.append(parsed)
        if self._fault(only=CUT):
            return False
        self._say("250 taken")
        return True

    def _fault(self, *, but: str = "", only: str = "") -> str:
        faults = self.server.faults
        if not faults or faults[0] == but or (only and faults[0] != only):
            return ""
        return faults.pop(0)

    def _say(self, answer: str) -> None:
        self.wfile.write(f"{answer}\r\n".encode())


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, address: tuple[str, int], mails: list[EmailMessage], faults: list[str]):
        super().__init__(address, _Talk)
        self.mails, self.faults = mails, faults


class MailServer:
    """Listens on 127.0.0.1 between entering and leaving, except between `down` and `up`."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.faults: list[str] = []
        self.port = 0
        self._server: _Server | None = None

    def up(self) -> None:
        """Listen, at the same port as before."""
        self._server = _Server(("127.0.0.1", self.port), self.mails, self.faults)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def down(self) -> None:
        """Stop listening: connections are refused."""
        assert self._server is not None
        self._server.shutdown()
        self._server.server_close()
        self._server = None

    def __enter__(self) -> Self:
        self.up()
        return self

    def __exit__(self, *_error: object) -> None:
        if self._server is not None:
            self.down()

    @property
    def environment(self) -> dict[str, str]:
        """The environment with which a portal sends its mails here."""
        return {
            "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(self.port),
        }
