"""One action under way, all of whose events are public."""

from dataclasses import dataclass

from games import plugin
from games.village_assault.state import State


@dataclass
class Run(plugin.Run[State]):
    """What every rule gets. `was_open`: the round had not been won before this action."""

    was_open: bool = True
