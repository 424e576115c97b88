"""What a seat can do besides moving, as the page shows it."""

from dataclasses import dataclass

from games.matches.selectors import Snapshot
from games.plugin import Viewer


@dataclass(frozen=True)
class Controls:
    """The buttons of a seat. `version` is the one they act on."""

    version: int
    can_undo: bool


def controls_of(shown: Snapshot, viewer: Viewer) -> Controls | None:
    """The controls of this viewer at this position; None where there are none."""
    match = shown.match
    if not isinstance(viewer, int) or not shown.is_newest or not match.running or match.paused:
        return None
    return Controls(shown.version, shown.can_undo(viewer))
