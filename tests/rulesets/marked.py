"""Marked Cards: every card is a word that stands nowhere else, so a leak can be searched for.

Each seat holds three cards. A turn is one of: play a card openly, pass one on to the next seat
(only the two know which), or draw from the top of a stored, shuffled deck. The game ends when the
deck is empty; whoever played most cards wins.
"""

import hashlib
from typing import Annotated, Any

import msgspec
from msgspec import Meta as Described

from games.plugin import (
    OMNISCIENT,
    Chance,
    Choice,
    Event,
    Game,
    IllegalAction,
    Line,
    Meta,
    Narration,
    NoOptions,
    Result,
    Seating,
    SeatName,
    SeatResult,
    SeenEvent,
    Tagged,
    Viewer,
    line,
    msg,
    outcomes,
    places,
)

CARDS = tuple(f"marked{hashlib.sha256(bytes([i])).hexdigest()[:12]}" for i in range(30))


class Position(msgspec.Struct):
    turn: int
    deck: list[str]  # in order: what a leak of the state would give away
    hands: list[list[str]]
    played: list[list[str]]


class Play(Tagged, tag="play"):
    card: str


class Pass(Tagged, tag="pass"):
    card: str


class Draw(Tagged, tag="draw"):
    pass


Move = Play | Pass | Draw


class Draws(Tagged, tag="draws"):
    """Draw whenever it is my turn, if `every` time; `word` is there to be searched for."""

    word: Annotated[str, Described(title=msg("Word"), description=msg("To be looked for."))] = ""
    every: Annotated[bool, Described(title=msg("Every time"), description=msg("Draw."))] = False


class Sight(msgspec.Struct, frozen=True):
    you: int | None
    turn: int
    deck_size: int
    hand_sizes: list[int]
    hand: list[str]
    played: list[list[str]]


class Marked(Game[NoOptions, Position, Move, Sight]):
    """The ruleset; its slug is marked-cards."""

    meta = Meta(
        slug="marked-cards",
        title=msg("Marked Cards"),
        tagline=msg("Every card a secret."),
        rules_version=1,
        state_schema=1,
        min_seats=2,
        max_seats=4,
        minutes=(1, 1),
        max_choices=70,
        max_steps=200,
    )
    Order = Annotated[Draws, Described(title=msg("Draw"), description=msg("Or only say so."))]
    refusals = {"not-now": msg("You can't do that now.")}

    def setup(self, options: NoOptions, seating: Seating, chance: Chance) -> Position:
        deck = chance.shuffle(CARDS, "deck")
        hands = [sorted(deck[3 * seat : 3 * seat + 3]) for seat in range(seating.count)]
        rest = deck[3 * seating.count :]
        return Position(seating.first or 0, rest, hands, [[] for _ in hands])

    def active_seats(self, state: Position) -> frozenset[int]:
        return frozenset({state.turn}) if state.deck else frozenset()

    def legal_actions(self, state: Position, seat: int) -> list[Move]:
        if seat not in self.active_seats(state):
            return []
        hand = state.hands[seat]
        return [Draw(), *(Play(card) for card in hand), *(Pass(card) for card in hand)]

    def apply_action(self, state: Position, seat: int, action: Move, chance: Chance) -> list[Event]:
        if action not in self.legal_actions(state, seat):
            raise IllegalAction("not-now")
        after = (seat + 1) % len(state.hands)
        state.turn = after
        hand = state.hands[seat]
        match action:
            case Draw():
                card = state.deck.pop()
                hand.append(card)
                event = Event("draw", {"seat": seat}, {seat: {"card": card}}, reveals=True)
            case Play(card):
                hand.remove(card)
                state.played[seat].append(card)
                event = Event("play", {"seat": seat, "card": card})
            case Pass(card):
                hand.remove(card)
                state.hands[after].append(card)
                secret = {"card": card}
                event = Event("pass", {"seat": seat}, {seat: secret, after: secret}, reveals=True)
        for cards in state.hands:
            cards.sort()
        return [event]

    def result(self, state: Position) -> Result | None:
        if state.deck:
            return None
        counts = [len(cards) for cards in state.played]
        ranks = places(counts)
        ends = zip(outcomes(ranks), ranks, counts, strict=True)
        return Result("deck-empty", line("The deck is empty."), tuple(SeatResult(*e) for e in ends))

    def observation(self, state: Position, viewer: Viewer) -> Sight:
        hand = list(state.hands[viewer]) if isinstance(viewer, int) else []
        if viewer is OMNISCIENT:
            hand = [card for cards in state.hands for card in cards]
        sizes = [len(cards) for cards in state.hands]
        played = [list(cards) for cards in state.played]
        you = viewer if isinstance(viewer, int) else None
        return Sight(you, state.turn, len(state.deck), sizes, hand, played)

    def choices(self, state: Position, seat: int) -> list[Choice[Move]]:
        return [_choice(action) for action in self.legal_actions(state, seat)]

    def prompt(self, state: Position, viewer: Viewer) -> Line:
        return line("{player} is to move.", player=SeatName(state.turn))

    def moment(self, observation: Sight) -> Line:
        return line("{n} cards left", n=observation.deck_size)

    def narrate(self, event: SeenEvent) -> Narration | None:
        player, card = SeatName(event.data["seat"]), event.data.get("card", "")
        return Narration(line("{player}: {what} {card}", player=player, what=event.type, card=card))

    def default_action(self, state: Position, seat: int) -> Move:
        return Draw()

    def determinize(self, observation: Sight, seat: int, chance: Chance) -> Position:
        known = {*observation.hand, *(card for cards in observation.played for card in cards)}
        unseen = chance.shuffle([card for card in CARDS if card not in known], "determinize")
        hands = [
            list(observation.hand) if index == seat else sorted(unseen.pop() for _ in range(size))
            for index, size in enumerate(observation.hand_sizes)
        ]
        played = [list(cards) for cards in observation.played]
        return Position(observation.turn, unseen, hands, played)

    def answer(self, observation: Sight, order: Draws) -> Move | None:
        return Draw() if order.every and observation.turn == observation.you else None

    def order_in_words(self, order: Draws) -> Line:
        return line("Draw: {word}.", word=order.word)


def _choice(action: Move) -> Choice[Move]:
    match action:
        case Draw():
            return Choice(action, line("Draw"), line("Deck"), ("deck",))
        case Play(card):
            return Choice(action, line("Play {card}", card=card), line("Play"), (f"hand:{card}",))
        case Pass(card):
            picks = (f"hand:{card}", "next")
            return Choice(action, line("Pass on {card}", card=card), line("Pass on"), picks)


def cards_in(text: str) -> set[str]:
    """The cards that a text names."""
    return {card for card in CARDS if card in text}


def known_to(state: Any, seat: int | None) -> set[str]:
    """The cards that a seat (None: a spectator) may know of in a position."""
    played = {card for cards in state.played for card in cards}
    return played if seat is None else played | set(state.hands[seat])
