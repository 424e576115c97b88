"""Scripts put together from modules."""

import re

import pytest

from portal.scripts import put_together

SITE = 'import { say } from "./site/say.js";\n\nsay("site");\n'
SAY = "/** Say it. */\nexport function say(text) {\n  console.log(text); // aloud\n}\n"
MODULES = {
    "js/site.js": SITE,
    "js/site/say.js": SAY,
    "js/match.js": (
        '// A page.\nimport { b as bee, one } from "./parts/b.js";\nimport "./parts/c.js";\n'
        'import { say } from "./site/say.js";\n\nsay(bee, one);\n'
    ),
    "js/parts/a.js": "export const a = 1;\n",
    "js/parts/b.js": (
        'import {\n  a,\n} from "./a.js";\n\nexport class b {}\n\nexport const one = a;\n'
    ),
    "js/parts/c.js": 'import { a } from "./a.js";\n\ndocument.title = a;\n',
    "frogs/board.js": (
        'import { a } from "../js/kit.js";\n\nexport async function preview() {\n  await a;\n}\n'
    ),
    "js/kit.js": "export const a = 2;\n",
}


def made(name: str, **more: str) -> str:
    texts = MODULES | {f"js/{key}.js": text for key, text in more.items()}
    return put_together(name, texts.__getitem__)


def test_each_module_is_there_once_after_those_that_it_imports() -> None:
    assert made("js/match.js") == (
        'import { js_site_say } from "./site.js";\n'
        "const js_parts_a = (() => {\nconst a = 1;\nreturn { a };\n})();\n"
        "const js_parts_b = (() => {\nconst { a } = js_parts_a;\n"
        "class b {}\nconst one = a;\nreturn { b, one };\n})();\n"
        "(() => {\nconst { a } = js_parts_a;\ndocument.title = a;\n})();\n"
        "(() => {\nconst { b: bee, one } = js_parts_b;\nconst { say } = js_site_say;\n"
        "say(bee, one);\n})();\n"
    )


def test_the_sites_script_gives_what_others_import() -> None:
    assert made("js/site.js") == (
        "const js_site_say = (() => {\nfunction say(text) {\nconsole.log(text); // aloud\n}\n"
        "return { say };\n})();\n"
        '(() => {\nconst { say } = js_site_say;\nsay("site");\n})();\n'
        "export { js_site_say };\n"
    )


def test_a_boards_script_gives_what_it_exports() -> None:
    assert made("frogs/board.js") == (
        "const js_kit = (() => {\nconst a = 2;\nreturn { a };\n})();\n"
        "const frogs_board = (() => {\nconst { a } = js_kit;\n"
        "async function preview() {\nawait a;\n}\nreturn { preview };\n})();\n"
        "export const { preview } = frogs_board;\n"
    )


def test_a_script_without_modules_is_no_module() -> None:
    assert made("js/theme.js", theme="// First.\n(() => {\n  go();\n})();\n") == (
        "(() => {\ngo();\n})();\n"
    )


def test_a_text_of_several_lines_keeps_its_spaces() -> None:
    assert "`a\n  b`" in made("js/a.js", a="export const text = `a\n  b`;\n")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("export default 1;\n", "can't be put together with others: export default 1;"),
        ("export { a };\n", "can't be put together"),
        ('export * from "./kit.js";\n', "can't be put together"),
        ('import kit from "./kit.js";\n', "can't be put together"),
        ('import { a } from "elsewhere";\n', "can't be put together"),
        ("const a = await fetch(b);\n", "can't be put together"),
        ("console.log(import.meta.url);\n", "can't be put together"),
        ('import { b } from "./kit.js";\n', "js/a.js: js/kit.js gives no b."),
        ('import { a } from "./b.js";\n', "js/a.js imports itself by way of js/b.js."),
    ],
)
def test_what_would_go_wrong_is_refused(text: str, why: str) -> None:
    circle = 'import { a } from "./a.js";\n\nexport const b = a;\n'
    with pytest.raises(ValueError, match=re.escape(why)):
        made("js/a.js", a=text + "export const more = 1;\n", b=circle)


def test_a_board_has_nothing_of_the_page_for_itself() -> None:
    wants = 'import { a } from "../js/parts/a.js";\n\nexport const preview = a;\n'
    with pytest.raises(ValueError, match=re.escape("js/parts/a.js is in js/match.js")):
        put_together("frogs/board.js", (MODULES | {"frogs/board.js": wants}).__getitem__)
    says = 'import { say } from "../js/site/say.js";\n\nexport const preview = say;\n'
    text = put_together("frogs/board.js", (MODULES | {"frogs/board.js": says}).__getitem__)
    assert text.startswith('import { js_site_say } from "../js/site.js";\n')
