"""The rules and the dashboard of deploy/ in a real Prometheus. Needs prometheus, with promtool."""

import itertools
import json
import os
import re
import shutil
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from tests.deploy.test_for_real import free_ports
from tests.portal.test_metrics import expressions
from tests.support.deploy import DEPLOY
from tests.support.running_portal import RunningPortal, migrated_database
from tests.support.stubborn_player import LOST, StubbornPlayer, against_computers
from tests.support.waiting import wait_for

pytestmark = [
    pytest.mark.again,
    pytest.mark.skipif(not shutil.which("promtool"), reason="prometheus isn't installed"),
]
TOKEN = "kept-by-the-operator"
# Figures on the dashboard that have no series while all is well.
QUIET = re.compile(r"portal_notices_total|portal_door_refusals_total|portal_check_ok.* == 0")


def test_alerts_fire_and_rest_as_they_should():
    cases = Path(__file__).parent / "alerts.test.yml"
    for arguments in (["check", "rules", DEPLOY / "alerts.yml"], ["test", "rules", cases]):
        done = subprocess.run(["promtool", *arguments], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


class Prometheus:
    """A Prometheus that scrapes and judges a portal every second."""

    def __init__(self, folder: Path, portal: RunningPortal) -> None:
        folder.mkdir()
        rules = re.sub(r"for: \d+m", "for: 1s", (DEPLOY / "alerts.yml").read_text())
        (folder / "alerts.yml").write_text(rules)
        target = portal.base_url.removeprefix("http://").rstrip("/")
        scrape = {"job_name": "portal", "static_configs": [{"targets": [target]}]}
        settings = {
            "global": {"scrape_interval": "1s", "evaluation_interval": "1s"},
            "rule_files": ["alerts.yml"],
            "scrape_configs": [scrape | {"authorization": {"credentials": TOKEN}}],
        }
        (folder / "prometheus.yml").write_text(json.dumps(settings))  # JSON is YAML, too
        self.port = free_ports(1)[0]
        places = f"--config.file={folder}/prometheus.yml", f"--storage.tsdb.path={folder}/data"
        listen = f"--web.listen-address=127.0.0.1:{self.port}"
        with (folder / "log.txt").open("wb") as log:
            command = ["prometheus", *places, listen]
            self.process = subprocess.Popen(command, stdout=log, stderr=log)

    def asked(self, what: str, **parameters: str) -> Any:
        address = f"http://127.0.0.1:{self.port}/api/v1/{what}?{urlencode(parameters)}"
        with urlopen(address, timeout=60) as answer:
            return json.load(answer)["data"]

    def scrapes(self) -> bool:
        with suppress(URLError):  # it is starting
            return bool(self.series('up{job="portal"} == 1'))
        return False

    def series(self, expression: str) -> list[Any]:
        return list(self.asked("query", query=expression)["result"])

    def failing(self) -> set[str]:
        """The checks whose alert fires. Others may fire where the machine is busy."""
        firing = [alert for alert in self.asked("alerts")["alerts"] if alert["state"] == "firing"]
        return {alert["labels"].get("check", "") for alert in firing}


def test_a_prometheus_draws_the_dashboard_and_notices_a_worker_that_is_gone(tmp_path):
    database = migrated_database(tmp_path)
    settings, names = {"METRICS_TOKEN": TOKEN}, map("violet{}".format, itertools.count())

    def begun() -> StubbornPlayer | None:
        with suppress(LOST):  # a busy machine
            return against_computers(portal, next(names), 1)
        return None

    with RunningPortal(tmp_path / "data", settings, database=database) as portal:
        prometheus = Prometheus(tmp_path / "prometheus", portal)
        try:
            wait_for(prometheus.scrapes, "the first scrape")
            player = wait_for(begun, "a match")
            while player.my_turn()["status"] == "active" and len(player.acknowledged) < 8:
                player.insist(player.choose(player.newest))
            for text in expressions("grafana.json"):
                wait_for(lambda text=text: prometheus.series(text) or QUIET.search(text), text)
            wait_for(lambda: "worker-ai" not in prometheus.failing(), "the worker")
            assert portal.process is not None
            supervisor = portal.process.pid
            os.kill(supervisor, signal.SIGSTOP)  # or there would be another worker at once
            try:
                os.kill(portal.pids["worker-ai"], signal.SIGKILL)
                wait_for(lambda: "worker-ai" in prometheus.failing(), "an alert")
            finally:
                os.kill(supervisor, signal.SIGCONT)
            wait_for(lambda: "worker-ai" not in prometheus.failing(), "the end of the alert")
        finally:
            prometheus.process.kill()
            prometheus.process.wait()
