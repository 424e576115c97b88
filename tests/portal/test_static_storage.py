"""Static files as they are served: hashed names through whatever refers to them, whole sheets."""

import re
from pathlib import Path

import pytest
from django.conf import settings as configured
from django.core.management import call_command
from django.test import override_settings

from portal import scripts
from portal.static_storage import HashedStaticFiles
from portal.style_sheets import joined, put_together

ROOT = Path(configured.BASE_DIR)
OURS = [
    path
    for folder in (ROOT / "static", *ROOT.glob("games/*/static"))
    for path in (*folder.rglob("*.css"), *folder.rglob("*.js"))
]
STORAGE = "portal.static_storage.HashedStaticFiles"
IMPORTED = re.compile(r"^import .* from \"(\.{1,2}/[\w./-]+)\";$", re.MULTILINE)
MODULE = re.compile(r"^const (js_\w+) = \(\(\) => \{$", re.MULTILINE)
LINKED = re.compile(r"""\{% static ["'](js/[\w/-]+\.js)["'] %\}""")


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all static files, as `make run` serves them."""
    root = tmp_path_factory.mktemp("static")
    storages = {**configured.STORAGES, "staticfiles": {"BACKEND": STORAGE}}
    with override_settings(STATIC_ROOT=root, STORAGES=storages):
        call_command("collectstatic", interactive=False, verbosity=0)
    return root


def served(collected: Path, name: str) -> str:
    """The text of the one file of that name, which has a hash in it."""
    start, end = name.rsplit(".", 1)
    (path,) = collected.glob(f"{start}.????????????.{end}")
    return path.read_text(encoding="utf-8")


def test_a_script_is_served_with_its_modules_each_once_and_imports_the_sites(
    collected: Path,
) -> None:
    site = MODULE.findall(served(collected, "js/site.js"))
    assert {"js_site_toast", "js_site_press", "js_title"} <= set(site)
    for name in ("js/match.js", "js/studio.js", "js/lobby/table.js"):
        text = served(collected, name)
        modules = MODULE.findall(text)
        assert len(set(modules)) == len(modules) > 0
        assert not set(modules) & set(site), name
        (imported,) = IMPORTED.findall(text)
        assert re.search(r"/site\.\w{12}\.js$", imported)
        assert (collected / name).parent.joinpath(imported).is_file()
    written = {f"js_{path.stem}" for path in ROOT.glob("static/js/match/*.js")}
    match = {
        each.replace("js_match_", "js_")
        for each in MODULE.findall(served(collected, "js/match.js"))
    }
    only_elsewhere = {"js_ended", "js_moments", "js_replay", "js_story", "js_asking", "js_notepad"}
    assert written - match == only_elsewhere


@pytest.mark.parametrize(
    "package", [path.parent.name for path in ROOT.glob("games/*/static/*/board.js")]
)
def test_the_script_of_a_board_has_the_kit_in_it(collected: Path, package: str) -> None:
    text = served(collected, f"{package}/board.js")
    assert MODULE.findall(text) == ["js_kit"]
    assert text.endswith(f"export const {{ preview }} = {package}_board;\n")
    assert "import" not in text


def test_what_is_part_of_something_else_is_not_there_by_itself(collected: Path) -> None:
    found = {
        re.sub(r"\.\w{12}\.js$", ".js", str(path.relative_to(collected)))
        for path in collected.glob("js/**/*.js")
    }
    assert found == set(scripts.LINKED)


def test_the_scripts_that_templates_link_are_known() -> None:
    """One that isn't would be an error on its page; one that nobody links would be for nothing."""
    pages = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("games/*/templates/**/*.html")]
    linked = {name for page in pages for name in LINKED.findall(page.read_text(encoding="utf-8"))}
    linked |= {script(None).removeprefix("/static/") for script in configured.UNFOLD["SCRIPTS"]}
    assert linked == set(scripts.LINKED)


def test_sheets_that_pages_link_together_are_one(collected: Path) -> None:
    kit, board = served(collected, "css/kit.css"), served(collected, "castle_panic/board.css")
    assert served(collected, "castle_panic/kit-board.css") == kit + board
    every = served(collected, "css/design-and-boards.css")
    for package in ("burn_my_village", "burnt_to_ashes", "castle_panic", "village_assault"):
        for name in ("board", "rules"):
            assert every.count(served(collected, f"{package}/{name}.css")) == 1
    assert every.count(kit) == 1
    storage = HashedStaticFiles(location=collected, base_url="/static/")
    linked = ["css/match.css", "css/chat.css", "css/kit.css", "castle_panic/board.css", "css/a.css"]
    assert storage.sent(linked) == ["css/match-chat.css", "castle_panic/kit-board.css", "css/a.css"]
    assert storage.sent(["css/kit.css", "css/match.css"]) == ["css/kit.css", "css/match.css"]
    assert storage.sent([]) == []
    with override_settings(DEBUG=True):
        assert storage.sent(linked) == linked


def test_addresses_hold_in_a_sheet_that_is_elsewhere(tmp_path: Path) -> None:
    sheets = {"one/a.css": tmp_path / "a.css", "two/b.css": tmp_path / "b.css"}
    sheets["one/a.css"].write_text(".a {\n  background: url(pics/a.svg);\n}\n")
    sheets["two/b.css"].write_text('.b {\n  background: url("data:,b"); /* b */\n}\n')
    assert joined(sheets, "two/a-b.css") == (
        '.a {\nbackground: url("../one/pics/a.svg");\n}\n.b {\nbackground: url("data:,b");\n}\n'
    )


def test_a_sheet_is_served_with_its_parts(collected: Path) -> None:
    text = served(collected, "css/site.css")
    assert "@import" not in text
    assert "/*" not in text
    parts = [text.index(start) for start in ("--paper:", ".brand {", ".btn {", ".hero {")]
    assert parts == sorted(parts)
    for name in re.findall(r'url\("([^"]+)"\)', text):
        assert re.search(r"\.\w{12}\.woff2$", name)
        assert (collected / "css" / name).is_file()


def test_text_that_looks_like_a_comment_stays(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    text = '/* "a */\n.a {\n  content: "/* a */";\n}\n'
    (tmp_path / "parts/a.css").write_text(text + text.replace('"', "'"))
    sheet = tmp_path / "sheet.css"
    sheet.write_text('/* All. */\n@import "parts/a.css";\n\n.b {\n  color: red; /* b */\n}\n')
    first = '.a {\ncontent: "/* a */";\n}\n'
    second = first.replace('"', "'")
    assert put_together(sheet) == f"{first}{second}.b {{\ncolor: red;\n}}\n"


def test_a_part_names_no_other_file(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text('.a { background: url("a.svg") }')
    (tmp_path / "sheet.css").write_text('@import "a.css";\n')
    with pytest.raises(ValueError, match=r"a\.css"):
        put_together(tmp_path / "sheet.css")


def test_every_part_belongs_to_a_sheet() -> None:
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


def test_no_line_is_longer_than_a_hundred_columns() -> None:
    """As in Python; the formatter leaves comments and texts as long as they are."""
    assert len(OURS) > 90
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in OURS
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 100
    ]
    assert long == []
