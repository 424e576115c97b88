"""The data of the board's templates: an observation, in the order in which people look at it.

Texts are Lines (`{% say %}`). All of it is public except the parts that depend on `you`: only the
player gets forecasts.

| entry | holds |
|---|---|
| `you` | the viewer's seat; None for spectators, who see the same hand |
| `difficulty`, `rate` | `normal` or `hard`; the gold that buys one card |
| `round`, `phase` | `assault`, `boosting`, `cashing` (Merchant), `closing`, `adding`; see below |
| `ending` | None, or `beaten`, `retreated`, `conquered` |
| `villages` | in village order: see Village |
| `kings` | faces of the Kings behind the Castle |
| `hand` | by color, grays last, like animals side by side: see Hand card |
| `fights` | whether the viewer has forecasts |
| `prisoners` | `cards`: faces in the order taken; `added`: how many of the last came from hand; |
|  | `gold`, `buys`: cards that it buys, at most `left`, the cards that there are; |
|  | `missing`: gold to the next card, `coins`: gold over |
| `score` | `points` now, with prisoners; `scored`: each round's points; `total` of these; |
|  | `attacks` so far; at the end `counted`: numbers from the points before the last prisoners |
|  | to all of them, and `last`: those prisoners' gold; `rounds`: of each its `gold`, the |
|  | `total` before, and `scale` as in `seats`; `decisive` and `best_round`, sentences |
| `holds` | your score card: `low` or `high` (the enemy has the other) |
| `deck` | `count`, and `cards` for the omniscient viewer (next card first), else None |
| `discards` | `count`, `top` face or None, `cards`: all faces, the top first |
| `declared` | None, or `unit` (face), `village`, `spending`: it waits for Pigs and Sheep |
| `merchant` | the face of the Merchant being played, or None |
| `last_round` | whether the deal ran dry: winning this round ends the game |
| `acts` | the buttons for whole moves: `target` and `label` (see Targets), `quiet`: it gives up |
| `reasons`, `outcomes`, `then` | words for the codes in previews, by code |
| `seats` | one entry: `points`, `in_short`, for the strip; `total`, `attacks` as above, |
|  | `rounds` won; `gold`: the prisoners' points, not yet scored; `scale`: the track's length |
|  | in points; `over`: whether the ending tells the rest |

**Face**: the drawing of a card: `card` (its key, `ace-green` or `pig`), `kind` (`ace`), `color` or
None, `mark` (its letter) or None, `name`, `note`, `power` (None on grays), `gold`, and `data` with
the `data-` attributes `piece` (the key, as motions name it), `rule` (its explanation) and `tone`
(the color, or `gray`).

**Village**: `key`, `name`, `face` or None, `down` (face-down cards), `cards` (faces of those, next
first, for the omniscient viewer, else None), `free`: where a touch takes its card (`hand` or
`prisoners`), or None; `gain`: the gold it would add to the prisoners; `meets`: what an attack would
meet before a unit is chosen, or None without a defender: `power`, `at` (the village of the
defender, another one when an Archer steps in), `joker` (the lower power wins) and `words`; `guard`:
the face of that Archer, or None; `deserted`: empty, and no round follows.

**Hand card**: its `face`; `declared`: whether it waits for Pigs and Sheep; `adds`: its gold if
added to the prisoners now, or None if it can't be; `forecast`: previews, by village key, of attacks
with it alone (`{}` if it can't attack now, or for spectators). In phase `boosting` only the
declared unit has forecasts, of the one village; each boost's is its choice's preview. `told` is all
of them for `board.js`, and those with Pigs, separated by `|`, fields by a space: `pigs`, `village`,
`at`, `outcome`, `attack`, `defense`, `won`, `why`, `against`, `then` («ace:3,pigs:2»), or None.

**Previews.** Every attack and boost has one as its `Choice.preview`: see `forecast.py`. A take has
`take` (card), and `gold` if it is a prisoner; an add `gold` and `total`; a finish `gold`, `draws`.

**Phases.** `assault`: attacks, free takes, plays. Pigs (`hand:pig`, once for each) and the Sheep
(`hand:sheep`) are picked with the attack or spending they go with. Programs, which declare it
first, and players who take them back come to `boosting`: pick them, or `act:go` for none. `closing`
(all villages empty): touched cards in hand are added; Chicken and Merchant are buttons then.
`adding`: the first card was added; only more of that, or finish. `cashing`: the same for a
Merchant, in the middle of a round.

| target | is |
|---|---|
| `hand:<card>` | a card in hand; several Pigs share one target |
| `village:<key>` | a village: `castle`, `tower`, `tavern`, `inn-1`, `inn-2` |
| `kings` | the Kings behind the Castle, for an Assassin |
| `act:retreat`, `act:finish`, `act:go` | whole moves |
| `act:chicken`, `act:merchant-<color>` | these cards once the round is won |

| place | holds |
|---|---|
| `hand`, `deck`, `discards`, `prisoners`, `kings` | these cards |
| `village:<key>` | the face-up card |
| `down:<key>` | the cards below it |

Pieces in motions are card keys; `card` is an unknown one. An Inn that opens flies to
`village:inn-1` or `village:inn-2`.
"""

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import Any

