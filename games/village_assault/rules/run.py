"""One action under way, all of whose events are public."""

from games import plugin
from games.village_assault.state import State


class Run(plugin.Run[State]):
    """What every rule gets. `was_open`: the round had not been won before this action."""

    was_open: bool = True
