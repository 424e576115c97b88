"""Rulesets with one fault each, and the law that has to notice it."""

import itertools
import random
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from games.plugin import (
    OMNISCIENT,
    SPECTATOR,
    Chance,
    Chapter,
    Choice,
    Event,
    Explanation,
    Format,
    Guide,
    GuideMove,
    IllegalAction,
    Line,
    Motion,
    Narration,
    Result,
    Seating,
    SeatTurn,
    SeenEvent,
    Viewer,
    line,
)
from tests.rulesets.endless import Endless
from tests.rulesets.endless.parts import (
    KINDS,
    Lay,
    Look,
    Move,
    Offer,
    Position,
    Roll,
    View,
    Withdraw,
)
from tests.rulesets.guided import LOOK_STEP, ROLL_STEP, Guided
from tests.rulesets.ordered import Ordered, Rolls
from tests.rulesets.race import Race

BROKEN: list[tuple[type[Endless], str, str]] = []  # ruleset, law, part of what the law says


def breaks(law: str, message: str) -> Callable[[type[Endless]], type[Endless]]:
    def note(ruleset: type[Endless]) -> type[Endless]:
        BROKEN.append((ruleset, law, message))
        return ruleset

    return note


# -- what is declared -----------------------------------------------------------------------------


@breaks("meta", "tagline")
class HasNoTagline(Endless):
    meta = replace(Endless.meta, tagline="")


@breaks("meta", "no message")
class HasARefusalWithoutWords(Endless):
    refusals = {"not-now": ""}


@breaks("help", "leads to no chapter 'juice'")
class ExplainsWhatItDoesNotTell(Endless):
    def explanations(self) -> tuple[Explanation, ...]:
        return (Explanation("die", line("The die"), line("It is rolled."), ("juice",)),)


@breaks("help", "two chapters at")
class HasAChapterTwice(Endless):
    def chapters(self) -> tuple[Chapter, ...]:
        return (Chapter("die", line("The die")),) * 2


@breaks("help", "says nothing")
class HasAChapterWithoutATitle(Endless):
    def chapters(self) -> tuple[Chapter, ...]:
        return (Chapter("die", line("")),)


@breaks("names", "has no plural")
class CountsByAWord(Endless):
    names: ClassVar[dict[str, Line]] = {"apple:n": line("{n} apples", n=1)}


class BareOptions(Struct, frozen=True):
    sides: int = 6


@breaks("options", "lacks a title")
class HasAnUnexplainedOption(Endless):
    Options: Any = BareOptions


@breaks("formats", "not a role and a team")
class ForgetsATeam(Endless):
    def format(self, options: Any, seats: int) -> Format:
        return replace(super().format(options, seats), teams=(0,))


@breaks("formats", "aren't cooperative")
class SplitsATeam(Endless):
    def format(self, options: Any, seats: int) -> Format:
        kept = super().format(options, seats)
        return kept if seats == 1 else replace(kept, kind="cooperative")


class Indescribable(Struct):
    what: complex = 0j


@breaks("schemas", "no JSON Schema")
class ObservesTheIndescribable(Endless):
    Observation: Any = Indescribable


# -- the course of a game -------------------------------------------------------------------------


@breaks("games_end", "no end after 5 steps")
class LastsTooLong(Race):
    meta = replace(Race.meta, max_steps=5)


