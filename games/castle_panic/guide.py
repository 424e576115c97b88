"""The first-game guide: two turns for two players that show nearly everything.

The position is made up, with every card and token of the game. All chance is scripted.
"""

from collections import Counter
from functools import cache

from msgspec.structs import replace

from games.castle_panic import actions as do, components as box
from games.castle_panic.actions import Action, Target
from games.castle_panic.catalog import TOKENS_A_TURN
from games.castle_panic.rules import setup
from games.castle_panic.state import Monster, Options, Player, State
from games.plugin import FastChance, Guide, GuideMove, GuideStep, Seating, line, step

READER, PARTNER = 0, 1
ORC = Target(1, 3, "orc", 1)
TROLL = Target(3, 2, "troll", 3)
COMING = ("goblin", 5, "boulder", 2)  # a goblin in arc 5, a boulder that rolls in from arc 2

_STEPS: tuple[GuideStep[Action], ...] = (
    step(
        "Monsters come from all sides",
        "Every turn they come one ring closer: from the Forest through the Archer, Knight and "
        "Swordsman rings to the wall, and then to the towers inside. The corner that points to "
        "the Castle shows how many hits a monster still takes.",
        points=("monster:1:3:orc:1", "monster:3:2:troll:3"),
    ),
    step(
        "Exchange a card",
        "A turn starts with cards: your hand has been filled, and you may exchange one card for a "
        "new one. No monster stands in the blue Archer ring, so your blue Archer can go.",
        move=GuideMove(READER, do.Exchange(("archer-blue",)), ("swordsman-red",)),
    ),
    step(
        "Trade with your partner",
        "A red Swordsman: just what the orc at wall 1 deserves. But the wall of arc 3 is gone, "
        "and a troll is near. You hold a brick, and Robin, your partner, has mortar. All hands "
        "are open, so ask for it, and give Missing in return.",
        move=GuideMove(READER, do.OfferTrade(PARTNER, "missing", "mortar")),
        replies=(GuideMove(PARTNER, do.Accept()),),
    ),
    step(
        "Hit a monster",
        "Robin agrees. Now play as many cards as you like. A Swordsman hits in the Swordsman ring "
        "of its color. The orc in arc 1 has one point left: monsters you slay are your trophies.",
        move=GuideMove(READER, do.Hit("swordsman-red", ORC)),
    ),
    step(
        "Build a wall",
        "A brick and mortar together build a wall where there is none. Choose both cards and the "
        "gap in arc 3.",
        move=GuideMove(READER, do.Rebuild(3)),
    ),
    step(
        "It takes several hits",
        "The troll takes three hits. Your green Knight reaches it in the Knight ring: the token "
        "turns and shows two.",
        move=GuideMove(READER, do.Hit("knight-green", TROLL)),
    ),
    step(
        "Let them come",
        line(
            "You could go on, but keep the hero and the tar for later and end the turn. All "
            "monsters move one ring; the orc at wall 5 tears the wall down and gets hurt. Then "
            "{n} new tokens are drawn.",
            n=TOKENS_A_TURN,
        ),
        move=GuideMove(READER, do.EndPlay(), COMING),
    ),
    step(
        "New monsters, and worse",
        "A goblin appeared in the Forest of arc 5, and a boulder rolled in from arc 2: it crushed "
        "the goblin there and broke the wall, which stopped it. Now it is your partner’s turn. "
        "You win together when all tokens have been drawn and no monster is left, and lose when "
        "your last tower falls.",
        points=("wall:2", "monster:5:0:goblin:1"),
    ),
)


@cache
def guide() -> Guide[State, Action]:
    hands = (
        ("archer-blue", "missing", "brick", "knight-green", "hero-blue", "tar"),
        ("mortar", "archer-green", "knight-red", "nice-shot", "brick", "swordsman-blue"),
    )
    trophies = ("goblin", "orc")
    monsters = [
        Monster("orc", 1, 3, 1),
        Monster("troll", 3, 2, 3),
        Monster("orc", 2, 3, 5),
        Monster("goblin", 1, 0, 6),
        Monster("goblin", 1, 0, 2),
    ]
    tokens = Counter((*trophies, *(monster.kind for monster in monsters)))
    position = replace(
        setup(Options(), Seating(2, first=READER), FastChance(0)),  # chance isn't used
        players=[
            Player(hand=dict(Counter(hand)), trophies={trophy: 1}, turns=1)
            for hand, trophy in zip(hands, trophies, strict=True)
        ],
        deck=dict(Counter(box.DECK) - Counter((*hands[READER], *hands[PARTNER]))),
        pile=dict(Counter(box.PILE) - tokens),
        monsters=monsters,
        walls=[arc != 3 for arc in box.ARCS],
        phase="discard",
        turn=3,
        trades_left=box.TRADES[2],
    )
    names = (line("Your guard"), line("Robin"))
    return Guide(state=position, seat=READER, names=names, steps=_STEPS)
