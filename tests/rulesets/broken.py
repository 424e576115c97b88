"""Rulesets with one fault each, and the law that has to notice it."""

import itertools
import random
from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from games.plugin import (
    OMNISCIENT,
    SPECTATOR,
    Book,
    Chapter,
    Event,
    Explanation,
    GuideMove,
    IllegalAction,
    Line,
    Motion,
    Narration,
    Result,
    SeatTurn,
    Seen,
    line,
    observe,
)
from tests.rulesets.endless import Endless
from tests.rulesets.endless.parts import KINDS, Lay, Look, Offer, Position, Roll, Withdraw
from tests.rulesets.guided import LOOK_STEP, ROLL_STEP, Guided
from tests.rulesets.midnight_cookies import state as midnight_cookies
from tests.rulesets.midnight_cookies.game import MidnightCookies
from tests.rulesets.ordered import Ordered, Rolls
from tests.rulesets.race import Race

BROKEN: list[tuple[type[Any], str, str]] = []  # ruleset, law, part of what the law says


def broken(law: str, message: str, name: str, base: type[Endless] = Endless, **faults: Any) -> None:
    """Note a ruleset like `base` but for these attributes. Its methods may call `base`'s."""
    BROKEN.append((type(name, (base,), faults), law, message))


def acts(change: Callable[..., list[Event] | None]) -> Callable[..., list[Event]]:
    """An `apply_action` that does as it should, and then this; it may return other events."""

    def apply_action(self: Any, state: Position, seat: int, action: Any, chance: Any) -> Any:
        events = Endless.apply_action(self, state, seat, action, chance)
        changed = change(state, seat, action, chance, events)
        return events if changed is None else changed

    return apply_action


def tells(event: Callable[[Position, int], Event]) -> Callable[..., list[Event]]:
    """An `apply_action` that tells of one thing more."""
    return acts(lambda state, seat, action, chance, events: [*events, event(state, seat)])


def offers(change: Callable[[Any], Any]) -> Callable[..., list[Any]]:
    """Other `choices`."""
    return lambda self, state, seat: change(Endless.choices(self, state, seat))


def says(told: Any) -> Callable[..., Any]:
    """A method that answers this to anything."""
    return lambda self, *asked: told


# -- what is declared -----------------------------------------------------------------------------


class BareOptions(Struct, frozen=True):
    sides: int = 6


class Indescribable(Struct):
    what: complex = 0j


def splits(self: Endless, options: Any, seats: int) -> Any:
    kept = Endless.format(self, options, seats)
    return kept if seats == 1 else replace(kept, kind="cooperative")


def forgets_a_team(self: Endless, options: Any, seats: int) -> Any:
    return replace(Endless.format(self, options, seats), teams=(0,))


DIE = Explanation("die", line("The die"), line("It is rolled."), ("juice",))
DICE = Chapter("die", line("The die"))
APPLES = {"apple:n": line("{n} apples", n=1)}
broken("meta", "tagline", "HasNoTagline", meta=replace(Endless.meta, tagline=""))
broken("meta", "no message", "HasARefusalWithoutWords", refusals={"not-now": ""})
broken("help", "leads to no chapter 'juice'", "LeadsNowhere", book=Book(explanations=(DIE,)))
broken("help", "two chapters at", "HasAChapterTwice", book=Book((DICE, DICE)))
broken("help", "says nothing", "HasNoTitle", book=Book((Chapter("die", line("")),)))
broken("names", "has no plural", "CountsByAWord", names=APPLES)
broken("options", "lacks a title", "HasAnUnexplainedOption", Options=BareOptions)
broken("formats", "not a role and a team", "ForgetsATeam", format=forgets_a_team)
broken("formats", "aren't cooperative", "SplitsATeam", format=splits)
broken("schemas", "no JSON Schema", "ObservesTheIndescribable", Observation=Indescribable)


# -- the course of a game -------------------------------------------------------------------------


def lists_too_little(self: Endless, state: Position, seat: int) -> Any:
    return [move for move in Endless.legal_actions(self, state, seat) if move != Lay("plum")]


