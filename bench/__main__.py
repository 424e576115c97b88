"""`python -m bench [rules|move|growth]`: all benchmarks, or those named."""

import argparse
import os
import platform
import subprocess
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
os.environ.setdefault("SITE_URL", "http://localhost")  # pages are rendered without a server

BENCHES = ("rules", "move", "growth")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("benches", nargs="*", metavar="BENCH", help=", ".join(BENCHES))
    parser.add_argument("--data", metavar="FOLDER", help="growth: fill it, or use that")
    asked = parser.parse_args()
    print(f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    for name in asked.benches or BENCHES:
        print(f"\n== {name}", flush=True)
        # Each in a process of its own: Django and its database are set up once in a process.
        said = repr(asked.data) if name == "growth" else ""
        command = f"from bench import {name}; {name}.main({said})"
        subprocess.run([sys.executable, "-c", command], check=True)


if __name__ == "__main__":
    main()
