"""What is written to the log in another way than Django does."""

import logging

LONGEST = 200  # characters: visitors choose the text


class OneLine(logging.Filter):
    """Cuts a message to one short line without a traceback, and lets it pass."""

    def filter(self, record: logging.LogRecord) -> bool:
        line = " ".join(record.getMessage().split())
        record.msg = line if len(line) <= LONGEST else f"{line[:LONGEST]}…"
        record.args = None
        record.exc_info = record.exc_text = record.stack_info = None
        return True
