"""Renders a board with the rows of its seats, as the match page does, without a match."""

from types import SimpleNamespace
from typing import Any

from django.template.loader import get_template

from games.plugin import AnyGame, Viewer
from tests.pages.reading import dense

NAMES = ["amber", "birch", "cedar", "dune", "elm", "fern"]


def html_of(game: AnyGame, state: Any, viewer: Viewer = 0, *, is_newest: bool = True) -> str:
    data = game.board(game.observation(state, viewer))
    package = type(game).__module__.split(".")[-2]
    seats = [
        SimpleNamespace(index=index, name=NAMES[index], ai=False, you=index == viewer, data=view)
        for index, view in enumerate(data["seats"])
    ]
    result = game.result(state)
    places = [
        {"seat": vars(seat), "outcome": own.outcome, "place": own.rank, "tie_break": own.tie_break}
        | {"first": own.rank == 1}
        for seat, own in zip(seats, result.seats if result else (), strict=False)
    ]
    page = {
        "board": data,
        "seats": seats,
        "names": NAMES,
        "parts": package,
        "viewer": viewer if isinstance(viewer, int) else None,
        "is_newest": is_newest,
        "touch": isinstance(viewer, int) and is_newest and not result,
        "result": sorted(places, key=lambda place: place["place"]),
        "explains_end": result is not None,
    }
    row = get_template(f"{package}/seat.html")
    drawn = get_template(f"{package}/board.html").render(page)
    return dense(drawn + "".join(row.render({**page, "seat": seat}) for seat in seats))
