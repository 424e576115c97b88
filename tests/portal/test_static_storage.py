"""Static files as they are served: hashed names through whatever refers to them, whole sheets."""

import re
from pathlib import Path

import pytest
from django.conf import settings as configured
from django.core.management import call_command
from django.test import override_settings

from portal.static_storage import whole_sheet
from toolbox.templatetags.head import script

ROOT = Path(configured.BASE_DIR)
OURS = [
    path
    for folder in (ROOT / "static", *ROOT.glob("games/*/static"))
    for path in (*folder.rglob("*.css"), *folder.rglob("*.js"))
]
THEIRS = ["account", "admin", "django_htmx", "rest_framework", "unfold"]
STORAGE = "portal.static_storage.HashedStaticFiles"
IMPORTED = re.compile(r'(?:from|import)"(\.{1,2}/[\w./-]+)"')


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of our static files, as `make run` serves them to who takes no compressed ones."""
    root = tmp_path_factory.mktemp("static")
    storages = {**configured.STORAGES, "staticfiles": {"BACKEND": STORAGE}}
    plain = {"WHITENOISE_SKIP_COMPRESS_EXTENSIONS": ["css", "js"]}
    with override_settings(STATIC_ROOT=root, STORAGES=storages, **plain):
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=THEIRS)
    return root


def served(collected: Path, name: str) -> str:
    """The text of the one file of that name, which has a hash in it."""
    start, end = name.rsplit(".", 1)
    (path,) = collected.glob(f"{start}.????????????.{end}")
    return path.read_text(encoding="utf-8")


def test_modules_import_each_other_by_their_hashed_names(collected):
    scripts = [*collected.glob("js/**/*.js"), *collected.glob("*/board.*.js")]
    addresses = [
        path.parent / address
        for path in scripts
        for address in IMPORTED.findall(path.read_text(encoding="utf-8"))
    ]
    assert len(addresses) > 40
    assert all(re.search(r"\.\w{12}\.js$", path.name) and path.is_file() for path in addresses)


def test_what_a_module_imports_is_linked_beside_it_once():
    """And so is what it imports later; else a browser would find one after another."""
    html = script("js/match.js", "castle_panic/board.js")
    first, *others = re.findall(r'(?:src|href)="/static/([^"]+)"', html)
    assert first == "js/match.js"
    assert {"js/chat.js", "js/match/steps.js", "castle_panic/board.js", "js/kit.js"} < set(others)
    assert len(set(others)) == len(others) == html.count('rel="modulepreload"')


def test_a_sheet_is_served_with_its_parts(collected):
    text = served(collected, "css/site.css")
    assert "@import" not in text
    assert "/*" not in text
    parts = [text.index(start) for start in ("--paper:", ".brand {", ".btn {", ".hero {")]
    assert parts == sorted(parts)
    for name in re.findall(r'url\("([^"]+)"\)', text):
        assert re.search(r"\.\w{12}\.woff2$", name)
        assert (collected / "css" / name).is_file()


def test_a_part_names_no_other_file(tmp_path):
    (tmp_path / "a.css").write_text('.a { background: url("a.svg") }')
    (tmp_path / "sheet.css").write_text('@import "a.css";\n')
    with pytest.raises(ValueError, match=r"a\.css"):
        whole_sheet(tmp_path / "sheet.css")


def test_every_part_belongs_to_a_sheet():
    """Nobody links a part, so one that no sheet imports would never be seen."""
    sheets = {path for path in OURS if path.suffix == ".css"}
    parts = {
        path.parent / name
        for path in sheets
        for name in re.findall(r'@import "([^"]+)"', path.read_text(encoding="utf-8"))
    }
    assert parts <= sheets
    folders = {path.parent for path in parts}
    assert {path for path in sheets if path.parent in folders} == parts
