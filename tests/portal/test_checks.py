"""What `make lint` asks of the layout of code besides its formatters."""

from pathlib import Path

import pytest

from tests.support.checks import badly_laid_out, straight_apostrophes


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("templates/a.html", "<ul><li>one</li></ul>", "1: more than one block element"),
        ("games/x/templates/x/a.html", "\n<p>" + "a" * 97 + "</p>", "2: 104 columns"),
        ("static/css/a.css", "/* " + "a" * 98 + " */", "1: 104 columns"),
        ("static/js/a.js", "// " + "a" * 98, "1: 101 columns"),
        ("tests/rulesets/x/templates/x/a.html", "<p>" + "a" * 97 + "</p>", "1: 104 columns"),
        ("lobby/a.py", "a = '" + "a" * 87 + "'  # noqa", "1: 101 columns"),
        ("manage.py", "a = 1  # type: ignore" + " " * 80, "1: 101 columns"),
        ("Makefile", "#" * 101, "1: 101 columns"),
        ("games/x/a.py-tpl", "# " + "a" * 99, "1: 101 columns"),
    ],
)
def test_what_is_badly_laid_out_is_named(
    tmp_path: Path, file: str, text: str, complaint: str
) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    assert badly_laid_out(tmp_path) == [f"{file}:{complaint}"]


def test_inline_elements_share_a_line_and_migrations_are_as_django_writes_them(
    tmp_path: Path,
) -> None:
    path = tmp_path / "templates/a.html"
    path.parent.mkdir()
    path.write_text("<p>a <b>b</b> <a href='/'>c</a></p>", encoding="utf-8")
    migration = tmp_path / "lobby/migrations/0001_initial.py"
    migration.parent.mkdir(parents=True)
    migration.write_text("#" * 200, encoding="utf-8")
    assert badly_laid_out(tmp_path) == []


@pytest.mark.parametrize(
    ("file", "text", "wrong"),
    [
        ("templates/a.html", '{% translate "It\'s" %}', True),
        ("games/x/templates/x/a.html", "{% url 'x' as y %}\n{{ name }}'s village", True),
        ("templates/a.html", "the others' {# what's this #}", True),
        ("templates/a.html", "{% url 'x' as y %} it’s {# what's this #}", False),
        ("lobby/a.py", "a = [ngettext('%s', \"they aren't\", 2)]", True),
        ("games/x/a.py", '"Won\'t."\nline("It\'s" if a else b)', True),
        ("games/x/a.py", "log.error(\"it's\")\n_('Aren’t you?').format(a=\"it's\")", False),
        ("games/management/a.py", '_("It\'s")', False),
    ],
)
def test_straight_apostrophes_that_people_would_read_are_named(
    tmp_path: Path, file: str, text: str, wrong: bool
) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    last = len(text.splitlines())
    assert straight_apostrophes(tmp_path) == [f"{file}:{last}: ' instead of ’"] * wrong
