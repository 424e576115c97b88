"""What an attack is asked to do, and what it says afterwards."""

import json
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

MOST_TOLD = 12  # failures of one attack, at most


@dataclass(frozen=True)
class Plan:
    """How long to go on, from which dice, and where to put files."""

    seconds: float
    seed: int
    short: bool
    folder: Path

    @property
    def dice(self) -> random.Random:
        """Chance that repeats with the seed; each call begins anew."""
        return random.Random(self.seed)


@dataclass
class Report:
    """`tried` counts by kind, `failed` holds sentences, `found` what was measured."""

    tried: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    found: list[str] = field(default_factory=list)

    def expect(self, right: object, otherwise: str) -> bool:
        """Note the sentence where it isn't so; whether it is."""
        if not right and otherwise not in self.failed:
            self.failed.append(otherwise)
        return bool(right)

    def say(self, line: str) -> None:
        """Something measured, to be printed whatever comes."""
        self.found.append(line)

    def as_lines(self) -> list[str]:
        """Without the name: what was tried, found, and what failed."""
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
        """Raises OSError or ValueError where none was saved whole."""
        data = json.loads(file.read_text())
        return cls(Counter(data["tried"]), data["failed"], data["found"])