@breaks("games_end", "ZeroDivisionError")
class CrashesOnAnExchange(Endless):
    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        events = super().apply_action(state, seat, action, chance)
        return [events[0]] if len(events) == 1 else events[: len(events) // 0]


@breaks("turns", "can do nothing")
class WaitsForSomebodyElse(Endless):
    def active_seats(self, state: Position) -> frozenset[int]:
        return frozenset(range(len(state.hands)))


@breaks("turns", "nobody is active")
class WaitsForNobody(Endless):
    def active_seats(self, state: Position) -> frozenset[int]:
        return frozenset() if state.offering else super().active_seats(state)


@breaks("turns", "the game is over")
class GoesOnAfterTheEnd(Race):
    active_seats = Endless.active_seats
    legal_actions = Endless.legal_actions


@breaks("turn_owners", "that of a seat 9")
class SaysTheTurnIsNobodysThere(Endless):
    def turn(self, state: Position) -> SeatTurn | None:
        return SeatTurn(9)


@breaks("turn_owners", "the turn changes by being asked")
class CountsWhoAsks(Endless):
    asked = itertools.count()

    def turn(self, state: Position) -> SeatTurn | None:
        return SeatTurn(0, str(next(self.asked)))


@breaks("legal_actions_work", "is listed but not-now")
class ListsWhatItRefuses(Endless):
    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        if action == Withdraw():
            raise IllegalAction("not-now")
        return super().apply_action(state, seat, action, chance)


@breaks("refusals", "is accepted but not listed")
class ListsTooLittle(Endless):
    def legal_actions(self, state: Position, seat: int) -> list[Move]:
        return [move for move in super().legal_actions(state, seat) if move != Lay("plum")]

    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        return Endless().apply_action(state, seat, action, chance)


class _RefusesBadly(Endless):
    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        if action not in self.legal_actions(state, seat):
            self.refuse(state, chance)
        return super().apply_action(state, seat, action, chance)

    def refuse(self, state: Position, chance: Chance) -> None:
        raise NotImplementedError


@breaks("refusals", "changes the state")
class ChangesBeforeRefusing(_RefusesBadly):
    def refuse(self, state: Position, chance: Chance) -> None:
        state.points[0] += 1


@breaks("refusals", "isn't declared")
class RefusesWithAnotherCode(_RefusesBadly):
    def refuse(self, state: Position, chance: Chance) -> None:
        raise IllegalAction("go-away")


@breaks("refusals", "uses chance")
class RollsBeforeRefusing(_RefusesBadly):
    def refuse(self, state: Position, chance: Chance) -> None:
        chance.roll(6, "die")


@breaks("pieces", "become")
class LosesAPiece(Endless):
    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        events = super().apply_action(state, seat, action, chance)
        if isinstance(action, Look):
            state.bag["apple"] -= 1
        return events


class _Results(Race):
    def result(self, state: Position) -> Result | None:
        result = super().result(state)
        return result and self.spoil(result)

    def spoil(self, result: Result) -> Result:
        raise NotImplementedError


@breaks("results", "isn't about every seat")
class ForgetsTheFirstSeat(_Results):
    def spoil(self, result: Result) -> Result:
        return replace(result, seats=result.seats[1:])


@breaks("results", "leaves a gap")
class RanksFromTwo(_Results):
    def spoil(self, result: Result) -> Result:
        seats = tuple(replace(seat, rank=seat.rank + 1) for seat in result.seats)
        return replace(result, seats=seats)


@breaks("results", "better outcome but not the better rank")
class RanksTheWinnerLast(_Results):
    def spoil(self, result: Result) -> Result:
        other = {"won": "lost", "lost": "won"}
        seats = tuple(replace(seat, outcome=other[seat.outcome]) for seat in result.seats)
        return replace(result, seats=seats)


@breaks("results", "points alone count, or don't")
class ScoresAmongSeveral(_Results):
    def spoil(self, result: Result) -> Result:
        return replace(result, seats=tuple(replace(one, outcome="scored") for one in result.seats))


@breaks("results", "a team with two outcomes")
class PartsAnAlliance(Race):
    def format(self, options: Any, seats: int) -> Format:
        return replace(super().format(options, seats), teams=(0,) * seats)


# -- players who aren't there ---------------------------------------------------------------------


@breaks("default_action", "is illegal")
class DefaultsToTheImpossible(Endless):
    def default_action(self, state: Position, seat: int) -> Move:
        return Withdraw()


@breaks("default_action", "varies")
class DefaultsAtRandom(Endless):
    dice = random.Random(1)

    def default_action(self, state: Position, seat: int) -> Move:
        return self.dice.choice(self.legal_actions(state, seat))


@breaks("policy", "is illegal")
class ConsidersTheImpossible(Endless):
    def candidates(self, state: Position, seat: int) -> list[Move]:
        return [Withdraw(), Roll()] if self.legal_actions(state, seat) else []


@breaks("policy", "looks like inf")
class GuessesWithoutMeasure(Endless):
    def heuristic(self, state: Position, seat: int, action: Move) -> float:
        return float("inf")


@breaks("policy", "is worth 2")
class HopesTooMuch(Endless):
    def evaluate(self, state: Position, seat: int) -> float:
        return 2


@breaks("reading_changes_nothing", "looking as 0 changes the state")
class CountsItsReaders(Endless):
    def prompt(self, state: Position, viewer: Viewer) -> Line:
        state.points[0] += 1
        return super().prompt(state, viewer)


@breaks("reading_changes_nothing", "changing what 0 observed")
class HandsOutItsOwnLists(Endless):
    def observation(self, state: Position, viewer: Viewer) -> View:
        return replace(super().observation(state, viewer), points=state.points)


@breaks("events_are_no_windows", "lead into the state")
class TellsItsOwnLists(Endless):
    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        events = super().apply_action(state, seat, action, chance)
        return [*events, Event("Points", {"seat": seat, "points": state.points})]


# -- choices and words ----------------------------------------------------------------------------


@breaks("lists", "has 5 actions, not 4")
class PromisesShorterLists(Endless):
    meta = replace(Endless.meta, max_choices=4)


@breaks("lists", "repeat themselves")
class RepeatsItself(Endless):
    def legal_actions(self, state: Position, seat: int) -> list[Move]:
        return super().legal_actions(state, seat)[:1] + super().legal_actions(state, seat)


@breaks("lists", "change their order")
class ListsAtRandom(Endless):
    dice = random.Random(1)

    def legal_actions(self, state: Position, seat: int) -> list[Move]:
        legal = super().legal_actions(state, seat)
        return self.dice.sample(legal, len(legal))


@breaks("choices", "aren't its legal actions")
class OffersLessThanItAllows(Endless):
    def choices(self, state: Position, seat: int) -> list[Choice[Move]]:
        return super().choices(state, seat)[1:]


@breaks("choices", "two choices are called")
class CallsThingsTheSame(Endless):
    def choices(self, state: Position, seat: int) -> list[Choice[Move]]:
        return [replace(c, label=line("Play a fruit")) for c in super().choices(state, seat)]


@breaks("choices", "two choices are picked as")
class PicksInAnyOrder(Endless):
    def choices(self, state: Position, seat: int) -> list[Choice[Move]]:
        return [
            replace(choice, picks=("a", "b") if number % 2 else ("b", "a"))
            for number, choice in enumerate(super().choices(state, seat))
        ]


@breaks("choices", "two choices are picked as [('a', 'b')]")
class TakesAlongWhatMakesAnother(Endless):
    def choices(self, state: Position, seat: int) -> list[Choice[Move]]:
        one, two, *others = super().choices(state, seat)
        return [replace(one, picks=("a",), along="b"), replace(two, picks=("b", "a")), *others]


@breaks("bare_choices", "seat 0 is offered other choices without previews")
class OffersProgramsLess(Endless):
    def bare_choices(self, state: Position, seat: int) -> list[Choice[Move]]:
        return super().bare_choices(state, seat)[1:]


@breaks("joined", "can't follow")
class JoinsWhatCannotFollow(Endless):
    def joined(self, state: Position, seat: int) -> list[Choice[Move]]:
        first = self.choices(state, seat)[:1]
        return [replace(choice, then=choice.action) for choice in first]


@breaks("touches", "can be added to")
class AddsToWhatIsMadeAtOnce(Endless):
    missing = {"a": line("an apple"), "b": line("a berry")}

    def choices(self, state: Position, seat: int) -> list[Choice[Move]]:
        offered = super().choices(state, seat)
        picks = [("a", *"b" * place) for place in range(len(offered))]
        together = zip(offered, picks, strict=True)
        return [replace(choice, picks=each, at_once=True) for choice, each in together]


@breaks("touches", "`missing` has no words for ['a', 'b']")
class DoesNotSayWhatIsMissing(Endless):
    def choices(self, state: Position, seat: int) -> list[Choice[Move]]:
        return [replace(choice, picks=("a", "b")) for choice in super().choices(state, seat)]


@breaks("why_not", "can be picked but")
class DeniesWhatItOffers(Endless):
    def why_not(self, state: Position, seat: int, picks: Sequence[str]) -> Line | None:
        return line("You can't.")


@breaks("lines", "can't be rendered")
class ForgetsAParameter(Endless):
    def prompt(self, state: Position, viewer: Viewer) -> Line:
        return Line("{player} thinks about {what}.", {"player": 1})


@breaks("lines", "can't be rendered")
class ForgetsAParameterOfThePlural(Endless):
    def prompt(self, state: Position, viewer: Viewer) -> Line:
        return Line("{n} fruit.", {"n": 1}, "{count} fruits.", 1)


@breaks("lines", "isn't filled")
class ForgetsAllParameters(Endless):
    def prompt(self, state: Position, viewer: Viewer) -> Line:
        return line("{player} thinks.")


@breaks("lines", "nothing that people read")
class SpeaksInLists(Endless):
    def prompt(self, state: Position, viewer: Viewer) -> Line:
        return line("Hands: {hands}", hands=[3, 3])


@breaks("moments", "the whole game is one moment")
class StandsStill(Endless):
    def moment(self, observation: View) -> Line:
        return line("a day in the orchard")


@breaks("moments", "not everybody is at 'turn of")
class IsElsewhereForEveryone(Endless):
    def moment(self, observation: View) -> Line:
        return line("turn of {cards}", cards=sum(hand.count("?") for hand in observation.hands))


@breaks("moments", "is a sentence")
class StatesTheMoment(Endless):
    def moment(self, observation: View) -> Line:
        return line("{n} points have been scored.", n=sum(observation.points))


@breaks("narration", "can't be rendered")
class NarratesWithoutParameters(Endless):
    def narrate(self, event: SeenEvent) -> Narration | None:
        return Narration(line("{player} does {what}.", player=event.data.get("seat", 0)))


@breaks("narration", "'home:[0, 1]' names no piece or place")
class MovesToAList(Endless):
    def narrate(self, event: SeenEvent) -> Narration | None:
        return Narration(line("Home."), (Motion("plum", "tree", f"home:{[0, 1]}"),))


# -- data and records -----------------------------------------------------------------------------


@breaks("round_trips", "comes back as")
class TellsTuples(Endless):
    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        events = super().apply_action(state, seat, action, chance)
        return [*events, Event("Points", {"seat": seat, "points": tuple(state.points)})]


@breaks("round_trips", "board['points'] is a tuple")
class DrawsTuples(Endless):
    def board(self, observation: View) -> dict[str, Any]:
        return {"points": tuple(observation.points)}


@breaks("round_trips", "has the key 0")
class DrawsNumberedThings(Endless):
    def board(self, observation: View) -> dict[str, Any]:
        return {"points": dict(enumerate(observation.points))}


@breaks("choices_are_data", "preview['moves'] is a Roll")
class PreviewsObjects(Endless):
    def choices(self, state: Position, seat: int) -> list[Choice[Move]]:
        return [replace(c, preview={"moves": Roll()}) for c in super().choices(state, seat)]


@breaks("replay", "ChanceMismatch")
class RollsItsOwnDice(Endless):
    dice = random.Random(1)

    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        events = super().apply_action(state, seat, action, chance)
        chance.roll(self.dice.randint(2, 9), "wind")
        return events


@breaks("replay", "another state")
class RemembersOutsideTheState(Endless):
    counter = itertools.count()

    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        events = super().apply_action(state, seat, action, chance)
        state.points[seat] += next(self.counter)
        return events


@breaks("replay", "other events")
class TellsAnotherTale(Endless):
    counter = itertools.count()

    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        events = super().apply_action(state, seat, action, chance)
        return [*events, Event("Weather", {"seat": seat, "rain": next(self.counter)})]


@breaks("records_verify", "the result differs")
class CannotDecideHowItEnded(_Results):
    counter = itertools.count()

    def spoil(self, result: Result) -> Result:
        return replace(result, ending=f"goal-{next(self.counter)}")


# -- who knows what -------------------------------------------------------------------------------


def _fruit_of_neighbor(state: Position, seat: int) -> str:
    return state.hands[(seat + 1) % len(state.hands)][0]


@breaks("knowledge", "prompt depends")
class PromptsWithASecret(Endless):
    def prompt(self, state: Position, viewer: Viewer) -> Line:
        return line("Beware the {fruit}.", fruit=_fruit_of_neighbor(state, 0))


@breaks("knowledge", "default action depends")
class DefaultsFromASecret(Endless):
    def default_action(self, state: Position, seat: int) -> Move:
        legal = self.legal_actions(state, seat)
        return legal[KINDS.index(_fruit_of_neighbor(state, seat)) % len(legal)]  # type: ignore


@breaks("knowledge", "legal actions depends")
class AllowsFromASecret(Endless):
    def legal_actions(self, state: Position, seat: int) -> list[Move]:
        legal = super().legal_actions(state, seat)
        secret = _fruit_of_neighbor(state, seat)
        return [move for move in legal if not isinstance(move, Lay) or move.fruit != secret]


@breaks("knowledge", "choices depends")
class PreviewsASecret(Endless):
    def choices(self, state: Position, seat: int) -> list[Choice[Move]]:
        preview = {"next": _fruit_of_neighbor(state, seat)}
        return [replace(choice, preview=preview) for choice in super().choices(state, seat)]


@breaks("knowledge", "reasons depends")
class ReasonsWithASecret(Endless):
    def why_not(self, state: Position, seat: int, picks: Sequence[str]) -> Line | None:
        return line("A {fruit} forbids it.", fruit=_fruit_of_neighbor(state, seat))


@breaks("knowledge", "guesses depends")
class GuessesFromASecret(Endless):
    def heuristic(self, state: Position, seat: int, action: Move) -> float:
        return len(_fruit_of_neighbor(state, seat))


@breaks("knowledge", "candidates depends")
class ConsidersASecret(Endless):
    def candidates(self, state: Position, seat: int) -> list[Move]:
        legal = super().candidates(state, seat)
        return legal[:1] if _fruit_of_neighbor(state, seat) == "pear" else legal


@breaks("knowledge", "active seats depends")
class WakesWhoHoldsPlums(Endless):
    def active_seats(self, state: Position) -> frozenset[int]:
        plums = {seat for seat, hand in enumerate(state.hands) if "plum" in hand}
        return super().active_seats(state) | plums


@breaks("knowledge", "observation depends")
class ShowsASecretThatWorldsForget(Endless):
    def observation(self, state: Position, viewer: Viewer) -> View:
        seen = super().observation(state, viewer)
        return replace(seen, points=[len(set(hand)) for hand in state.hands])


@breaks("knowledge", "spectator's observation depends")
class ShowsSpectatorsEverything(Endless):
    def observation(self, state: Position, viewer: Viewer) -> View:
        return super().observation(state, OMNISCIENT if viewer is SPECTATOR else viewer)


@breaks("knowledge", "observation depends")
class ForgetsWhatWasSeen(Endless):
    def determinize(self, observation: View, seat: int, chance: Chance) -> Position:
        laid: list[str | None] = [fruit and "?" for fruit in observation.laid]
        return super().determinize(replace(observation, laid=laid), seat, chance)


@breaks("worlds_differ", "no world ever differs")
class HidesNothing(Endless):
    def observation(self, state: Position, viewer: Viewer) -> View:
        return super().observation(state, OMNISCIENT)


@breaks("worlds_differ", "nothing is hidden")
class HidesUndeclared(Endless):
    meta = replace(Endless.meta, hidden=False)


@breaks("undo", "tells seat")
class LetsOneLookAndTakeItBack(Endless):
    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        events = super().apply_action(state, seat, action, chance)
        return [replace(event, reveals=False) for event in events]


@breaks("undo", "tells seat")
class WhispersOnTheWay(Endless):
    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        secret = {"fruit": _fruit_of_neighbor(state, seat)}
        events = super().apply_action(state, seat, action, chance)
        return [*events, Event("Whisper", {"seat": seat}, {seat: secret})]


@breaks("undo", "uses chance")
class RollsForASecret(Endless):
    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        secret = _fruit_of_neighbor(state, seat)
        events = super().apply_action(state, seat, action, chance)
        if isinstance(action, Lay) and secret == "pear":
            chance.roll(6, "wind")
        return events


@breaks("private_events", "two values of hand")
class TellsTwoSecretsAtOnce(Endless):
    def setup(self, options: Any, seating: Seating, chance: Chance) -> Position:
        return super().setup(options, seating, chance)

    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        events = super().apply_action(state, seat, action, chance)
        if isinstance(action, Offer):
            events[-1].private = {s: {"hand": list(h)} for s, h in enumerate(state.hands)}
        return events


@breaks("private_events", "tells everyone privat, not ['private']")
class TellsEveryoneByASlip(Endless):
    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        events = super().apply_action(state, seat, action, chance)
        return [*events, Event("Whisper", {"seat": seat, "privat": {"fruit": "pear"}})]


@breaks("private_events", "tells a seat 7")
class TellsNobody(Endless):
    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        events = super().apply_action(state, seat, action, chance)
        return [*events, Event("Whisper", {"seat": seat}, {7: {"fruit": "pear"}})]


# -- the first-game guide -------------------------------------------------------------------------


@breaks("guide", "has no step")
class GuidesNowhere(Guided):
    steps = ()


@breaks("guide", "isn't offered")
class GuidesIntoAWall(Guided):
    steps = (replace(ROLL_STEP, move=GuideMove(0, Withdraw())),)


@breaks("guide", "can't come out as 7")
class GuidesByALoadedDie(Guided):
    steps = (replace(ROLL_STEP, move=GuideMove(0, Roll(), (7,))),)


@breaks("guide", "1 scripted values were never used")
class GuidesWithADieTooMany(Guided):
    steps = (replace(ROLL_STEP, move=GuideMove(0, Roll(), (4, 4))),)


@breaks("guide", "nothing is scripted")
class GuidesWithoutADie(Guided):
    steps = (replace(ROLL_STEP, move=GuideMove(0, Roll())),)


@breaks("guide", "asks another seat")
class GuidesSomebodyElse(Guided):
    steps = (replace(ROLL_STEP, move=GuideMove(1, Roll(), (4,))),)


@breaks("guide", "can't be rendered")
class GuidesInHalfSentences(Guided):
    steps = (replace(LOOK_STEP, text=line("Fruit hangs on {n} trees.", m=3)),)


@breaks("guide", "a seat is called You")
class GuidesAPronoun(Guided):
    def guide(self) -> Guide[Position, Any] | None:
        return replace(super().guide(), names=(line("You"), line("The neighbor")))


# -- standing orders ------------------------------------------------------------------------------


@breaks("orders", "lacks a title or a help text")
class DeclaresBareOrders(Ordered):
    Order = Rolls


@breaks("orders", "isn't filled")
class TellsOrdersWithGaps(Ordered):
    def order_in_words(self, order: Any) -> Line:
        return line("Lay {fruit}.")


@breaks("orders", "take orders of None")
class TakesOrdersOfNoKind(Endless):
    def takes_orders(self, options: Any, form: Format, seat: int) -> bool:
        return True


@breaks("orders", "take orders of")
class TakesOrdersFromNobody(Ordered):
    def takes_orders(self, options: Any, form: Format, seat: int) -> bool:
        return False


@breaks("answers", "takes no orders, and")
class AnswersForWhoMayNotOrder(Ordered):
    def takes_orders(self, options: Any, form: Format, seat: int) -> bool:
        return seat == 0


@breaks("answers", "not legal")
class AnswersOutOfTurn(Ordered):
    def answer(self, observation: View, order: Any) -> Move | None:
        return Withdraw()


@breaks("answers", "changes what was seen")
class ScribblesOnWhatItSees(Ordered):
    def answer(self, observation: View, order: Any) -> Move | None:
        observation.points.clear()
        return None


@breaks("answers", " or ")
class AnswersByTheHandsOfOthers(Ordered):
    counter = itertools.count()

    def answer(self, observation: View, order: Any) -> Move | None:
        return super().answer(observation, order) if next(self.counter) % 2 else None


@breaks("records_with_orders", "order of seat")
class AnswersByMood(Ordered):
    counter = itertools.count()

    def answer(self, observation: View, order: Any) -> Move | None:
        return super().answer(observation, order) if next(self.counter) % 3 else None


# -- going on from a position ---------------------------------------------------------------------


@breaks("forks", "can't have known that")
class GoesOnWithLessThanWasKnown(Endless):
    def determinize(self, observation: View, seat: int, chance: Chance) -> Position:
        state = super().determinize(observation, seat, chance)
        state.points[seat] += 1
        return state


@breaks("forks", "an honest record fails")
class GuessesByItsOwnDice(Endless):
    counter = itertools.count()

    def determinize(self, observation: View, seat: int, chance: Chance) -> Position:
        state = super().determinize(observation, seat, chance)
        other = state.hands[(seat + 1) % len(state.hands)]
        if len(state.hands) > 1:
            other[:] = [KINDS[next(self.counter) % len(KINDS)] for _ in other]
        return state
