"""How a match begins."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.ai.manners import CAST
from games.matches.models import Checkpoint, Deal, Match, Seat, Step
from games.matches.play.engine import steps
from games.matches.play.parts import (
    announcements,
    clock as clocks,
    figures,
    followups,
    turn_notices,
)
from games.matches.play.parts.absence import absence_of
from games.matches.play.parts.clock_kinds import clock_of
from games.matches.play.parts.forks import Beginning
from games.matches.record.seal import header_of, seal_step
from games.matches.record.selectors import Snapshot
from games.plugin import AnyGame, Format, Seating, registry
from games.plugin.codec import digest, pack, plain
from games.plugin.model import NO_PART
from games.protocol import forks
from games.protocol.deal import commitment, new_seed
from games.protocol.dealing import SeededChance
from games.protocol.names import seal_name
from games.protocol.requests import STILL_PLAYING
from toolbox.commits import after_commit


@dataclass(frozen=True)
class Player:
    """The player of a seat: a person, or a computer player of a level.

    `role`: the part they asked for, or `NO_PART`; "": any part, by chance.
    """

    user: User | None = None
    ai_level: str = ""
    role: str = ""


def open_deal() -> Deal:
    seed = new_seed()
    deal = Deal(seed=seed)
    deal.commitment = commitment(str(deal.id), seed)
    deal.save()
    return deal


def start_match(
    *,
    game: str,
    options: dict[str, Any],
    players: Sequence[Player],
    deal: Deal,
    first: int | None = None,
    private: bool = False,
    clock: Any = None,
    absence: Any = None,
    embargo_until: datetime | None = None,
    rules_version: int | None = None,
    host: User | None = None,
    practice: bool = False,
    rated: bool = False,
    strength: int = 0,
    goes_on: Beginning | None = None,
) -> Match:
    """Begin a match: `players[i]` sits on seat i; `first` begins, or the seat that the rules draw.

    `options` are checked before (`lobby.tables.checks`); if the ruleset refuses them all the same,
    raises `msgspec.ValidationError` or `InvalidOptions`. `clock` is read by `clock_of`, `absence`
    by `absence_of`. Until `embargo_until` the match is behind the gate (`record.gate`). It is
    played by the newest rules, or by `rules_version`; raises `UnknownRules` if they don't exist.
    Until somebody acts, computer players think for the `host`, or the first person who sits there.
    A `practice` run isn't ranked. `rated`: it counts for ratings. `strength`: see `Match.strength`.
    `goes_on`: the position of another match to begin with; that match's rules, options and
    seating override the other arguments, and the new match counts nowhere.
    """
    origin = None if goes_on is None else goes_on.origin
    if origin is not None:
        game, rules_version, options = origin.game, origin.rules_version, origin.options
    rules = registry.get(game, rules_version)
    checked = msgspec.convert(options, rules.Options)
    if origin is None:
        cast = _cast(rules.format(checked, len(players)), players, bytes(deal.seed))
        seating = Seating(len(players), first, cast)
    else:
        seating = msgspec.convert(origin.seating, Seating)  # every seat keeps its part
        assert seating.count == len(players), "a match goes on with as many seats as it had"
    chance = SeededChance(bytes(deal.seed))
    action = None if goes_on is None else plain(goes_on.action)
    state = forks.setup(rules, checked, seating, action, chance)
    computers = iter(SeededChance(bytes(deal.seed)).shuffle(list(CAST), "portal/characters"))
    names = [player.user.name if player.user else next(computers) for player in players]
    match = Match(
        deal=deal,
        game=game,
        rules_version=rules.meta.rules_version,
        state_schema=rules.meta.state_schema,
        options=plain(checked),
        seating=plain(seating),
        origin=origin,
        origin_step=None if goes_on is None else goes_on.action.origin.step,
        opening_seats=[
            plain(seal_name(name, f"ai:{player.ai_level}" if player.ai_level else "person"))
            for name, player in zip(names, players, strict=True)
        ],
        clock=plain(clock_of(clock)),
        absence=None if absence is None else plain(absence_of(absence)),
        visibility=Match.Visibility.PRIVATE if private else Match.Visibility.PUBLIC,
        embargo_until=embargo_until,
        rated=rated,
        strength=strength,
        unranked=_unranked(rules, players, practice=practice, fork=goes_on is not None),
        state=pack(state),
        chance_counters=chance.counters,
        started_at=timezone.now(),
        acted_by=host or next((player.user for player in players if player.user), None),
    )
    match.acted_at = match.started_at
    if match.clock is None and embargo_until is None and any(player.user for player in players):
        match.look_at = match.started_at + STILL_PLAYING
    seats = _seats(match, players, names, seating.roles, rules.active_seats(state))
    clocks.start(match, seats, match.started_at, rules.turn(state))
    turn_notices.begin(match, seats, match.started_at)
    step = _setup(match, seats, action, chance, digest(state))
    match.last_hash = step.hash
    match.wake_at = clocks.next_wake(seats, match.started_at)
    shown = Snapshot(match, seats, state, match.version)
    if shown.result is not None:  # the deal left nothing to decide
        steps.end(shown, shown.result)
        match.finished_at, match.look_at = match.started_at, None
    _store(shown, step)
    return match


def _seats(
    match: Match,
    players: Sequence[Player],
    names: Sequence[str],
    cast: Sequence[str | None],
    owing: Collection[int],
) -> list[Seat]:
    return [
        Seat(
            match=match,
            index=index,
            user=player.user,
            ai_level=player.ai_level,
            name=name,
            role=cast[index] or "" if cast else "",
            owes=index in owing,
            owes_since=match.started_at if index in owing else None,
        )
        for index, (name, player) in enumerate(zip(names, players, strict=True))
    ]


def _setup(
    match: Match, seats: Sequence[Seat], action: Any, chance: SeededChance, state_hash: str
) -> Step:
    step = Step(
        match=match,
        index=0,
        kind=Step.Kind.SETUP,
        actor="portal",
        action=action,
        outcomes=plain(chance.outcomes),
        state_hash=state_hash,
        state_schema=match.state_schema,
        banks=clocks.banks(match, seats, match.started_at),
        at=match.started_at,
    )
    return seal_step(step, previous=digest(header_of(match)))


def _store(shown: Snapshot, step: Step) -> None:
    match, seats = shown.match, shown.seats
    with transaction.atomic():
        match.save(force_insert=True)
        Seat.objects.bulk_create(seats)
        step.save(force_insert=True)
        Checkpoint.objects.create(
            match=match, index=0, state_schema=match.state_schema, state=match.state
        )
        if not match.running:
            followups.begin(match)
        turned = [seat.user_id for seat in seats if seat.user_id and seat.waits_for_person]
        after_commit(figures.moved, match.public_id, match.game, step)
        after_commit(announcements.announce_step, shown, turned)


def _cast(kept: Format, players: Sequence[Player], seed: bytes) -> tuple[str | None, ...]:
    """The seats' parts: as wished, first come first served, the others by the deal's chance."""
    if not any(kept.roles):
        return ()
    left = [role.key if role else None for role in kept.roles]
    cast: dict[int, str | None] = {}
    for seat, player in enumerate(players):
        wish = None if player.role == NO_PART else player.role
        if player.role and wish in left:
            left.remove(wish)
            cast[seat] = wish
    drawn = iter(SeededChance(seed).shuffle(left, "seating"))
    return tuple(cast[seat] if seat in cast else next(drawn) for seat in range(len(players)))


def _unranked(rules: AnyGame, players: Sequence[Player], *, practice: bool, fork: bool) -> str:
    """Why the run counts for no leaderboard; a guest's never does, even after they sign up."""
    alone = players[0].user if len(players) == 1 else None
    if alone is not None and fork:
        return Match.Unranked.FORK
    if alone is not None and alone.is_guest:
        return Match.Unranked.GUEST
    ranked = alone is not None and rules.meta.leaderboard is not None
    return Match.Unranked.PRACTICE if practice and ranked else ""
