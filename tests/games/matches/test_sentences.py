"""Sentences of rulesets as people read them."""

from django.utils import translation

from games.matches.record.text import sentence
from games.plugin import SeatName, line


def test_a_seat_is_called_as_at_its_own_table_each_time():
    """Sentences are remembered, but not the names of another table."""
    told = line("{player} draws.", player=SeatName(1))
    nested = line("{what} Well done!", what=told)
    bare = line("{player} draws.", player="amber")
    for names in (["amber", "birch"], ["cedar", "dove"], ["amber", "birch"], []):
        second = names[1] if names else "#2"
        assert sentence(told, names) == f"{second} draws."
        assert sentence(nested, names) == f"{second} draws. Well done!"
        assert sentence(bare, names) == "amber draws."


def test_a_sentence_is_remembered_in_each_language():
    told = line("yes,no,maybe")  # which Django itself translates
    said = {}
    for language in ("en", "de", "en"):
        with translation.override(language):
            said[language] = sentence(told)
    assert said == {"en": "yes,no,maybe", "de": "Ja,Nein,Vielleicht"}


def test_a_line_in_the_place_of_one_that_is_gone_is_read():
    """Lines are known by where they lie in memory, which the next one may take over."""
    for number in range(1000):
        told = line("{n} plums fall on whoever sleeps.", n=number)
        for _time in range(3):
            assert sentence(told) == f"{number} plums fall on whoever sleeps."
        del told
