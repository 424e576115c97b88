"""Abandoning a match that can no longer be read.

A person gives their seat up for good by a step of kind "control" that needs no rules and leaves the
position as it is. The step of the last person to leave voids the match. If the match becomes
readable again, a computer player plays in the seat.
"""

from collections.abc import Collection, Sequence

ABANDON = {"type": "abandon"}  # the action of the control step


def is_void(computers: Sequence[bool], gone: Collection[int]) -> bool:
    """Whether no person is left. `computers`: by seat, whether it has none; `gone`: who gave up."""
    return all(computer or seat in gone for seat, computer in enumerate(computers))
