"""Hashed names for static files, through whatever refers to them."""

import re
from pathlib import Path
from typing import Any

from django.core.management import call_command

STORAGE = "portal.static_storage.HashedStaticFiles"
IMPORTED = re.compile(r"^import .* from \"(\./[\w./-]+)\";$", re.MULTILINE)


def test_modules_import_each_other_by_their_hashed_names(settings: Any, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": STORAGE}}
    call_command("collectstatic", interactive=False, verbosity=0)
    (match,) = tmp_path.glob("js/match.????????????.js")
    imported = IMPORTED.findall(match.read_text())
    assert "./site.js" not in imported
    assert any(re.fullmatch(r"\./site\.\w{12}\.js", name) for name in imported)
    for name in imported:
        assert (tmp_path / "js" / name).is_file()
