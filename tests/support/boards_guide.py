"""The text of docs/boards.md and board-kit.md, and its board as templates of Endless Orchard."""

import copy
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.matches.page import shared_html

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = "\n".join((DOCS / name).read_text("utf-8") for name in ("boards.md", "board-kit.md"))
FILE = re.compile(r"^```html\n\{# templates/(\S+) #\}\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture
def example_board(tmp_path: Path, settings: Any) -> Iterator[None]:
    """Put the guide's templates where Django finds them."""
    for path, text in FILE.findall(GUIDE):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    changed = copy.deepcopy(settings.TEMPLATES)
    changed[0]["DIRS"] = [*changed[0]["DIRS"], tmp_path]
    settings.TEMPLATES = changed
    shared_html.own_template.cache_clear()
    yield
    shared_html.own_template.cache_clear()
