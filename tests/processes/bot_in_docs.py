"""The bot at the end of docs/api.md, as it stands there."""

import re
import subprocess
import sys
from pathlib import Path

from tests.api.test_docs import DOCUMENT
from tests.support.running_portal import clean_environment

MATCH_SECONDS = 120


def run_bot(folder: Path, base_url: str) -> str:
    """Save the bot of the document and let it play a match; what it printed."""
    (code,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    assert len(code.splitlines()) <= 50
    file = folder / "bot.py"
    file.write_text(code)
    done = subprocess.run(
        [sys.executable, str(file), base_url],
        env=clean_environment(PYTHONWARNINGS="error"),
        capture_output=True,
        text=True,
        timeout=MATCH_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def assert_played(printed: str) -> None:
    """It named both players with their ranks and points."""
    places = re.findall(r"^(\d)\. (.+): (-?\d+)$", printed, re.MULTILINE)
    assert len(places) == 2, printed
    assert any(name.startswith("bot-") for _rank, name, _score in places)
    assert "1" in [rank for rank, _name, _score in places]
