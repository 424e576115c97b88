"""The context of an action, all of whose events are public."""

from games import plugin
from games.village_assault.state import State


class Run(plugin.Run[State]):
    """The context of an action. `was_open`: the round had not been won before."""

    was_open: bool = True
