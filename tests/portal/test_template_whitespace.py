"""Line breaks that lay out a template don't reach the page; every other character does."""

import copy
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template import Context, Engine, TemplateDoesNotExist, TemplateSyntaxError
from django.template.autoreload import get_template_directories
from django.template.loader import get_template

from portal.templates import Template

ENGINE = Engine(libraries={"i18n": "django.templatetags.i18n"})

EXAMPLES = {
    "between elements": (
        "<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>\n",
        "<ul><li>a</li><li>b</li></ul>",
    ),
    "around text in an element": ("<p>\n  some words\n</p>", "<p>some words</p>"),
    "between words": ("<p>some\n    more\n\n    words</p>", "<p>some more words</p>"),
    "beside a tag of Django": ("{% if a %}\n  yes\n{% endif %}\n<b></b>", "yes<b></b>"),
    "beside a variable": ("<p>\n  {{ a }}\n  words\n</p>", "<p>1words</p>"),
    "beside a comment": ("<b></b>\n{# why #}\n<b></b>", "<b></b><b></b>"),
    "at the ends of a file": ("\n\nwords\n", "words"),
    "spaces on one line": ("<b>a</b> <b>b</b> c {{ a }} {{ a }}", "<b>a</b> <b>b</b> c 1 1"),
    "a space said to be one": ("<b>a</b>{{ ' ' }}\n<b>b</b>", "<b>a</b> <b>b</b>"),
    "a space before the line's end": ("<b>a</b> \n <b>b</b>", "<b>a</b><b>b</b>"),
    "a space that doesn't break": ("a\u00a0\n<b>b</b>", "a\u00a0<b>b</b>"),
    "between attributes": (
        '<a\n  class="x"\n  href="/"\n>\n  a\n</a>',
        '<a class="x" href="/">a</a>',
    ),
    "in a tag that ends itself": ('<use\n  href="#a"\n/>', '<use href="#a"/>'),
    "before an attribute that may be": (
        '<li\n  {% if a %}class="y"{% endif %}\n  id="z"\n>',
        '<li class="y" id="z">',
    ),
    "after an attribute that may be": (
        '<li{% if a %} class="y"{% endif %}\n  id="z">',
        '<li class="y" id="z">',
    ),
    "in an attribute's value": (
        '<li class="\n  a\n  b\n  {% if a %} c\n  {% else %} d\n  {% endif %}\n">',
        '<li class="a b c">',
    ),
    "a quote in the other quotes": ("<a title='\"\n  b\n'\n  href>", "<a title='\" b' href>"),
    "quotes in text": ('<p>say "yes\n  sir" or\n  don\'t</p>', '<p>say "yes sir" or don\'t</p>'),
    "a name of an element from a variable": ("<{{ a }}\n  id>\n  x\n</{{ a }}>", "<1 id>x</1>"),
    "less than": ("a < b\n  and c", "a < b and c"),
    "a condition with a sign": ("<p\n  {% if 2 > 1 %}id{% endif %}\n  class>", "<p id class>"),
    "pre": ("<pre>\n  a\n  <b>c</b>\n</pre>\n<b></b>", "<pre>\n  a\n  <b>c</b>\n</pre><b></b>"),
    "a text area": (
        '<textarea\n  name="a"\n>\n  {{ a }}\n</textarea>\n<b></b>',
        '<textarea name="a">\n  1\n</textarea><b></b>',
    ),
    "a script": ("<script>\n// a\nb('<p>')\n</script>\n", "<script>\n// a\nb('<p>')\n</script>"),
    "verbatim": (
        "{% verbatim %}\n<b>\n{{ a }}\n{% endverbatim %}\n<b></b>",
        "\n<b>\n{{ a }}\n<b></b>",
    ),
    "a comment of many lines": ("{% comment %}\n<b\n{% endcomment %}\n<b>\n", "<b>"),
    "a message as it stands": (
        "{% load i18n %}\n{% blocktranslate %}\n a\n{% endblocktranslate %}\n",
        "\n a\n",
    ),
    "a message that is trimmed": (
        "{% load i18n %}\n{% blocktranslate trimmed %}\n  a\n  <b>b</b>\n{% endblocktranslate %}",
        "a <b>b</b>",
    ),
}


@pytest.mark.parametrize(("written", "sent"), EXAMPLES.values(), ids=EXAMPLES)
def test_line_breaks_that_lay_out_a_template_are_not_sent(written: str, sent: str) -> None:
    assert Template(written, engine=ENGINE).render(Context({"a": 1})) == sent


def test_only_html_in_dirs_is_compacted(tmp_path: Path, settings: Any) -> None:
    for name in ("ours.html", "ours.txt"):
        (tmp_path / name).write_text("<b>\n  a\n</b>\n")
    changed = copy.deepcopy(settings.TEMPLATES)
    changed[0]["DIRS"] = [tmp_path, *changed[0]["DIRS"]]
    settings.TEMPLATES = changed
    assert get_template("ours.html").render() == "<b>a</b>"
    assert get_template("ours.txt").render() == "<b>\n  a\n</b>\n"
    assert "\n" not in get_template("error.html").render()
    assert "\n" in get_template("admin/404.html").render()
    with pytest.raises(TemplateDoesNotExist):
        get_template("nobody's.html")


def test_a_mistake_is_found_where_it_was_written() -> None:
    with pytest.raises(TemplateSyntaxError, match="line 3"):
        Template("<p>\n  words\n  {% nonsense %}\n</p>", engine=ENGINE)
    with pytest.raises(TemplateSyntaxError) as caught:
        Template("<p>\n  words\n  {% nonsense %}\n</p>", engine=Engine(debug=True))
    shown: Any = caught.value
    assert shown.template_debug["line"] == 3
    assert shown.template_debug["during"] == "{% nonsense %}"


def test_changed_templates_are_seen_while_developing() -> None:
    folders = get_template_directories()
    assert settings.BASE_DIR / "templates" in folders
    assert settings.BASE_DIR / "games/matches/templates" in folders
