"""Somebody else's bot, with nothing but the HTTP API and the plug-in package."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.matches import tasks
from games.matches.models import Match
from tests.api.caller import Caller, told
from tests.api.play import open_table

DOCUMENT = Path(__file__).parents[2] / "docs" / "api.md"
CODE = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)[-1]


@pytest.mark.usefixtures("unhurried")
def test_the_bot_of_the_document_thinks_and_plays_a_match_to_its_end(amber: Caller) -> None:
    bot: dict[str, Any] = {}
    exec(CODE, bot)
    table = open_table(amber, ai={"1": "easy"})
    match = told(amber.post(f"tables/{table['id']}/start/"))["match"]
    thoughts = 0
    while (state := told(amber.get(f"matches/{match}/")))["status"] == "active":
        if state["active_seats"] == [state["you"]]:
            move = {"action": bot["think"](state), "version": state["version"]}
            told(amber.post(f"matches/{match}/actions/", move))
            thoughts += 1
        else:
            tasks.play_ai_turn(str(Match.objects.get(public_id=match).pk), state["version"])
    assert thoughts > 5
    assert state["status"] == "finished"


def test_it_needs_no_portal() -> None:
    forbidden = 'assert not {"django", "channels", "celery"} & set(sys.modules)'
    subprocess.run([sys.executable, "-c", f"{CODE}\nimport games.ai, sys\n{forbidden}"], check=True)
