"""Changes of clubs. Each locks the club's row; those that add a membership lock the person first.

All raise `toolbox.errors.Refusal`: 403 `not_an_organizer`, `not_the_owner`, `guest_club` for
guests; 404 if the club is gone; 409 `not_a_member` and the codes that they name.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, gettext_noop

from accounts import audit, blocks, names, notices, pushes, roles, sanctions
from accounts.guests.gate import Members, refuse_guest
from accounts.locks import lock_person
from accounts.models import User
from accounts.official_names import sounds_official
from accounts.selectors import welcome
from accounts.services import digest_of
from accounts.talk import services as talk
from lobby.clubs import chat, selectors
from lobby.models import Club, Membership
from lobby.tables import hosts, invitations
from toolbox.commits import after_commit
from toolbox.errors import Conflict, Forbidden, NotFound
from toolbox.request_json import malformed

Role = Membership.Role
OWNED, JOINED, MEMBERS = 3, 20, 200  # at most: clubs of one owner, of one person, people in a club
BANNED = 500  # people that a club can ban: its organizers see them all on one page
LONGEST_DESCRIPTION = 500
LINK_BYTES, LINK_LASTS = 24, timedelta(days=30)
REMOVED = gettext_noop("Its organizers have removed you from the club {club}.")
INHERITED = gettext_noop("You are the owner of the club {club} now.")
CLOSED = gettext_noop("Moderators closed your club {club}: {reason}")
_NAME = RegexValidator(
    r"\A\w[\w .,’'&!?-]{1,38}[\w.!?]\Z",
    gettext_lazy("3 to 40 letters, digits, spaces and simple punctuation, please."),
)


def found(*, user: User, name: str, description: str = "", open: bool = True) -> Club:
    """Found a club and own it. 409 `too_many_clubs`; 400 for a name that is taken or misleads."""
    refuse_guest(user, Members.CLUB)
    club = Club()
    with transaction.atomic():
        lock_person(user.pk)
        if user.memberships.filter(role=Role.OWNER).count() >= OWNED:
            text = _("You own {n} clubs already. Hand one on or close it first.")
            raise Conflict(text.format(n=OWNED), code="too_many_clubs")
        _check_may_join_more(user)
        _write(club, name, description, open)
        Membership.objects.create(club=club, user=user, role=Role.OWNER)
    return club


def edit(*, club: Club, user: User, name: str, description: str, open: bool) -> Club:
    """Change the club's words, and whether anyone may join. Organizers only."""
    with _changing(club) as club:
        check_organizes(club, user)
        _write(club, name, description, open)
    return club


def join(*, club: Club, user: User, digest: str = "") -> Club:
    """Become a member; no effect on members. `digest`: of the invitation link's secret.

    409 `cannot_join`, without a reason, if the club banned them; `by_invitation` without a working
    link; `club_full`, `too_many_clubs`.
    """
    refuse_guest(user, Members.CLUB)
    with transaction.atomic():
        lock_person(user.pk)
        with _changing(club) as club:
            if club.memberships.filter(user=user).exists():
                return club
            if club.banned.filter(pk=user.pk).exists():
                raise Conflict(_("You can’t join this club."), code="cannot_join")
            if not club.open and not selectors.is_invited(club, digest):
                text = _("People join this club by invitation. Ask its organizers for a link.")
                raise Conflict(text, code="by_invitation")
            if club.memberships.count() >= MEMBERS:
                raise Conflict(_("This club is full."), code="club_full")
            _check_may_join_more(user)
            Membership.objects.create(club=club, user=user)
    return club


def leave(*, club: Club, user: User) -> Club:
    """Leave. Seats at the club's tables stay. 409 `owner_stays`."""
    with _changing(club) as club:
        own = _member(club, user.username)
        if own.role == Role.OWNER:
            text = _("Make someone else the owner first, or close the club.")
            raise Conflict(text, code="owner_stays")
        _end(own)
    return club


