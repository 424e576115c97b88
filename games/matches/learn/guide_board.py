"""One step of a first-game guide: the board, and the elements that it points at."""

import re
from typing import Any

from django.template.loader import get_template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.matches.models import Match, Seat
from games.matches.page import shared_html
from games.matches.record.selectors import Snapshot
from games.matches.record.text import sentence
from games.plugin import AnyGame, Guide, project
from games.protocol.guided import choice_of, moment

POINTABLE = ("data-target", "data-place")  # for each name, the first on the board that exists
MARK = "data-guided"  # for static/js/guide.js and the style sheet
CAN = "can"


def shown_at(game: AnyGame, guide: Guide[Any, Any], number: int) -> dict[str, Any]:
    """The template's context for step `number`, counted from 0; past the last step: the end."""
    names = [sentence(name) for name in guide.names]
    now = moment(game, guide, number)
    step = guide.steps[number] if number < len(guide.steps) else None
    shot = unsaved(game, names, now.state, number)
    page = shared_html.page_data(shot, guide.seat, None)
    points = set(step.points if step else ())
    move = None
    if step and step.move:
        choice = choice_of(game, now.state, step)
        assert choice is not None  # a law of the conformance suite
        points |= set(choice.picks)
        move = {"label": sentence(choice.label, names), "picks": list(choice.picks)}
    narrations = (game.narrate(project(event, guide.seat)) for event in now.events)
    return {
        "page": page,
        "board": pointed(get_template("learning/board.html").render(page), points),
        "heading": sentence(step.title, names) if step else "",
        "text": sentence(step.text, names) if step else "",
        "asked": move,
        "happened": [sentence(narration.line, names) for narration in narrations if narration],
    }


def unsaved(game: AnyGame, names: list[str], state: Any, number: int) -> Snapshot:
    """The position as if it were a match's; it is never saved."""
    meta = game.meta
    match = Match(game=meta.slug, rules_version=meta.rules_version, version=number)
    match.seating = {"count": len(names), "roles": []}
    seats = [Seat(match=match, index=index, name=name) for index, name in enumerate(names)]
    return Snapshot(match, seats, state, number)


def pointed(board: str, points: set[str]) -> SafeString:
    """The board's HTML with `data-guided` on every target or place with one of these names.

    The board's own template knows nothing of guides. A target looks touchable, as in a match. If a
    name is both, only the target glows.
    """
    for name in sorted(points):
        target, place = (f'{attribute}="{escape(name)}"' for attribute in POINTABLE)
        if target in board:
            tag = re.compile(rf"<[^<>]*{re.escape(target)}[^<>]*>")
            board = tag.sub(lambda match: _touchable(match[0]), board)
            board = board.replace(target, f"{target} {MARK}")
        else:
            board = board.replace(place, f"{place} {MARK}")
    return mark_safe(board)  # noqa: S308 - a template's own output


def _touchable(tag: str) -> str:
    """The start tag with the class that static/js/match/choices.js gives to targets."""
    if ' class="' in tag:
        return tag.replace(' class="', f' class="{CAN} ', 1)
    return re.sub(r"^<[\w-]+", rf'\g<0> class="{CAN}"', tag)
