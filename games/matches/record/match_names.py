"""The name of a match, in notices and on its page: its game, its people, and a short number.

People who play several matches with each other tell them apart by the number, `Match.number`.
"""

from collections.abc import Collection, Iterable
from typing import Any

from django.utils.translation import gettext_noop

from accounts import notice_checks, notice_text
from games.matches.models import Match, Seat
from games.plugin import SPECTATOR, Viewer, registry

WITH = gettext_noop("{game} #{number} with {people}")
ALONE = gettext_noop("{game} #{number}")
NAMED = 3  # people, before the others are counted


def name_for(
    match: Match,
    seats: Iterable[Seat],
    reader: int | None,
    unwanted: Collection[int] = (),
    named: int | None = None,
) -> dict[str, Any]:
    """The match's name as a param of a notice, for the person in the seat `reader`.

    `unwanted`: user ids not to name. `named`: the user id of a person whom the sentence itself
    names.
    """
    others = [seat for seat in seats if not seat.is_ai and seat.index != reader]
    others = [seat for seat in others if named is None or seat.user_id != named]
    listed = [seat.name for seat in others if seat.user_id not in unwanted]
    if len(others) > NAMED:
        listed = listed[: NAMED - 1]
    game = notice_text.message(registry.title_of(match.game))
    number = match.number
    if not others:
        return notice_text.message(ALONE, game=game, number=number)
    people = notice_text.people(listed, len(others) - len(listed))
    return notice_text.message(WITH, game=game, people=people, number=number)


def names_for_all(
    match: Match, seats: Collection[Seat], named: int | None = None
) -> dict[int, dict[str, Any]]:
    """`name_for` for every person in the match, by user id. Two queries."""
    people = {seat.user_id for seat in seats if seat.user_id is not None}
    pairs = notice_checks.unwanted_among(people, people)
    return {
        seat.user_id: name_for(
            match, seats, seat.index, {by for to, by in pairs if to == seat.user_id}, named
        )
        for seat in seats
        if seat.user_id is not None
    }


def without_people(match: Match) -> str:
    """The match's name without its people, for places that list them beside it."""
    return name_of(match, (), SPECTATOR)


def subject(public_id: str) -> str:
    """`without_people` for mails about the match (setting MAIL_SUBJECTS)."""
    match = Match.objects.defer("state").filter(public_id=public_id).first()
    return without_people(match) if match else ""


def name_of(match: Match, seats: Iterable[Seat], reader: Viewer) -> str:
    """The match's name for a seat or a spectator, in the active language."""
    own = reader if isinstance(reader, int) else None
    return str(notice_text.param_text(name_for(match, seats, own)))
