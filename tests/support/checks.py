"""`python -m tests.support.checks`: checks the layout of code, that texts have typographic
apostrophes, that a board's styles stay in it, and Django's checks for production.
"""

import ast
import os
import re
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.support.own_style_checks import reaching_out

COMMANDS = (
    ("makemigrations", "--check", "--dry-run"),
    ("check", "--deploy", "--fail-level", "WARNING"),
)
ROOT = Path(__file__).parents[2]
FOLDERS = (
    *("accounts", "attack", "bench", "docs", "games", "lobby", "portal"),
    *("static", "templates", "tests", "toolbox"),
)
ENDINGS = (".css", ".html", ".js", ".py", ".py-tpl")
COLUMNS = 100  # ruff allows longer lines that end with a directive for it
BLOCKS = re.compile(
    r"<(?:address|article|aside|blockquote|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|"
    r"footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|select|table|tbody|td|tfoot|th|"
    r"thead|tr|ul)\b"
)
TELL_PEOPLE = ("accounts", "games", "lobby", "portal", "templates", "toolbox")
WORDS = re.compile(r"_|n?p?gettext(_lazy|_noop)?|msg|lines?|say|step|explain|described")
NO_WORDS = re.compile(r"{#.*?#}|(?<=[ =(:,|])'[^']*'")
STRAIGHT = re.compile(r"(?<=[\w}])'(?=[\w ,.])")


def badly_laid_out(root: Path, folders: Iterable[str] = FOLDERS) -> list[str]:
    """Lines of code that are too long, and lines of markup with two block elements."""
    return [found for path in _files(root, folders) for found in _lines(path, root)]


def _files(root: Path, folders: Iterable[str]) -> list[Path]:
    found = (path for name in folders for path in (root / name).rglob("*.*"))
    ours = (path for path in found if path.suffix in ENDINGS and "migrations" not in path.parts)
    top = [*root.glob("*.py"), *root.glob("Makefile")] if folders is FOLDERS else []
    return sorted([*top, *ours])


def _lines(path: Path, root: Path) -> Iterator[str]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        where = f"{path.relative_to(root)}:{number}"
        if len(line) > COLUMNS:
            yield f"{where}: {len(line)} columns"
        if path.suffix == ".html" and len(BLOCKS.findall(line)) > 1:
            yield f"{where}: more than one block element"


def straight_apostrophes(root: Path, folders: Iterable[str] = FOLDERS) -> list[str]:
    """The straight apostrophes in templates and translated texts, except in texts of commands."""
    found = []
    for path in _files(root, folders):
        where, text = path.relative_to(root), path.read_text(encoding="utf-8")
        if "'" in text and where.parts[0] in TELL_PEOPLE and "management" not in where.parts:
            numbers = {".html": _in_template, ".py": _in_words}.get(path.suffix, lambda _: [])(text)
            found += [f"{where}:{number}: ' instead of ’" for number in numbers]
    return found


def _in_template(text: str) -> list[int]:
    lines = enumerate(text.splitlines(), 1)
    return [number for number, line in lines if STRAIGHT.search(NO_WORDS.sub("", line))]


def _in_words(text: str) -> list[int]:
    calls = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
    words = (call for call in calls if WORDS.fullmatch(ast.unparse(call.func)))
    inside = (node for call in words for argument in call.args for node in ast.walk(argument))
    return [
        node.lineno for node in inside if isinstance(node, ast.Constant) and "'" in str(node.value)
    ]


def production(data: str) -> dict[str, str]:
    """An environment as docs/operations.md demands it. No server in it is contacted."""
    return os.environ | {
        "DATA_DIR": data,
        "SECRET_KEY": secrets.token_urlsafe(64),
        "ALLOWED_HOSTS": "play.example.org",
        "SITE_URL": "https://play.example.org",
        "HTTPS": "1",
        "REDIS_URL": "redis://redis.example.org:6379",
    }


def main() -> int:
    if found := [*badly_laid_out(ROOT), *straight_apostrophes(ROOT), *reaching_out(ROOT)]:
        print(*found, sep="\n")
        return 1
    with tempfile.TemporaryDirectory(prefix="hearth-checks-") as data:
        for command in COMMANDS:
            arguments = [sys.executable, "manage.py", *command]
            if code := subprocess.run(arguments, env=production(data), check=False).returncode:
                return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
