"""Lines: rendered in English, in another language, with names, numbers and lines inside."""

import msgspec
import pytest

from games.plugin import Line, SeatName, line, lines, msg, names_of, render
from games.plugin.codec import canonical_json
from games.plugin.text import as_line

GERMAN = {
    "{player} takes {what}.": "{what} geht an {player}.",
    "a crown": "eine Krone",
    "{n} card": "{n} Karte",
    "{n} cards": "{n} Karten",
}


def gettext(text: str) -> str:
    return GERMAN.get(text, text)


def ngettext(singular: str, plural: str, count: int) -> str:
    return GERMAN[singular if count == 1 else plural]


def test_parameters_and_seats_are_filled_in():
    assert render(line("{a} of {b}", a=1, b="two")) == "1 of two"
    assert render(line("{}")) == "{}"
    with pytest.raises(KeyError):
        render(line("{who} has {what}", who=1))
    told = line("{one} beats {other}", one=SeatName(0), other=SeatName(2))
    assert render(told, ["Ada"]) == "Ada beats #3"
    braces = "{who.__class__}"  # a name is shown as it is, whatever braces its owner likes
    assert render(told, [braces]) == f"{braces} beats #3"
    assert render(names_of([0]), ["Ada"]) == "Ada"
    assert render(names_of([2, 0, 1]), ["Ada", "Bo"]) == "#3, Ada and Bo"


def test_a_line_stays_as_it_is_and_a_message_id_becomes_one():
    told = line("{n} nuts", n=2)
    assert as_line(told) is told
    assert as_line(msg("a nut")) == line("a nut")


def test_counts_choose_the_plural_and_one_below_zero_has_a_minus():
    cards = lines("{n} card", "{n} cards")  # as in a table: it gets its number later
    for count, words in ((0, "0 cards"), (1, "1 card"), (2, "2 cards")):
        assert render(lines("{n} card", "{n} cards", count)) == words
        assert render(cards.counting(count)) == words
    told = lines("{who} has {n} card", "{who} has {n} cards", 3, who=SeatName(0))
    assert render(told, ["Ada"]) == "Ada has 3 cards"
    assert render(lines("{n} point", "{n} points", -1)) == "−1 point"
    assert render(line("{less} and {more}", less=-12, more=12)) == "−12 and 12"
    assert render(line("{less:+d}, {more:+d}", less=-12, more=12)) == "−12, +12"


def test_everything_is_translated_inside_out():
    told = line("{player} takes {what}.", player=SeatName(0), what=line("a crown"))
    assert render(told, ["Ada"], gettext, ngettext) == "eine Krone geht an Ada."
    counted = line(
        "{player} takes {what}.", player=SeatName(0), what=lines("{n} card", "{n} cards", 2)
    )
    assert render(counted, ["Ada"], gettext, ngettext) == "2 Karten geht an Ada."


def test_lines_travel_as_plain_data():
    told = lines("{n} card", "{n} cards", 2)
    assert msgspec.json.decode(canonical_json(told), type=Line) == told
    simple = canonical_json(line("Hello"))
    assert simple == b'{"id":"Hello","type":"line"}'


def test_a_title_with_a_mark_of_its_own_ends_the_sentence_by_it():
    title = line("Drive Him Back!")
    told = line("{who} plays {card}.", who=SeatName(0), card=title)
    assert render(told, ["Ada"]) == "Ada plays Drive Him Back!"
    assert render(line("{who} beats {other}.", who=SeatName(0), other="Bo!")) == "#1 beats Bo!."