def does_all(self: Endless, *asked: Any) -> Any:
    return Endless().apply_action(*asked)


def refuses_what_it_lists(self: Endless, state: Position, seat: int, action: Any, dice: Any) -> Any:
    if action == Withdraw():
        raise IllegalAction("not-now")
    return Endless.apply_action(self, state, seat, action, dice)


def refuses(badly: Callable[[Position, Any], None]) -> Callable[..., Any]:
    def apply_action(self: Any, state: Position, seat: int, action: Any, chance: Any) -> Any:
        if action not in self.legal_actions(state, seat):
            badly(state, chance)
        return Endless.apply_action(self, state, seat, action, chance)

    return apply_action


def changes(state: Position, chance: Any) -> None:
    state.points[0] += 1


def refuses_by_another_code(state: Position, chance: Any) -> None:
    raise IllegalAction("go-away")


def loses(state: Position, seat: int, action: Any, *rest: Any) -> None:
    if isinstance(action, Look):
        state.bag["apple"] -= 1


def crashes(state: Position, seat: int, action: Any, chance: Any, events: Any) -> Any:
    return events[: len(events) // 0] if len(events) > 1 else None


def waits_for_nobody(self: Endless, state: Position) -> frozenset[int]:
    return frozenset() if state.offering else Endless.active_seats(self, state)


def waits_for_all(self: Endless, state: Position) -> frozenset[int]:
    return frozenset(range(len(state.hands)))


def counts_who_asks(self: Any, state: Position) -> SeatTurn:
    return SeatTurn(0, str(next(self.counter)))


BEYOND = {"active_seats": Endless.active_seats, "legal_actions": Endless.legal_actions}
SHORT = replace(Race.meta, max_steps=5)
broken("games_end", "no end after 5 steps", "LastsTooLong", Race, meta=SHORT)
broken("games_end", "ZeroDivisionError", "CrashesOnAnExchange", apply_action=acts(crashes))
broken("turns", "can do nothing", "WaitsForSomebodyElse", active_seats=waits_for_all)
broken("turns", "nobody is active", "WaitsForNobody", active_seats=waits_for_nobody)
broken("turns", "the game is over", "GoesOnAfterTheEnd", Race, **BEYOND)
broken("turn_owners", "that of a seat 9", "NamesNobodysSeat", turn=says(SeatTurn(9)))
broken(
    "turn_owners",
    "the turn changes by being asked",
    "CountsWhoAsks",
    turn=counts_who_asks,
    counter=itertools.count(),
)
broken(
    "legal_actions_work",
    "is listed but not-now",
    "ListsWhatItRefuses",
    apply_action=refuses_what_it_lists,
)
broken(
    "refusals",
    "is accepted but not listed",
    "ListsTooLittle",
    legal_actions=lists_too_little,
    apply_action=does_all,
)
for said, name, badly in (
    ("changes the state", "ChangesBeforeRefusing", changes),
    ("isn't declared", "RefusesWithAnotherCode", refuses_by_another_code),
    ("uses chance", "RollsBeforeRefusing", lambda state, chance: chance.roll(6, "die")),
):
    broken("refusals", said, name, apply_action=refuses(badly))
broken("pieces", "become", "LosesAPiece", apply_action=acts(loses))


# -- results --------------------------------------------------------------------------------------


def spoils(change: Callable[[Result], Result]) -> Callable[..., Result | None]:
    def result(self: Any, state: Position) -> Result | None:
        found = Race.result(self, state)
        return found and change(found)

    return result


def with_seats(change: Callable[[Any], Any]) -> Callable[..., Result | None]:
    return spoils(lambda result: replace(result, seats=tuple(map(change, result.seats))))


def allies(self: Race, options: Any, seats: int) -> Any:
    return replace(Race.format(self, options, seats), teams=(0,) * seats)


OTHER = {"won": "lost", "lost": "won"}
for said, name, spoilt in (
    ("isn't about every seat", "ForgetsASeat", spoils(lambda r: replace(r, seats=r.seats[1:]))),
    ("leaves a gap", "RanksFromTwo", with_seats(lambda one: replace(one, rank=one.rank + 1))),
    (
        "better outcome but not the better rank",
        "RanksTheWinnerLast",
        with_seats(lambda one: replace(one, outcome=OTHER[one.outcome])),
    ),
    (
        "points alone count, or don't",
        "ScoresAmongSeveral",
        with_seats(lambda one: replace(one, outcome="scored")),
    ),
):
    broken("results", said, name, Race, result=spoilt)
broken("results", "a team with two outcomes", "PartsAnAlliance", Race, format=allies)


# -- players who aren't there ---------------------------------------------------------------------


def at_random(self: Any, state: Position, seat: int) -> Any:
    return self.dice.choice(self.legal_actions(state, seat))


def considers_the_impossible(self: Endless, state: Position, seat: int) -> list[Any]:
    return [Withdraw(), Roll()] if self.legal_actions(state, seat) else []


def passes_to_nobody(self: Endless, state: Position) -> Position:
    return replace(state, turn=len(state.hands), offering=False)


def empties_hands(self: Endless, state: Position) -> Position:
    return replace(state, hands=[[] for _ in state.hands])


def counts_readers(self: Endless, state: Position, viewer: Any) -> Line:
    changes(state, None)
    return Endless.prompt(self, state, viewer)


def hands_out_its_lists(self: Endless, state: Position, viewer: Any) -> Any:
    return replace(Endless.observation(self, state, viewer), points=state.points)


def looks_quickly(change: Callable[[list[Any]], list[Any]]) -> Callable[..., list[Any]]:
    """A `look` that answers otherwise in haste."""

    def look(self: Any, state: Position, seat: int, *, quick: bool = False) -> list[Any]:
        looks = Endless.look(self, state, seat)
        return change(looks) if quick else looks

    return look


def shuffled(looks: list[Any]) -> list[Any]:
    return [(action, random.random()) for action, _value in looks]


TREMBLES: dict[str, Any] = {"default_action": at_random, "dice": random.Random(1)}
OWN_LISTS = tells(lambda state, seat: Event("Points", {"seat": seat, "points": state.points}))
broken("default_action", "is illegal", "DefaultsBeyond", default_action=says(Withdraw()))
broken("default_action", "varies", "DefaultsAtRandom", **TREMBLES)
broken("policy", "is illegal", "ConsidersTheImpossible", candidates=considers_the_impossible)
broken("policy", "looks like inf", "GuessesWithoutMeasure", heuristic=says(float("inf")))
broken("policy", "position is worth 2", "HopesTooMuch", evaluate=says(2))
broken("policy", "leans by", "LeansOver", leaning=says((0.0, float("nan"))))
broken("look", "something else", "LooksElsewhere", look=lambda self, s, n, quick=False: [])
broken("look", "finds nothing", "OverlooksInHaste", look=looks_quickly(lambda looks: []))
broken("playouts", "isn't repeatable", "PlaysAtRandom", look=looks_quickly(shuffled))
broken("policy", "can't draw", "HasNoWeight", mixed_strategy=lambda self, s, n, a: [0.0] * len(a))
broken("reopened", "owes nothing", "OpensNobodysTurn", reopened=passes_to_nobody)
broken("reopened", "has other actions", "OpensAnotherHand", reopened=empties_hands)
READS = "reading_changes_nothing"
broken(READS, "looking as 0 changes the state", "CountsItsReaders", prompt=counts_readers)
broken(READS, "changing what 0 observed", "HandsOutItsLists", observation=hands_out_its_lists)
broken("events_are_no_windows", "lead into the state", "TellsItsLists", apply_action=OWN_LISTS)


# -- choices and words ----------------------------------------------------------------------------


def repeats(self: Endless, state: Position, seat: int) -> Any:
    legal = Endless.legal_actions(self, state, seat)
    return legal[:1] + legal


def shuffles(self: Any, state: Position, seat: int) -> Any:
    legal = Endless.legal_actions(self, state, seat)
    return self.dice.sample(legal, len(legal))


def joins_what_cannot_follow(self: Endless, state: Position, seat: int) -> Any:
    return [replace(one, then=one.action) for one in self.choices(state, seat)[:1]]


def offers_programs_less(self: Endless, state: Position, seat: int) -> Any:
    return Endless.bare_choices(self, state, seat)[1:]


def each(**other: Any) -> Callable[..., list[Any]]:
    """Choices that are all like this."""
    return offers(lambda choices: [replace(choice, **other) for choice in choices])


def along(choices: Any) -> Any:
    one, two, *others = choices
    return [replace(one, picks=("a",), along="b"), replace(two, picks=("b", "a")), *others]


def in_any_order(choices: Any) -> Any:
    ways = itertools.cycle([("b", "a"), ("a", "b")])
    return [replace(choice, picks=way) for choice, way in zip(choices, ways, strict=False)]


def adds(choices: Any) -> Any:
    picks = [("a", *"b" * place) for place in range(len(choices))]
    together = zip(choices, picks, strict=True)
    return [replace(choice, picks=each, at_once=True) for choice, each in together]


PICKED = "two choices are picked as"
ORDERLESS: dict[str, Any] = {"legal_actions": shuffles, "dice": random.Random(1)}
FRUITS = {"a": line("an apple"), "b": line("a berry")}
WORDLESS = "`missing` has no words for ['a', 'b']"
FEWER = "seat 0 is offered other choices without previews"
ROLLING = {"moves": Roll()}
PROMISE = replace(Endless.meta, max_choices=4)
broken("lists", "has 5 actions, not 4", "PromisesShorterLists", meta=PROMISE)
broken("lists", "repeat themselves", "RepeatsItself", legal_actions=repeats)
broken("lists", "change their order", "ListsAtRandom", **ORDERLESS)
broken("choices", "aren't its legal actions", "OffersLess", choices=offers(lambda all_: all_[1:]))
broken("choices", "two choices are called", "CallsAllTheSame", choices=each(label=line("Play")))
broken("choices", PICKED, "PicksInAnyOrder", choices=offers(in_any_order))
broken("choices", f"{PICKED} [('a', 'b')]", "TakesAlongWhatIsAnother", choices=offers(along))
broken("bare_choices", FEWER, "OffersProgramsLess", bare_choices=offers_programs_less)
broken("joined", "can't follow", "JoinsWhatCannotFollow", joined=joins_what_cannot_follow)
broken("touches", "can be added to", "AddsToWhatIsMade", choices=offers(adds), missing=FRUITS)
broken("touches", WORDLESS, "DoesNotSayWhatIsMissing", choices=each(picks=("a", "b")))
broken("why_not", "can be picked but", "DeniesWhatItOffers", why_not=says(line("You can't.")))
for said, name, prompt in (
    ("can't be rendered", "ForgetsAParameter", Line("{player} thinks of {what}.", {"player": 1})),
    ("can't be rendered", "ForgetsThePlurals", Line("{n} fruit.", {"n": 1}, "{count} fruits.", 1)),
    ("isn't filled", "ForgetsAllParameters", line("{player} thinks.")),
    ("nothing that people read", "SpeaksInLists", line("Hands: {hands}", hands=[3, 3])),
):
    broken("lines", said, name, prompt=says(prompt))


def by_viewer(self: Endless, seen: Any) -> Line:
    return line("turn of {cards}", cards=sum(hand.count("?") for hand in seen.hands))


def as_a_sentence(self: Endless, seen: Any) -> Line:
    return line("{n} points have been scored.", n=sum(seen.points))


def narrates_half(self: Endless, event: Any) -> Narration:
    return Narration(line("{player} does {what}.", player=event.data.get("seat", 0)))


TO_A_LIST = Narration(line("Home."), (Motion("plum", "tree", f"home:{[0, 1]}"),))
UNNAMED = "'home:[0, 1]' names no piece or place"
broken("moments", "the whole game is one moment", "StandsStill", moment=says(line("a day")))
broken("moments", "not everybody is at 'turn of", "IsElsewhereForEveryone", moment=by_viewer)
broken("moments", "is a sentence", "StatesTheMoment", moment=as_a_sentence)
broken("narration", "can't be rendered", "NarratesHalf", narrate=narrates_half)
broken("narration", UNNAMED, "MovesToAList", narrate=says(TO_A_LIST))


# -- data and records -----------------------------------------------------------------------------


def counting() -> Callable[[], int]:
    """What comes out differently each time, which no state remembers."""
    return itertools.count().__next__


def draws_tuples(self: Endless, seen: Any) -> Any:
    return {"points": tuple(seen.points)}


def draws_numbered(self: Endless, seen: Any) -> Any:
    return {"points": dict(enumerate(seen.points))}


def rolls_its_own_dice(state: Position, seat: int, action: Any, chance: Any, events: Any) -> None:
    chance.roll(wind.randint(2, 9), "wind")


def remembers(state: Position, seat: int, *rest: Any) -> None:
    state.points[seat] += visits()


wind, visits, rain, goals = random.Random(1), counting(), counting(), counting()
TUPLES = tells(lambda state, seat: Event("Points", {"seat": seat, "is": tuple(state.points)}))
WEATHER = tells(lambda state, seat: Event("Weather", {"seat": seat, "rain": rain()}))
ENDING = spoils(lambda result: replace(result, ending=f"goal-{goals()}"))
broken("round_trips", "comes back as", "TellsTuples", apply_action=TUPLES)
broken("round_trips", "board['points'] is a tuple", "DrawsTuples", board=draws_tuples)
broken("round_trips", "has the key 0", "DrawsNumberedThings", board=draws_numbered)
DATA = "choices_are_data"
broken(DATA, "preview['moves'] is a Roll", "PreviewsObjects", choices=each(preview=ROLLING))
broken("replay", "ChanceMismatch", "RollsItsOwnDice", apply_action=acts(rolls_its_own_dice))
broken("replay", "another state", "RemembersOutsideTheState", apply_action=acts(remembers))
broken("replay", "other events", "TellsAnotherTale", apply_action=WEATHER)
broken("records_verify", "the result differs", "CannotDecideHowItEnded", Race, result=ENDING)


# -- who knows what -------------------------------------------------------------------------------


def secret(state: Position, seat: int) -> str:
    """A fruit in the hand of the neighbor."""
    return state.hands[(seat + 1) % len(state.hands)][0]


def defaults_by_it(self: Endless, state: Position, seat: int) -> Any:
    legal = self.legal_actions(state, seat)
    return legal[KINDS.index(secret(state, seat)) % len(legal)]


def allows_by_it(self: Endless, state: Position, seat: int) -> Any:
    legal, fruit = Endless.legal_actions(self, state, seat), secret(state, seat)
    return [move for move in legal if not isinstance(move, Lay) or move.fruit != fruit]


def previews_it(self: Endless, state: Position, seat: int) -> Any:
    preview = {"next": secret(state, seat)}
    return [replace(choice, preview=preview) for choice in Endless.choices(self, state, seat)]


def considers_it(self: Endless, state: Position, seat: int) -> Any:
    legal = Endless.candidates(self, state, seat)
    return legal[:1] if secret(state, seat) == "pear" else legal


def wakes_who_holds_plums(self: Endless, state: Position) -> frozenset[int]:
    plums = {seat for seat, hand in enumerate(state.hands) if "plum" in hand}
    return Endless.active_seats(self, state) | plums


def shows_hands(self: Endless, state: Position, viewer: Any) -> Any:
    points = [len(set(hand)) for hand in state.hands]
    return replace(Endless.observation(self, state, viewer), points=points)


def weighs_by_it(self: Endless, state: Position, seat: int, actions: Any) -> list[float]:
    return [float(len(secret(state, seat)))] * len(actions)


def shows_spectators(self: Endless, state: Position, viewer: Any) -> Any:
    return Endless.observation(self, state, OMNISCIENT if viewer is SPECTATOR else viewer)


def forgets(self: Endless, seen: Any, seat: int, chance: Any) -> Position:
    laid: list[str | None] = [fruit and "?" for fruit in seen.laid]
    return Endless.determinize(self, replace(seen, laid=laid), seat, chance)


def hides_nothing(self: Endless, state: Position, viewer: Any) -> Any:
    return Endless.observation(self, state, OMNISCIENT)


for said, name, fault in (
    ("prompt", "PromptsIt", {"prompt": lambda self, s, v: line("No {f}.", f=secret(s, 0))}),
    ("default action", "DefaultsByIt", {"default_action": defaults_by_it}),
    ("legal actions", "AllowsByIt", {"legal_actions": allows_by_it}),
    ("choices", "PreviewsIt", {"choices": previews_it}),
    ("reasons", "DeniesByIt", {"why_not": lambda self, s, n, p: line("{f}", f=secret(s, n))}),
    ("guesses", "GuessesByIt", {"heuristic": lambda self, s, n, a: len(secret(s, n))}),
    ("leanings", "LeansByIt", {"leaning": lambda self, s, n, a: (len(secret(s, n)) / 9, 0.0)}),
    ("features", "ValuesIt", {"features": lambda self, s, n: [len(secret(s, n))]}),
    ("weights", "WeighsByIt", {"mixed_strategy": weighs_by_it}),
    ("search", "SearchesByIt", {"searched": lambda self, s, n, a: secret(s, n) < "m"}),
    ("candidates", "ConsidersIt", {"candidates": considers_it}),
    ("active seats", "WakesWhoHoldsPlums", {"active_seats": wakes_who_holds_plums}),
    ("observation", "ShowsASecretThatWorldsForget", {"observation": shows_hands}),
    ("spectator's observation", "ShowsSpectatorsAll", {"observation": shows_spectators}),
    ("observation", "ForgetsWhatWasSeen", {"determinize": forgets}),
):
    broken("knowledge", f"{said} depends", name, **fault)
UNHIDDEN = replace(Endless.meta, hidden=False)
broken("worlds_differ", "no world ever differs", "HidesNothing", observation=hides_nothing)
broken("worlds_differ", "nothing is hidden", "HidesUndeclared", meta=UNHIDDEN)


def showing(name: str) -> Any:
    """Midnight Cookies' observation, but for one field that all may see."""

    def observation(self: Any, state: Any, viewer: Any) -> Any:
        seen = observe(state, viewer)
        setattr(seen.state, name, getattr(state, name))
        return seen

    return observation


class OwnView(Seen[midnight_cookies.Position], frozen=True):
    """An observation may be a class of its own, too."""


for field in ("hands", "sent", "bag"):
    shows = {"observation": showing(field), "Observation": OwnView}
    BROKEN.append(
        (
            type(f"Shows{field.title()}", (MidnightCookies,), shows),
            "marks",
            "sees more or less than the marks say",
        )
    )


def unrevealed(state: Position, seat: int, action: Any, chance: Any, events: Any) -> Any:
    return [replace(event, reveals=False) for event in events]


def whispers(self: Endless, state: Position, seat: int, action: Any, chance: Any) -> Any:
    own = {seat: {"fruit": secret(state, seat)}}
    events = Endless.apply_action(self, state, seat, action, chance)
    return [*events, Event("Whisper", {"seat": seat}, own)]


def rolls_for_it(self: Endless, state: Position, seat: int, action: Any, chance: Any) -> Any:
    fruit = secret(state, seat)
    events = Endless.apply_action(self, state, seat, action, chance)
    if isinstance(action, Lay) and fruit == "pear":
        chance.roll(6, "wind")
    return events


def tells_two(state: Position, seat: int, action: Any, chance: Any, events: Any) -> None:
    if isinstance(action, Offer):
        events[-1].private = {s: {"hand": list(h)} for s, h in enumerate(state.hands)}


PEAR = {"fruit": "pear"}
SLIP = tells(lambda state, seat: Event("Whisper", {"seat": seat, "privat": PEAR}))
TO_NOBODY = tells(lambda state, seat: Event("Whisper", {"seat": seat}, {7: PEAR}))
SLIPPED = "tells everyone privat, not ['private']"
broken("undo", "tells seat", "LetsOneLookAndTakeItBack", apply_action=acts(unrevealed))
broken("undo", "tells seat", "WhispersOnTheWay", apply_action=whispers)
broken("undo", "uses chance", "RollsForASecret", apply_action=rolls_for_it)
broken("private_events", "two values of hand", "TellsTwoSecrets", apply_action=acts(tells_two))
broken("private_events", SLIPPED, "TellsEveryoneByASlip", apply_action=SLIP)
broken("private_events", "tells a seat 7", "TellsNobody", apply_action=TO_NOBODY)


# -- the first-game guide -------------------------------------------------------------------------


def guides_a_pronoun(self: Guided) -> Any:
    return replace(Guided.guide(self), names=(line("You"), line("The neighbor")))


for said, name, move in (
    ("isn't offered", "GuidesIntoAWall", GuideMove(0, Withdraw())),
    ("can't come out as 7", "GuidesByALoadedDie", GuideMove(0, Roll(), (7,))),
    ("1 scripted values were never used", "HasADieTooMany", GuideMove(0, Roll(), (4, 4))),
    ("nothing is scripted", "GuidesWithoutADie", GuideMove(0, Roll())),
    ("asks another seat", "GuidesSomebodyElse", GuideMove(1, Roll(), (4,))),
):
    broken("guide", said, name, Guided, steps=(replace(ROLL_STEP, move=move),))
HALF = replace(LOOK_STEP, text=line("Fruit hangs on {n} trees.", m=3))
broken("guide", "has no step", "GuidesNowhere", Guided, steps=())
broken("guide", "can't be rendered", "GuidesInHalfSentences", Guided, steps=(HALF,))
broken("guide", "a seat is called You", "GuidesAPronoun", Guided, guide=guides_a_pronoun)


# -- standing orders, and going on from a position ------------------------------------------------


def of_the_first_seat(self: Ordered, options: Any, form: Any, seat: int) -> bool:
    return seat == 0


def scribbles(self: Ordered, seen: Any, order: Any) -> None:
    seen.points.clear()


def answers_every(nth: int) -> Callable[..., Any]:
    count = counting()

    def answer(self: Ordered, seen: Any, order: Any) -> Any:
        return Ordered.answer(self, seen, order) if count() % nth else None

    return answer


def with_less_than_was_known(self: Endless, seen: Any, seat: int, chance: Any) -> Position:
    state = Endless.determinize(self, seen, seat, chance)
    state.points[seat] += 1
    return state


kinds = counting()


def by_its_own_dice(self: Endless, seen: Any, seat: int, chance: Any) -> Position:
    state = Endless.determinize(self, seen, seat, chance)
    other = state.hands[(seat + 1) % len(state.hands)]
    if len(state.hands) > 1:
        other[:] = [KINDS[kinds() % len(KINDS)] for _ in other]
    return state


GAPS = says(line("Lay {fruit}."))
EVERY = "records_with_orders"
UNKNOWN = "can't have known that"
DISHONEST = "an honest record fails"
broken("orders", "lacks a title or a help text", "DeclaresBareOrders", Ordered, Order=Rolls)
broken("orders", "isn't filled", "TellsOrdersWithGaps", Ordered, order_in_words=GAPS)
broken("orders", "take orders of None", "TakesOrdersOfNoKind", takes_orders=says(True))
broken("orders", "take orders of", "TakesNobodysOrders", Ordered, takes_orders=says(False))
broken("answers", "takes no orders, and", "AnswersAll", Ordered, takes_orders=of_the_first_seat)
broken("answers", "not legal", "AnswersOutOfTurn", Ordered, answer=says(Withdraw()))
broken("answers", "changes what was seen", "ScribblesOnWhatItSees", Ordered, answer=scribbles)
broken("answers", " or ", "AnswersByOthersHands", Ordered, answer=answers_every(2))
broken(EVERY, "order of seat", "AnswersByMood", Ordered, answer=answers_every(3))
broken("forks", UNKNOWN, "GoesOnWithLess", determinize=with_less_than_was_known)
broken("forks", DISHONEST, "GuessesByItsOwnDice", determinize=by_its_own_dice)
