"""The files of deploy/ as data: settings, services of compose, units of systemd."""

import re
import shlex
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import yaml

from tests.support.running_portal import ROOT

DEPLOY = ROOT / "deploy"
HOME = "/opt/hearth"
SECRETS = re.compile(r"<([A-Z]+)>")  # for which the operator's command puts in keys


def variables(text: str) -> dict[str, str]:
    """The variables of a settings file, as systemd, compose and a shell read it."""
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    found = (line.partition("=") for line in lines)
    return {name: "".join(shlex.split(value)) for name, _is, value in found}


def services() -> dict[str, dict[str, Any]]:
    """The services of compose.yaml by name."""
    found: dict[str, dict[str, Any]] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return found["services"]


class Unit(RawConfigParser):
    """A unit's file, with several values where a key stands several times."""

    def __init__(self, path: Path) -> None:
        super().__init__(strict=False, dict_type=_Several, delimiters=("=",), interpolation=None)
        self.optionxform = str  # type: ignore[method-assign,assignment]
        self.read(path)
