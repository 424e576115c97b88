"""A match as HTML that all viewers of one class share.

It depends on position, viewer and language alone, not on the person who reads it (no CSRF token,
time zone, theme), so it is made once and sent to many.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from functools import cache, lru_cache
from typing import Any
from urllib.parse import urlencode

import msgspec
from django.contrib.staticfiles import finders
from django.template import Context, TemplateDoesNotExist
from django.template.loader import get_template
from django.urls import reverse
from django.utils.translation import get_language, gettext as _

from accounts import names
from games.matches.errors import Embargoed
from games.matches.models import Match, Seat
from games.matches.page import choice_lists
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
    states,
)
from games.matches.record.logbook import LogEntry
from games.matches.record.selectors import Snapshot
from games.matches.record.text import sentence
from games.plugin import AnyGame, Choice, Motion, Viewer
from games.plugin.codec import plain

STEPS_TOLD = 8  # newest steps whose sentences the page's script gets
TAGGED = ("version", "paused", "wake_at", "unranked")  # fields that `tag_of` reads

# Words on the page's body that tell style sheets what the board holds. With `:has()` above the
# board, each change in it would restyle the whole page.
_TAG = r"<\w+(?:\s+[\w-]+(?:=\"[^\"]*\")?)*?\s+"  # up to one of its attributes: names are text
LAYOUT = {
    "one-screen": re.compile(_TAG + r'class="[^"]*\bzones\b'),
    "with-seats": re.compile(_TAG + r"data-with-seats\b"),
    "with-few-seats": re.compile(_TAG + r'data-with-seats="few"'),
    "clock-line": re.compile(_TAG + r"data-clock-line\b"),
    "way-back": re.compile(_TAG + r'class="[^"]*\bway-back\b'),
    "take-back": re.compile(_TAG + r'id="take-back"'),
    "has-resigned": re.compile(_TAG + r'id="has-resigned"'),
}


class StepData(msgspec.Struct):
    """A step as the page's script narrates it."""

    step: int
    seat: int | None
    about: int | None  # the seat whose mark stands at its first line, as in the log
    lines: list[str] = []
    motions: list[Motion] = []
    hold: float = 0.0  # seconds before the next one
    ends: int = 0  # how many of the last lines tell the result
    late: int = 0  # how many of the last lines wait for the step's pieces to come to rest


@dataclass(frozen=True)
class SeatRow:
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
    person: bool = False  # a person of this portal: the row links to their page
    away: bool = False  # a computer player looks after the seat
    decided: bool = False  # an administrator named the result: don't show points by the rules
    over: bool = False  # the match is over
    score: int | None = None  # in the result
    alone: bool = False  # no other seat
    ranked: bool = False  # a run that counts on a leaderboard, or still may
    best: int | None = None  # the player's own score to beat there
    reached: ranking.Among | None = None  # how other people score there


@dataclass(frozen=True)
class FinalRow:
    """One line of the final table. `place` is the rank if everyone plays for themselves."""

    seat: SeatRow
    place: int | None
    first: bool  # a winner
    score: int | None
    outcome: str
    tie_break: str


@dataclass(frozen=True)
class Figure:
    label: str
    seats: list[int | float | None]  # by seat; None: unknown


def live_html(shown: Snapshot, viewer: Viewer) -> str:
    """The shared part of the match page for this viewer, in the active language.

    Takes at most one query, for the log.
    """
    return rendered(page_data(shown, viewer, choice_lists.offered(shown, viewer), own=True))


def rendered(page: dict[str, Any], template: str = "matches/live.html") -> str:
    """Render the template, and put the words of LAYOUT that apply into its first `data-layout`.

    The page's body gets them by `page["layout"]`, but not once the match is over; scripts keep them
    up to date.
    """
    # Localizing numbers costs more than all the rest, and none is large enough to change.
    context = Context(page, use_l10n=False)
    live: Any = get_template(template)
    html: str = live.template.render(context)
    found = " ".join(word for word, mark in LAYOUT.items() if mark.search(html))
    page["layout"] = "" if page.get("result") else found
    return html.replace(" data-layout", f' data-layout="{found}"', 1)


def page_data(
    shown: Snapshot,
    viewer: Viewer,
    offered: Sequence[Choice[Any]] | None,
    log: list[LogEntry] | None = None,
    *,
    own: bool = False,
) -> dict[str, Any]:
    """The context of the shared part's template.

    `offered`: the viewer's choices; None if nobody can act, as in the past. `log`: by default the
    newest lines up to this position. `own`: the viewer's seat is the reader's own, and the page may
    mention their other matches.
    """
    game, state, match = shown.game, shown.state, shown.match
    observation = game.observation(state, viewer)
    board = game.board(observation)
    seats = _seats(shown, viewer, board)
    my_turn = isinstance(viewer, int) and seats[viewer].turn and shown.plays(viewer)
    mine_now = my_turn and not match.paused
    result = _final_table(shown, seats)
    by_rules = bool(result) and shown.ended_by_rules
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
        "seats": seats,
        "board": board,
        "names": shown.names,
        "ai_seats": [seat.index for seat in shown.seats if seat.is_ai],
        "board_template": own_template(game, "board"),
        "seat_template": own_template(game, "seat"),
        "finale_template": own_template(game, "finale") if by_rules else None,
        "parts": folder_of(game),
        "plain": None if own_template(game, "board") else plain(observation),
        "choices": choice_lists.as_json(shown, offered) if offered else "",
        "log": log,
        "motions": _steps(log),
        "touch": shown.may_act(viewer),
        "result": result,
        "has_points": any(row.score is not None for row in result),
        "explains_end": by_rules,
        "decided": shown.decided,
        "scores": [own.score for own in shown.result.seats] if shown.result else None,
        "ending": result,  # for the staged ending
        "figures": _figures(shown) if by_rules else [],
        "final_points": score_curve.ends(shown) if result else [],
        "best": ranking.best_of(match, shown.seats[0]) if by_rules else None,
        "own_best": _own_best(shown, viewer) if by_rules and own else None,
        "verdict": _verdict(shown, viewer),
        "challenge": challenge_address(match) if gate.is_shut(match) else "",
        "leaderboard": _leaderboard(shown) if result else "",
        "controls": None if offered is None else controls_of(shown, viewer),
        "table_state": table_state_of(shown, viewer),
        "clocks": clocks_of(shown),
        "requests": None if offered is None else requests_of(shown, viewer),
    }


