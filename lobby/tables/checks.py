"""Validates tables against their rulesets. Every complaint names the field at fault."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext as _, ngettext

from accounts.guests.gate import Members, refuse_guest
from accounts.models import User
from accounts.selectors import is_program
from games.matches.errors import PeopleOnly
from games.matches.play.parts.absence import Absence, usual
from games.matches.play.parts.clock_kinds import clock_of
from games.matches.record.text import sentence
from games.plugin import AnyGame, Format, InvalidOptions, Role, registry
from lobby.models import Club
from toolbox.errors import Conflict
from toolbox.request_json import complaint, malformed as malformed


def ruleset(slug: str) -> AnyGame:
    """The installed ruleset with that slug."""
    try:
        return registry.get(slug)
    except KeyError:
        raise malformed("game", _("There is no such game.")) from None


def check_seats(game: AnyGame, seats: int) -> None:
    """Check that that many people can play the game."""
    meta = game.meta
    if not meta.min_seats <= seats <= meta.max_seats:
        text = _("This game has {least} to {most} seats.")
        raise malformed("seats", text.format(least=meta.min_seats, most=meta.max_seats))


def is_ranked(game: AnyGame, seats: int) -> bool:
    """Whether matches with that many seats may count for a leaderboard."""
    return seats == 1 and game.meta.leaderboard is not None


def check_practice(game: AnyGame, seats: int) -> None:
    """Check that the match could count for a leaderboard."""
    if not is_ranked(game, seats):
        text = _("A match like this never counts for a leaderboard, so it can’t be practice.")
        raise malformed("practice", text)


def check_may_be_rated(user: User) -> None:
    """Raises `NotForGuests` for a guest, `PeopleOnly` for a program."""
    refuse_guest(user, Members.RATED)
    if is_program(user):
        raise PeopleOnly


def why_not_rated(game: AnyGame, options: Mapping[str, Any], seats: int, ai: int) -> str:
    """Why a match with that many computer players can't count for ratings; "" if it can."""
    if seats - ai < 2:
        return _("Only matches of several people are rated.")
    if not ai:
        return ""
    form = format_of(game, options, seats)
    if form is None or form.kind != "cooperative":
        return _("Computer players play in rated matches only where everyone plays together.")
    return ""


def check_club(public_id: str | None, user: User) -> Club | None:
    """The club with that public id, of which the person must be a member; None for none.

    Inside a transaction, during which the club can't be closed.
    """
    if not public_id:
        return None
    clubs = Club.objects.select_for_update(of=("self",), no_key=True)
    club = clubs.filter(public_id=public_id, memberships__user=user).first()
    if club is None:
        raise malformed("club", _("You aren’t in such a club."))
    return club


def check_seat(index: int, seats: int, *, field: str) -> None:
    """Check that the table has that seat, counted from 0."""
    if not 0 <= index < seats:
        text = ngettext("There is {n} seat.", "Seats are counted from 0 to {last}.", seats)
        raise malformed(field, text.format(n=seats, last=seats - 1))


def check_level(game: AnyGame, level: str, *, field: str) -> None:
    """Check that the game has computer players of that level."""
    if level not in game.meta.levels:
        text = _("There is no such computer player here. Available: {levels}.")
        raise malformed(field, text.format(levels=", ".join(game.meta.levels)))


def check_clock(clock: Any) -> Any:
    """The clock (`games.matches.play.parts.clock`) with all fields; None stays None."""
    try:
        return msgspec.to_builtins(clock_of(msgspec.to_builtins(clock)))
    except msgspec.ValidationError as error:
        raise complaint(error, within="clock") from error


def check_absence(game: AnyGame, absence: Any, clock: Any, seats: int) -> Any:
    """The agreement about people who stay away, with all fields; None without a clock or others.

    `absence` is one of `games.matches.play.parts.absence`; None means the default for the clock.
    """
    if clock is None or seats < 2:
        if absence is not None:
            raise malformed("absence", _("This needs a clock and other players."))
        return None
    try:
        given = msgspec.convert(msgspec.to_builtins(absence), Absence | None)
    except msgspec.ValidationError as error:
        raise complaint(error, within="absence") from error
    agreed: Any = given or usual(clock_of(clock), seats)
    if agreed.level is not None:
        check_level(game, agreed.level, field="absence.level")
    return msgspec.to_builtins(agreed)


def check_reliable(percent: int) -> int:
    """The percentage that a table asks for, unchanged; 0 lets anyone in."""
    if not 0 <= percent <= 100:
        raise malformed("reliable", _("Give a share from 0 to 100 percent."))
    return percent


def checked_options(game: AnyGame, options: dict[str, Any], seats: int) -> dict[str, Any]:
    """The options with all fields, after checking that they fit the game and number of seats."""
    known = {field.encode_name for field in msgspec.structs.fields(game.Options)}
    for name in options:
        if name not in known:
            raise malformed(f"options.{name}", _("This game has no such option."))
    try:
        chosen = msgspec.convert(options, game.Options)
        game.format(chosen, seats)
    except msgspec.ValidationError as error:
        raise complaint(error, within="options") from error
    except InvalidOptions as error:
        raise malformed(f"options.{error.field}", sentence(error.reason, ())) from error
    return dict(msgspec.to_builtins(chosen, str_keys=True))


def format_of(game: AnyGame, options: Mapping[str, Any], seats: int) -> Format | None:
    """The format of a table with these options; None if it can't be played."""
    try:
        return game.format(msgspec.convert(dict(options), game.Options), seats)
    except (InvalidOptions, msgspec.ValidationError):
        return None


def roles_at(game: AnyGame, options: dict[str, Any], seats: int) -> list[Role]:
    """The roles at a table, with repeats. Raises Refusal if it can't be played."""
    chosen = msgspec.convert(checked_options(game, options, seats), game.Options)
    return game.format(chosen, seats).wishes


def check_role(
    game: AnyGame, options: dict[str, Any], seats: int, role: str, *, taken: Sequence[str] = ()
) -> None:
    """Check a role, or "" for any, against those `taken`. Raises Conflict `role_taken`."""
    if not role:
        return
    keys = [known.key for known in roles_at(game, options, seats)]
    if role not in keys:
        raise malformed("role", _("Nobody plays that role at this table."))
    if taken.count(role) >= keys.count(role):
        raise Conflict(_("Someone else has chosen that role."), code="role_taken")
