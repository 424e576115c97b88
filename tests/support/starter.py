"""The game that `manage.py startruleset` writes, and a copy of the project to write it into."""

import shutil
from pathlib import Path

from games.matches.management import starter_files

ROOT = Path(__file__).parents[2]
LEFT_OUT = (".git", ".venv", "node_modules", "__pycache__", "data", "staticfiles")


def copy_of_project(folder: Path) -> Path:
    """This checkout's files in that folder, without what is made from them."""
    return Path(
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
    )


def files_of(name: str, kind: str = "turns") -> dict[str, str]:
    """The Python of the starter's package under that name, by the modules' names."""
    files = starter_files.filled_files(name, name.title(), kind)
    return {
        path.stem: text
        for path, text in files.items()
        if path.parent == Path("games", name) and path.suffix == ".py" and text
    }
