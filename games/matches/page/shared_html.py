"""A match as the HTML that everyone of one viewer class shares.

The result is a pure function of the position, the viewer and the language. Nothing of the person
who reads it goes in (no CSRF token, time zone, theme), so it is made once and sent to many.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from functools import cache, lru_cache
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.template import Context, TemplateDoesNotExist
from django.template.loader import get_template
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts import names
from games.matches.errors import Embargoed
from games.matches.models import Match
from games.matches.page import choice_lists, figures
from games.matches.page.controls import clocks_of, controls_of
from games.matches.page.requests import requests_of
from games.matches.page.table_state import table_state_of
from games.matches.record import (
    gate,
    logbook,
    match_names,
    places,
    ranking,
    results,
    score_curve,
    selectors,
)
from games.matches.record.logbook import LogEntry
from games.matches.record.selectors import Snapshot
from games.matches.record.text import sentence
from games.plugin import OMNISCIENT, AnyGame, Choice, Motion, Viewer
from games.plugin.codec import plain

STEPS_TOLD = 8  # so many steps the page's script knows the sentences of


class StepData(msgspec.Struct):
    """A step as the page's script tells it."""

    step: int
    seat: int | None
    lines: list[str] = []
    motions: list[Motion] = []
    hold: float = 0.0  # seconds before the next one is told
    ends: int = 0  # so many of the lines, the last ones, tell how the match came out
    late: int = 0  # so many, the last ones, are told once the step's pieces have come to rest


@dataclass(frozen=True)
class SeatRow:
    """A seat as the page shows it."""

    index: int
    name: str
    ai: bool
    you: bool
    turn: bool
    resigned: bool
    forfeited: bool  # by missing deadlines, or a run whose time is up; `resigned`, too
    abandoned: bool
    role: str
    data: Any  # this seat's part of the board's data, for the ruleset's own template
    guest: bool = False
    person: bool = False  # somebody here, whose page it links to
    away: bool = False  # a computer player looks after the seat
    decided: bool = False  # an administrator named the result: points by the rules are not shown
    over: bool = False  # the match is
    score: int | None = None  # and its points in the result
    alone: bool = False  # at the table
    ranked: bool = False  # a run that counts on a leaderboard, or still may
    best: int | None = None  # and the score to beat there, the player's own
    reached: ranking.Among | None = None  # and what people reach there


@dataclass(frozen=True)
class FinalRow:
    """One line of the final table. `place` is the rank where everyone plays for themselves."""

    seat: SeatRow
    place: int | None
    first: bool  # a winner
    score: int | None
    outcome: str
    tie_break: str


def live_html(shown: Snapshot, viewer: Viewer, *, choices: bool = True) -> str:
    """The shared part of the match page, in the active language: from one's own seat or none.

    Asks the database at most once, for the log. `choices`: whether the viewer can act on this
    position.
    """
    offered = choice_lists.offered(shown, viewer) if choices else None
    return rendered(page_data(shown, viewer, offered, own=True))


def rendered(page: dict[str, Any], template: str = "matches/live.html") -> str:
    """The shared part's HTML from its data."""
    # Numbers are written as they are: asking for each how the locale writes it costs more than all
    # the rest, and no number here is large enough to differ.
    context = Context(page, use_l10n=False)
    live: Any = get_template(template)
    html: str = live.template.render(context)
    return html


