"""Taking a name out of a record of format 1, which has it in what is hashed.

All hashes are made anew, in format 2, and the portal signs them with a note that says so. It isn't
said what they were: from the old hashes the name could be found by trying.
"""

from collections.abc import Collection, Iterator, Sequence

import msgspec
from django.db import transaction

from games.matches.models import Match, Step
from games.matches.record import signatures
from games.matches.record.seal import header_of, recorded
from games.plugin.codec import digest, plain
from games.plugin.names import RecordedSeat, hidden, seal_name
from games.plugin.record import FIRST_FORMAT, step_hash
from games.plugin.signature import Note

AT_ONCE = 200  # steps that are written together


def reseal_if_due(match: Match) -> None:
    """Seal a match of format 1 anew if it is over and someone's name has to go.

    `match` is brought up to date. Whatever was altered in its steps before doesn't fit afterwards
    either.
    """
    if not _is_due(match):
        return
    with transaction.atomic():
        locked = Match.objects.select_for_update(of=("self",)).select_related("deal")
        fresh = locked.get(pk=match.pk)
        if _is_due(fresh):
            _reseal(fresh, _erased(fresh))
    match.opening_seats, match.last_hash = fresh.opening_seats, fresh.last_hash


def _is_due(match: Match) -> bool:
    first = header_of(match).format == FIRST_FORMAT
    return first and not match.running and bool(_erased(match))


def _erased(match: Match) -> list[int]:
    return list(match.seats.filter(erased=True).values_list("index", flat=True))


def _reseal(match: Match, erased: Sequence[int]) -> None:
    before = digest(header_of(match))
    match.opening_seats = list(_sealed(match, erased))
    steps = list(match.steps.order_by("index"))
    _rechain(steps, before, digest(header_of(match)))
    Step.objects.bulk_update(steps, ["hash"], batch_size=AT_ONCE)
    match.last_hash = steps[-1].hash
    match.save(update_fields=["opening_seats", "last_hash"])
    signatures.sign_anew(match, Note("account-closed", list(erased)))


def _sealed(match: Match, erased: Collection[int]) -> Iterator[dict[str, str]]:
    for index, seat in enumerate(msgspec.convert(match.opening_seats, list[RecordedSeat])):
        assert seat.name is not None
        sealed = seal_name(seat.name, seat.player)
        yield plain(hidden(sealed) if index in erased else sealed)


def _rechain(steps: Sequence[Step], before: str, previous: str) -> None:
    """Hash the steps anew; one whose hash was wrong keeps it, and so shows as it did."""
    for step in steps:
        told, said = recorded(step), step.hash
        if step_hash(before, told) == said:
            step.hash = step_hash(previous, told)
        before, previous = said, step.hash
