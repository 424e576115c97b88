"""What `make lint` asks of markup, styles and scripts besides their formatters."""

from pathlib import Path

import pytest

from tests.support.checks import badly_laid_out


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("templates/a.html", "<ul><li>one</li></ul>", "1: more than one block element"),
        ("games/x/templates/x/a.html", "\n<p>" + "a" * 97 + "</p>", "2: 104 columns"),
        ("static/css/a.css", "/* " + "a" * 98 + " */", "1: 104 columns"),
        ("static/js/a.js", "// " + "a" * 98, "1: 101 columns"),
    ],
)
def test_what_is_badly_laid_out_is_named(
    tmp_path: Path, file: str, text: str, complaint: str
) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    assert badly_laid_out(tmp_path) == [f"{file}:{complaint}"]


def test_inline_elements_may_share_a_line(tmp_path: Path) -> None:
    path = tmp_path / "templates/a.html"
    path.parent.mkdir()
    path.write_text("<p>a <b>b</b> <a href='/'>c</a></p>", encoding="utf-8")
    assert badly_laid_out(tmp_path) == []