def _figures(shown: Snapshot) -> list[Figure]:
    """The ruleset's statistics that aren't all 0, of a game that is over."""
    with states.reading(shown.match):
        seats = shown.game.statistics(shown.state).get("seats", ())
    labels = shown.game.meta.statistics
    rows = [Figure(_(label), [seat.get(name) for seat in seats]) for name, label in labels.items()]
    return [row for row in rows if any(row.seats)]


def tag_of(match: Match) -> str:
    """A text that changes with the match's version, pause, clocks and ranking."""
    wakes = match.wake_at.isoformat() if match.wake_at else ""
    return f"{match.version}-{match.paused}-{wakes}-{match.unranked}"


def _leaderboard(shown: Snapshot) -> str:
    """The address of this run's leaderboard; "" if runs aren't ranked."""
    if shown.game.meta.leaderboard is None or len(shown.seats) > 1:
        return ""
    address = reverse("lobby:leaderboard", args=[shown.match.game])
    board = ranking.board_of(shown.match)
    return f"{address}?{urlencode({'board': board})}" if board else address


def challenge_address(match: Match) -> str:
    """The address of the challenge that the match is a try at; a try begins on its day."""
    day = match.started_at.astimezone(UTC).date().isoformat()
    return reverse("lobby:daily-on", args=[match.game, day])


def address_after(public_id: str, user: Any) -> str:
    """The address that a form leads to: the match, or for the user's own shut try, its challenge.

    Raises `NotFound` for a match that the user may not see: a redirect mustn't reveal it.
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
    """The newest steps for the page's script, oldest first, as JSON."""
    by_step: dict[int, StepData] = {}
    for entry in log:
        step = by_step.setdefault(entry.index, StepData(entry.index, entry.seat, entry.about))
        step.lines.append(entry.text)
        step.motions.extend(entry.motions)
        step.hold = max(step.hold, entry.hold)
        step.ends += entry.ends
        step.late += bool(step.hold)
    return choice_lists.script_json(list(by_step.values())[-STEPS_TOLD:])


@cache
def own_template(game: AnyGame, name: str) -> str | None:
    """The path of the ruleset's own template of that name, if it has one."""
    path = f"{folder_of(game)}/{name}.html"
    try:
        get_template(path)
    except TemplateDoesNotExist:
        return None
    return path


def own_file(folder: str, name: str) -> str | None:
    """The static path of a ruleset's file; None if it ships no such file."""
    path = f"{folder}/{name}"
    return path if finders.find(path) else None


def folder_of(game: AnyGame) -> str:
    """The folder of a ruleset's templates, named after its package."""
    return type(game).__module__.split(".")[-2]


def seat_row(seat: Seat, viewer: Viewer, **more: Any) -> SeatRow:
    """A row with the fields that need no rules, and `more`."""
    return SeatRow(
        index=seat.index,
        name=seat.name,
        ai=seat.is_ai,
        you=seat.index == viewer,
        abandoned=seat.abandoned,
        role=seat.role,
        guest=names.is_of_guest(seat.name),
        person=seat.user_id is not None and not seat.is_ai,
        **more,
    )


def _seats(shown: Snapshot, viewer: Viewer, board: dict[str, Any]) -> list[SeatRow]:
    active, gone = shown.active_seats, shown.gone
    views = board.get("seats")
    views = views if isinstance(views, list) and len(views) == len(shown.seats) else None
    alone = len(shown.seats) == 1 and not shown.decided
    reached = ranking.reached_by_others(shown.match, shown.seats[0]) if alone else None
    points = (shown.game.scores(shown.state) or [None])[0] if reached else None
    return [
        seat_row(
            seat,
            viewer,
            turn=seat.index in active,
            resigned=seat.index in gone,
            forfeited=seat.index in gone and seat.forfeited,
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
    """The moment of the game, or why the match is paused."""
    if shown.match.paused and shown.is_newest:
        return shown.match.get_paused_display()
    return sentence(shown.moment(observation), shown.names)


def _title(shown: Snapshot, viewer: Viewer, mine_now: bool) -> str:
    """The title of the window, which says when it is this viewer's turn."""
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
    several = in_places and len(seats) > 2  # then a place says more than «lost»
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
        # By points within a place: results of administrators are in any order.
        points = math.inf if row.score is None else -row.score
        return result.seats[row.seat.index].rank, points, row.seat.index

    return sorted(rows, key=better)


def _verdict(shown: Snapshot, viewer: Viewer) -> str:
    """The result of people who win or lose together; otherwise ""."""
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
    """The viewer's previous best, unless a leaderboard shows it. Takes at most one query."""
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
    """The final table's words for each outcome, in the reader's language."""
    return {"won": _("won"), "lost": _("lost"), "drawn": _("shared the victory"), "scored": ""}
