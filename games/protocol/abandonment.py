"""Matches that can't be read any more, and what the people who sit there can still do about them.

Whoever abandons one gives their seat up for good, without the rules being asked: their step of kind
"control" leaves the position as it stands. Who stays is decided by the record alone: the match is
voided by the step that takes the last person out of it. Should it be read again, a computer player
plays on in the seat.
"""

from collections.abc import Collection, Sequence

ABANDON = {"type": "abandon"}  # the action of the control step


def is_void(computers: Sequence[bool], gone: Collection[int]) -> bool:
    """Whether no person is left: every seat is a computer player's, or its person has resigned.

    `computers` holds for every seat whether no person plays it (any more), but for `gone`.
    """
    return all(computer or seat in gone for seat, computer in enumerate(computers))
