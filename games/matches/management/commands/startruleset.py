"""`manage.py startruleset NAME`: a small whole game to begin a ruleset with."""

import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.templates import TemplateCommand
from django.template import Context, Engine
from django.utils.translation import gettext as _

STARTER = Path(__file__).parents[1] / "starter"
LONGEST = 30  # the slug is a column of that width


def _slug(name: str) -> str:
    return name.replace("_", "-")


class Command(TemplateCommand):
    help = _(
        "Writes a small whole game, games/NAME and tests/games/NAME, with a board, a rules page, "
        "a first-game guide and a table of its rulings. It can be played at once; make it your "
        "own file by file."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help=_("what the package is called, river_race for example"))
        parser.add_argument("--title", help=_("what people call the game; River Race by default"))

    def handle(self, *args: Any, **options: Any) -> None:
        name = options.pop("name")
        if name != name.lower() or len(name) > LONGEST:
            raise CommandError(_("Take a short name in lower case, river_race for example."))
        options["title"] = options["title"] or name.replace("_", " ").title()
        package = settings.BASE_DIR / "games" / name
        tests = settings.BASE_DIR / "tests" / "games" / name
        rulings = settings.BASE_DIR / "docs" / "rulings" / f"{_slug(name)}.md"
        if rulings.exists():
            raise CommandError(_("%(folder)s is there already.") % {"folder": rulings})
        for folder, source in ((package, "package"), (tests, "tests")):
            self._write(folder, STARTER / source, name, options)
        self._write_rulings(rulings, name, options)
        self._tidy(package, tests)
        self._keep_a_record()
        self.stdout.write(
            _(
                "%(title)s is there: `make run` to play it, `pytest tests/games -k %(name)s` to "
                "test it. docs/new-ruleset.md tells what each file is for."
            )
            % {"title": options["title"], "name": name}
        )

    def _write(self, folder: Path, source: Path, name: str, options: dict[str, Any]) -> None:
        self.validate_name(name)
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            raise CommandError(_("%(folder)s is there already.") % {"folder": folder}) from None
        told = {"extensions": ["py"], "files": [], "template": str(source)}
        more = {"slug": _slug(name), "verbosity": options["verbosity"]}
        super().handle("app", name, str(folder), **options | told | more)

    def _write_rulings(self, path: Path, name: str, options: dict[str, Any]) -> None:
        """The table that maps each ruling to its test, among those of the other games."""
        words = Context({"app_name": name, "title": options["title"]}, autoescape=False)
        text = Engine().from_string((STARTER / "rulings.md-tpl").read_text(encoding="utf-8"))
        path.write_text(text.render(words), encoding="utf-8")

    def _tidy(self, *folders: Path) -> None:
        """Order the imports by the new name, where the developers' tools are installed."""
        for command in (["check", "--fix", "--select", "I"], ["format"]):
            self._run("ruff", *command, "--quiet", *map(str, folders))

    def _keep_a_record(self) -> None:
        """The match by which later code proves that it plays older ones as they were played."""
        self._run("tests.support.golden_records")

    def _run(self, *module: str) -> None:
        command = [sys.executable, "-m", *module]
        subprocess.run(command, cwd=settings.BASE_DIR, check=False)  # noqa: S603 - of ours
