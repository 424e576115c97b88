"""What is written to the log in another way than Django does."""

import logging

from toolbox.limits import TokenBucket

LONGEST = 200  # characters: visitors choose the text
LINES = (1, 50)  # a second, and at once


class Strange(logging.Filter):
    """What visitors cause: a warning of one short line, without a traceback, and not too many."""

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