def set_role(*, club: Club, user: User, member: str, role: str) -> Club:
    """Give a member another role, by its lower-case name; "owner" hands the club over. Owner only.

    409 `yourself`, `cannot_own` for banned and closed accounts, `too_many_clubs` if they own too
    many to get another.
    """
    if role not in {name.lower() for name in Role.names}:
        raise malformed("role", _("There is no such role."))
    with transaction.atomic():
        heir = User.objects.filter(username=member).first()
        if heir is not None:
            lock_person(heir.pk)
        with _changing(club) as club:
            own = _check_owns(club, user)
            other = _member(club, member)
            if other == own:
                raise Conflict(_("That is you."), code="yourself")
            if role == Role.OWNER.name.lower():
                if not other.user.is_active or sanctions.is_banned(other.user):
                    raise Conflict(_("They can’t own a club at present."), code="cannot_own")
                if other.user.memberships.filter(role=Role.OWNER).count() >= OWNED:
                    text = _("They own too many clubs to get another.")
                    raise Conflict(text, code="too_many_clubs")
                _set(own, Role.ORGANIZER)  # first: a club has one owner at any time
                _bequeath(other)
            else:
                _set(other, Membership.Role[role.upper()])
    return club


def remove(*, club: Club, user: User, member: str, ban: bool = False) -> Club:
    """End the membership of somebody of a lower role; `ban`: for good. Organizers only.

    Somebody who left just before can still be banned. 403 `not_lower`; 409 `too_many_banned`.
    """
    with _changing(club) as club:
        own = check_organizes(club, user)
        if ban and club.banned.count() >= BANNED:
            text = _("Your club has removed {n} people for good. Let one join again first.")
            raise Conflict(text.format(n=BANNED), code="too_many_banned")
        gone = User.objects.filter(username=member).exclude(memberships__club=club)
        if ban and (outsider := gone.first()) is not None:
            club.banned.add(outsider)
            return club
        other = _member(club, member)
        if own.role >= other.role:
            text = _("You can’t remove people of your own role, or a higher one.")
            raise Forbidden(text, code="not_lower")
        if ban:
            club.banned.add(other.user)
        notices.tell(
            user_id=other.user_id,
            key=f"club-removed:{club.public_id}:{timezone.now().timestamp():.0f}",
            text=REMOVED,
            params={"club": club.name},
            link=club.get_absolute_url(),
            event=notices.Event.CLUB,
            by=user.pk,
        )
        _end(other)
    return club


def unban(*, club: Club, user: User, member: str) -> Club:
    """Let somebody join again; no effect on people who aren't banned. Organizers only."""
    with _changing(club) as club:
        check_organizes(club, user)
        club.banned.remove(*club.banned.filter(username=member))
    return club


def new_link(*, club: Club, user: User) -> str:
    """Return the secret of a new invitation link, which isn't stored; the old one stops working.

    Organizers only.
    """
    secret = secrets.token_urlsafe(LINK_BYTES)
    with _changing(club) as club:
        check_organizes(club, user)
        club.link_digest, club.link_until = digest_of(secret), timezone.now() + LINK_LASTS
        club.save()
    return secret


def withdraw_link(*, club: Club, user: User) -> Club:
    """Void the invitation link. Organizers only."""
    with _changing(club) as club:
        check_organizes(club, user)
        club.link_digest, club.link_until = "", None
        club.save()
    return club


def close(*, club: Club, user: User) -> None:
    """Close the club for good. Its tables stay, without a club, and moderators keep its chat."""
    with _changing(club) as club:
        _check_owns(club, user)
        _close(club)


def close_as_moderator(*, club: Club, user: User, reason: str) -> None:
    """Close somebody's club, and tell the owner why. Raises Forbidden, 400 for a blank reason."""
    if not roles.is_moderator(user):
        raise Forbidden(_("Only moderators may do that."))
    reason = talk.cleaned(reason)
    with _changing(club) as club:
        owner = selectors.owner_of(club)
        if owner is not None:
            sanctions.check_may_judge(user, owner)
        subject = f"club:{club.public_id}"
        audit.record(
            actor=user,
            action="club.close",
            subject=subject,
            reason=reason,
            data={"club": club.name},
        )
        if owner is not None:
            notices.tell(
                user_id=owner.pk,
                key=subject,
                text=CLOSED,
                params={"club": club.name, "reason": reason},
            )
        _close(club)


