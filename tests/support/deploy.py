"""The files of deploy/ as data: settings, and the commands of compose.yaml and the units."""

import re
import shlex
from typing import Any

import yaml

from tests.support.running_portal import ROOT

DEPLOY = ROOT / "deploy"
HOME = "/opt/hearth/current"  # of the units


def variables(text: str) -> dict[str, str]:
    """The variables in a settings file, as a shell, systemd and compose read it."""
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    found = (line.partition("=") for line in lines)
    return {name: "".join(shlex.split(value)) for name, _is, value in found}


def services() -> dict[str, dict[str, Any]]:
    """The services of compose.yaml by name."""
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]


def unit(name: str) -> str:
    """The text of a unit; "hearth-web@8001" is an instance of a template."""
    template, at, instance = name.partition("@")
    text = (DEPLOY / "systemd" / f"{template}{at}.service").read_text()
    return text.replace("%i", instance)


def units() -> list[str]:
    """The services that hearth.target wants."""
    target = (DEPLOY / "systemd/hearth.target").read_text()
    return re.findall(r"(hearth-\S+)\.service", target)


def commands(name: str) -> list[str]:
    """The command lines of a unit, with `%%` unescaped as systemd does."""
    return [line.replace("%%", "%") for line in re.findall(r"^ExecStart=(.+)", unit(name), re.M)]


def environment(name: str) -> dict[str, str]:
    """The variables that a unit adds to those of the settings file."""
    lines = re.findall(r"^Environment=(.+)", unit(name), re.M)
    return variables("\n".join(" ".join(lines).split()))


def shipped() -> list[str]:
    """The files and folders from which the image is made."""
    lines = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    assert lines[1] == "*", "nothing else is let in"
    return [line.removeprefix("!") for line in lines if line.startswith("!")]
