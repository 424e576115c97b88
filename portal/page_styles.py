"""Style sheets that pages link one after another and that are sent as one.

While they are written a page links each of them (`{% styles %}` in its template). What is collected
has one file more for each group here: what several pages have in common stays a file of its own, so
that a browser that has it need not fetch it again.
"""

import posixpath
import re
from collections.abc import Collection

KIT = "css/kit.css"  # before the sheet of every board
TOGETHER = (
    ("css/lobby.css", "css/desk.css"),
    ("css/match.css", "css/chat.css", "css/studio.css"),
    ("css/match.css", "css/chat.css"),
)
# The page that shows all there is, before the sheets of all rulesets.
DESIGN = (
    *("css/match.css", KIT, "css/lobby.css", "css/learning.css"),
    *("css/chat.css", "css/design.css"),
)
OF_RULESET = re.compile(r"\w+/(board|rules)\.css")

Groups = dict[tuple[str, ...], str]  # the name of the one file, by the names of several


def groups(known: Collection[str]) -> Groups:
    """What is sent together, of all the static files there are; longer groups first."""
    own = sorted(name for name in known if OF_RULESET.fullmatch(name))
    boards = [(KIT, name) for name in own if name.endswith("/board.css")]
    found = {(*DESIGN, *own): "css/design-and-boards.css"}
    found |= {group: _beside(group) for group in (*TOGETHER, *boards)}
    return {group: name for group, name in found.items() if set(group) <= set(known)}


def sent(sheets: list[str], together: Groups) -> list[str]:
    """The sheets to be linked in the place of these."""
    found = []
    while sheets:
        alone = (sheets[0],)
        group = next((each for each in together if tuple(sheets[: len(each)]) == each), alone)
        found.append(together.get(group, sheets[0]))
        sheets = sheets[len(group) :]
    return found


def _beside(group: tuple[str, ...]) -> str:
    """Where addresses in the last one hold: `castle_panic/kit-board.css`."""
    names = (posixpath.basename(each).removesuffix(".css") for each in group)
    return posixpath.join(posixpath.dirname(group[-1]), f"{'-'.join(names)}.css")
