"""What a ruleset or a record may refuse, as exceptions the platform turns into typed answers."""

from typing import Any

from games.plugin.text import Line, msg

# What every ruleset may refuse without declaring it. Its own words for one of these win.
REFUSALS = {
    "game-over": msg("The game is over."),
    "not-your-turn": msg("It is not your turn."),
    "unknown-action": msg("There is no such action in this game."),
}


class IllegalAction(Exception):
    """The rules forbid this action now; the state is unchanged.

    `code` is one of the ruleset's `Game.refusals`; `params` fill that refusal's message.
    """

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def refuse_if(forbidden: object, code: str, **params: Any) -> None:
    """Raise `IllegalAction` of that code where something (anything true) forbids an action."""
    if forbidden:
        raise IllegalAction(code, **params)


class InvalidOptions(Exception):
    """These table options don't go together, or not with this number of seats."""

    def __init__(self, field: str, reason: Line) -> None:
        super().__init__(f"{field}: {reason.id}")
        self.field = field
        self.reason = reason


class RecordError(Exception):
    """A record doesn't verify. `step` is the first step at fault, None for what precedes them."""

    def __init__(self, step: int | None, reason: str) -> None:
        super().__init__(reason if step is None else f"step {step}: {reason}")
        self.step = step
        self.reason = reason


class ChanceMismatch(Exception):
    """A replay asked for another chance outcome than the recorded one."""


class UnknownRules(KeyError):
    """No such ruleset is installed, or it doesn't play that version of its rules."""

    def __init__(self, slug: str, version: int | None = None) -> None:
        super().__init__(slug if version is None else f"{slug}, version {version}")
        self.slug = slug
        self.version = version
