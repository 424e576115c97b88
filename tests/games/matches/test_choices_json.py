"""The choices as the page gets them: small, and the same when they are taken apart again."""

import json
from typing import Any

import msgspec
import pytest
from django.utils import translation

from games.matches.page.choices_json import packed
from games.matches.record.text import sentence
from games.plugin import Choice, FastChance, Line, Seating, SeatName, line, lines, registry
from games.plugin.codec import plain
from toolbox import memory

NAMES = ["amber", "birch", "cedar", "dune"]


def unpacked(choices: list[Choice[Any]]) -> list[dict[str, Any]]:
    """What static/js/match/choices.js makes of the choices."""
    data = json.loads(msgspec.json.encode(packed(choices, NAMES, version=3, client_id="page-3")))
    assert (data["version"], data["client_id"]) == (3, "page-3")

    def said(words):
        if isinstance(words, int):
            return str(data["texts"][words])
        phrase, *parts = words
        pieces = data["phrases"][phrase]
        return "".join(data["texts"][parts[p]] if isinstance(p, int) else p for p in pieces)

    def targets(runs):
        pairs = zip(runs[::2], runs[1::2], strict=True)
        return [data["targets"][target] for target, times in pairs for _ in range(times)]

    return [
        {
            "action": action,
            "label": said(data["labels"][number]),
            "group": data["texts"][data["groups"][number]],
            "picks": targets(data["picks"][number]),
            "preview": None if shown is None else data["shown"][shown],
            "ordered": number in data["ordered"],
            "at_once": number in data["at_once"],
            "then": data["then"].get(str(number)),
            "along": data["targets"][data["along"][key]] if key in data["along"] else "",
        }
        for number, (action, shown) in enumerate(
            zip(data["actions"], data["previews"], strict=True)
        )
        for key in (str(number),)
    ]


def whole(choices: list[Choice[Any]]) -> list[dict[str, Any]]:
    return [
        {
            "action": plain(choice.action),
            "label": sentence(choice.label, NAMES),
            "group": sentence(choice.group, NAMES),
            "picks": list(choice.picks),
            "preview": choice.preview,
            "ordered": choice.ordered,
            "at_once": choice.at_once,
            "then": plain(choice.then),
            "along": choice.along,
        }
        for choice in choices
    ]


def choice(label: Line, *picks: str, **more) -> Choice[Any]:
    return Choice({"pick": picks}, label, line("Group"), picks, **more)


@pytest.mark.parametrize("slug", [game.meta.slug for game in registry.installed()])
def test_nothing_is_lost_of_the_choices_of_any_ruleset(slug):
    game = registry.get(slug)
    seats, chance = game.meta.min_seats, FastChance(5)
    options = game.Options()
    roles = game.format(options, seats).roles
    state = game.setup(options, Seating(seats, 0, roles), chance)
    for turn in range(12):
        for seat in sorted(game.active_seats(state))[:1]:
            choices = game.choices(state, seat)
            assert unpacked(choices) == whole(choices)
            actions = game.legal_actions(state, seat)
            game.apply_action(state, seat, actions[turn * 7 % len(actions)], chance)


def test_nothing_is_lost_whatever_the_sentences_are_like():
    one, several = line("one"), lines("{n} card of {who}", "{n} cards of {who}", 3, who=SeatName(1))
    choices = [
        choice(line("Nothing to fill"), "a"),
        choice(line("{first} before {second}", first=one, second=several), "a", "a", "b", "a"),
        choice(line("{first} before {second}", second=one, first=SeatName(0)), "b", ordered=True),
        choice(line("{points:+d} for {{braces}}", points=4), "c", preview={"to": [1, 2]}),
        choice(lines("{n} die", "{n} dice", 1), "d"),
        choice(lines("{n} die", "{n} dice", 2), "d", "d", preview={"to": [1, 2]}),
    ]
    assert unpacked(choices) == whole(choices)
    assert unpacked(choices)[1]["label"] == "one before 3 cards of birch"


def test_a_translation_may_turn_a_sentence_round(monkeypatch):
    real = translation._trans.gettext
    turned = {"{first} before {second}": "{second}, after {first}"}
    monkeypatch.setattr(translation._trans, "gettext", lambda text: turned.get(text) or real(text))
    memory.forget_words()
    found = unpacked([choice(line("{first} before {second}", first=line("x"), second=7), "a")])
    monkeypatch.undo()
    memory.forget_words()
    assert found[0]["label"] == "7, after x"


def test_what_choices_have_in_common_is_sent_once():
    shared, word = {"to": list(range(50))}, line("a word that takes some room in every label")
    choices = [
        choice(line("Do {what}: {number}", what=word, number=n), "hand:card", preview=shared)
        for n in range(500)
    ]
    data = packed(choices, NAMES, version=1, client_id="page-1")
    assert len(data.shown) == len(data.targets) == len(data.phrases) == 1
    assert len(data.texts) == 500 + 1 + 1  # the numbers, the word, the group
    assert len(msgspec.json.encode(data)) < 500 * 70