def leave_all(*, user: User) -> None:
    """Leave every club of a person who closes their account.

    A club that they own goes to the organizer, or else the member, who has been in it longest; else
    it closes. Inside a transaction.
    """
    for membership in list(user.memberships.select_related("club").order_by("club_id")):
        with suppress(NotFound), _changing(membership.club) as club:
            own, heir = club.memberships.filter(user=user).first(), _heirs(club).first()
            if own is None:
                continue
            if own.role == Role.OWNER and heir is None:
                _close(club)
                continue
            _end(own)
            if own.role == Role.OWNER and heir is not None:
                _bequeath(heir)


def hand_on_of_the_banned() -> None:
    """Hand on each club whose owner is banned for good, as if they left; they stay members.

    A club without an heir waits for one.
    """
    banned = Membership.objects.filter(role=Role.OWNER, user__banned_until=sanctions.FOR_EVER)
    for found in banned.filter(Exists(_heirs(OuterRef("club")))).select_related("club"):
        with suppress(NotFound), _changing(found.club) as club:
            own, heir = banned.filter(club=club).first(), _heirs(club).first()
            if own is not None and heir is not None:
                _set(own, Role.MEMBER)
                _bequeath(heir)


def _heirs(club: Club | OuterRef) -> QuerySet[Membership]:
    """The members who could own the club, the first heir first."""
    others = Membership.objects.filter(welcome("user__"), club=club).exclude(role=Role.OWNER)
    return others.select_related("user")


@contextmanager
def _changing(club: Club) -> Iterator[Club]:
    """Lock the club for one transaction. Raises NotFound if it is closed."""
    with transaction.atomic():
        fresh = Club.objects.select_for_update().filter(pk=club.pk).first()
        if fresh is None:
            raise NotFound(_("There is no such club."))
        yield fresh


def _write(club: Club, name: str, description: str, open: bool) -> None:
    """Store the club's words. Raises Refusal: 400 `malformed`."""
    club.name, club.open = _checked_name(name), open
    club.look = names.look_of(club.name)
    club.description = description.strip() and talk.cleaned(description, LONGEST_DESCRIPTION)
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError:
        raise malformed("name", _("This name is taken.")) from None


def _checked_name(name: str) -> str:
    name = talk.cleaned(name)
    checks = (_NAME, names.check_normalized, names.check_visible)
    try:
        for check in (*checks, names.check_one_alphabet):
            check(name)
    except ValidationError as error:
        raise malformed("name", " ".join(error.messages)) from None
    if sounds_official(name):
        text = _("This name sounds as if the club belonged to this site. Please choose another.")
        raise malformed("name", text)
    return name


def _check_may_join_more(user: User) -> None:
    if user.memberships.count() >= JOINED:
        text = _("You are in {n} clubs already. Leave one first.")
        raise Conflict(text.format(n=JOINED), code="too_many_clubs")


def _member(club: Club, username: str) -> Membership:
    found = club.memberships.select_related("user", "club").filter(user__username=username).first()
    if found is None:
        raise Conflict(_("They aren’t in this club."), code="not_a_member")
    return found


def check_organizes(club: Club, user: User) -> Membership:
    """The person's membership. Raises Forbidden `not_an_organizer`."""
    own = club.memberships.filter(user=user).first()
    if own is None or not own.organizes:
        raise Forbidden(_("Only the club’s organizers may do that."), code="not_an_organizer")
    return own


def _check_owns(club: Club, user: User) -> Membership:
    own = club.memberships.filter(user=user, role=Role.OWNER).first()
    if own is None:
        raise Forbidden(_("Only the club’s owner may do that."), code="not_the_owner")
    return own


def _set(membership: Membership, role: Role) -> None:
    membership.role = role
    membership.save(update_fields=["role"])


def _bequeath(heir: Membership) -> None:
    _set(heir, Role.OWNER)
    notices.tell(
        user_id=heir.user_id,
        key=f"club-owner:{heir.club.public_id}:{timezone.now().timestamp():.0f}",
        text=INHERITED,
        params={"club": heir.club.name},
        link=heir.club.get_absolute_url(),
        event=notices.Event.CLUB,
    )


def _end(membership: Membership) -> None:
    """Delete the membership, its invitations and open tables for members; refresh pages."""
    membership.delete()
    hosts.close_in(membership.club, membership.user)
    invitations.withdraw_of(membership.user, club=membership.club)
    blocks.refresh(membership.user)


def _close(club: Club) -> None:
    key = chat.key(club)
    club.delete()
    after_commit(pushes.send, talk.group(key), {"type": "chat.changed"})
