"""The game that `manage.py startruleset` writes, and a copy of the project to write it into."""

import shutil
from pathlib import Path

from django.template import Context, Engine

from games.matches.management.commands.startruleset import STARTER

ROOT = Path(__file__).parents[2]
LEFT_OUT = (".git", ".venv", "node_modules", "__pycache__", "data", "staticfiles")


def copy_of_project(folder: Path) -> Path:
    """This checkout's files in that folder, without what is made from them."""
    return Path(
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
    )


def files_of(name: str) -> dict[str, str]:
    """The Python of the starter's package under that name, by the modules' names."""
    title = name.title()
    words = {"app_name": name, "camel_case_app_name": title, "title": title, "slug": name}
    return {
        path.stem: Engine().from_string(path.read_text()).render(Context(words, autoescape=False))
        for path in sorted((STARTER / "package").glob("*.py-tpl"))
        if path.stem != "__init__"
    }
