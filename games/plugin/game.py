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
from games.plugin.explanations import Book
from games.plugin.model import Choice, Format, Meta, Result, Seating, SeatTurn, check_seats
from games.plugin.secrets import reopened
from games.plugin.text import Line
from games.plugin.why_not import not_yet, why_not

if TYPE_CHECKING:
    from games.plugin.guide import Guide

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
ObservationT = TypeVar("ObservationT")


class Game(ABC, Generic[OptionsT, StateT, ActionT, ObservationT]):
    """One ruleset: a stateless object whose methods are pure, except that `apply_action` changes
    the state.

    All data are `msgspec.Struct`s. Seats count from 0. A seat's methods (legal actions, choices,
    prompt, default action) depend on no more than that seat may know.

    A method that only calls a function is that function: `setup = staticmethod(setup)`. `Options`,
    `State`, `Action` and `Observation` are the types in brackets after `Game`.
    """

    meta: Meta  # of a bound game, with the version that it is bound to
    Options: type[OptionsT]
    State: type[StateT]
    Action: Any  # one Struct type, or a union of tagged ones
    Observation: type[ObservationT]
    Order: Any = None  # the standing orders a player may leave: a Struct, or a tagged union of them
    refusals: ClassVar[Mapping[str, str]] = {}  # code: message id, besides `errors.REFUSALS`
    targets: ClassVar[str] = ".*"  # a regular expression for every target on the board
    # What picks still lack, by the family of targets to touch: {"monster": line("a monster")};
    # under "stall+token" why a token is missing after a stall was picked.
    missing: ClassVar[Mapping[str, Line]] = {}
    book: ClassVar[Book] = Book()  # chapters and explanations
    # Names of pieces by key, for `{% called "sword" %}` in a template; under a key with `:n` the
    # counted name, for `{% called "sword" 3 %}`.
    names: ClassVar[Mapping[str, Line]] = {}
    look_ahead: ClassVar[int] = 2  # own decisions that `medium` plays out; 0: `heuristic` plans
    playouts: ClassVar[int] = 160  # of level `hard` for a decision

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.refusals = {**REFUSALS, **cls.refusals}
        for base in cls.__dict__.get("__orig_bases__", ()):
            if get_origin(base) is Game:
                cls.Options, cls.State, cls.Action, cls.Observation = get_args(base)

    def bound_to(self, version: int) -> Self:
        """The game under that version of its rules. Raises `UnknownRules` if it doesn't play it."""
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
        """The game under each version of its rules, the newest first."""
        return [self, *(self.bound_to(version) for version in self.meta.older_versions[::-1])]

    # -- the rules ------------------------------------------------------------------------------

    def format(self, options: OptionsT, seats: int) -> Format:
        """The roles and teams of the seats: by default, all play alone. Raises `InvalidOptions`."""
        check_seats(seats, self.meta.min_seats, self.meta.max_seats)
        return Format("solo" if seats == 1 else "competitive", (None,) * seats, tuple(range(seats)))

    @abstractmethod
    def setup(self, options: OptionsT, seating: Seating, chance: Chance) -> StateT:
        """The position before the first decision."""

    @abstractmethod
    def active_seats(self, state: StateT) -> frozenset[int]:
        """The seats that owe a decision now; empty once the game is over."""

    def turn(self, state: StateT) -> SeatTurn | None:
        """The present turn of play, for clocks that give time by the turn.

        That seat's time runs through its turn; decisions of others pause it and have a short time.
        None (by default): everyone who owes a decision has their own time, until someone else must
        decide.
        """
        return None

    @abstractmethod
    def legal_actions(self, state: StateT, seat: int) -> list[ActionT]:
        """Every action the seat may take now, in a stable order without repeats.

        Not only for seats that owe a decision: one may withdraw an offer, say.
        """

    @abstractmethod
    def apply_action(
        self, state: StateT, seat: int, action: ActionT, chance: Chance
    ) -> list[Event]:
        """Change the state in place and return the events.

        Raises `IllegalAction` for exactly the actions that `legal_actions` doesn't list, without
        changing the state.
        """

    @abstractmethod
    def result(self, state: StateT) -> Result | None:
        """How the game ended, None while it goes on."""

    # -- what people may know and see -----------------------------------------------------------

    @abstractmethod
    def observation(self, state: StateT, viewer: Viewer) -> ObservationT:
        """Everything the viewer may know or remember: the only way from a state to a person."""

    @abstractmethod
    def choices(self, state: StateT, seat: int) -> list[Choice[ActionT]]:
        """The legal actions, in the same order, as a person picks them."""

    def bare_choices(self, state: StateT, seat: int) -> list[Choice[ActionT]]:
        """The same without previews, for programs. Override it if previews take time."""
        return self.choices(state, seat)

    def joined(self, state: StateT, seat: int) -> list[Choice[ActionT]]:
        """Pairs of actions that people, not programs, pick and preview as one: `Choice.then`."""
        return []

    def offered(self, state: StateT, seat: int) -> list[Choice[ActionT]]:
        """A person's choices: `joined`, and those of `choices` with other picks."""
        joined = self.joined(state, seat)
        taken = {choice.picks for choice in joined}
        return joined + [one for one in self.choices(state, seat) if one.picks not in taken]

    @abstractmethod
    def prompt(self, state: StateT, viewer: Viewer) -> Line:
        """The status line while the game goes on: who must do what, in one sentence."""

    @abstractmethod
    def moment(self, observation: ObservationT) -> Line:
        """The moment of the game in a few words: «round 3, attack 2».

        The same for every viewer. It stands in titles, so it begins with a small letter and has no
        period.
        """

    @abstractmethod
    def narrate(self, event: SeenEvent) -> Narration | None:
        """The log line and motions for an event, or None."""

    def why_not(self, state: StateT, seat: int, picks: Sequence[str]) -> Line | None:
        """Why these picks can't be (part of) a choice now; override `not_yet` and `objection`."""
        return why_not(self, state, seat, picks)

    def objection(self, state: StateT, seat: int, picks: Sequence[str]) -> Line | None:
        """The rules' reason against picks that belong to no choice, the last one touched just now.

        For a seat that must decide. None: they just don't go together.
        """
        return None

    def not_yet(self, state: StateT, seat: int, picks: Sequence[str]) -> Line:
        """Like `objection`, for a seat that owes no decision."""
        return not_yet(self, state, seat)

    def board(self, observation: ObservationT) -> dict[str, Any]:
        """Plain data for the ruleset's board template."""
        return dict(plain(observation))

    def topic(self, observation: ObservationT) -> Line | None:
        """The topic of the players' chat («Attack 2»), if any, from a spectator's observation."""
        return None

    def figures(self) -> dict[str, Any]:
        """Plain data for the ruleset's `rules.html`: its components in numbers."""
        return {}

    def guide(self) -> "Guide[StateT, ActionT] | None":
        """A first-game guide on a prepared position, if there is one."""
        return None

    def pieces(self, state: StateT) -> Mapping[str, int] | None:
        """For tests: the number of pieces of each kind, constant through a game, if counted."""
        return None

    def scores(self, state: StateT) -> Sequence[int | None] | None:
        """Every seat's present points, for a match that is given up; None if there are none."""
        return None

    def statistics(self, state: StateT) -> dict[str, Any]:
        """`{"seats": [a dict of numbers for each seat]}` for profiles, once the game is over.

        With `Meta.scored`, of any state: a run that is given up counts as it stands. Profiles show
        the means of statistics with a label in `meta.statistics`. By default, there are none.
        """
        return {}

    # -- play without a person ------------------------------------------------------------------

    def default_action(self, state: StateT, seat: int) -> ActionT:
        """The action when time runs out: by default the first with the best `heuristic`."""
        actions = self.legal_actions(state, seat)
        return max(actions, key=lambda action: self.heuristic(state, seat, action))

    @abstractmethod
    def determinize(self, observation: ObservationT, seat: int, chance: Chance) -> StateT:
        """A state that the seat could be in, built from its observation alone."""

    def candidates(self, state: StateT, seat: int) -> list[ActionT]:
        """The legal actions worth searching."""
        return self.legal_actions(state, seat)

    def heuristic(self, state: StateT, seat: int, action: ActionT) -> float:
        """How good a candidate looks to the seat at first sight, in points of the game's score.

        Reads nothing the seat doesn't know: computer players rely on it being the same in every
        world that the seat could be in.
        """
        return 0.0

    def look(self, state: StateT, seat: int, *, quick: bool = False) -> list[tuple[ActionT, float]]:
        """The candidates and the `heuristic` of each; any number will do for a lone candidate.

        `quick`: for playouts. It may leave out what takes long to judge and is seldom best.
        """
        candidates = self.candidates(state, seat)
        if len(candidates) == 1:
            return [(candidates[0], 0.0)]
        return [(one, self.heuristic(state, seat, one)) for one in candidates]

    def evaluate(self, state: StateT, seat: int) -> float:
        """How the position looks for the seat at the end of a search, from 0 (lost) to 1 (won)."""
        return 0.5

    def features(self, state: StateT, seat: int) -> Sequence[float]:
        """The seat's knowledge of the position in numbers, to learn a value from (docs/ai.md)."""
        return ()

    def cell(self, state: StateT, seat: int) -> str:
        """The kind of position, each of which has weights of its own for the `features`."""
        return "all"

    def horizon(self, start: StateT, state: StateT, seat: int) -> bool:
        """Whether a playout of level `hard` that began at `start` is far enough to be valued.

        Unless `look_ahead` is 0, a playout also ends after `look_ahead` + 1 decisions of the seat.
        """
        return False

    def leaning(self, state: StateT, seat: int, action: ActionT) -> tuple[float, float]:
        """How bold and how generous a candidate is, from -1 (careful, grudging) to 1.

        Bold: it takes a risk now. Generous: it gives or leaves others something. For manners of
        computer players. Like `heuristic`, it reads nothing the seat doesn't know.
        """
        return 0.0, 0.0

    def mixed_strategy(
        self, state: StateT, seat: int, actions: Sequence[ActionT]
    ) -> Sequence[float] | None:
        """Weights, one for each candidate, with which computer players draw their action.

        For decisions in which a predictable seat loses, and for knowledge that `easy`, which never
        asks for weights, must not have. A seat that has chosen already and may change its mind is
        asked, too. Manners don't affect them. Like `heuristic`, it reads only what the seat knows.
        None (by default): a search mixes where several seats decide at once, or takes the best.
        """
        return None

    def searched(self, state: StateT, seat: int, actions: Sequence[ActionT]) -> bool:
        """Whether level `hard` searches here; by default, wherever there are no weights."""
        return self.mixed_strategy(state, seat, actions) is None

    def reopened(self, state: StateT) -> StateT:
        """The state before the answers that are sealed in it, for a search to try others.

        A copy in which all seats that decide at once owe their decision, so that the last of them
        sees the same moment as the first. By default the choices in the state's `Sealed` fields are
        taken back; override it if the ruleset keeps answers elsewhere, too.
        """
        return reopened(state)

    # -- standing orders, for games that declare an `Order` --------------------------------------

    def takes_orders(self, options: OptionsT, form: Format, seat: int) -> bool:
        """Whether the seat may leave orders at such a table, all game long."""
        return self.Order is not None

    def answer(self, observation: ObservationT, order: Any) -> ActionT | None:
        """The action that the observing seat's order gives now; an illegal one counts as None."""
        return None

    def order_in_words(self, order: Any) -> Line:
        """The order in one sentence, for the player who left it."""
        raise NotImplementedError
