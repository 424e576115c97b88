"""The formats of logs, and filters for lines that tell an operator nothing."""

import asyncio
import json
import logging
from datetime import UTC, datetime

from toolbox import tracing
from toolbox.limits import TokenBucket

LONGEST = 200  # characters: visitors choose the text
CONTROLS = dict.fromkeys([*range(32), *range(127, 160)], " ")
LINES = (1, 50)  # a second, and at once


class Lines(logging.Formatter):
    """One line for people, safe in a terminal: visitors' texts have no effect there.

    It ends with the id of the request, socket message or task, if there is one.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        line, cause = super().formatMessage(record), tracing.current().id
        return (f"{line} [{cause}]" if cause else line).translate(CONTROLS)


class JSONLines(logging.Formatter):
    """One JSON object per line, with the id of the request, socket message or task."""

    def format(self, record: logging.LogRecord) -> str:
        trace = tracing.current()
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request": trace.id,
            "way": trace.way,
            "process": record.process,
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


class Unready(logging.Filter):
    """Drops Django's line for each 503 of /readyz; `portal.health` logs the changes."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        path = getattr(request, "path_info", "")
        return (path, getattr(record, "status_code", 0)) != ("/readyz", 503)


class Cancelled(logging.Filter):
    """Drops what was only cancelled: channels_redis logs it for each open socket of a stop."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))


class Strange(logging.Filter):
    """Turns records into short one-line warnings without traceback, and limits their number."""

    def __init__(self) -> None:
        super().__init__()
        self._lines = TokenBucket(*LINES)

    def filter(self, record: logging.LogRecord) -> bool:
        line = " ".join(record.getMessage().split())
        record.msg = line if len(line) <= LONGEST else f"{line[:LONGEST]}…"
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.args = None
        record.exc_info = record.exc_text = record.stack_info = None
        return self._lines.take()
