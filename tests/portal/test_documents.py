"""The documents for operators name what the code reads and installs."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
READ = re.compile(
    r'(?:environ(?:ment)?(?:\.get\(|\[)|flag\(|listed\(|number\(|stored_key\()"([A-Z_]+)"'
)
SOURCES = [
    *(f"portal/{name}.py" for name in ("settings", "celery_settings", "environment")),
    "portal/supervisor/configuration.py",
]
INTERNAL = {"DJANGO_SETTINGS_MODULE"}


def variables() -> set[str]:
    return {name for path in SOURCES for name in READ.findall((ROOT / path).read_text())} - INTERNAL


def requirements(name: str) -> list[str]:
    lines = (ROOT / name).read_text().splitlines()
    return [re.split(r"[=\[]", line)[0] for line in lines if re.match(r"\w", line)]


def test_every_variable_is_explained():
    assert len(variables()) > 12, "the search still finds them"
    page = (ROOT / "docs/operations.md").read_text()
    assert [name for name in sorted(variables()) if f"`{name}`" not in page] == []


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_dependency_is_explained(name):
    page = (ROOT / "docs/dependencies.md").read_text().lower()
    explained = set(re.findall(r"[\w-]+", " ".join(re.findall(r"^\| ([^|]+) \|", page, re.M))))
    assert [name for name in requirements(name) if name.lower() not in explained] == []


def test_everything_installed_is_pinned_without_naming_a_machine():
    lines = (ROOT / "constraints.txt").read_text().splitlines()[1:]
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []
    pinned = {line.split("==")[0].lower().replace("_", "-") for line in lines}
    direct = requirements("requirements.txt") + requirements("requirements-dev.txt")
    assert {name.lower() for name in direct} <= pinned


# What the pages invent, and what a run makes.
MADE_UP = {"leapfrog", "river_race", "bot.py", "portal.sqlite"}
NAMED = re.compile(
    r"`((?:games|lobby|accounts|portal|toolbox)\.[a-z_.]+|[a-z_/]+\.(?:py|js|html|css|toml)\b)"
)


@pytest.mark.parametrize("page", ["README.md", *(f"docs/{p.name}" for p in ROOT.glob("docs/*.md"))])
def test_every_file_and_module_it_names_or_links_to_is_there(page):
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text())
    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []
    files = {str(path.relative_to(ROOT)) for path in sources()}
    named = NAMED.findall((ROOT / page).read_text())
    named = [name for name in named if not any(word in name for word in MADE_UP)]
    assert [name for name in named if not is_there(name.rstrip("."), files)] == []


def sources() -> list[Path]:
    folders = [
        *("games", "lobby", "accounts", "portal", "static", "templates", "tests", "toolbox"),
        *("bench", "attack", "docs"),
    ]
    return [*ROOT.glob("*.*"), *(path for name in folders for path in (ROOT / name).rglob("*.*"))]


def is_there(name: str, files: set[str]) -> bool:
    if name.endswith((".py", ".js", ".html", ".css", ".toml")):
        return any(path == name or path.endswith(f"/{name}") for path in files)
    parts = name.split(".")  # of a module, or of something in one
    modules = ("/".join(parts[:end]) for end in (len(parts), len(parts) - 1, len(parts) - 2))
    return any(f"{module}{end}" in files for module in modules for end in (".py", "/__init__.py"))
