"""All sockets of a match gather in one web process, whichever of them the kernel has woken.

A match whose sockets are spread over processes is read from the database and drawn in each of them,
at every move. So each match has a home (`Street.home`). A web process that is asked for a socket of
a match that lives elsewhere hands the connection itself to its neighbor, with what it has read from
it, and has nothing to do with it any more. That is for speed alone: what its home doesn't take
stays where it is, and hears of its match through the channel layer.
"""

import logging
import socket
from typing import Any

from twisted.internet.protocol import Protocol
from twisted.internet.tcp import Server as Connection

from portal.supervisor.streets import Street

log = logging.getLogger(__name__)

LARGEST = 64 * 1024  # bytes that are handed over; a request without a body is far smaller
# The kernel lets few wait at once (Linux: 10), and many come after a restart.
AGAIN_SECONDS = 0.02  # until the second try; twice as long until each further one
TRIES = 8  # 2.5 seconds in all


class Gathering:
    """What Daphne's server makes its sockets with (`ws_factory`), where there are neighbors."""

    def __init__(self, server: Any, street: Street, reactor: Any) -> None:
        self.street, self.reactor = street, reactor
        self.sockets, server.ws_factory = server.ws_factory, self
        reactor.addReader(Inbox(street.read, self.sockets, reactor))

    def buildProtocol(self, address: Any) -> Protocol:  # noqa: N802 - Twisted's name
        """What a connection speaks that asks to be a socket."""
        return Arrival(self, address)


class Arrival(Protocol):
    """A connection that asks to be a socket: it becomes one here, or goes where it belongs."""

    transport: Any

    def __init__(self, gathering: Gathering, address: Any) -> None:
        self.gathering, self.address = gathering, address
        self.read = b""
        self.tries = 0

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Daphne passes on the whole request at once. What comes while it waits goes along."""
        begins = not self.read
        self.read += data
        if begins:
            self.find_home()
        elif len(self.read) > LARGEST:
            self.transport.abortConnection()

    def find_home(self) -> None:
        street = self.gathering.street
        home = street.home(self.read)
        if home == street.own or len(self.read) > LARGEST or not self.is_alone():
            self.stay()
        else:
            self.go(street.write[home])

    def is_alone(self) -> bool:
        """Whether nothing still waits to be written: it'd come amid what the neighbor writes."""
        if not isinstance(self.transport, Connection):
            return False
        return not (self.transport.dataBuffer or self.transport._tempDataBuffer)

    def go(self, home: socket.socket) -> None:
        """Let the neighbor have the connection, as soon as it takes it."""
        if not self.transport.connected or len(self.read) > LARGEST:
            return  # it has gone, or is being sent away
        try:
            socket.send_fds(home, [self.read], [self.transport.fileno()])
        except BlockingIOError:
            self.wait(home)
        except OSError:  # it is too long for this system
            self.stay()
        else:
            self.transport._shouldShutdown = False  # it isn't over, only no longer ours
            self.transport.unregisterProducer()  # else it might first ask for more to write
            self.transport.loseConnection()

    def wait(self, home: socket.socket) -> None:
        """Try again, as long as that makes sense."""
        pause = AGAIN_SECONDS * 2**self.tries
        self.tries += 1
        if self.tries < TRIES:
            self.gathering.reactor.callLater(pause, self.go, home)
        else:
            self.stay()

    def stay(self) -> None:
        """Become a socket here, just as Daphne makes one."""
        protocol = self.gathering.sockets.buildProtocol(self.address)
        self.transport.protocol = protocol
        protocol.makeConnection(self.transport)
        begin(protocol, self.read)


def begin(protocol: Any, read: bytes) -> None:
    """Let it hear what was read from it, as Daphne does."""
    _method, address, _rest = read.split(b" ", 2)
    protocol._raw_query_string = address.partition(b"?")[2]
    protocol.dataReceived(read)


class Inbox:
    """Takes the sockets that neighbors hand over. A reader for Twisted."""

    def __init__(self, read: socket.socket, sockets: Any, reactor: Any) -> None:
        self.read, self.sockets, self.reactor = read, sockets, reactor

    def fileno(self) -> int:
        return self.read.fileno()

    def logPrefix(self) -> str:  # noqa: N802 - Twisted's name
        return "inbox"

    def connectionLost(self, reason: Any) -> None:  # noqa: N802 - Twisted's name
        """Only when this process ends: the supervisor holds the other end."""

    def doRead(self) -> None:  # noqa: N802 - Twisted's name
        """Take one; the event loop comes back for the next. Twisted drops a reader that raises."""
        try:
            read, descriptors, *_ = socket.recv_fds(self.read, LARGEST, 1)
            (descriptor,) = descriptors  # none if this process has no room for it
            with socket.socket(fileno=descriptor) as handed:
                self.let_in(read, handed)
        except BlockingIOError:
            return
        except Exception:  # or whoever it was has gone meanwhile
            log.warning("a connection that was handed over is lost", exc_info=True)

    def let_in(self, read: bytes, handed: socket.socket) -> None:
        adopt = self.reactor.adoptStreamConnection  # it makes a descriptor of its own
        begin(adopt(handed.fileno(), handed.family, self.sockets).protocol, read)
