"""Every refusal, and that none is declared that can't happen."""

from typing import Any

import pytest

from games.castle_panic.actions import (
    Accept,
    AllForOne,
    Barbarian,
    Counter,
    DrawTwo,
    DriveBack,
    EndPlay,
    EndTrade,
    Exchange,
    Fortify,
    GiveUp,
    Hit,
    Missing,
    OfferTrade,
    Open,
    OwnTower,
    Place,
    Play,
    Rebuild,
    Scavenge,
    Stop,
    TakeDamage,
    TarIt,
    Withdraw,
)
from games.castle_panic.components import ARCS
from games.castle_panic.state import Offer, State
from games.plugin import FastChance, IllegalAction, render
from games.plugin.codec import pack
from games.plugin.text import Line
from tests.games.castle_panic.positions import GAME, act, at, march, position, to

ORC = at("archer", 1, "orc")
ON_ORC = to("archer", 1, "orc")


def refusal(state: State, action: Any, seat: int = 0) -> str:
    """The code of the refusal; its message is complete and the state untouched."""
    before = pack(state)
    with pytest.raises(IllegalAction) as refused:
        GAME.apply_action(state, seat, action, FastChance(1))
    assert pack(state) == before
    assert action not in GAME.legal_actions(state, seat)
    code = refused.value.code
    assert render(Line(GAME.refusals[code], refused.value.params))
    return code


def playing(*hand: str, **more: Any) -> State:
    fixed: dict[str, Any] = {"monsters": [ORC], **more}
    return position(list(hand), ["brick", "mortar"], **fixed)


def test_game_over() -> None:
    assert refusal(playing("tar", ending="won"), EndPlay()) == "game-over"
    assert refusal(playing("tar", ending="lost"), TarIt(ON_ORC), seat=1) == "game-over"


def test_not_your_turn() -> None:
    assert refusal(playing("tar"), EndPlay(), seat=1) == "not-your-turn"
    offered = playing("tar", phase="trade", pending=[Offer(1, "tar", "brick")])
    offered.players.append(offered.players[1])
    assert refusal(offered, Accept(), seat=2) == "not-your-turn"
    lorded = position(["tar"], [], lord=1, monsters=[ORC], held=["orc"], phase="overlord")
    assert refusal(lorded, Stop(), seat=0) == "not-your-turn"
    hurt = march(at("sword", 1, "orc"), at("sword", 1, "troll"))
    assert refusal(hurt, TakeDamage("orc", 2), seat=1) == "not-your-turn"


def test_not_now() -> None:
    assert refusal(playing("tar"), EndTrade()) == "not-now"
    assert refusal(playing("tar", phase="discard"), TarIt(ON_ORC)) == "not-now"
    offered = playing("tar", phase="trade", pending=[Offer(1, "tar", "brick")])
    assert refusal(offered, Accept(), seat=0) == "not-now"
    assert refusal(offered, Withdraw(), seat=1) == "not-now"
    countered = playing("tar", phase="trade", pending=[Offer(1, "tar", "brick", True)])
    assert refusal(countered, Counter("tar", "mortar")) == "not-now"


@pytest.mark.parametrize(
    ("state", "action"),
    [
        (playing("tar"), "end-play"),
        (playing("tar", phase="towers"), OwnTower(7)),
        (playing("fortify"), Fortify(0)),
        (playing("brick", "mortar"), Rebuild(7)),
        (
            playing("tar", "brick", options={"all_for_one": True}),
            AllForOne("pink", ON_ORC),  # type: ignore[arg-type]
        ),
        (
            playing("tar", options={"all_for_one": True}),
            AllForOne("red", ON_ORC, "hero"),  # type: ignore[arg-type]
        ),
        (
            position(["brick", "tar"], monsters=[ORC], phase="discard"),
            Exchange(("tar", "brick")),
        ),
        (
            position([], ["tar"], lord=0, held=["orc"], phase="overlord", may_place=True),
            Place("orc", 7),
        ),
    ],
    ids=["text", "tower", "fortify", "rebuild", "color", "any", "order", "place"],
)
def test_unknown_action(state: State, action: Any) -> None:
    assert refusal(state, action) == "unknown-action"


def test_wrong_opening() -> None:
    state = playing("tar", phase="opening", monsters=[])
    assert refusal(state, Open(("orc",) * 6)) == "wrong-opening"
    assert refusal(state, Open(("goblin",) * 3 + ("orc",) * 3)) == "wrong-opening"


