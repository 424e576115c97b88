"""The files of the game that `manage.py startruleset` writes, with its name and title."""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from django.template import Context, Engine

STARTER = Path(__file__).parent / "starter"
KINDS = ("turns", *sorted(path.name for path in (STARTER / "kinds").iterdir()))
TEMPLATE = "-tpl"  # suffix of files with gaps, which aren't valid Python or Markdown yet
MARKDOWN = re.compile(r"([\\`*_\[\]<>&#~|])")  # has a meaning in a heading


def slug_of(name: str) -> str:
    return name.replace("_", "-")


def class_name_of(name: str) -> str:
    return name.title().replace("_", "")


def filled_files(name: str, title: str, kind: str = "turns") -> dict[Path, str]:
    """Every file by its path in the project, with its gaps filled.

    A kind's own files replace those of the game in turns.
    """
    files: dict[Path, Path] = {}
    words: dict[str, Any] = {}
    for starter in (STARTER, STARTER / "kinds" / kind):
        for source, target in {
            "package": Path("games", name),
            "tests": Path("tests", "games", name),
            "rulings": Path("docs", "rulings"),
        }.items():
            for path in sorted((starter / source).rglob("*.*")):
                inside = str(path.relative_to(starter / source))
                inside = inside.replace("app_name", name).replace("slug", slug_of(name))
                files[target / inside] = path
        if (said := starter / "words.toml").exists():
            words |= tomllib.loads(said.read_text(encoding="utf-8"))
    words |= {
        kind: True,
        "app_name": name,
        "class_name": class_name_of(name),
        "slug": slug_of(name),
        "title_in_python": json.dumps(title, ensure_ascii=False),
        "title_in_markdown": MARKDOWN.sub(r"\\\1", title),
    }
    return {
        path.with_name(path.name.removesuffix(TEMPLATE)): _text(source, words)
        for path, source in files.items()
    }


def _text(path: Path, words: dict[str, Any]) -> str:
    text = path.read_text(encoding="utf-8")
    if not path.name.endswith(TEMPLATE):
        return text
    return str(Engine().from_string(text).render(Context(words, autoescape=False)))


@cache
def imported_names() -> frozenset[str]:
    """The names that the starter's modules import, which a class must not shadow."""
    return frozenset(_imported())


def _imported() -> Iterator[str]:
    for path in STARTER.rglob("*.py-tpl"):
        for names in re.findall(r"^from .* import (.*)$", path.read_text("utf-8"), re.MULTILINE):
            yield from re.findall(r"\w+", names)
