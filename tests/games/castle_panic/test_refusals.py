"""Every refusal, and that none is declared that can't happen."""

from typing import Any

import pytest

from games.castle_panic import actions as do
from games.castle_panic.state import Offer, State
from tests.games.castle_panic.positions import GAME, end, march, position, to
from tests.support.refusals import refusal

ORC = to("orc archer 1")
TRIO = "archer-blue knight-blue swordsman-blue"
OFFER = do.OfferTrade(1, "tar", "brick")


def playing(hand: str, **more: Any) -> State:
    return position(hand, "brick mortar", **{"monsters": "orc archer 1", **more})


def trading(hand: str = "tar", *pending: Offer, **more: Any) -> State:
    return playing(hand, phase="trade", pending=[*pending], **more)


def lording(held: str, **more: Any) -> State:
    fixed: dict[str, Any] = {"plays_left": 2, "may_place": True, **more}
    return position("", "tar", lord=0, held=held, phase="overlord", **fixed)


def alone(hand: str) -> State:
    return position(hand, monsters="orc archer 1", phase="discard")


def three_trading() -> State:
    state = trading("tar", Offer(1, "tar", "brick"))
    state.players.append(state.players[1])
    return state


def out() -> State:
    state = trading()
    state.players[1].out = True
    return state


def discarding() -> State:
    state = playing("tar", pile="discard orc goblin")
    end(state, "discard")
    return state


OPEN = Offer(1, "tar", "brick")
AFO = {"all_for_one": True}
STRUCK = march("orc sword 1, troll sword 1, goblin forest 2")
FAR = playing("archer-blue hero-red nice-shot", monsters="orc archer 1, orc castle 1, orc forest 1")
BLUE = playing(TRIO, monsters="orc archer 1", options=AFO)
IN_THE_FOREST = playing("barbarian drive-back", monsters="orc forest 1")

# By code: a position, an action that is refused in it, and whose it is where it isn't seat 0's.
REFUSED: dict[str, list[tuple[Any, ...]]] = {
    "game-over": [(playing("tar", ending="lost"), do.TarIt(ORC), 1)],
    "not-your-turn": [
        (playing("tar"), do.EndPlay(), 1),
        (three_trading(), do.Accept(), 2),
        (position("tar", "", lord=1, held="orc", phase="overlord"), do.Stop()),
        (STRUCK, do.TakeDamage("orc", 2), 1),
    ],
    "not-now": [
        (playing("tar"), do.EndTrade()),
        (trading("tar", OPEN), do.Withdraw(), 1),
        (trading("tar", Offer(1, "tar", "brick", True)), do.Counter("tar", "mortar")),
    ],
    "unknown-action": [
        (playing("tar"), "end-play"),
        (playing("tar", phase="towers"), do.OwnTower(7)),
        (playing("fortify"), do.Fortify(0)),
        (playing("brick mortar"), do.Rebuild(7)),
        (playing("tar", options=AFO), do.AllForOne("red", ORC, "hero")),  # type: ignore[arg-type]
        (alone("brick tar"), do.Exchange(("tar", "brick"))),
        (lording("orc"), do.Place("orc", 7)),
    ],
    "wrong-opening": [(playing("tar", phase="opening", monsters=[]), do.Open(("orc",) * 6))],
    "tower-taken": [(playing("tar", phase="towers", owners=[None, 4]), do.OwnTower(4))],
    "too-many-cards": [
        (playing("tar brick", phase="discard"), do.Exchange(("brick", "tar"))),
        (alone("brick brick brick"), do.Exchange(("brick",) * 3)),
    ],
    "card-missing": [
        (alone("brick tar"), do.Exchange(("brick", "brick"))),
        (playing("archer-red"), do.Hit("archer-red", ORC, True)),
        (playing("brick", walls=[]), do.Rebuild(1)),
        (playing("tar"), do.Missing()),
        (trading(), do.OfferTrade(1, "missing", "brick")),
        (trading("tar", OPEN), do.Counter("tar", "missing"), 1),
        (playing("archer-red", options=AFO), do.AllForOne("red", ORC)),
        (discarding(), do.GiveUp("brick")),
    ],
    "no-trades-left": [(trading(trades_left=0), OFFER), (trading(refused=3), OFFER)],
    "no-such-partner": [(trading(), do.OfferTrade(0, "tar", "brick")), (out(), OFFER)],
    "partner-lacks-card": [
        (trading(), do.OfferTrade(1, "tar", "missing")),
        (trading("tar", OPEN), do.Counter("missing", "mortar"), 1),
    ],
    "like-for-like": [
        (trading("brick"), do.OfferTrade(1, "brick", "brick")),
        (trading("brick", Offer(1, "brick", "mortar")), do.Counter("brick", "brick"), 1),
    ],
    "offered-already": [(trading(offered=[(1, "tar", "brick")]), OFFER)],
    "same-offer": [(trading("tar", OPEN), do.Counter("tar", "brick"), 1)],
    "no-fighter": [(playing("tar nice-shot"), do.Hit("nice-shot", ORC))],
    "no-such-monster": [
        (playing("archer-red"), do.Hit("archer-red", to("orc:1 archer 1"))),
        (playing("archer-red tar"), do.TarIt(to("orc archer 1 tarred"))),
    ],
    "out-of-reach": [
        *((FAR, do.Hit("archer-blue", to("orc archer 1"), shot)) for shot in (False, True)),
        (FAR, do.Hit("hero-red", to("orc castle 1"))),
        (FAR, do.Hit("hero-red", to("orc forest 1"))),
        (BLUE, do.AllForOne("blue", to("orc archer 1"))),
    ],
    "no-all-for-one": [(playing(TRIO), do.AllForOne("blue", ORC))],
    "in-the-forest": [
        (IN_THE_FOREST, do.Barbarian(to("orc forest 1"))),
        (IN_THE_FOREST, do.DriveBack(to("orc forest 1"))),
    ],
    "tar-in-use": [(playing("tar", monsters="orc archer 1, orc knight 2 tarred"), do.TarIt(ORC))],
    "no-wall": [(playing("fortify", walls="12456"), do.Fortify(3))],
    "fortified-already": [(playing("fortify", fortified="3"), do.Fortify(3))],
    "no-fortify-left": [(playing("fortify", fortified="12"), do.Fortify(3))],
    "wall-stands": [(playing("brick mortar", walls="3"), do.Rebuild(3))],
    "missing-already": [(playing("missing", missing=True), do.Missing())],
    "none-to-miss": [(playing("missing", pile=[]), do.Missing())],
    "nothing-to-draw": [(playing("draw-two"), do.DrawTwo())],
    "not-discarded": [(playing("scavenge", discards="tar"), do.Scavenge("brick"))],
    "not-of-the-group": [(STRUCK, do.TakeDamage("goblin", 1)), (STRUCK, do.TakeDamage("orc", 1))],
    "must-play": [(lording("orc", must_play=True), do.Stop())],
    "token-missing": [(lording("orc"), do.Play("goblin")), (lording("orc"), do.Place("goblin", 1))],
    "place-first-only": [(lording("orc", may_place=False, plays_left=1), do.Place("orc", 1))],
    "place-monsters-only": [(lording("boulder"), do.Place("boulder", 1))],
}


@pytest.mark.parametrize("code", REFUSED)
def test_refusal(code: str) -> None:
    for state, action, *seat in REFUSED[code]:
        assert refusal(GAME, state, action, *seat) == code, action


def test_every_declared_refusal_has_its_test() -> None:
    assert set(GAME.refusals) <= REFUSED.keys()