def test_tower_taken() -> None:
    state = playing("tar", phase="towers", owners=[None, 4])
    assert refusal(state, OwnTower(4)) == "tower-taken"


def test_too_many_cards() -> None:
    state = playing("tar", "brick", phase="discard")
    assert refusal(state, Exchange(("brick", "tar"))) == "too-many-cards"
    alone = position(["brick"] * 3, monsters=[ORC], phase="discard")
    assert refusal(alone, Exchange(("brick",) * 3)) == "too-many-cards"


def test_card_missing() -> None:
    alone = position(["brick", "tar"], monsters=[ORC], phase="discard")
    assert refusal(alone, Exchange(("brick", "brick"))) == "card-missing"
    assert refusal(alone, Exchange(("mortar",))) == "card-missing"
    assert refusal(playing("tar"), Hit("archer-red", ON_ORC)) == "card-missing"
    assert refusal(playing("archer-red"), Hit("archer-red", ON_ORC, True)) == "card-missing"
    assert refusal(playing("brick", walls=[]), Rebuild(1)) == "card-missing"
    assert refusal(playing("tar"), Missing()) == "card-missing"
    trading = playing("tar", phase="trade")
    assert refusal(trading, OfferTrade(1, "missing", "brick")) == "card-missing"
    trading.pending = [Offer(1, "tar", "brick")]
    assert refusal(trading, Counter("tar", "missing"), seat=1) == "card-missing"
    options = {"all_for_one": True}
    assert (
        refusal(playing("archer-red", options=options), AllForOne("red", ON_ORC)) == "card-missing"
    )
    discarding = playing("tar", pile=["discard", "orc", "goblin"])
    act(discarding, EndPlay(), "discard")
    assert refusal(discarding, GiveUp("brick")) == "card-missing"


def test_no_trades_left() -> None:
    offer = OfferTrade(1, "tar", "brick")
    assert refusal(playing("tar", phase="trade", trades_left=0), offer) == "no-trades-left"
    assert refusal(playing("tar", phase="trade", refused=3), offer) == "no-trades-left"


def test_no_such_partner() -> None:
    state = playing("tar", "brick", phase="trade")
    for partner in (0, 2, 5):
        assert refusal(state, OfferTrade(partner, "tar", "brick")) == "no-such-partner"
    state.players[1].out = True
    assert refusal(state, OfferTrade(1, "tar", "brick")) == "no-such-partner"


def test_partner_lacks_card() -> None:
    state = playing("tar", phase="trade")
    assert refusal(state, OfferTrade(1, "tar", "missing")) == "partner-lacks-card"
    state.pending = [Offer(1, "tar", "brick")]
    assert refusal(state, Counter("missing", "mortar"), seat=1) == "partner-lacks-card"


def test_like_for_like() -> None:
    state = playing("brick", phase="trade")
    assert refusal(state, OfferTrade(1, "brick", "brick")) == "like-for-like"
    state.pending = [Offer(1, "brick", "mortar")]
    assert refusal(state, Counter("brick", "brick"), seat=1) == "like-for-like"


def test_offered_already() -> None:
    state = playing("tar", phase="trade", offered=[(1, "tar", "brick")])
    assert refusal(state, OfferTrade(1, "tar", "brick")) == "offered-already"


def test_same_offer() -> None:
    state = playing("tar", phase="trade", pending=[Offer(1, "tar", "brick")])
    assert refusal(state, Counter("tar", "brick"), seat=1) == "same-offer"


@pytest.mark.parametrize("card", ["tar", "nice-shot", "gem"])
def test_no_fighter(card: str) -> None:
    assert refusal(playing("tar", "nice-shot"), Hit(card, ON_ORC)) == "no-fighter"


def test_no_such_monster() -> None:
    state = playing("archer-red", "tar")
    for target in (to("archer", 2, "orc"), to("archer", 1, "orc", 1), to("archer", 1, "troll")):
        assert refusal(state, Hit("archer-red", target)) == "no-such-monster"
        assert refusal(state, TarIt(target)) == "no-such-monster"
    assert refusal(state, TarIt(to("archer", 1, "orc", tarred=True))) == "no-such-monster"