from games.plugin import Line, line, lines
from games.village_assault import finish, forecast, words
from games.village_assault.catalog import CHICKEN_DRAWS, COLORS, KINDS
from games.village_assault.components import CARDS
from games.village_assault.observation import SEAT, Observation, VillageView
from games.village_assault.rules import battle, piles

Face = dict[str, Any]

LONG_WAY = 40  # points, the least length of the track to the personal best
COUNTED = 11  # steps in which the ending counts the last prisoners' gold
_PARTS = ("why", "against", "then")  # lists in a preview of a code with a number

_COLORS = (*COLORS, None)
_ORDER = {
    card: (_COLORS.index(printed.color), place)
    for place, (card, printed) in enumerate(CARDS.items())
}  # in hand


def board(observation: Observation) -> dict[str, Any]:
    """Return plain data for `board.html`, and in `seats` for `seat.html`; see the module."""
    declared, merchant = observation.declared, observation.merchant
    hand = _hand(observation)
    return {
        "you": observation.you,
        "difficulty": observation.difficulty,
        "rate": observation.rate,
        "round": observation.round,
        "phase": observation.phase,
        "ending": observation.ending,
        "villages": [_village(observation, village) for village in observation.villages],
        "kings": faces(observation.kings),
        "hand": hand,
        "fights": any(held["told"] for held in hand),
        "prisoners": _prisoners(observation),
        "score": _score(observation),
        "holds": "low" if observation.difficulty == "normal" else "high",
        "deck": {
            "count": observation.deck_size,
            "cards": None if observation.deck is None else faces(observation.deck[::-1]),
        },
        "discards": _discards(observation.discards),
        "declared": declared
        and {
            "unit": face(declared.unit),
            "village": declared.village,
            "spending": declared.spending,
        },
        "merchant": face(merchant) if merchant else None,
        "last_round": observation.last_round,
        "acts": _acts(observation),
        "reasons": forecast.REASONS,
        "outcomes": forecast.SHOWN,
        "then": forecast.THEN,
        "seats": [_seat(observation)],
    }


@cache
def face(card: str) -> Face:
    """Return the drawing of a card."""
    printed = CARDS[card]
    kind = KINDS[printed.kind]
    return {
        "card": card,
        "kind": printed.kind,
        "color": printed.color,
        "mark": COLORS[printed.color].mark if printed.color else None,
        "name": kind.name,
        "note": kind.note,
        "power": printed.power if printed.color else None,
        "gold": printed.gold,
        "data": {"piece": card, "rule": printed.kind, "tone": printed.color or "gray"},
    }


def faces(cards: Sequence[str]) -> list[Face]:
    return [face(card) for card in cards]


def _village(observation: Observation, village: VillageView) -> dict[str, Any]:
    shown = village.face
    free = battle.is_free(village)
    meets = forecast.meets(observation, village)
    return {
        "key": village.key,
        "name": words.village(village.key),
        "face": face(shown) if shown else None,
        "down": len(village.down),
        "cards": None if village.cards is None else faces(village.cards[::-1]),
        "free": ("hand" if CARDS[shown].is_animal else "prisoners") if free and shown else None,
        "gain": _gain(observation, shown) if free and shown else None,
        "meets": meets,
        "guard": _guard(observation, village, meets),
        "deserted": shown is None and (observation.last_round or bool(observation.ending)),
    }


def _guard(
    observation: Observation, village: VillageView, meets: dict[str, Any] | None
) -> Face | None:
    if meets is None or meets["at"] == village.key:
        return None
    home = next(other for other in observation.villages if other.key == meets["at"])
    return face(home.face) if home.face else None


def _seat(observation: Observation) -> dict[str, Any]:
    total = sum(observation.scored)
    return {
        "points": observation.points,
        "total": total,
        "in_short": line("{total} banked", total=total),
        "gold": observation.points - total,
        "attacks": observation.attacks,
        "scale": _scale(observation),
        "over": observation.ending is not None,
        "rounds": observation.round - (observation.ending != "conquered"),
    }


