"""`python -m tests.support.checks`: templates' width, and what Django checks as in production."""

import os
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path

COMMANDS = (
    ("makemigrations", "--check", "--dry-run"),
    ("check", "--deploy", "--fail-level", "WARNING"),
)


ROOT = Path(__file__).parents[2]
COLUMNS = 100


def too_wide() -> list[str]:
    """The lines of templates that are longer than those of Python may be."""
    found = []
    for folder in (ROOT / "templates", *ROOT.glob("games/*/templates")):
        for path in sorted(folder.rglob("*.html")):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if len(line) > COLUMNS:
                    found.append(f"{path.relative_to(ROOT)}:{number}: {len(line)} columns")
    return found


def production(data: str) -> dict[str, str]:
    """An environment as docs/operations.md wants it. Nothing of it is connected to."""
    return os.environ | {
        "DATA_DIR": data,
        "SECRET_KEY": secrets.token_urlsafe(64),
        "ALLOWED_HOSTS": "play.example.org",
        "HTTPS": "1",
        "REDIS_URL": "redis://redis.example.org:6379",
    }


def main() -> int:
    if wide := too_wide():
        print(*wide, sep="\n")
        return 1
    with tempfile.TemporaryDirectory(prefix="hearth-checks-") as data:
        for command in COMMANDS:
            arguments = [sys.executable, "manage.py", *command]
            if code := subprocess.run(arguments, env=production(data), check=False).returncode:
                return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