def test_out_of_reach() -> None:
    hand = ("archer-blue", "knight-red", "hero-red", "swordsman-any", "nice-shot")
    state = playing(*hand, monsters=[ORC, at("castle", 1, "orc"), at("forest", 1, "orc")])
    for card, target in (
        ("archer-blue", ON_ORC),
        ("knight-red", ON_ORC),
        ("swordsman-any", ON_ORC),
        ("hero-red", to("castle", 1, "orc")),
        ("hero-red", to("forest", 1, "orc")),
    ):
        assert refusal(state, Hit(card, target)) == "out-of-reach"
        assert refusal(state, Hit(card, target, True)) == "out-of-reach"
    trio = ("archer-blue", "knight-blue", "swordsman-blue")
    monsters = [ORC, at("castle", 5, "orc"), at("forest", 5, "orc")]
    state = playing(*trio, monsters=monsters, options={"all_for_one": True})
    for target in (ON_ORC, to("castle", 5, "orc"), to("forest", 5, "orc")):
        assert refusal(state, AllForOne("blue", target)) == "out-of-reach"


def test_no_all_for_one() -> None:
    state = playing("archer-red", "knight-red", "swordsman-red")
    assert refusal(state, AllForOne("red", ON_ORC)) == "no-all-for-one"


def test_in_the_forest() -> None:
    state = playing("barbarian", "drive-back", monsters=[at("forest", 1, "orc")])
    target = to("forest", 1, "orc")
    assert refusal(state, Barbarian(target)) == "in-the-forest"
    assert refusal(state, DriveBack(target)) == "in-the-forest"


def test_tar_in_use() -> None:
    state = playing("tar", monsters=[ORC, at("knight", 2, "orc", tarred=True)])
    assert refusal(state, TarIt(ON_ORC)) == "tar-in-use"


@pytest.mark.parametrize("arc", ARCS)
def test_no_wall(arc: int) -> None:
    others = [other for other in ARCS if other != arc]
    assert refusal(playing("fortify", walls=others), Fortify(arc)) == "no-wall"


@pytest.mark.parametrize("arc", ARCS)
def test_fortified_already(arc: int) -> None:
    assert refusal(playing("fortify", fortified=[arc]), Fortify(arc)) == "fortified-already"


def test_no_fortify_left() -> None:
    assert refusal(playing("fortify", fortified=[1, 2]), Fortify(3)) == "no-fortify-left"


@pytest.mark.parametrize("arc", ARCS)
def test_wall_stands(arc: int) -> None:
    assert refusal(playing("brick", "mortar", walls=[arc]), Rebuild(arc)) == "wall-stands"


def test_missing_already() -> None:
    assert refusal(playing("missing", missing=True), Missing()) == "missing-already"


def test_none_to_miss() -> None:
    assert refusal(playing("missing", pile=[]), Missing()) == "none-to-miss"


def test_nothing_to_draw() -> None:
    assert refusal(playing("draw-two"), DrawTwo()) == "nothing-to-draw"


def test_not_discarded() -> None:
    state = playing("scavenge", discards=["tar"])
    for card in ("brick", "scavenge", "gem"):
        assert refusal(state, Scavenge(card)) == "not-discarded"


def test_not_of_the_group() -> None:
    state = march(at("sword", 1, "orc"), at("sword", 1, "troll"), at("forest", 2, "goblin"))
    for kind, points in (("goblin", 1), ("orc", 1), ("troll", 2)):
        damage = TakeDamage(kind, points)  # type: ignore[arg-type]
        assert refusal(state, damage) == "not-of-the-group"


def lording(*held: str, **more: Any) -> State:
    fixed: dict[str, Any] = {"plays_left": 2, "may_place": True, **more}
    return position([], ["tar"], lord=0, held=held, phase="overlord", **fixed)


def test_must_play() -> None:
    assert refusal(lording("orc", must_play=True), Stop()) == "must-play"


def test_token_missing() -> None:
    state = lording("orc")
    assert refusal(state, Play("goblin")) == "token-missing"
    assert refusal(state, Place("goblin", 1)) == "token-missing"


def test_place_first_only() -> None:
    state = lording("orc", may_place=False, plays_left=1)
    assert refusal(state, Place("orc", 1)) == "place-first-only"


def test_place_monsters_only() -> None:
    state = lording("boulder", "move-red")
    assert refusal(state, Place("boulder", 1)) == "place-monsters-only"
    assert refusal(state, Place("move-red", 1)) == "place-monsters-only"


def test_every_declared_refusal_has_its_test() -> None:
    tested = {name.removeprefix("test_").replace("_", "-") for name in globals()}
    assert set(GAME.refusals) <= tested
