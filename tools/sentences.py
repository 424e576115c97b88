"""Lists every sentence that a ruleset can say: `python tools/sentences.py castle_panic`.

Prints each with its file and line: labels, logs, refusals, help and guides in Python, and the texts
of templates. Without a name, lists the sentences of all installed rulesets.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

GAMES = Path(__file__).resolve().parents[1] / "games"
# The arguments that are message ids, by the functions of `games.plugin` that mark them.
MARKED = {
    "msg": (0,),
    "line": (0,),
    "lines": (0, 1),
    "say": (0,),
    "word": (0, 1),
    "step": (0, 1),
    "described": (0, 1),
    "explain": (1, 2),
}
TAGS = re.compile(
    r"{% translate (?P<quote>[\"'])(?P<short>.*?)(?P=quote)"
    r"|{% (?P<tag>blocktranslate|phrase)\b[^%]*%}(?P<long>.*?){% end(?P=tag) %}",
    re.DOTALL,
)


def in_python(file: Path) -> Iterator[tuple[int, str]]:
    for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
            for place in MARKED.get(call.func.id, ()):
                text = call.args[place] if place < len(call.args) else None
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield text.lineno, text.value


def in_template(file: Path) -> Iterator[tuple[int, str]]:
    text = file.read_text(encoding="utf-8")
    for match in TAGS.finditer(text):
        sentence = " ".join((match["short"] or match["long"]).split())
        yield text.count("\n", 0, match.start()) + 1, sentence


def sentences(ruleset: Path) -> Iterator[str]:
    """Each sentence with its place, sorted by file and line."""
    for file in sorted((*ruleset.rglob("*.py"), *ruleset.rglob("*.html"))):
        read = in_python if file.suffix == ".py" else in_template
        for at, text in sorted(set(read(file))):
            yield f"{file.relative_to(GAMES)}:{at}: {text}"


if __name__ == "__main__":
    packages = (path.parent.name for path in GAMES.glob("*/game.py"))
    names = sys.argv[1:] or sorted(name for name in packages if name != "plugin")
    for name in names:
        print(*sentences(GAMES / name), sep="\n")
