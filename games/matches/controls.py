"""What a seat can do besides moving, as the page shows it."""

from dataclasses import dataclass

from games.matches.selectors import Snapshot, format_of
from games.plugin import Viewer
from games.plugin.resigning import is_over


@dataclass(frozen=True)
class Controls:
    """The buttons of a seat. `version` is the one they act on."""

    version: int
    can_undo: bool
    can_resign: bool
    ends_it: bool  # the match would be over if this seat resigned


def controls_of(shown: Snapshot, viewer: Viewer) -> Controls | None:
    """The controls of this viewer at this position; None where there are none."""
    match = shown.match
    if not isinstance(viewer, int) or not shown.is_newest or not match.running or match.paused:
        return None
    return Controls(
        version=shown.version,
        can_undo=shown.can_undo(viewer),
        can_resign=shown.may_act(viewer),
        ends_it=is_over(format_of(match), [*shown.gone, viewer]),
    )