def page_data(
    shown: Snapshot,
    viewer: Viewer,
    offered: Sequence[Choice[Any]] | None,
    log: list[LogEntry] | None = None,
    *,
    own: bool = False,
) -> dict[str, Any]:
    """What the template of the shared part gets.

    `offered`: what the viewer may choose here; None where nobody acts, in the past for example.
    `log`: what the log says, if that isn't simply the newest lines up to this position.
    `own`: whether the viewer's seat is the reader's own, who alone may hear of their other matches.
    """
    game, state, match = shown.game, shown.state, shown.match
    observation = game.observation(state, viewer)
    board = game.board(observation)
    seats = _seats(shown, viewer, board)
    asked = isinstance(viewer, int) and seats[viewer].turn and shown.plays(viewer)
    mine_now = asked and not match.paused
    result = _final_table(shown, seats)
    told = bool(result) and shown.ended_by_rules
    if log is None:
        log = log_lines(shown, viewer, last=logbook.NEWEST)
    return {
        "language": get_language() or "",
        "match": match,
        "log_address": _log_address(match.public_id),
        "version": shown.version,
        "tag": tag_of(match),
        "is_newest": shown.is_newest,
        "game_title": _(game.meta.title),
        "prompt": sentence(shown.prompt(viewer), shown.names),
        "phase": _phase(shown, observation),
        "title": _title(shown, viewer, mine_now),
        "mine_now": mine_now,
        "acts": offered is not None and shown.may_act(viewer),
        "viewer": viewer if isinstance(viewer, int) else None,
        "omniscient": viewer is OMNISCIENT,
        "seats": seats,
        "board": board,
        "names": shown.names,
        "ai_seats": [seat.index for seat in shown.seats if seat.is_ai],
        "board_template": own_template(game, "board"),
        "seat_template": own_template(game, "seat"),
        "finale_template": own_template(game, "finale") if told else None,
        "parts": folder_of(game),
        "plain": None if own_template(game, "board") else plain(observation),
        "choices": choice_lists.as_json(shown, offered) if offered else "",
        "log": log,
        "motions": _steps(log),
        "touch": shown.may_act(viewer),
        "result": result,
        "has_points": any(row.score is not None for row in result),
        "explains_end": told,
        "decided": shown.decided,
        "scores": [own.score for own in shown.result.seats] if shown.result else None,
        "ending": result,  # which the staged ending leads to
        "figures": figures.figures(shown) if told else [],
        "final_points": score_curve.ends(shown) if result else [],
        "best": ranking.best_of(match, shown.seats[0]) if result and shown.ended_by_rules else None,
        "own_best": _own_best(shown, viewer) if told and own else None,
        "verdict": _verdict(shown, viewer),
        "challenge": challenge_address(match) if gate.is_shut(match) else "",
        "leaderboard": _leaderboard(shown) if result else "",
        "controls": None if offered is None else controls_of(shown, viewer),
        "table_state": table_state_of(shown, viewer),
        "clocks": clocks_of(shown),
        "requests": None if offered is None else requests_of(shown, viewer),
    }


def tag_of(match: Match) -> str:
    """A text that changes with the match's version, pause, clocks, and whether it counts."""
    wakes = match.wake_at.isoformat() if match.wake_at else ""
    return f"{match.version}-{match.paused}-{wakes}-{match.unranked}"


def _leaderboard(shown: Snapshot) -> str:
    """The address of the board that this run is on; "" where runs aren't ranked."""
    ranked = shown.game.meta.leaderboard
    if ranked is None or len(shown.seats) > 1:
        return ""
    address = reverse("lobby:leaderboard", args=[shown.match.game])
    board = ranking.board_of(shown.match)
    return f"{address}?{urlencode({'board': board})}" if board else address


def challenge_address(match: Match) -> str:
    """Where the challenge is that the match is a try at: a try begins on its day."""
    day = match.started_at.astimezone(UTC).date().isoformat()
    return reverse("lobby:daily-on", args=[match.game, day])


def address_after(public_id: str, user: Any) -> str:
    """Where a plain form leads the user: to the match, or from their own try that is shut now to
    its challenge, which says when it opens.

    Raises `NotFound` for a match that the user may not see: a redirect mustn't tell that it exists.
    """
    try:
        selectors.match_for(public_id, user)
    except Embargoed:
        return challenge_address(Match.objects.defer("state").get(public_id=public_id))
    return reverse("matches:match", args=[public_id])


@lru_cache(1_000)
def _log_address(public_id: str) -> str:
    return reverse("matches:log", args=[public_id])


def log_lines(shown: Snapshot, viewer: Viewer, *, last: int | None = None) -> list[LogEntry]:
    """The log up to this position, oldest first."""
    return selectors.log_entries(shown.match, viewer, shown.names, upto=shown.version, last=last)


def _steps(log: list[LogEntry]) -> str:
    """The newest steps for the page's script, oldest first: their lines, and what moves in them."""
    by_step: dict[int, StepData] = {}
    for entry in log:
        step = by_step.setdefault(entry.index, StepData(entry.index, entry.seat))
        step.lines.append(entry.text)
        step.motions.extend(entry.motions)
        step.hold = max(step.hold, entry.hold)
        step.ends += entry.ends
        step.late += bool(step.hold)
    return choice_lists.script_json(list(by_step.values())[-STEPS_TOLD:])


@cache
def own_template(game: AnyGame, name: str) -> str | None:
    """The ruleset's own template of that name; None where it has none."""
    path = f"{folder_of(game)}/{name}.html"
    try:
        get_template(path)
    except TemplateDoesNotExist:
        return None
    return path


def folder_of(game: AnyGame) -> str:
    """The folder of a ruleset's templates: the name of its package."""
    return type(game).__module__.split(".")[-2]


