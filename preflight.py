"""What must be true before Django can even be imported, each told in one line.

Written for older Pythons too, and without any package: `make run` calls it with the system's Python
before the virtual environment exists, `manage.py portal` before the settings are read.
"""

import importlib
import os
import sys
import tempfile

OLDEST = (3, 11)
ROOM = 1024 * 1024  # bytes: what a first start needs at least
REMEDY = "use another one with PYTHON=/path/to/python3"


def python_problem(version, import_module):
    """What this Python lacks, as a sentence, or None."""
    if tuple(version[:2]) < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        this = ".".join(map(str, version[:2]))
        return f"Python {oldest} or newer is needed, this is {this}: {REMEDY}."
    for module in ("ssl", "sqlite3"):
        try:
            import_module(module)
        except ImportError:
            return f"This Python was built without {module}: {REMEDY}."
    return None


def environment_problem(import_module):
    """Why no virtual environment can be made, as a sentence, or None."""
    for module in ("venv", "ensurepip"):
        try:
            import_module(module)
        except ImportError:
            return "No virtual environment can be made: install the package python3-venv."
    return None


def folder_problem(folder):
    """Why data cannot be kept in the folder, as a sentence, or None. Makes the folder."""
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        return f"The data folder {folder} cannot be made: {error.strerror}."
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        return f"The data folder {folder} cannot be written to: choose another with DATA_DIR."
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"\0" * ROOM)
    except OSError as error:
        return f"The data folder {folder} cannot be written to: {error.strerror}."
    return None


def insist(problem):
    """End with exit code 1 and that one line, if there is a problem."""
    if problem:
        sys.exit(problem)


def before_portal(root):
    """Called by `manage.py portal`, with the folder of the code."""
    insist(python_problem(sys.version_info, importlib.import_module))
    insist(folder_problem(os.environ.get("DATA_DIR") or os.path.join(root, "var")))


if __name__ == "__main__":
    insist(python_problem(sys.version_info, importlib.import_module))
    insist(environment_problem(importlib.import_module))
