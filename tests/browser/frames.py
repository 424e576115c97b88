"""What a browser's sockets are sent, as text."""

import zlib
from typing import Any

from tests.browser.people import Person


def text_of(frame: str | bytes) -> str:
    """The message in a frame: a page's large ones come compressed."""
    return frame if isinstance(frame, str) else zlib.decompress(frame).decode()


def frames_of(person: Person) -> list[str | bytes]:
    """All frames that the sockets of pages opened from now on are sent, as they come."""
    frames: list[str | bytes] = []

    def listen(socket: Any) -> None:
        socket.on("framereceived", lambda frame: frames.append(frame))

    person.page.on("websocket", listen)
    return frames