def _seats(shown: Snapshot, viewer: Viewer, board: dict[str, Any]) -> list[SeatRow]:
    active, gone = shown.active_seats, shown.gone
    views = board.get("seats")
    views = views if isinstance(views, list) and len(views) == len(shown.seats) else None
    alone = len(shown.seats) == 1 and not shown.decided
    reached = ranking.reached_by_others(shown.match, shown.seats[0]) if alone else None
    points = (shown.game.scores(shown.state) or [None])[0] if reached else None
    return [
        SeatRow(
            index=seat.index,
            name=seat.name,
            ai=seat.is_ai,
            you=seat.index == viewer,
            turn=seat.index in active,
            resigned=seat.index in gone,
            forfeited=seat.index in gone and seat.forfeited,
            abandoned=seat.abandoned,
            role=seat.role,
            guest=names.is_of_guest(seat.name),
            person=seat.user_id is not None and not seat.is_ai,
            away=shown.is_away(seat.index),
            decided=shown.decided,
            over=shown.voided or shown.result is not None,
            score=shown.result.seats[seat.index].score if shown.result else None,
            alone=len(shown.seats) == 1,
            data=views[seat.index] if views else None,
            ranked=alone and ranking.is_ranked(shown.match, seat),
            best=ranking.best_to_beat(shown.match, seat) if alone else None,
            reached=reached.with_points(points) if reached else None,
        )
        for seat in shown.seats
    ]


def _phase(shown: Snapshot, observation: Any) -> str:
    """Where in the game that is, or why nothing goes on there."""
    if shown.match.paused and shown.is_newest:
        return shown.match.get_paused_display()
    return sentence(shown.moment(observation), shown.names)


def _title(shown: Snapshot, viewer: Viewer, mine_now: bool) -> str:
    """The title of the window: it says when it is this viewer's turn."""
    game = match_names.name_of(shown.match, shown.seats, viewer)
    if shown.result is not None:
        return _("The end · {game}").format(game=game)
    return _("Your turn · {game}").format(game=game) if mine_now else game


def _final_table(shown: Snapshot, seats: list[SeatRow]) -> list[FinalRow]:
    """Everyone's result, best first; empty while the game goes on."""
    result = shown.result
    if result is None:
        return []
    outcomes = outcome_words()
    ended = [own.outcome for own in result.seats]
    in_places = places.has_places(shown.match, ended)
    several = in_places and len(seats) > 2  # where a place says more than «lost»
    if places.ended_together(shown.match, ended):
        outcomes = dict.fromkeys(outcomes, "")  # the verdict says it once
    rows = [
        FinalRow(
            seat=seats[index],
            place=own.rank if in_places else None,
            first=own.outcome != "lost",
            score=own.score,
            outcome="" if several and own.outcome == "lost" else outcomes[own.outcome],
            tie_break=sentence(own.tie_break, shown.names) if own.tie_break else "",
        )
        for index, own in enumerate(result.seats)
    ]

    def better(row: FinalRow) -> tuple[int, float, int]:
        """Of equal places the one with more points: administrators name them as they like."""
        points = math.inf if row.score is None else -row.score
        return result.seats[row.seat.index].rank, points, row.seat.index

    return sorted(rows, key=better)


def _verdict(shown: Snapshot, viewer: Viewer) -> str:
    """How all of them did where they win or lose together; otherwise nothing."""
    outcomes = [own.outcome for own in shown.result.seats] if shown.result else []
    if not outcomes or not places.ended_together(shown.match, outcomes):
        return ""
    outcome = outcomes[0]
    if outcome == "drawn":
        return _("A draw for all of them.")
    if isinstance(viewer, int):
        return _("You won together.") if outcome == "won" else _("You lost together.")
    return _("They won together.") if outcome == "won" else _("They lost together.")


def _own_best(shown: Snapshot, viewer: Viewer) -> ranking.Best | None:
    """What their points are to the viewer; None: it is their first such match, or a leaderboard's.

    One query at most.
    """
    if shown.result is None or not isinstance(viewer, int) or shown.match.finished_at is None:
        return None
    points, seat = shown.result.seats[viewer].score, shown.seats[viewer]
    if points is None or seat.user_id is None or seat.plays_itself:
        return None
    if ranking.counts(shown.match, seat):
        return None
    before = results.best_before(shown.match, seat)
    return None if before is None else ranking.Best(before, points > before)


def outcome_words() -> dict[str, str]:
    """What the final table calls each outcome, in the reader's language."""
    return {"won": _("won"), "lost": _("lost"), "drawn": _("shared the victory"), "scored": ""}
