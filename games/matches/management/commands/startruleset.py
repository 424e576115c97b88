"""`manage.py startruleset NAME`: a small whole game to begin a ruleset with."""

import shlex
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.matches.management import developer_tools, starter_files
from games.matches.management.new_names import check_name, check_title


class Command(BaseCommand):
    help = _(
        "Writes a small whole game, games/NAME and tests/games/NAME, with a board, a rules page, "
        "a first-game guide and a table of its rulings. It can be played right away; make it your "
        "own file by file."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help=_("what the package is called, river_race for example"))
        parser.add_argument(
            "--kind", choices=starter_files.KINDS, default="turns", help=_("what kind of game")
        )
        parser.add_argument("--title", help=_("what people call the game; River Race by default"))

    def handle(
        self, *args: Any, name: str, title: str | None = None, kind: str = "turns", **options: Any
    ) -> None:
        """Check everything before writing the first file; if a step fails, leave none."""
        check_name(name)
        title = name.replace("_", " ").title() if title is None else title.strip()
        check_title(title)
        developer_tools.check("ruff", "grimp")
        files = starter_files.filled_files(name, title, kind)
        try:
            self._write(files)
            self._finish(name)
        except BaseException:
            self._remove(name, files)
            raise
        text = _(
            "%(title)s is there: `make run` to play it, and to test it\n"
            "  .venv/bin/python manage.py checkruleset %(name)s\n"
            '  .venv/bin/python -m pytest tests/games tests/pages -k "%(tests)s"\n'
            "docs/new-ruleset.md explains what each file is for."
        )
        self.stdout.write(text % {"title": title, "name": name, "tests": _tests_of(name)})

    def _write(self, files: dict[Path, str]) -> None:
        for path, text in files.items():
            file = settings.BASE_DIR / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")

    def _finish(self, name: str) -> None:
        """Sort the imports, record a match for later versions to replay, and redraw the house."""
        folders = (f"games/{name}", f"tests/games/{name}")
        self._run("-m", "ruff", "check", "--fix", "--select", "I", "--quiet", *folders)
        self._run("-m", "ruff", "format", "--quiet", *folders)
        self._run("-m", "tests.support.golden_records")
        self._run("docs/house.py")

    def _run(self, *command: str) -> None:
        done = subprocess.run(  # noqa: S603 - a program of ours
            [sys.executable, *command],
            cwd=settings.BASE_DIR,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            text = _("Nothing written was kept, because `python %(command)s` failed:\n%(said)s")
            output = (done.stdout + done.stderr).strip()
            raise CommandError(text % {"command": shlex.join(command), "said": output})

    def _remove(self, name: str, files: Iterable[Path]) -> None:
        for path in files:
            (settings.BASE_DIR / path).unlink(missing_ok=True)
        for folder in ("games", "tests/games"):  # the steps and Python add files there
            shutil.rmtree(settings.BASE_DIR / folder / name, ignore_errors=True)


def _tests_of(name: str) -> str:
    """The tests for pytest's `-k`: by folder, slug and class."""
    spellings = (name, starter_files.slug_of(name), starter_files.class_name_of(name).lower())
    return " or ".join(dict.fromkeys(spellings))