def _hand(observation: Observation) -> list[dict[str, Any]]:
    adds = observation.phase in ("closing", "adding", "cashing")
    cards = sorted(observation.hand, key=_ORDER.__getitem__)
    waits = observation.declared.unit if observation.declared else None
    pigs = 0 if waits else observation.hand.count("pig")
    return [
        {
            "face": face(card),
            "adds": _gain(observation, card) if adds else None,
            "forecast": forecasts[0],
            "told": "|".join(
                _told(number, would)
                for number, several in enumerate(forecasts)
                for would in several.values()
            )
            or None,
            "declared": card == waits,
        }
        for card in cards
        for forecasts in ([_forecasts(observation, card, number) for number in range(pigs + 1)],)
    ]


def _told(pigs: int, would: dict[str, Any]) -> str:
    parts = (",".join(f"{code}:{by}" for code, by in would[side]) for side in _PARTS)
    fields = (would[name] for name in ("village", "at", "outcome", "attack", "defense"))
    return " ".join(map(str, (pigs, *fields, "yes" if would["won"] else "no", *parts)))


def _gain(observation: Observation, card: str) -> int:
    return piles.gold([*observation.prisoners, card]) - observation.gold


def _forecasts(observation: Observation, card: str, pigs: int) -> dict[str, dict[str, Any]]:
    if observation.you != SEAT or CARDS[card].is_animal or observation.ending is not None:
        return {}
    declared = observation.declared
    if observation.phase != "assault" and not (declared and declared.unit == card):
        return {}
    return {
        village.key: forecast.preview(
            observation, village.key, battle.fight(observation, card, village, pigs)
        )
        for village in observation.villages
        if battle.shows_unit(village) and (declared is None or declared.village == village.key)
    }


def _prisoners(observation: Observation) -> dict[str, Any]:
    gold, rate = observation.gold, observation.rate
    return {
        "cards": faces(observation.prisoners),
        "added": observation.added,
        "gold": gold,
        "buys": _buys(observation),
        "left": _left(observation),
        "coins": gold % rate,
        "missing": rate - gold % rate,
    }


def _buys(observation: Observation) -> int:
    return min(observation.gold // observation.rate, _left(observation))


def _left(observation: Observation) -> int:
    """The cards that prisoners can buy, by a Merchant or at the end of the round."""
    buying = observation.merchant is not None
    return 0 if observation.last_round and not buying else piles.left(observation, by_card=buying)


def _score(observation: Observation) -> dict[str, Any]:
    return {
        "points": observation.points,
        "scored": list(observation.scored),
        "total": sum(observation.scored),
        "attacks": observation.attacks,
        **(_ended(observation) if observation.ending and observation.scored else {}),
    }


def _ended(observation: Observation) -> dict[str, Any]:
    scored, scale = observation.scored, _scale(observation)
    before = accumulate(scored, initial=0)
    return {
        **_counted(scored),
        "rounds": [
            {"gold": gold, "total": total, "scale": scale}
            for gold, total in zip(scored, before, strict=False)
        ],
        "decisive": finish.decisive(observation),
        "best_round": finish.best_round(scored),
    }


def _scale(observation: Observation) -> int:
    return max(LONG_WAY, observation.points)


def _counted(scored: Sequence[int]) -> dict[str, Any]:
    last, total = scored[-1], sum(scored)
    shown = min(last, COUNTED)
    return {
        "last": last,
        "counted": [total - last + last * step // shown for step in range(shown)] + [total],
    }


def _discards(discards: Sequence[str]) -> dict[str, Any]:
    cards = faces(discards[::-1])
    return {"count": len(cards), "top": cards[0] if cards else None, "cards": cards}


def _acts(observation: Observation) -> list[dict[str, Any]]:
    """The buttons for whole moves, the most useful first."""
    if observation.ending is not None:
        return []
    if observation.phase == "assault":
        return [_act("retreat", line("Retreat")) | {"quiet": True}]
    if observation.phase == "boosting":
        return [_act("go", line("Go alone"))]
    gold, buys = observation.gold, _buys(observation)
    finish = lines(
        "Finish: {n} point, draw {cards}", "Finish: {n} points, draw {cards}", gold, cards=buys
    )
    if observation.phase == "cashing":
        finish = lines("Cash in: draw {n} card", "Cash in: draw {n} cards", buys)
    elif observation.last_round:
        finish = lines("Finish: {n} point", "Finish: {n} points", gold)
    acts = [_act("finish", finish)]
    if observation.phase == "closing":
        hand = dict.fromkeys(observation.hand)
        left = piles.left(observation, by_card=True)
        played = [card for card in hand if CARDS[card].kind in ("chicken", "merchant")]
        acts += [_act(card, _played(card, left)) for card in played]
    return acts


def _act(name: str, label: Line) -> dict[str, Any]:
    return {"target": f"act:{name}", "label": label}


def _played(card: str, left: int) -> Line:
    if card == "chicken":
        return line("Play the Chicken: draw {cards}", cards=min(CHICKEN_DRAWS, left))
    return line("Play the {card}: cash in now", card=words.card(card))
