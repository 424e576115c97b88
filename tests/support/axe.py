"""Finds axe-core, the engine that audits pages for accessibility."""

import os
from pathlib import Path

FOLDER = Path(__file__).parent.parent.parent / "tools"
MISSING = "no axe-core found: `make tools` fetches the pinned one (needs npm), or set AXE_CORE"


def find_axe() -> str | None:
    """The engine's file: `$AXE_CORE`, or the one that `make tools` installed; None without any."""
    path = Path(os.environ.get("AXE_CORE") or FOLDER / "node_modules/axe-core/axe.min.js")
    return path.read_text(encoding="utf-8") if path.is_file() else None
