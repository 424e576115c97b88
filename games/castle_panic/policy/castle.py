"""The judgment of a castle player's actions."""

from collections.abc import Sequence
from functools import cached_property

from games.castle_panic import actions as do, components as box
from games.castle_panic.actions import Action, Target
from games.castle_panic.policy import plan
from games.castle_panic.state import State
from games.plugin import bags

NEW_CARD = 0.3  # the worth of an unknown card
# The weight of the coming turns of partners; the player's own turn weighs 1.
LATER = (0.55, 0.4, 0.2, 0.1, 0.1)
TRADE_AT_LEAST = 0.05  # towers that a trade must spare to be offered
MOST_OFFERS = 6


class Judge:
    """A castle player's judgment of a position, which looks at each board only once."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat = state, seat
        self._kept: dict[tuple[int, tuple[str, ...], tuple[str, ...]], float] = {}

    @cached_property
    def _now(self) -> plan.Outlook:
        return plan.outlook(self.state)

    @cached_property
    def _soon(self) -> plan.Outlook:
        return plan.outlook_after_march(self.state)

    def look(self, action: Action) -> float:
        state = self.state
        match action:
            case do.Hit():
                return self._hit(action)
            case do.OpenAtRandom():
                return 0.1
            case do.Exchange():
                return NEW_CARD * len(action.cards) + self.gain(self.seat, action.cards)
            case do.GiveUp():
                return self.gain(self.seat, (action.card,))
            case do.OfferTrade():
                return self.swapped(action.partner, action.give, action.take) - TRADE_AT_LEAST
            case do.Accept():
                return self._offered
            case do.Counter():
                gain = self.swapped(state.open_offer.partner, action.give, action.take)
                return gain - 2 * TRADE_AT_LEAST - max(0.0, self._offered)
            case do.Withdraw():
                return -1.0
            case do.AllForOne():
                cost = self._cost(action.target)
                return -1.0 if action.target.points == 1 else cost - 0.6 - 0.1 * bool(action.any)
            case do.Barbarian():
                return self._cost(action.target) - plan.RESERVES[box.BARBARIAN]
            case do.DriveBack():
                back = self._cost(action.target, box.FOREST)
                return self._cost(action.target) - back - plan.RESERVES[box.DRIVE_BACK]
            case do.TarIt():
                strikes = 0.5 if action.target.ring >= box.SWORDSMAN else 0.25
                return strikes * self._cost(action.target) - plan.RESERVES[box.TAR]
            case do.Fortify():
                return plan.WALL * plan.at_wall(state, action.arc) - 0.1
            case do.Rebuild():
                tower = 1.0 if state.towers[action.arc - 1] else 0.7
                spared = plan.at_wall(state, action.arc) * (1 - plan.WALL * 0.3)
                return tower * (0.12 + spared)
            case do.Missing():
                return 0.5
            case do.DrawTwo():
                return 3.0
            case do.Scavenge():
                hand = state.players[self.seat].hand
                found = self._now.worth(bags.swapped(hand, (), [action.card]))
                return 0.05 + found - self._now.worth(hand)
            case do.TakeDamage():
                boss = 0.1 * (action.kind in box.BOSSES)
                return boss + (0.5 if action.points == 1 else 0.1 * action.points)
        return 0.0

    def _cost(self, target: Target, ring: int | None = None) -> float:
        ring = target.ring if ring is None else ring
        return plan.cost(ring, target.points, wall=self.state.walls[target.arc - 1])

    def _hit(self, action: do.Hit) -> float:
        target, wall = action.target, self.state.walls[action.target.arc - 1]
        left = 0 if action.nice_shot else target.points - 1
        spared = self._cost(target) - plan.cost(target.ring, left, wall=wall)
        if target.tarred:
            spared *= 0.9
        if action.nice_shot:
            spared -= plan.RESERVES[box.NICE_SHOT]
            if target.points == 1:
                return -1.0
        return spared + plan.SLAIN * (left == 0) - plan.RESERVES[action.card]

    def _keep(self, seat: int, gone: Sequence[str] = (), got: Sequence[str] = ()) -> float:
        """A changed hand's worth to its player, on the board of their next turn."""
        key = (seat, tuple(gone), tuple(got))
        if key not in self._kept:
            cards = bags.swapped(self.state.players[seat].hand, gone, got)
            board = self._now if seat == self.state.active else self._soon
            reserves = sum(plan.RESERVES[card] * cards[card] for card in sorted(cards))
            self._kept[key] = board.worth(cards) + reserves
        return self._kept[key]

    def gain(self, seat: int, gone: Sequence[str] = (), got: Sequence[str] = ()) -> float:
        """The seat's gain from exchanging these cards; without new cards, usually a loss."""
        return self._keep(seat, gone, got) - self._keep(seat)

    @property
    def _offered(self) -> float:
        offer = self.state.open_offer
        return self.swapped(offer.partner, offer.give, offer.take)

    def swapped(self, partner: int, give: str, take: str) -> float:
        """A trade's gain: the active player's now and the partner's later."""
        now = self.gain(self.state.active, (give,), (take,))
        return now + self.later(partner) * self.gain(partner, (take,), (give,))

    def use(self, seat: int) -> plan.HandUse:
        board = self._now if seat == self.state.active else self._soon
        return plan.HandUse(board, self.state.players[seat].hand)

    def later(self, seat: int) -> float:
        """The weight of that seat's next turn, by how many players still in the game come first."""
        between, coming = 0, self.state.next_in(self.state.active)
        while coming != seat:
            between, coming = between + 1, self.state.next_in(coming)
        return LATER[between]


def candidates(judge: Judge, legal: list[Action]) -> list[Action]:
    """The legal actions, except most offers and openings."""
    if judge.state.phase == "opening":  # all arcs are equally good
        return legal[:1]
    offers = [one for one in legal if isinstance(one, do.OfferTrade | do.Counter)]
    if len(offers) <= MOST_OFFERS:
        return legal
    best = sorted(offers, key=lambda action: -judge.look(action))[:MOST_OFFERS]
    return [action for action in legal if action not in offers or action in best]
