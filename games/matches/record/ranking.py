"""Runs: matches that one person plays alone, and what keeps them from the leaderboards.

Practice never counts, nor does a guest's run or a fork. A run stops counting when the player's
program reads it or makes a step, or when the portal moves for them. `Match.unranked` stores the
first such reason. While a run counts, nothing can be taken back.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Max
from django.utils import timezone
from django.utils.module_loading import import_string
from msgspec import inspect

from accounts.selectors import is_program
from games.matches import errors
from games.matches.models import Match, Seat, Step
from games.plugin import AnyGame, Leaderboard
from games.protocol import standing_orders
from toolbox.errors import Refusal
from toolbox.memory import Memory

Unranked = Match.Unranked
REMEMBERED = 2_000  # matches whose score to beat is remembered
MOVES = (Step.Kind.ACTION, Step.Kind.TIME_OUT)

HOUR = 3600  # seconds

_to_beat: Memory[str, tuple[int | None]] = Memory(REMEMBERED)
_reached: Memory[tuple[str, str, int], tuple["Reached | None"]] = Memory(REMEMBERED)


def why_not(*, seats: int, kind: str, actor: str, by_token: bool) -> str:
    """Why a run with this step no longer counts, a value of `Match.Unranked`; "" if it does."""
    if seats != 1:
        return ""
    if by_token:
        return Unranked.TOKEN
    if kind == Step.Kind.UNDO:
        return Unranked.UNDO
    if kind not in MOVES or actor in ("person", standing_orders.ACTOR):
        return ""
    return Unranked.CLOCK if kind == Step.Kind.TIME_OUT else Unranked.COMPUTER


def leaderboard_of(match: Match) -> Leaderboard | None:
    """How runs of the match's game are ranked; None if they aren't, or the rules are gone."""
    rules = match.known_rules
    return rules.meta.leaderboard if rules else None


def board_of(match: Match) -> str:
    """The run's board: the value of the option that tells boards apart; "" for a single one."""
    ranked = leaderboard_of(match)
    if ranked is None or not ranked.option:
        return ""
    return str(match.options.get(ranked.option, ""))


def may_count(match: Match, *, guests: bool = False) -> bool:
    """Whether a run counts, or still may. `guests`: or would if it weren't a guest's."""
    alone = len(match.opening_seats) == 1 and match.opening_seats[0]["player"] == "person"
    public = match.visibility == Match.Visibility.PUBLIC
    lasting = match.status != Match.Status.VOIDED and match.embargo_until is None
    ranked = alone and leaderboard_of(match) is not None
    excluded = match.unranked and not (guests and match.unranked == Unranked.GUEST)
    return ranked and public and lasting and not excluded


def is_ranked(match: Match, seat: Seat) -> bool:
    """Whether the run is this person's, and counts or still may."""
    return seat.user_id is not None and not seat.plays_itself and may_count(match)


def is_spoiled_by(match: Match, user: Any) -> bool:
    """Whether a run stops counting once this user has read it, player or not. No query."""
    return is_program(user) and match.running and may_count(match)


def why_no_take_backs(match: Match) -> Refusal | None:
    """The refusal of take-backs in the match now; None if they are allowed. No query."""
    if match.embargo_until is not None:
        return errors.ByHand()
    return errors.Ranked() if may_count(match) else None


def counts(match: Match, seat: Seat) -> bool:
    over = match.status == Match.Status.FINISHED
    return over and seat.score is not None and is_ranked(match, seat)


@dataclass(frozen=True)
class Best:
    """A run compared with the player's best one before; None: it is the first."""

    before: int | None
    is_new: bool


def best_of(match: Match, seat: Seat) -> Best | None:
    """How a finished run compares; None if it isn't ranked. One query."""
    if not counts(match, seat):
        return None
    assert match.finished_at is not None and seat.score is not None  # noqa: PT018
    before = _best_before(match, seat, match.finished_at)
    return Best(before, before is None or seat.score > before)


def best_to_beat(match: Match, seat: Seat) -> int | None:
    """The player's best run before this one began, if both count. One query per match."""
    if not is_ranked(match, seat):
        return None
    known = _to_beat.get(match.public_id)
    if known is None:
        found = _best_before(match, seat, match.started_at)
        known = _to_beat.put(match.public_id, (found,))
    return known[0]


@dataclass(frozen=True)
class Reached:
    """The best runs on a board: their median, the number of `people`, and the `top` scores."""

    median: int
    people: int
    top: tuple[int, ...]

    def with_points(self, points: int | None) -> "Among":
        """The standing of a run with these points; None: they aren't known."""
        place = 1 + sum(points is None or score > points for score in self.top)
        known = points is not None and (place <= len(self.top) or len(self.top) == self.people)
        return Among(self.median, self.top[0], place if known else None, self.people + 1)


@dataclass(frozen=True)
class Among:
    """A board's median and lead, and a run's place (None: unknown) among it and all best runs."""

    median: int
    lead: int
    place: int | None
    runs: int


def reached_by_others(match: Match, seat: Seat) -> Reached | None:
    """The scores on the board that this run may enter, or might if it weren't a guest's.

    None for other runs, and if the board has too few. `RUN_FIGURES` names the function that reads
    them: `(game's slug, board) -> Reached | None`. It is called once an hour for each board.
    """
    if seat.user_id is None or seat.plays_itself or not may_count(match, guests=True):
        return None
    key = (match.game, board_of(match), int(timezone.now().timestamp() // HOUR))
    known = _reached.get(key)
    if known is None:
        known = _reached.put(key, (import_string(settings.RUN_FIGURES)(*key[:2]),))
    return known[0]


def _best_before(match: Match, seat: Seat, moment: datetime) -> int | None:
    earlier = Seat.objects.filter(
        user=seat.user_id,
        score__isnull=False,
        match__game=match.game,
        match__status=Match.Status.FINISHED,
        match__visibility=Match.Visibility.PUBLIC,
        match__unranked="",
        match__embargo_until=None,
        match__finished_at__lt=moment,
    )
    ranked = leaderboard_of(match)
    if ranked is not None and ranked.option:
        earlier = earlier.filter(**{f"match__options__{ranked.option}": board_of(match)})
    best: int | None = earlier.aggregate(best=Max("score"))["best"]
    return best


def boards(game: AnyGame) -> list[str]:
    """The boards of a game, values of its option; [""] for a single one, [] for none."""
    ranked = game.meta.leaderboard
    if ranked is None:
        return []
    return ranked_options(game) if ranked.option else [""]


def ranked_options(game: AnyGame) -> list[str]:
    """The values of the option that tells boards apart, the default first; [] without a list."""
    ranked = game.meta.leaderboard
    fields: Any = inspect.type_info(game.Options)
    for field in fields.fields:
        if ranked is not None and field.encode_name == ranked.option:
            kind = field.type.type if isinstance(field.type, inspect.Metadata) else field.type
            values = kind.values if isinstance(kind, inspect.LiteralType) else ()
            return sorted(map(str, values), key=lambda value: value != str(field.default))
    return []
