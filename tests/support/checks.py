"""`python -m tests.support.checks`: what Django checks itself, with settings of production."""

import os
import secrets
import subprocess
import sys
import tempfile

COMMANDS = (
    ("makemigrations", "--check", "--dry-run"),
    ("check", "--deploy", "--fail-level", "WARNING"),
)


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
    with tempfile.TemporaryDirectory(prefix="hearth-checks-") as data:
        for command in COMMANDS:
            arguments = [sys.executable, "manage.py", *command]
            if code := subprocess.run(arguments, env=production(data), check=False).returncode:
                return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
