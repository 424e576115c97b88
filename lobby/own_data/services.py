"""Gathers a person's own data a little at a time.

A task gathers for a moment, stores a piece of the archive and queues the next task. So nothing else
waits long, and a task that is lost or runs twice neither loses nor duplicates anything.
"""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from time import monotonic
from zipfile import ZIP_DEFLATED, ZipFile

from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from accounts import closure, notices
from accounts.models import Block, Follow, Mute, Report, User
from games.matches.models import Seat
from lobby.models import Invitation, OwnData, OwnDataPiece
from lobby.own_data import contents
from toolbox import limits
from toolbox.errors import Conflict, TooMany
from toolbox.task_queue import queue

GATHER = "lobby.tasks.gather_own_data"
KEPT = timedelta(days=7)  # how long a file is kept once it is ready
LOST = timedelta(seconds=30)  # the time without a new piece after which a task counts as lost
MOMENT_SECONDS = 1.0
READY = gettext_noop("The file with your data is ready.")


@dataclass(frozen=True)
class Grown:
    """New entries of an archive, and the directory that follows them now."""

    piece: bytes
    directory: bytes


def grow(entries: int, directory: bytes, files: Mapping[str, bytes]) -> Grown:
    """Add files, by name, to an archive whose entries have that many bytes.

    The archive is all pieces in order, then the last directory.
    """
    behind = _Behind(entries, directory)
    with ZipFile(behind, "a", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
        added = archive.start_dir - entries
    written = behind.getvalue()
    return Grown(written[:added], written[added:])


class _Behind(io.BytesIO):
    """A file of which only the bytes from `start` on are in memory."""

    def __init__(self, start: int, content: bytes) -> None:
        self._start = start
        super().__init__(content)

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        if whence == io.SEEK_SET:
            return super().seek(offset - self._start) + self._start
        return super().seek(offset, whence) + self._start

    def tell(self) -> int:
        return super().tell() + self._start

    def truncate(self, size: int | None = None, /) -> int:
        return super().truncate(None if size is None else size - self._start) + self._start


def ask(*, user: User) -> OwnData:
    """Begin to gather a person's data anew. Raises Conflict `gathering`, and `TooMany`."""
    bucket = limits.bucket("own-data", user.pk)
    if bucket is not None and not bucket.take():
        text = _("You have asked for your data several times. Try again later.")
        raise TooMany(text, wait=bucket.wait())
    now = timezone.now()
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if OwnData.objects.filter(user=user, ready_at=None).exists():
            raise Conflict(_("Your data is being gathered already."), code="gathering")
        OwnData.objects.filter(user=user).delete()
        own = OwnData.objects.create(
            user=user, asked_at=now, touched_at=now, matches=Seat.objects.filter(user=user).count()
        )
    queue(GATHER, own.pk)
    return own


def naming(user: User) -> QuerySet[OwnData]:
    """Other people's files, finished or not, that may name the person."""
    matches = Seat.objects.filter(user=user).values("match")
    reasons = (
        Q(user__in=Seat.objects.filter(match__in=matches).values("user")),
        Q(user__in=closure.naming(user).values("user")),
        Q(user__in=Block.objects.filter(blocked=user).values("blocker")),
        Q(user__in=Mute.objects.filter(muted=user).values("by")),
        Q(user__in=Follow.objects.filter(followed=user).values("follower")),
        Q(user__in=Report.objects.filter(about=user).values("by")),
        Q(user__in=Invitation.objects.filter(by=user).values("user")),
        Q(user__in=Invitation.objects.filter(user=user).values("by")),
    )
    return OwnData.objects.filter(reduce(or_, reasons)).exclude(user=user)


def begin_anew(outdated: QuerySet[OwnData]) -> list[OwnData]:
    """Replace outdated files by empty ones, to be gathered next.

    They are new rows, so that a running task can't store data that it read before.
    """
    begun = []
    with transaction.atomic():
        for own in outdated.defer("directory").select_for_update(of=("self",)):
            own.delete()
            kept = {"user_id": own.user_id, "asked_at": own.asked_at, "matches": own.matches}
            begun.append(OwnData.objects.create(**kept, touched_at=timezone.now()))
    return begun


def gather(*, own_pk: int) -> None:
    """Gather for a moment, and queue the next task."""
    own = OwnData.objects.select_related("user").filter(pk=own_pk, ready_at=None).first()
    if own is None:
        return
    seats, files = _next_files(own)
    grown = grow(own.size, bytes(own.directory), files)
    if _keep(own, grown, seats) and seats:
        queue(GATHER, own.pk)


def _next_files(own: OwnData) -> tuple[list[Seat], dict[str, bytes]]:
    """The seats and files gathered in this moment, the lists first. No seats at the end."""
    files = contents.about(own.user) if own.pieces_made == 0 else {}
    gathered: list[Seat] = []
    left = Seat.objects.filter(user=own.user, pk__gt=own.last_seat).order_by("pk")
    until = monotonic() + MOMENT_SECONDS
    for seat in left.select_related("match__deal").iterator(chunk_size=10):
        files.update(contents.match_file(seat.match, own.user))
        gathered.append(seat)
        if monotonic() > until:
            break
    return gathered, files


def _keep(own: OwnData, grown: Grown, seats: list[Seat]) -> bool:
    """Store the piece, unless another task has; the last one has no seats."""
    now = timezone.now()
    with transaction.atomic():
        rows = OwnData.objects.filter(pk=own.pk, pieces_made=own.pieces_made, ready_at=None)
        kept = rows.update(
            pieces_made=own.pieces_made + 1,
            size=own.size + len(grown.piece),
            directory=grown.directory,
            last_seat=seats[-1].pk if seats else own.last_seat,
            matches_done=own.matches_done + len(seats),
            touched_at=now,
            ready_at=None if seats else now,
        )
        if kept:
            OwnDataPiece.objects.create(of=own, number=own.pieces_made, content=grown.piece)
        if kept and not seats:
            notices.tell(
                user_id=own.user_id,
                key=f"own-data:{own.pk}",
                text=READY,
                link=reverse("lobby:own-data"),
            )
    return bool(kept)


def keep_going(own: OwnData) -> None:
    """Queue the file's task again if it seems lost."""
    if own.ready_at is None and own.touched_at < timezone.now() - LOST:
        queue(GATHER, own.pk)


def sweep() -> None:
    """Delete files that were kept long enough, and continue those whose task was lost."""
    OwnData.objects.filter(ready_at__lte=oldest_kept()).delete()
    for own in OwnData.objects.filter(ready_at=None):
        keep_going(own)


def oldest_kept() -> datetime:
    """The moment before which finished files are deleted."""
    return timezone.now() - KEPT


def file_of(own: OwnData) -> bytes:
    """The whole archive."""
    pieces = own.pieces.order_by("number").values_list("content", flat=True)
    return b"".join([*map(bytes, pieces), bytes(own.directory)])
