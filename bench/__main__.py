"""`python -m bench [rules|move|growth|answers|first_visit]`: all benchmarks, or those named."""

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.support.services import redis_server

BENCHES = ("rules", "move", "growth", "answers", "first_visit")
# Each benchmark runs in its own process: Django and its database are set up once per process.
PROGRAM = "import django; django.setup(); from bench import {name}; {name}.main()"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("benches", nargs="*", metavar="BENCH", help=", ".join(BENCHES))
    parser.add_argument("--data", metavar="FOLDER", help="for growth: fill it, or use its data")
    asked = parser.parse_args()
    print(f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    for name in asked.benches or BENCHES:
        print(f"\n== {name}", flush=True)
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="hearth-bench-"))
            environment = {"DJANGO_SETTINGS_MODULE": "portal.settings", "LOG_LEVEL": "ERROR"}
            environment["SITE_URL"] = "http://localhost"  # pages are rendered without a server
            environment["DATA_DIR"] = (name == "growth" and asked.data) or folder
            Path(environment["DATA_DIR"]).mkdir(parents=True, exist_ok=True)
            if name == "move":
                environment["REDIS_URL"] = stack.enter_context(redis_server(Path(folder)))
            program = [sys.executable, "-c", PROGRAM.format(name=name)]
            if name in ("answers", "first_visit"):  # they start portals with their own database
                program = [sys.executable, "-m", f"bench.{name}"]
            subprocess.run(program, env=os.environ | environment, check=True)


if __name__ == "__main__":
    main()
