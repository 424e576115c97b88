"""How far a long command has got: a bar in a terminal, a line now and then anywhere else."""

import time

from django.core.management.base import OutputWrapper

WIDTH = 30
EVERY = 0.2  # seconds between two looks of the bar
LINES = 10  # so many lines in all where nobody watches


class Progress:
    """Counts what is done out of `total`, and tells of it with the rates so far."""

    def __init__(self, out: OutputWrapper, total: int, units: tuple[str, str]) -> None:
        self._out, self._total, self._units = out, total, units
        self._bar = out.isatty()
        self._began = self._told = time.monotonic()
        self._line = 0
        self.done = self.parts = 0

    def add(self, done: int, parts: int) -> None:
        """So many more are done, with so many parts."""
        self.done, self.parts = self.done + done, self.parts + parts
        if self._bar and time.monotonic() - self._told >= EVERY:
            self._told = time.monotonic()
            self._write(f"\r{self._drawn()} {self}\x1b[K")
        elif not self._bar and self.done * LINES // max(1, self._total) > self._line:
            self._line = self.done * LINES // self._total
            self._write(f"{self}\n")

    def end(self) -> None:
        """Leave the last figures standing."""
        if self._bar:
            self._write(f"\r{self._drawn()} {self}\x1b[K\n")

    def clear(self) -> None:
        """Make room for another line."""
        if self._bar:
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        self._out.write(text, style_func=str, ending="")
        self._out.flush()

    def _drawn(self) -> str:
        full = WIDTH * self.done // max(1, self._total)
        return "[" + "#" * full + "." * (WIDTH - full) + "]"

    def __str__(self) -> str:
        seconds = max(time.monotonic() - self._began, 1e-6)
        whole, part = self._units
        rates = f"{self.done / seconds:.0f} {whole}/s, {self.parts / seconds:.0f} {part}/s"
        return f"{self.done}/{self._total} ({rates})"
