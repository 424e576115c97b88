"""Finds a Chromium, and starts it so that it contacts nobody."""

import os
import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
LAUNCH_ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--disable-dev-shm-usage",
)
MISSING = "no Chromium found: set CHROMIUM or install Debian's `chromium-headless-shell`"


def find_chromium() -> str | None:
    """The program's path: `$CHROMIUM`, or the first known name on PATH; None without one."""
    asked = os.environ.get("CHROMIUM")
    if asked:
        return shutil.which(asked)
    return next((found for name in NAMES if (found := shutil.which(name))), None)
