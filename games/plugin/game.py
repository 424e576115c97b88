"""The interface a ruleset implements. Names follow OpenSpiel and the ISMCTS papers."""

import copy
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, get_args, get_origin

import msgspec

from games.plugin.chance import Chance
from games.plugin.codec import plain
from games.plugin.errors import REFUSALS, UnknownRules
from games.plugin.events import Event, Narration, SeenEvent, Viewer
from games.plugin.explanations import Book, Chapter, Explanation
from games.plugin.model import Choice, Format, Meta, Result, Seating, SeatTurn, check_seats
from games.plugin.text import Line
from games.plugin.why_not import not_yet, why_not

if TYPE_CHECKING:
    from games.plugin.guide import Guide

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
ObservationT = TypeVar("ObservationT")


class Game(ABC, Generic[OptionsT, StateT, ActionT, ObservationT]):
    """One ruleset: a stateless object whose methods are pure but for `apply_action`'s state.

    Everything it passes around is a `msgspec.Struct`. Seats count from 0. A seat's methods
    (legal actions, choices, prompt, default action) depend on what that seat may know, no more.

    A method that only hands on to a function is that function: `setup = staticmethod(setup)`.
    `Options`, `State`, `Action` and `Observation` are the types in brackets behind `Game`.
    """

    meta: Meta  # that of a game bound to an older version of its rules names that one
    Options: type[OptionsT]
    State: type[StateT]
    Action: Any  # one Struct type, or a union of tagged ones
    Observation: type[ObservationT]
    Order: Any = None  # the standing orders a player may leave: a Struct, or a tagged union of them
    # IllegalAction code: message id. Those of `errors.REFUSALS` are there without being declared.
    refusals: ClassVar[Mapping[str, str]] = {}
    targets: ClassVar[str] = ".*"  # a regular expression: every target that the board may carry
    # What picks still lack, by the family of the targets to touch: {"monster": line("a monster")}.
    # Under "stall+token" what a token is missing for where a stall is picked.
    missing: ClassVar[Mapping[str, Line]] = {}
    book: ClassVar[Book] = Book()  # what the rules page and the board explain
    # What each piece is called, by its key: `{% called "sword" %}` in a template. Under a key with
    # `:n` it is counted, by any number: `{% called "sword" 3 %}`.
    names: ClassVar[Mapping[str, Line]] = {}
    look_ahead: ClassVar[int] = 2  # own decisions that `medium` plays out; 0: `heuristic` plans

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.refusals = {**REFUSALS, **cls.refusals}
        for base in cls.__dict__.get("__orig_bases__", ()):
            if get_origin(base) is Game:
                cls.Options, cls.State, cls.Action, cls.Observation = get_args(base)

    def bound_to(self, version: int) -> Self:
        """The same game under that version of its rules: its `meta.rules_version` is that one.

        Raises `UnknownRules` for a version that it doesn't play.
        """
        meta = self.meta
        if version == meta.rules_version:
            return self
        if version not in meta.older_versions:
            raise UnknownRules(meta.slug, version)
        older = tuple(one for one in meta.older_versions if one < version)
        bound = copy.copy(self)
        bound.meta = msgspec.structs.replace(meta, rules_version=version, older_versions=older)
        return bound

    def every_version(self) -> list[Self]:
        """The game under each version of its rules that it plays, the newest first."""
        return [self, *(self.bound_to(version) for version in self.meta.older_versions[::-1])]

    # -- the rules ------------------------------------------------------------------------------

    def format(self, options: OptionsT, seats: int) -> Format:
        """How that many seats stand to each other: by default, everyone for themselves.

        Raises `InvalidOptions`; see `check_seats`.
        """
        check_seats(seats, self.meta.min_seats, self.meta.max_seats)
        return Format("solo" if seats == 1 else "competitive", (None,) * seats, tuple(range(seats)))

    @abstractmethod
    def setup(self, options: OptionsT, seating: Seating, chance: Chance) -> StateT:
        """The position before the first decision."""

    @abstractmethod
    def active_seats(self, state: StateT) -> frozenset[int]:
        """The seats that owe a decision now; empty once the game is over."""

    def turn(self, state: StateT) -> SeatTurn | None:
        """Whose turn of play it is, for clocks that give time by the turn.

        The time of that seat runs through its turn; what others are asked meanwhile pauses it and
        is a short answer. None (by default): everyone who owes a decision has their own time,
        which lasts until someone else must decide.
        """
        return None

    @abstractmethod
    def legal_actions(self, state: StateT, seat: int) -> list[ActionT]:
        """Every action the seat may take now, in a stable order without repeats.

        May be non-empty for a seat that owes nothing (withdrawing an own offer).
        """

    @abstractmethod
    def apply_action(
        self, state: StateT, seat: int, action: ActionT, chance: Chance
    ) -> list[Event]:
        """Change the state in place and tell what happened.

        Raises `IllegalAction` for exactly the actions that `legal_actions` doesn't list, and then
        leaves the state as it was.
        """

    @abstractmethod
    def result(self, state: StateT) -> Result | None:
        """How the game ended, None while it goes on."""

    # -- what people may know and see -----------------------------------------------------------

    @abstractmethod
    def observation(self, state: StateT, viewer: Viewer) -> ObservationT:
        """All that the viewer may know, what they may remember included. The one way out."""

    @abstractmethod
    def choices(self, state: StateT, seat: int) -> list[Choice[ActionT]]:
        """The legal actions, in the same order, as a person picks them."""

    def bare_choices(self, state: StateT, seat: int) -> list[Choice[ActionT]]:
        """The same without previews, which programs aren't shown.

        To be overridden where previews take time: programs are sent a list with every move.
        """
        return self.choices(state, seat)

    def joined(self, state: StateT, seat: int) -> list[Choice[ActionT]]:
        """Two actions in a row that a person picks, and sees foretold, as one: see `Choice.then`.

        Programs aren't offered them.
        """
        return []

    def offered(self, state: StateT, seat: int) -> list[Choice[ActionT]]:
        """What a person chooses from: `joined`, and `choices` that aren't picked like those."""
        joined = self.joined(state, seat)
        taken = {choice.picks for choice in joined}
        return joined + [one for one in self.choices(state, seat) if one.picks not in taken]

    @abstractmethod
    def prompt(self, state: StateT, viewer: Viewer) -> Line:
        """The status line: who must do what, in one sentence."""

    @abstractmethod
    def moment(self, observation: ObservationT) -> Line:
        """Where in the game this position lies, in a few words: «round 3, attack 2».

        The same for every viewer. Titles of moments say it, so it begins with a small letter and
        doesn't end with a period.
        """

    @abstractmethod
    def narrate(self, event: SeenEvent) -> Narration | None:
        """The log line and motions of an event already projected for its viewer; None: untold."""

    def why_not(self, state: StateT, seat: int, picks: Sequence[str]) -> Line | None:
        """Why these picks can't be (part of) a choice now; None: nothing stands against them.

        Says what is said in every game, and asks `not_yet` and `objection` for the rest.
        """
        return why_not(self, state, seat, picks)

    def objection(self, state: StateT, seat: int, picks: Sequence[str]) -> Line | None:
        """What the rules hold against these targets, the last of them touched just now.

        Asked of a seat that is to move, about picks that belong to no choice. None: that they
        don't go together says enough.
        """
        return None

    def not_yet(self, state: StateT, seat: int, picks: Sequence[str]) -> Line:
        """The same for a seat that isn't asked anything now."""
        return not_yet(self, state, seat)

    def board(self, observation: ObservationT) -> dict[str, Any]:
        """Plain data for the ruleset's board template."""
        return dict(plain(observation))

    def topic(self, observation: ObservationT) -> Line | None:
        """What the table talks about now, in a few words («Attack 2»), for the players' chat.

        Asked of a spectator's observation, so what it says is public. None: nothing special.
        """
        return None

    def figures(self) -> dict[str, Any]:
        """Plain data for the ruleset's rules page (`rules.html`): its components in numbers."""
        return {}

    def chapters(self) -> Sequence[Chapter]:
        """The parts of the rules page, in its order: its contents, and what «?» leads to."""
        return self.book.chapters

    def explanations(self) -> Sequence[Explanation]:
        """What the board says of each thing on it that is asked about."""
        return self.book.explanations

    def guide(self) -> "Guide[StateT, ActionT] | None":
        """A first-game guide on a prepared position; None: there is none."""
        return None

    def pieces(self, state: StateT) -> Mapping[str, int] | None:
        """How many pieces of each kind exist, wherever they are: the same in every state of a game.

        Only tests ask, to see that none is lost or made. None: the game has no pieces to count.
        """
        return None

    def scores(self, state: StateT) -> Sequence[int | None] | None:
        """Every seat's points as they stand, for a match that is given up; None: there are none."""
        return None

    def statistics(self, state: StateT) -> dict[str, Any]:
        """`{"seats": [a dict of numbers for each seat]}` for profiles, once the game is over.

        Asked of any state where `Meta.scored`, for a run that is given up counts as it stands.
        Profiles show the means of those that `meta.statistics` has a label for. An empty
        dictionary: this game tells nothing.
        """
        return {}

    # -- play without a person ------------------------------------------------------------------

    def default_action(self, state: StateT, seat: int) -> ActionT:
        """What a player who ran out of time does: sensible, legal, from their knowledge alone.

        By default what looks best at first sight, the first of several that look alike.
        """
        actions = self.legal_actions(state, seat)
        return max(actions, key=lambda action: self.heuristic(state, seat, action))

    @abstractmethod
    def determinize(self, observation: ObservationT, seat: int, chance: Chance) -> StateT:
        """A state the seat could be in, built from its observation alone."""

    def candidates(self, state: StateT, seat: int) -> list[ActionT]:
        """The legal actions worth searching."""
        return self.legal_actions(state, seat)

    def heuristic(self, state: StateT, seat: int, action: ActionT) -> float:
        """How good a candidate looks to the seat at first sight, in points of the game's score.

        Reads nothing the seat doesn't know, so it is the same in every world that the seat could
        be in: computer players rely on that where they look at a single one.
        """
        return 0.0

    def evaluate(self, state: StateT, seat: int) -> float:
        """How the position looks for the seat, from 0 (lost) to 1 (won), where a search stops."""
        return 0.5

    # -- standing orders, for games that declare an `Order` --------------------------------------

    def takes_orders(self, options: OptionsT, form: Format, seat: int) -> bool:
        """Whether the seat may leave orders at such a table: whether they could ever answer.

        The same all game long. By default everyone may where an `Order` is declared.
        """
        return self.Order is not None

    def answer(self, observation: ObservationT, order: Any) -> ActionT | None:
        """What a standing order of the observing seat says to the present decision; None: nothing.

        Goes by the observation alone. What it says must be legal, or it counts as nothing.
        """
        return None

    def order_in_words(self, order: Any) -> Line:
        """The order as the player who left it reads it, in one sentence."""
        raise NotImplementedError
