"""The plan of an attack, and its report."""

import json
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

MOST_TOLD = 12  # failures shown per attack, at most


@dataclass(frozen=True)
class Plan:
    """How long to go on, with which seed, and where to put files."""

    seconds: float
    seed: int
    short: bool
    folder: Path

    @property
    def dice(self) -> random.Random:
        """A new generator with the seed."""
        return random.Random(self.seed)


@dataclass
class Report:
    """The report of an attack."""

    tried: Counter[str] = field(default_factory=Counter)  # by kind
    failed: list[str] = field(default_factory=list)  # sentences
    found: list[str] = field(default_factory=list)  # measurements

    def expect(self, right: object, otherwise: str) -> bool:
        """Add a failure unless `right`; return whether it is."""
        if not right and otherwise not in self.failed:
            self.failed.append(otherwise)
        return bool(right)

    def say(self, line: str) -> None:
        """Add a measurement."""
        self.found.append(line)

    def as_lines(self) -> list[str]:
        """The report as lines, without the attack's name."""
        tried = ", ".join(f"{number} {kind}" for kind, number in self.tried.items())
        lines = [f"tried: {tried or 'nothing'}", *self.found]
        lines += [f"FAILED: {sentence}" for sentence in self.failed[:MOST_TOLD]]
        if more := len(self.failed[MOST_TOLD:]):
            lines.append(f"FAILED: {more} more")
        return lines

    def save(self, file: Path) -> None:
        file.write_text(json.dumps(vars(self)))

    @classmethod
    def read(cls, file: Path) -> Self:
        """Read a saved report. Raises OSError or ValueError."""
        data = json.loads(file.read_text())
        return cls(Counter(data["tried"]), data["failed"], data["found"])
