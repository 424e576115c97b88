"""Exceptions of rulesets and records, which the platform turns into typed answers."""

from typing import Any

from games.plugin.text import Line, msg

# Refusals of every ruleset, which may override the messages.
REFUSALS = {
    "game-over": msg("The game is over."),
    "not-your-turn": msg("It is not your turn."),
    "unknown-action": msg("There is no such action in this game."),
}


class IllegalAction(Exception):
    """The rules forbid this action; the state is unchanged. `params` fill the code's message."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


def refuse_if(forbidden: object, code: str, **params: Any) -> None:
    """Raise `IllegalAction` of that code if `forbidden` is true."""
    if forbidden:
        raise IllegalAction(code, **params)


class InvalidOptions(Exception):
    """These table options don't go together, or not with this number of seats."""

    def __init__(self, field: str, reason: Line) -> None:
        super().__init__(f"{field}: {reason.id}")
        self.field = field
        self.reason = reason


class RecordError(Exception):
    """A record doesn't verify. `step` is the first step at fault, None for the record's head."""

    def __init__(self, step: int | None, reason: str) -> None:
        super().__init__(reason if step is None else f"step {step}: {reason}")
        self.step = step
        self.reason = reason


class ChanceMismatch(Exception):
    """A replay asked for another outcome of chance than the recorded one."""


class UnknownRules(KeyError):
    """The ruleset isn't installed, or doesn't play that version of its rules."""

    def __init__(self, slug: str, version: int | None = None) -> None:
        super().__init__(slug if version is None else f"{slug}, version {version}")
        self.slug = slug
        self.version = version
