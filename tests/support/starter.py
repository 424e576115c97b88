"""The game that `manage.py startruleset` writes, and a copy of the project to write it in."""

import shutil
from pathlib import Path

from games.matches.management import starter_files

ROOT = Path(__file__).parents[2]
LEFT_OUT = (".git", ".venv", "node_modules", "__pycache__", "data", "staticfiles")


def copy_of_project(folder: Path) -> Path:
    """Copy this checkout's files into that folder, without generated files."""
    return Path(
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
    )


def files_of(name: str, kind: str = "turns") -> dict[str, str]:
    """The Python source of the starter's package under that name, by module name."""
    files = starter_files.filled_files(name, name.title(), kind)
    return {
        path.stem: text
        for path, text in files.items()
        if path.parent == Path("games", name) and path.suffix == ".py" and text
    }
