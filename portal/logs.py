"""A filter for log lines that visitors cause."""

import logging

from toolbox.limits import TokenBucket

LONGEST = 200  # characters, since visitors choose the text
LINES = (1, 50)  # a second, and at once


class Strange(logging.Filter):
    """Makes records short warnings of one line without traceback, and limits their number."""

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
